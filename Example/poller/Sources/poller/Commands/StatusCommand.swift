import Foundation
import PollerCore

/// `poller status`: what the running daemon knows.
enum StatusCommand {
  static func run() throws {
    let place = try Place(environment: ProcessInfo.processInfo.environment)
    guard let status = DaemonStatus.ofRunningDaemon(at: place) else {
      throw Failure(.notRunning, "the daemon isn't running; start it with `poller run`")
    }
    Terminal.write(StatusReport.text(of: status))
    if status.health == .unhealthy { throw Failure(.refused, "too few targets answer") }
  }
}
