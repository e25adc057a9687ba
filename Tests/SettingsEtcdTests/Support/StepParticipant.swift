import Settings
import Synchronization

/// A participant whose calls a test awaits, and which waits or vetoes as the test wants.
///
///     let gate = Gate()
///     let participant = StepParticipant(prepare: { try await gate.pass() })
///     …                                   an apply starts
///     await participant.next(1)           [.prepare]: it has come this far
///     gate.open()                         and goes on
///
/// So a test holds an apply at any of its phases, on one instance or several, without waiting for a time.
final class StepParticipant: SettingsParticipant {
  typealias Step = SettingsParticipantRecorder.Step

  private struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  let name: String
  private let recorder = SettingsParticipantRecorder()
  private let veto: String?
  private let prepare: @Sendable () async throws -> Void
  private let commit: @Sendable () async throws -> Void
  private let steps: AsyncStream<Step>
  private let log: AsyncStream<Step>.Continuation

  /// - Parameters:
  ///   - veto: The reason of a veto; `nil` to agree.
  ///   - prepare: What happens while it prepares.
  ///   - commit: What happens while it commits.
  init(
    _ name: String = "port check", veto: String? = nil,
    prepare: @escaping @Sendable () async throws -> Void = {},
    commit: @escaping @Sendable () async throws -> Void = {}
  ) {
    self.name = name
    self.veto = veto
    self.prepare = prepare
    self.commit = commit
    (steps, log) = AsyncStream.makeStream(of: Step.self)
  }

  /// The calls so far.
  var calls: [SettingsParticipantRecorder.Call] { recorder.calls }

  /// Waits for the next calls, and returns them.
  func next(_ count: Int) async -> [Step] {
    var steps: [Step] = []
    for await step in self.steps {
      steps.append(step)
      if steps.count == count { break }
    }
    return steps
  }

  func prepare(_ review: FormReview) async throws {
    try await recorder.prepare(review)
    log.yield(.prepare)
    try await prepare()
    if let veto { throw Refusal(description: veto) }
  }

  func commit(_ review: FormReview) async throws {
    try await recorder.commit(review)
    log.yield(.commit)
    try await commit()
  }

  func abort(_ review: FormReview) async throws {
    try await recorder.abort(review)
    log.yield(.abort)
  }

  func revert(_ review: FormReview) async throws {
    try await recorder.revert(review)
    log.yield(.revert)
  }
}

/// A gate that tasks wait at until a test opens it.
final class Gate: Sendable {
  private let stream: AsyncStream<Void>
  private let opener: AsyncStream<Void>.Continuation

  init() { (stream, opener) = AsyncStream.makeStream(of: Void.self) }

  func open() { opener.finish() }

  /// Waits until the gate is open; throws if the task is canceled. One task can wait.
  func pass() async throws {
    for await _ in stream {}
    try Task.checkCancellation()
  }
}
