/// Input from a person at the terminal, or from the terminal itself.
enum InputEvent: Hashable, Sendable {
  /// A key press.
  case key(Key)
  /// Pasted text; never interpreted as keys.
  case paste(String)
  /// A mouse event.
  case mouse(Mouse)
  /// The terminal's reply about its background.
  case background(Theme.Background)

  /// A mouse event.
  struct Mouse: Hashable, Sendable {
    /// The action of the mouse.
    enum Action: Hashable, Sendable {
      case press
      case scrollUp
      case scrollDown
    }

    var action: Action
    var place: Point
  }
}
