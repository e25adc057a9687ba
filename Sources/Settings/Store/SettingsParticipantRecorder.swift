import SettingsSystem
import Synchronization

/// A participant that records its calls, and fails in the steps that a test chooses.
///
/// Put it after your own participant to test how yours behaves when a later one fails, or alone to test what an apply asks of participants:
///
/// ```swift
/// let recorder = SettingsParticipantRecorder(failing: [.commit: "no power"])
/// let store = try SettingsStore<AppSettings>(participants: [recorder])
/// do {
///   try await store.update { $0.network.port = 80 }
/// } catch {
///   print(error)  // recorder failed: no power. The old settings are restored.
/// }
/// assert(recorder.calls.map(\.step) == [.prepare, .commit, .revert])
/// ```
///
/// The calls are in their order, each with its review. The recorder can be read from any thread, also while an apply runs.
public final class SettingsParticipantRecorder: SettingsParticipant {
  /// A step of an apply in which a participant is called; see ``SettingsParticipant``.
  ///
  /// An apply that succeeds calls `prepare` and `commit`. A veto leads from `prepare` to `abort`, and a failure after the content was
  /// stored leads from `commit` to `revert`. A recorder fails in the steps that its `failing` names:
  ///
  /// ```swift
  /// let vetoes = SettingsParticipantRecorder(failing: [.prepare: "not today"])
  /// let failsTwice = SettingsParticipantRecorder(failing: [.commit: "no power", .revert: "still no power"])
  /// ```
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

  /// A call of the participant: the step and what it was asked to do.
  ///
  /// ```swift
  /// let recorder = SettingsParticipantRecorder()
  /// let store = try SettingsStore<AppSettings>(participants: [recorder])
  /// try await store.update { $0.times = 3 }
  /// print(recorder.calls.map { "\($0.step): \($0.review.changes)" })
  /// if let call = recorder.calls.last { print(try SettingsReview<AppSettings>(call.review).after.times) }  // 3
  /// ```
  public struct Call: Sendable {
    /// The step.
    public let step: Step
    /// The review that the participant received; for ``SettingsParticipantRecorder/Step/revert``, the review of the rollback.
    public let review: FormReview
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
  ///   - failures: The steps that fail, with their reasons. Without any, the recorder agrees to everything.
  public init(name: String = "recorder", failing failures: [Step: String] = [:]) {
    self.name = name
    self.failures = failures
  }

  /// The calls so far, in order, from all applies of the stores that the recorder takes part in.
  public var calls: [Call] { recorded.withLock { $0 } }

  /// Records the call. Throws an error if the recorder was created to fail in this step.
  public func prepare(_ review: FormReview) async throws { try record(.prepare, review: review) }
  /// Records the call. Throws an error if the recorder was created to fail in this step.
  public func commit(_ review: FormReview) async throws { try record(.commit, review: review) }
  /// Records the call. Throws an error if the recorder was created to fail in this step.
  public func abort(_ review: FormReview) async throws { try record(.abort, review: review) }
  /// Records the call. Throws an error if the recorder was created to fail in this step.
  public func revert(_ review: FormReview) async throws { try record(.revert, review: review) }

  private func record(_ step: Step, review: FormReview) throws {
    recorded.withLock { $0.append(Call(step: step, review: review)) }
    if let reason = failures[step] { throw ExpectedFailure(description: reason) }
  }
}
