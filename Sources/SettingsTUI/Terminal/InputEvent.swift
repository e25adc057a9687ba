/// What a person does at the terminal.
enum InputEvent: Hashable, Sendable {
  /// A key is pressed.
  case key(Key)
  /// Text is pasted; never read as keys.
  case paste(String)
  /// The mouse is used.
  case mouse(Mouse)

  /// A use of the mouse.
  struct Mouse: Hashable, Sendable {
    /// What is done.
    enum Action: Hashable, Sendable {
      case press
      case scrollUp
      case scrollDown
    }

    var action: Action
    var place: Point
  }
}
