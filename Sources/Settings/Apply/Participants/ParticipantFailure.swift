/// The failure of a participant.
public struct ParticipantFailure: Hashable, Sendable {
  /// The participant's name.
  public let participant: String
  /// The description of the error that it threw, or of its time-out.
  public let reason: String

  init(participant: String, reason: String) {
    self.participant = participant
    self.reason = reason
  }

  init(_ participant: String, _ error: any Error) {
    self.init(participant: participant, reason: error is CancellationError ? "it was canceled" : "\(error)")
  }

  /// The failure as part of a sentence.
  package var text: String { "\(participant) failed: \(reason)" }
}

extension [ParticipantFailure] {
  /// The failures as part of a sentence.
  package var text: String { map(\.text).joined(separator: "; ") }
}
