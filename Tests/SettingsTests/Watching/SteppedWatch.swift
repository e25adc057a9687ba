#if os(Linux)
  import Foundation
  import Testing

  @testable import Settings

  /// A watch whose steps are taken by hand.
  final class SteppedWatch {
    private var watch: PathWatch

    convenience init(_ path: String, calls: WatchCalls = WatchCalls()) {
      self.init([path], calls: calls)
    }

    init(_ paths: [String], calls: WatchCalls = WatchCalls()) {
      watch = PathWatch(paths, calls: calls)
    }

    var isComplete: Bool { watch.isComplete }

    func poll() -> Bool { watch.poll() }
    func handleEvents() -> Bool { watch.handleEvents() }

    /// Handles all waiting events, and says whether one of them is signaled.
    func handleAll() -> Bool {
      var isSignaled = false
      while hasEvents { if handleEvents() { isSignaled = true } }
      return isSignaled
    }

    var hasEvents: Bool {
      var waiting = pollfd(fd: watch.inotify?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
      return Foundation.poll(&waiting, 1, 0) == 1
    }

    /// How many watches the system keeps.
    var watchCount: Int {
      get throws {
        let descriptor = try #require(watch.inotify?.descriptor)
        let info = try String(contentsOfFile: "/proc/self/fdinfo/\(descriptor)", encoding: .utf8)
        return info.split(separator: "\n").count { $0.hasPrefix("inotify ") }
      }
    }
  }
#endif
