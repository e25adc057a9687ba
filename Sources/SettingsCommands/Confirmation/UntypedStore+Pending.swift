import Settings

extension UntypedStore {
  /// Returns the apply that is waiting for its confirmation.
  func pending() throws(Failure) -> PendingConfirmation? {
    do throws(ConfirmationError) { return try pendingConfirmation() } catch {
      throw Failure(error, file: name)
    }
  }

  /// The failure if no apply is waiting, or if that isn't known because the history can't be read.
  var nothingPending: Failure {
    do throws(StoreError) { _ = try history() } catch {
      if case .storage(.historyUnreadable) = error { return Failure(error) }
    }
    return Failure(.nothingPending, file: name)
  }

  /// Reports an apply that is waiting for its confirmation.
  func reportPending(to console: Console) throws(Failure) {
    if let pending = try pending() { console.report("\(name): \(pending).") }
  }
}

extension PendingConfirmation {
  /// The confirmation as JSON.
  var json: JSONValue {
    [
      "id": .string(id.description),
      "deadline": .string(deadline.description),
      "secondsLeft": .number(JSONNumber(remaining().components.seconds)),
      "author": .string(author),
      "message": message.map(JSONValue.string) ?? .null,
    ]
  }
}

extension Arguments {
  /// The ID of a confirmation in the second operand.
  var confirmationID: ConfirmationID? {
    get throws(Failure) {
      guard operands.count > 1 else { return nil }
      guard let id = ConfirmationID(operands[1]) else {
        throw .usage("\(operands[1]) is not the ID of a confirmation; an ID has eight hexadecimal digits.")
      }
      return id
    }
  }
}
