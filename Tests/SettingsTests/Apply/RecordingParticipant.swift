import Settings
import Synchronization

/// The calls of all participants of a test, in order: `["A prepare", "B prepare", "A commit", "B commit"]`.
final class CallLog: Sendable {
  private let entries = Mutex<[String]>([])

  var calls: [String] { entries.withLock { $0 } }

  func add(_ call: String) {
    entries.withLock { $0.append(call) }
  }
}

struct Refusal: Error, CustomStringConvertible {
  let description: String
}

/// A participant that records its calls, and fails in selected ones.
///
///     let log = CallLog()
///     let b = RecordingParticipant("B", log, failing: [.commit])
///
/// With two of them and one log, a test compares the whole course of an apply, including what is aborted or reverted after a failure.
struct RecordingParticipant: SettingsParticipant {
  enum Call: String { case prepare, commit, abort, revert }

  let name: String
  let log: CallLog
  var failing: Set<Call> = []
  var hanging = false
  var timeLimit = Duration.seconds(30)

  init(_ name: String, _ log: CallLog, failing: Set<Call> = []) {
    self.name = name
    self.log = log
    self.failing = failing
  }

  func prepare(_ review: FormReview) async throws {
    try record(.prepare)
    // Never waited out: the time limit under test cancels it.
    if hanging { try await Task.sleep(for: .seconds(3_600)) }
  }
  func commit(_ review: FormReview) async throws { try record(.commit) }
  func abort(_ review: FormReview) async throws { try record(.abort) }
  func revert(_ review: FormReview) async throws { try record(.revert) }

  private func record(_ call: Call) throws {
    log.add("\(name) \(call)")
    if failing.contains(call) { throw Refusal(description: "no \(call) today") }
  }
}

/// Hooks that record the side effects with the settings that have triggered them, and fail in one of them.
struct RecordingHooks: SettingsSideEffects {
  let log: CallLog
  var failing: String?

  func run(_ sideEffect: String, for changes: [SettingChange]) async throws {
    log.add("\(sideEffect): \(changes.map(\.path.description).joined(separator: ", "))")
    if sideEffect == failing { throw Refusal(description: "\(sideEffect) broke") }
  }
}
