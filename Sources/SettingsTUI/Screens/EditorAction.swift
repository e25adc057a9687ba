import SettingsEditing

/// What a screen asks the editor to do after a key, a click or a text: the message that goes out of a screen.
///
///     Key ─▶ Command ─▶ Screen.perform ─▶ [EditorAction] ─▶ ScreenEditor.perform ─┬▶ EditorCore.perform ─▶ Draft
///                                                                                └▶ EditorEffect ─▶ the world outside
///
/// A screen changes only itself. Whatever it wants of the draft, of other screens, of the store or of the terminal is an action, so what a
/// key would do can be found out without doing it: the list of commands performs each command on a copy of the screen, and looks at the
/// actions (``Screen/preview(of:_:)``).
///
/// Actions are performed one after the other. `[.pop, .edit(…)]` closes the screen, and then stages a value.
enum EditorAction {
  /// Opens another screen on top. The screen is made when the action is performed, because it reads the values of that moment.
  case open(@MainActor (ScreenContext) -> any Screen)
  /// Asks a question on top.
  case ask(Question)
  /// Closes the screen.
  case pop
  /// Goes to a setting, a section or a row of the app on the main screen, and reveals it. `isStepping` if `n` then goes to the next result
  /// of the search.
  case go(EditorItem, isStepping: Bool = true)
  /// Goes to a part of a setting's value, in the screen of the value around it.
  case goPart(SettingPath, of: Int)
  /// Goes to one of the results of a search, which are kept for the next steps.
  case goFound([EditorItem], at: Int)
  /// Opens a field in the focused row of the screen, for a value at a place.
  case type(in: ValuePlace)
  /// Goes on with a value after one of its alternatives was chosen: its members are edited.
  case continueAfterChoosing(JSONValue, at: ValuePlace)
  /// Replaces the text of the field that has just been opened, as if it was typed.
  case typeText(String)
  /// Adds a member, whose value is typed next.
  case add(SettingPath)
  /// Gives a member that the form doesn't list another path in the same section.
  case rename(SettingPath, to: SettingPath)
  /// Opens the editor again on another layer, by the path of its file; asks first about staged changes.
  case editLayer(String)
  /// Performs a command as if its key was pressed on the screen below.
  case perform(Command)
  /// Lets the screen on top go on with what was typed in a screen that lay on it.
  case change(@MainActor (inout any Screen, ScreenContext) -> [EditorAction]?)
  /// Shows a message in the hint line.
  case say(Message)
  /// Edits the draft, and shows what was done.
  case edit(DraftEdit)
  /// Shows the settings that pass a filter.
  case show(Filter)
  /// Shows advanced and hidden settings, or hides them again.
  case toggleAdvanced
  /// Opens text in the external editor.
  case editExternally(ExternalEdit)
  /// Stages values, members that the form doesn't list yet, and comments above some, as one step. Text that couldn't be staged before is
  /// given up.
  case stage([StagedValue], [ChangedMember], comments: [SettingPath: String] = [:])
  /// Keeps text that can't be staged for recovery; `nil` if it was staged or discarded.
  case keepText(UnstagedText?)
  /// Sends text to the terminal's clipboard.
  case copy(String)
  /// Keeps a value, by the title of its setting, for pasting it elsewhere, and sends it to the terminal's clipboard.
  case take(JSONValue, String)
  /// Writes the draft to another file, and closes the screen if that succeeds; asks first before a file is replaced.
  case write(DraftCopy, replacing: Bool = false)
  /// Asks the app, also for what is known.
  case load(AppRequest)
  /// Runs an action of the app.
  case run(AppRow)
  /// Cancels actions of the app, by their names.
  case cancelActions([String])
  /// Changes the stored content.
  case store(StoreRequest, then: AfterStoring)
  /// Confirms the pending changes.
  case confirm
  /// Cancels the pending confirmation, which restores the previous settings.
  case cancelConfirmation(then: AfterStoring)
  /// Removes a recovery file once the draft is saved.
  case removeRecovery(RecoveryFolder.Leftover)
  /// Gives up the changes in a recovery file, which stays until the editor is left.
  case discardRecovery(RecoveryOffer)
  /// Leaves the editor, or asks about staged changes first.
  case quit
  /// Leaves the editor, which prints a path.
  case printPath(SettingPath)
  /// Leaves the editor although a confirmation is pending; asks first about staged changes.
  case quitUnconfirmed
}

extension EditorAction {
  /// Lets a page go on with what was typed in the screen that lay on it.
  static func below<Page: Screen>(
    _ type: Page.Type, _ change: @escaping @MainActor (inout Page, ScreenContext) -> [EditorAction]
  ) -> Self {
    .change { screen, context in
      guard var page = screen as? Page else { return nil }
      defer { screen = page }
      return change(&page, context)
    }
  }

  /// Whether it changes the draft or the stored content, with nothing left to type.
  var isFinal: Bool {
    switch self {
    case .edit, .stage, .rename, .store, .confirm, .cancelConfirmation: true
    default: false
    }
  }

  /// Shows a message in a quiet color: not an error, but a fact such as "There are no staged changes."
  static func note(_ text: String) -> Self { .say(Message(text, role: .secondary)) }
  /// Shows why something isn't done.
  static func problem(_ text: String) -> Self { .say(Message(text, role: .problem)) }
}

/// A question with buttons.
///
/// A question can outlive its cause: while it waits, another program can solve the conflict that it is about. With a `subject`, it
/// disappears by itself.
struct Question {
  /// An answer.
  struct Button {
    let title: String
    let key: Character
    let actions: [EditorAction]
    /// Whether it gives up something that someone has made.
    let loses: Bool

    init(_ title: String, key: Character, actions: [EditorAction] = [], loses: Bool = false) {
      self.title = title
      self.key = key
      self.actions = actions
      self.loses = loses
    }
  }

  let name: String
  let text: String
  let buttons: [Button]
  /// Whether only a button closes it, because going back would lose something.
  var requiresAnswer = false
  /// Whether the question comes up by itself. Then a key can be on its way that was meant for something else.
  var comesUnasked = false
  /// The actions that the editor performs if it is terminated before an answer.
  var actionsWhenTerminated: [EditorAction] = []
  /// The state that the question is about, if other processes or time can end it; the question then disappears.
  var subject: Subject?

  /// A state that can end while a question about it waits for an answer.
  enum Subject {
    /// The file doesn't exist.
    case deletion
    /// Another process has changed settings that are also changed here.
    case conflict
    /// An apply waits for its confirmation.
    case confirmation
  }
}
