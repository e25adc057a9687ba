/// Whose changes run the app's side effects.
public enum SideEffectScope: Hashable, Sendable {
  /// All changes, those of other processes included: an editor, a command line, another instance of the app.
  case allChanges
  /// Only the changes that the store itself applies.
  case ownChanges
}
