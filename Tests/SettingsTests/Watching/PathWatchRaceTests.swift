#if os(Linux)
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  @testable import Settings
  @testable import SettingsSystem

  /// What changes while the watch is looking elsewhere.
  @Suite("A watch of a path that changes at any moment")
  struct PathWatchRaceTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
      folder = try TemporaryFolder()
      path = folder.path + "/a/b/f"
    }

    /// What the path leads through.
    private enum Layout: CaseIterable {
      case nothing, emptyFolder, folder, link, circle
    }

    /// Lets the path lead through something, what is there being created, changed or replaced.
    private func lay(_ layout: Layout) throws {
      if layout != .folder { try? folder.remove("a") }
      switch layout {
      case .nothing: break
      case .emptyFolder: try folder.make("a")
      case .folder:
        if (try? FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/a")) != nil {
          try folder.remove("a")
        }
        try folder.make("a/b")
        try folder.write("1", to: "a/b/f")
      case .link:
        try folder.make("c/b")
        try folder.write("1", to: "c/b/f")
        try folder.link("a", to: "c")
      case .circle: try folder.link("a", to: "a")
      }
    }

    @Test("misses no change of a tree that changes at random", arguments: 0..<8)
    func random(round: Int) throws {
      let seed = SeededRandom.testSeed
      var tree = try RandomTree(seed: seed)
      let watch = SteppedWatch(tree.path)
      for step in 0..<300 {
        let old = tree.content
        tree.change()
        let isSignaled = watch.handleAll()
        if tree.content != old { #expect(isSignaled, "SETTINGS_SEED=\(seed), step \(step)") }
      }
    }

    @Test("misses no change at any point of a walk", arguments: 0..<6)
    func interrupted(point: Int) throws {
      // The number of folders that are watched before the one that changes.
      let depth = folder.path.split(separator: "/").count
      for before in Layout.allCases {
        for after in Layout.allCases {
          for name in ["a", "c", "new"] { try? folder.remove(name) }
          try lay(before)
          let countdown = Countdown(depth + point)
          let calls = WatchCalls(add: { [self] inotify, path, target throws(SystemCallError) in
            if countdown.isDue() { try? lay(after) }
            return try inotify.add(path, as: target)
          })
          let watch = SteppedWatch(path, calls: calls)
          _ = watch.handleAll()
          countdown.stop()
          try lay(.folder)
          #expect(watch.handleAll(), "\(before) \(after)")
        }
      }
    }

    @Test("misses no change during a walk", arguments: 0..<4)
    func races(worker: Int) throws {
      let seed = SeededRandom.testSeed
      var random = SeededRandom(seed: ~seed)
      // The changes come from the closure.
      let tree = Mutex(try RandomTree(seed: seed))
      for round in 0..<30 {
        if random.once(in: 3) { tree.withLock { $0.makeWhole() } }
        let countdowns = (0..<4).map { _ in Countdown(Int.random(in: 0...12, using: &random)) }
        let calls = WatchCalls(add: { inotify, path, target throws(SystemCallError) in
          for countdown in countdowns where countdown.isDue() { tree.withLock { $0.change() } }
          return try inotify.add(path, as: target)
        })
        let watch = SteppedWatch(tree.withLock(\.path), calls: calls)
        var read = tree.withLock(\.content)
        // What a walk has missed shows at a later change.
        for _ in 0..<10 {
          while watch.hasEvents { if watch.handleEvents() { read = tree.withLock(\.content) } }
          #expect(read == tree.withLock(\.content), "SETTINGS_SEED=\(seed), round \(round)")
          tree.withLock { $0.change() }
        }
      }
    }
  }

  /// Is due once, after a number of calls.
  private final class Countdown: Sendable {
    private let rest: Mutex<Int?>

    init(_ count: Int) { rest = Mutex(count) }

    func isDue() -> Bool {
      rest.withLock { rest in
        defer { rest = rest.flatMap { $0 == 0 ? nil : $0 - 1 } }
        return rest == 0
      }
    }

    func stop() { rest.withLock { $0 = nil } }
  }
#endif
