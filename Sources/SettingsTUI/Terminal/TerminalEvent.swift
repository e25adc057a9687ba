/// An event of the terminal or the system.
enum TerminalEvent: Hashable, Sendable {
  /// Input from a person: all that arrived together, in order.
  case input([InputEvent])
  /// The size of the window has changed.
  case resized
  /// Another process asks to stop, as Ctrl-Z does.
  case stopRequested
  /// The process was stopped and has been continued.
  case continued
  /// The process was asked to end, or the terminal was closed; the value is the signal's number.
  case ended(signal: Int32)
}
