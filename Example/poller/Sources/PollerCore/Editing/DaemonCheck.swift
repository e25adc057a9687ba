import Foundation
import Settings

/// Waits until the daemon uses the changes, so that an apply fails, and is rolled back, if it doesn't or if its targets don't
/// answer.
package struct DaemonCheck: SettingsParticipant {
  /// The daemon doesn't accept the changes.
  struct Refusal: Error, CustomStringConvertible {
    var description: String
  }

  /// The daemon's answer to an apply, according to its status.
  enum Answer: Equatable {
    case wait
    case accepted
    case refused(String)
  }

  package let name = "daemon"
  private let status: @Sendable () -> DaemonStatus?

  /// - Parameter status: Returns the status of the daemon; `nil` if none runs.
  package init(status: @escaping @Sendable () -> DaemonStatus?) {
    self.status = status
  }

  package func commit(_ review: FormReview) async throws {
    guard status() != nil, let candidate = review.candidate else { return }
    let settings = try SettingsReview<PollerSettings>(review).after
    guard settings.applying.waitsForDaemon else { return }
    let revision = SettingsRevision(of: candidate).description
    let end = ContinuousClock.now + settings.applying.daemonTimeout
    while ContinuousClock.now < end {
      switch Self.answer(status(), to: revision) {
      case .accepted: return
      case .refused(let reason): throw Refusal(description: reason)
      case .wait: try await Task.sleep(for: .milliseconds(20))
      }
    }
    throw Refusal(description: "it doesn't use the changes after \(settings.applying.daemonTimeout)")
  }

  static func answer(_ status: DaemonStatus?, to revision: String) -> Answer {
    // A daemon that ends reads the settings when it is started again.
    guard let status else { return .accepted }
    if status.rejectedRevision == revision { return .refused(status.rejected ?? "") }
    guard status.revision == revision else { return .wait }
    switch status.health {
    case .starting: return .wait
    case .healthy: return .accepted
    case .unhealthy: return .refused(status.weakness)
    }
  }
}
