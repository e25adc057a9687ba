import Settings

extension UntypedStore {
  /// The apply that waits for its confirmation; `nil` if none does.
  func pending() throws(Failure) -> PendingConfirmation? {
    do throws(ConfirmationError) { return try pendingConfirmation() } catch {
      throw Failure(error, file: name)
    }
  }

  /// Says on the standard error what waits for a confirmation, if anything does.
  func tellPending() throws(Failure) {
    if let pending = try pending() { Output.complain("\(name): \(pending).") }
  }
}

extension ConfirmationID {
  /// Reads an id as the command line takes it.
  init(operand text: String) throws(Failure) {
    guard let id = ConfirmationID(text) else {
      throw .usage("\(text) is no id of a confirmation; it has eight hexadecimal digits.")
    }
    self = id
  }
}
