#if os(Linux)
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  @testable import Settings
  @testable import SettingsSystem

  /// What happens beyond the system's limits.
  @Suite("A watch of a path without the system's help")
  struct PathWatchPollingTests {
    @Test("polls what it can't watch", arguments: [0, 2, 4])
    func polling(watchLimit: Int) throws {
      let rest = Mutex(watchLimit)
      let calls = WatchCalls(add: { inotify, path, target throws(SystemCallError) in
        let isAllowed = rest.withLock { rest in
          rest -= 1
          return rest >= 0
        }
        guard isAllowed else { throw SystemCallError(call: "inotify_add_watch", code: ENOSPC) }
        return try inotify.add(path, as: target)
      })
      try confirmPolling(calls)
    }

    @Test("polls if the system has no watches at all")
    func noInotify() throws {
      try confirmPolling(WatchCalls(open: { nil }))
    }

    private func confirmPolling(_ calls: WatchCalls) throws {
      let seed = SeededRandom.testSeed
      var tree = try RandomTree(seed: seed)
      let watch = SteppedWatch(tree.path, calls: calls)
      #expect(!watch.isComplete)
      var read = tree.content
      for step in 0..<300 {
        tree.change()
        // A change in the same tick of the clock as the one before may only show at the second look.
        for _ in 0..<2 where watch.poll() { read = tree.content }
        #expect(read == tree.content, "SETTINGS_SEED=\(seed), step \(step)")
      }
      _ = watch.poll()
      #expect(!watch.poll(), "Nothing changes any more.")
    }

    @Test("watches again once the system allows it")
    func recovery() throws {
      let folder = try TemporaryFolder()
      try folder.write("1", to: "f")
      let isAllowed = Mutex(false)
      let watch = SteppedWatch(
        folder.path + "/f", calls: WatchCalls(open: { isAllowed.withLock { $0 } ? Inotify() : nil }))
      #expect(!watch.isComplete)
      isAllowed.withLock { $0 = true }
      #expect(watch.poll(), "Something may have been written just before the watch.")
      #expect(watch.isComplete)
      try folder.write("2", to: "f")
      #expect(watch.handleAll())
    }
  }
#endif
