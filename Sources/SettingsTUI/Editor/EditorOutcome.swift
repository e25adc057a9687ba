import Settings

/// How the editor was left.
public struct EditorOutcome: Sendable {
  /// Why it was left.
  public enum Ending: Hashable, Sendable {
    /// The person left.
    case left
    /// The process was asked to end, or the terminal went away; the signal's number. What was staged is
    /// still staged.
    case signal(Int32)
    /// There was nothing more to read (the plain editor only). What was staged is still staged.
    case inputEnded
    /// The task was cancelled. What was staged is still staged.
    case cancelled
  }

  /// Why it was left.
  public var ending: Ending
  /// What was applied while it was open, in the order of the applies.
  public var applied: [SettingChange] = []
  /// Whether the person asked for the restart that applied changes take.
  public var wantsRestart = false
  /// How many changes are still staged.
  public var stagedCount: Int
  /// Whether what is staged was kept in a file, to be offered when the editor is opened again. Secrets were not.
  public var isKept = false
}
