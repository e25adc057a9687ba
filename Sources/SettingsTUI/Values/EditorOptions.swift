import SettingsEditing

/// Options of the editor: where it starts, its keys, and what it records and saves.
///
/// Without options, the editor starts at the first setting, with the standard keys and the mouse, records applies under the login name of
/// the user, and saves unfinished changes:
///
/// ```swift
/// let options = EditorOptions(
///   start: ["network", "port"],
///   usesMouse: false,
///   author: "Ada",
///   recovery: .folder("/var/lib/trend/recovery"))
/// let outcome = try await SettingsEditor.run(FormViewModel(store.untyped), options: options)
/// ```
///
/// Colors, characters and links depend on the terminal and on the environment (`NO_COLOR`, `TERM`, the locale), not on options.
///
/// They are a `Sendable` value.
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

  /// Where unfinished changes are saved in case the process or the terminal ends.
  ///
  /// ```swift
  /// let kept = EditorOptions(recovery: .folder("/var/lib/trend/recovery"))
  /// let forgotten = EditorOptions(recovery: .none)
  /// ```
  ///
  /// The next editor of the same file offers what is saved, also in another process. Secrets are never saved. Choose a folder if the app
  /// has no home folder, as a service, and ``none`` where several people share an account.
  public enum Recovery: Hashable, Sendable {
    /// In `$XDG_STATE_HOME/settings-tui/recovery`, for settings in a file. Settings in other storages aren't saved.
    case standard
    /// In a folder, by its absolute path; it is created if needed.
    case folder(String)
    /// Changes that weren't applied are lost when the process ends.
    case none
  }

  /// Creates options.
  ///
  /// - Parameters:
  ///   - start: The setting that has the focus at first, or the section whose first setting has; `nil` for the first setting of the form.
  ///   - usesMouse: Whether the editor handles the mouse. If it does, selecting text in the terminal needs Shift.
  ///   - keys: The keys of the editor's commands.
  ///   - author: The author that the history records; `nil` for the user's login name.
  ///   - recovery: Where unfinished changes are saved in case the process or the terminal ends.
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

/// How the editor interacts with people.
///
/// Both styles have the same settings, checks and reviews. Let users choose, because a program can't know who needs a screen reader:
///
/// ```swift
/// let style: EditorStyle = CommandLine.arguments.contains("--plain") ? .plain : .screen
/// let outcome = try await SettingsEditor.run(FormViewModel(store.untyped), style: style)
/// ```
///
/// The full screen uses colors, marks and the mouse where the terminal has them. The plain style prints lines and reads answers, without
/// colors and without placing text. With both, changes are applied only after a review.
public enum EditorStyle: Hashable, Sendable {
  /// A full screen, painted by curses, with sections and settings side by side. It needs a terminal of at least 40 columns and 10 lines.
  case screen
  /// Questions and answers, line by line: for screen readers, for terminals that can't place text, and for input from a pipe. It needs no
  /// terminal.
  case plain
}

/// The result of running the editor: why it ended, what it applied, and what is left.
///
/// ```swift
/// let outcome = try await SettingsEditor.run(FormViewModel(store.untyped))
/// for change in outcome.applied { print(change) }
/// if outcome.wantsRestart { restart() }
/// if outcome.stagedCount > 0 {
///   print(outcome.isKept ? "Unfinished changes are kept for the next time." : "Unfinished changes are still staged.")
/// }
/// ```
///
/// Applied changes are stored by then, and side effects have run. Changes that are still staged are in the model that the editor was opened
/// with: open the editor again, apply them, or discard them.
///
/// Secrets are plain in the values of ``applied``, and masked in the descriptions.
public struct EditorOutcome: Sendable {
  /// The reason why the editor ended.
  ///
  /// After ``left``, ``inputEnded`` and ``cancelled``, the program continues. After ``signal(_:)``, end the process when you have cleaned
  /// up: it was asked to end, and the editor has only delayed that.
  ///
  /// ```swift
  /// let outcome = try await SettingsEditor.run(FormViewModel(store.untyped))
  /// if case .signal(let number) = outcome.ending { exit(128 + number) }
  /// ```
  public enum Ending: Hashable, Sendable {
    /// The user left the editor.
    case left
    /// The process received a signal, or the terminal was closed; the value is the signal's number, such as 15 for `SIGTERM`. Staged
    /// changes are still staged.
    case signal(Int32)
    /// The input ended (plain editor only), as at the end of a pipe. Staged changes are still staged.
    case inputEnded
    /// The task was canceled. Staged changes are still staged.
    case cancelled
  }

  /// The reason why the editor ended.
  public internal(set) var ending: Ending
  /// The changes that were applied while the editor was open, in order; a setting that was applied twice is in it twice.
  public internal(set) var applied: [SettingChange] = []
  /// Whether the user asked for the restart that applied changes require. The editor doesn't restart anything.
  public internal(set) var wantsRestart = false
  /// The number of changes that are still staged in the model.
  public internal(set) var stagedCount: Int
  /// Whether text from the external editor that can't be staged is left.
  package internal(set) var hasUnstagedText = false
  /// Whether the changes that are still staged, without secrets, were saved for the next editor of the same file; see
  /// ``EditorOptions/Recovery``.
  public internal(set) var isKept = false
  /// The path that someone asked to print; `nil` for none.
  package internal(set) var printedPath: SettingPath?
  /// What the next editor opens with; `nil` at the end.
  var continuation: (store: StoreEngine, focus: SettingPath?)?
  /// The stores of the editors, in order: the model's own, and then the stores of other layers.
  package var stores: [StoreEngine] = []

  /// The last store of each file, in order. A file that was edited twice has two stores, and only the later one is asked what is still to
  /// be done.
  package var editedStores: [StoreEngine] {
    stores.enumerated().filter { number, store in
      !stores[(number + 1)...].contains { $0.identity == store.identity }
    }.map(\.element)
  }
}
