/// Whether a command can be performed now.
enum CommandAvailability: Hashable, Sendable {
  case available
  /// It can't, for a reason.
  case refused(String)
  /// It doesn't apply to what has the focus.
  case absent
}
