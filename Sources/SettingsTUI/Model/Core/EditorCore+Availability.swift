import Settings

/// Whether commands can be performed now, decided by what performs them.
extension EditorCore {
  func availability(of edit: DraftEdit) -> CommandAvailability {
    if case .undo = edit, canRollBackApply || !discardedOffers.isEmpty { return .available }
    return refusal(of: edit).map { .refused($0.text) } ?? .available
  }

  /// Returns whether a command about a value can be performed on the value at a place.
  func availability(of command: Command, on place: ValuePlace) -> CommandAvailability {
    switch result(of: command, on: place) {
    case nil, .field?: return .available
    case .actions(let actions)?:
      guard let action = actions.first else { return .absent }
      return CommandAvailability(action)
    }
  }

  /// Returns whether the pending changes can be confirmed or rolled back.
  var availabilityOfConfirmation: CommandAvailability {
    pending == nil ? .refused(Message.nothingPending.text) : .available
  }
}

extension CommandAvailability {
  /// Creates the availability of a command that leads to an action: an action that only shows a message is a refusal.
  init(_ action: EditorAction) {
    if case .say(let message) = action { self = .refused(message.text) } else { self = .available }
  }
}
