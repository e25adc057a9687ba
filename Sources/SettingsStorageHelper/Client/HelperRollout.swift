import Settings
import SettingsSystem

/// The participant that asks the running instances of an app about an apply, through a storage helper that knows them.
///
/// Requests wait for the helper's replies, so each runs on its own thread.
package struct HelperRollout: SettingsParticipant {
  package let name = "rollout"
  /// The maximum time for a reply of a helper.
  package var timeLimit: Duration { .seconds(60) }
  private let storage: HelperStorage

  package init(_ storage: HelperStorage) {
    self.storage = storage
  }

  private struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  package func prepare(_ review: Review) async throws {
    guard let content = review.candidate else { return }
    let veto = try await withTaskCancellationHandler {
      try await SystemThread.run { try storage.propose(content) }
    } onCancel: {
      // The helper then replies to the proposal at once, which ends the wait.
      storage.endProposal()
    }
    if let veto { throw Refusal(description: veto) }
  }

  package func commit(_ review: Review) async throws {
    await SystemThread.run { storage.endProposal() }
  }

  package func abort(_ review: Review) async throws {
    await SystemThread.run { storage.endProposal() }
  }

  package func revert(_ review: Review) async throws {
    guard let content = review.candidate else { return }
    try await SystemThread.run { try storage.revert(to: content) }
  }
}
