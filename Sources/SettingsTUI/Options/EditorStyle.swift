/// How the editor interacts with a person.
public enum EditorStyle: Hashable, Sendable {
  /// A full screen, painted by curses.
  case screen
  /// Questions and answers, line by line: for screen readers and for terminals that can't place text.
  case plain
}
