import Dispatch
import SettingsSystem

/// Calls a closure repeatedly on its own thread, until it is stopped.
///
/// A task can't do this, because a lease must be renewed in time even if the app blocks the few threads of Swift's tasks.
final class Heartbeat: Sendable {
  private let stopping = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  /// Starts the thread. If the system has no thread left, nothing is called, so a lease that isn't renewed ends.
  ///
  /// - Parameters:
  ///   - pause: The time before the first call.
  ///   - beat: Returns the time before the next call.
  init(after pause: Duration, _ beat: @escaping @Sendable () -> Duration) {
    let (stopping, ended) = (stopping, ended)
    do throws(SystemError) {
      try SystemThread.start {
        var pause = pause
        while stopping.wait(timeout: .now() + .milliseconds(Int(pause.milliseconds))) == .timedOut {
          pause = beat()
        }
        ended.signal()
      }
    } catch {
      ended.signal()
    }
  }

  deinit { stopping.signal() }

  /// Stops the calls, and waits for the end of one that is running. Call it once.
  func stop() {
    stopping.signal()
    ended.wait()
  }
}
