import Settings

/// Options of the editor.
public struct EditorOptions: Sendable {
  /// The setting that has the focus at first, or the section whose first setting has; `nil` for the first setting of the form.
  package var start: SettingPath?
  /// Whether the editor handles the mouse. If it does, selecting text in the terminal needs Shift.
  package var usesMouse: Bool
  /// The keys of the editor's commands.
  package var keys: EditorKeys
  /// The path of the form's file for copied `settings-tui` commands; `nil` if the settings file names its form.
  package var formPath: String?
  /// The author that the history records; `nil` for the user's login name.
  package var author: String?
  /// Where the draft is saved in case the process or the terminal ends.
  package var recovery: Recovery
  /// Why a form that the file names isn't used; `nil` if it is, or if the file names none.
  package var formWarning: String?

  /// Where the draft is saved in case the process or the terminal ends.
  public enum Recovery: Hashable, Sendable {
    /// In `$XDG_STATE_HOME/settings-tui/recovery`, for settings in a file.
    case standard
    /// In a folder, by its absolute path; it is created if needed.
    case folder(String)
    /// The draft isn't saved.
    case none
  }

  /// Creates options.
  ///
  /// - Parameters:
  ///   - start: The setting that has the focus at first, or the section whose first setting has; `nil` for the first setting of the
  ///     form.
  ///   - usesMouse: Whether the editor handles the mouse. If it does, selecting text in the terminal needs Shift.
  ///   - keys: The keys of the editor's commands.
  ///   - author: The author that the history records; `nil` for the user's login name.
  ///   - recovery: Where the draft is saved in case the process or the terminal ends.
  public init(
    start: SettingPath? = nil, usesMouse: Bool = true, keys: EditorKeys = .standard, author: String? = nil,
    recovery: Recovery = .standard
  ) {
    self.start = start
    self.usesMouse = usesMouse
    self.keys = keys
    self.author = author
    self.recovery = recovery
  }
}

/// How the editor interacts with a person.
public enum EditorStyle: Hashable, Sendable {
  /// A full screen, painted by curses.
  case screen
  /// Questions and answers, line by line: for screen readers and for terminals that can't place text.
  case plain
}

/// What an editor hands to the next editor, which edits another layer.
struct EditorContinuation: Sendable {
  let store: UntypedStore
  /// The setting that keeps the focus.
  let focus: SettingPath?
}

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
  /// Whether text from the external editor that can't be staged is left.
  package internal(set) var hasUnstagedText = false
  /// Whether the staged changes, without secrets, and the text were saved for the next start.
  public internal(set) var isKept = false
  /// The path that someone asked to print; `nil` for none.
  package internal(set) var printedPath: SettingPath?
  /// What the next editor opens with; `nil` at the end.
  var continuation: EditorContinuation?
  /// The model with the changes that are still staged; `nil` for the model of the caller.
  var model: UntypedViewModel?
  /// The stores of the editors, in order: the model's own, and then the stores of other layers.
  package var stores: [UntypedStore] = []

  /// The last store of each file, in order.
  package var editedStores: [UntypedStore] {
    stores.enumerated().filter { number, store in
      !stores[(number + 1)...].contains { $0.identity == store.identity }
    }.map(\.element)
  }
}
