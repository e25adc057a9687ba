import Settings

extension PlainEditor {
  /// Returns the line about a pending confirmation; empty if no confirmation is pending.
  func pendingLines() -> [String] {
    guard core.pending != nil, !question.isLeaveUnconfirmed else { return [] }
    return [
      "Not confirmed: the changes are rolled back in \(core.pendingSeconds) s; type confirm or cancel."
    ]
  }

  /// Cancels the pending confirmation, which restores the previous settings.
  func cancelConfirmation(thenLeave: Bool = false) -> PlainAnswer {
    guard let pending = core.pending else { return ask([Message.nothingPending.text], listing: false) }
    leavesAfterwards = thenLeave
    return PlainAnswer(text: "", prompt: "", effect: .store(.cancel(pending.id)))
  }

  /// Handles the answer to the question whether to leave while a confirmation is pending.
  func takeLeaveUnconfirmed(_ word: String) -> PlainAnswer {
    questions.removeLast()
    switch word.lowercased() {
    case "c", "confirm": return quitUnconfirmed(saying: [core.confirm().text])
    case "t", PlainCommand.cancel.rawValue: return cancelConfirmation(thenLeave: true)
    case "u", "undecided": return quitUnconfirmed()
    default: return ask(["The editor stays open."])
    }
  }

  // MARK: - Time

  /// The time until there may be something to print without an event; `nil` for never.
  var nextTick: Duration? {
    guard let pending = core.pending else { return nil }
    let left = pending.remaining()
    if warned != pending.id, left > Self.warning { return left - Self.warning }
    return max(left, .seconds(1))
  }

  /// Updates what changes with time; returns what to print, if anything.
  func tick() -> String? {
    takeStored() ?? core.pending.flatMap { reminder(of: $0, timeLeft: $0.remaining()) }
  }

  /// Returns the reminder that little time is left to confirm an apply, once for each apply.
  func reminder(of pending: PendingConfirmation, timeLeft: Duration) -> String? {
    guard warned != pending.id, (Duration.seconds(1)...Self.warning).contains(timeLeft) else { return nil }
    warned = pending.id
    return render(["\(Int(timeLeft / .seconds(1) + 0.5)) s left to confirm."])
  }

  /// The time before the limit at which the person is reminded.
  private static let warning = Duration.seconds(10)
}

extension PlainEditor.Question {
  fileprivate var isLeaveUnconfirmed: Bool {
    if case .leaveUnconfirmed = self { true } else { false }
  }
}
