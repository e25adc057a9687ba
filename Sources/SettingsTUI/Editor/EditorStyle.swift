/// What the editor looks like.
public enum EditorStyle: Hashable, Sendable {
  /// A full screen, painted by curses.
  case screen
  /// Questions and answers, line by line: for screen readers and for terminals that cannot place text.
  case plain
}
