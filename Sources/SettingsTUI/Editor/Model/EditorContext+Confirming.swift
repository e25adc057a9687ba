import Settings

extension EditorContext {
  static let nothingPending = Message("No changes wait for a confirmation.", .secondary)

  /// How long the next changes may stay without a confirmation: while some wait, only such are taken.
  var confirmWithin: Duration? { pending == nil ? nil : .seconds(60) }

  /// What happens unless somebody decides.
  var pendingText: String {
    "The last changes wait for a confirmation. Without one the old settings come back in \(pendingSeconds) s."
  }

  /// Keeps the changes that wait for a confirmation, and says what came of it.
  func confirm() -> Message {
    guard let pending else { return Self.nothingPending }
    defer { updatePending() }
    do throws(ConfirmationError) {
      let isDurable = try form.store.confirm(pending.id)
      return .init(
        "Confirmed: the new settings stay." + (isDurable ? "" : " \(Self.notDurable)"), .success)
    } catch {
      return .init(error.description, .problem)
    }
  }

  /// Says what came of taking changes back.
  func message(of result: Result<ApplyOutcome, ConfirmationError>) -> Message {
    switch result {
    case .failure(let error): return .init(error.description, .problem)
    case .success(let done):
      return .init("Taken back: the old settings are in place again.\(Self.caveats(of: done))", .success)
    }
  }

  /// Says what an apply did.
  func message(of done: ApplyOutcome, isRollback: Bool) -> Message {
    let count = done.changes.count
    let what = "\(count) change\(count == 1 ? "" : "s")"
    var text = isRollback ? "Rolled back, with \(what)." : "Applied \(what)."
    if done.requiresRestart { text += " Some are used after the next restart." }
    return .init(text + Self.caveats(of: done), .success)
  }

  private static let notDurable = "The system did not say that this would survive a crash."

  private static func caveats(of done: ApplyOutcome) -> String {
    (done.isDurable ? "" : " \(notDurable)")
      + done.failures.map { " \($0.participant) failed: \($0.reason)" }.joined()
  }
}
