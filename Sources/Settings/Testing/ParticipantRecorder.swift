import Synchronization

/// A participant that records its calls, and fails in the steps that a test chooses.
///
/// Put it after your own participant to test how that one behaves when a later one fails:
///
/// ```swift
/// let recorder = ParticipantRecorder(failing: [.commit: "no power"])
/// let store = try SettingsStore<AppSettings>(participants: [server, recorder])
/// await #expect(throws: ApplyError.self) { try await store.update { $0.port = 80 } }
/// #expect(recorder.calls.map(\.step) == [.prepare, .commit, .revert])
/// ```
public final class ParticipantRecorder: SettingsParticipant {
  /// A step of an apply; see ``SettingsParticipant``.
  public enum Step: Hashable, Sendable {
    /// The participant prepares, and may veto.
    case prepare
    /// The participant puts the changes into effect.
    case commit
    /// The participant drops what it has prepared.
    case abort
    /// The participant undoes its commit.
    case revert
  }

  /// A call of the participant.
  public struct Call: Sendable {
    /// The step.
    public let step: Step
    /// The review that the participant received.
    public let review: Review
  }

  /// The failure that a test asked for.
  private struct ExpectedFailure: Error, CustomStringConvertible {
    let description: String
  }

  /// The participant's name in messages.
  public let name: String
  private let failures: [Step: String]
  private let recorded = Mutex<[Call]>([])

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - name: The participant's name in messages.
  ///   - failures: The steps that fail, with their reasons.
  public init(name: String = "recorder", failing failures: [Step: String] = [:]) {
    self.name = name
    self.failures = failures
  }

  /// The calls so far, in order.
  public var calls: [Call] { recorded.withLock { $0 } }

  /// Records the call. Throws an error if the recorder was created to fail in this step.
  public func prepare(_ review: Review) async throws { try record(.prepare, review) }
  /// Records the call. Throws an error if the recorder was created to fail in this step.
  public func commit(_ review: Review) async throws { try record(.commit, review) }
  /// Records the call. Throws an error if the recorder was created to fail in this step.
  public func abort(_ review: Review) async throws { try record(.abort, review) }
  /// Records the call. Throws an error if the recorder was created to fail in this step.
  public func revert(_ review: Review) async throws { try record(.revert, review) }

  private func record(_ step: Step, _ review: Review) throws {
    recorded.withLock { $0.append(Call(step: step, review: review)) }
    if let reason = failures[step] { throw ExpectedFailure(description: reason) }
  }
}
