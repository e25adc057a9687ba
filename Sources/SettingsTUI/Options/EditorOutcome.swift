import Settings

/// The result of running the editor.
public struct EditorOutcome: Sendable {
  /// The reason why the editor ended.
  public enum Ending: Hashable, Sendable {
    /// The person left the editor.
    case left
    /// The process received a signal, or the terminal was closed; the value is the signal's number. Staged changes are still
    /// staged.
    case signal(Int32)
    /// The input ended (plain editor only). Staged changes are still staged.
    case inputEnded
    /// The task was canceled. Staged changes are still staged.
    case cancelled
  }

  /// The reason why the editor ended.
  public internal(set) var ending: Ending
  /// The changes that were applied while it was open, in order.
  public internal(set) var applied: [SettingChange] = []
  /// Whether the person asked for the restart that applied changes require.
  public internal(set) var wantsRestart = false
  /// The number of changes that are still staged.
  public internal(set) var stagedCount: Int
  /// Whether text from the person's own editor that can't be staged is left.
  package internal(set) var hasUnstagedText = false
  /// Whether the staged changes, without secrets, and the text were saved for the next start.
  public internal(set) var isKept = false
  /// The path that the person asked to print; `nil` for none.
  package internal(set) var printedPath: SettingPath?
  /// What the next editor opens with; `nil` if the person is done.
  var continuation: EditorContinuation?
  /// The model with the changes that are still staged; `nil` for the model of the caller.
  var model: UntypedViewModel?
  /// The stores of the editors, in order: that of the model, and those of other layers.
  package var stores: [UntypedStore] = []

  /// The last store of each file, in order.
  package var editedStores: [UntypedStore] {
    stores.enumerated().filter { number, store in
      !stores[(number + 1)...].contains { $0.identity == store.identity }
    }.map(\.element)
  }
}
