import Settings

extension PlainEditor {
  /// What waits for a confirmation and how long; nothing if nothing does.
  func pendingLines() -> [String] {
    guard context.pending != nil, !question.isLeaveUnconfirmed else { return [] }
    return [
      "Not confirmed: the old settings come back in \(context.pendingSeconds) s; type confirm or take back."
    ]
  }

  /// Takes back the changes that wait for a confirmation.
  func takeBack(thenLeave: Bool = false) -> PlainAnswer {
    guard let pending = context.pending else {
      return ask([EditorContext.nothingPending.text], listing: false)
    }
    leavesAfterwards = thenLeave
    return PlainAnswer(text: "", prompt: "", effect: .takeBack(pending.id))
  }

  /// Hears how taking changes back went.
  func finishTakingBack(_ result: Result<ApplyOutcome, ConfirmationError>) -> PlainAnswer {
    context.changedAnything()
    context.updatePending()
    reviewAgain()
    let lines = [context.message(of: result).text]
    guard case .success = result, leavesAfterwards else { return ask(lines, listing: false) }
    return quitUnconfirmed(saying: lines)
  }

  /// Takes what was said to the question whether to leave while changes wait.
  func takeLeaveUnconfirmed(_ word: String) -> PlainAnswer {
    questions.removeLast()
    switch word.lowercased() {
    case "c", "confirm": return quitUnconfirmed(saying: [context.confirm().text])
    case "t", PlainCommand.takeBack.rawValue: return takeBack(thenLeave: true)
    case "u", "undecided": return quitUnconfirmed()
    default: return ask(["The editor goes on."])
    }
  }

  // MARK: - Time

  /// When there is something to tell that nobody asked for; `nil` for never.
  var nextTick: Duration? {
    guard let pending = context.pending else { return nil }
    let left = pending.remaining()
    if warned != pending.id, left > Self.warning { return left - Self.warning }
    return max(left, .seconds(1))
  }

  /// Time has passed; tells what that means, if it means anything.
  func tick() -> String? {
    let news = takeStored()
    guard news == nil, let pending = context.pending, warned != pending.id,
      (Duration.seconds(1)...Self.warning).contains(pending.remaining())
    else { return news }
    warned = pending.id
    return render(["\(context.pendingSeconds) s are left to confirm."])
  }

  /// So much time is left when it is told again.
  private static let warning = Duration.seconds(10)
}

extension PlainEditor.Question {
  fileprivate var isLeaveUnconfirmed: Bool {
    if case .leaveUnconfirmed = self { true } else { false }
  }
}
