/// What the terminal and the system tell the editor.
enum TerminalEvent: Hashable, Sendable {
  /// A person did something; what came at once, in order.
  case input([InputEvent])
  /// The window has another size.
  case resized
  /// Another process asks to stop, as Ctrl-Z does.
  case stopRequested
  /// The process was stopped and goes on.
  case continued
  /// The process is to end, or the terminal is gone; the signal's number.
  case ended(signal: Int32)
}
