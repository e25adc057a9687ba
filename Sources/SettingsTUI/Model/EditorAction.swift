import Settings

/// An action that a screen requests. The editor performs it.
enum EditorAction {
  /// Opens another screen on top.
  case open(Destination)
  /// Closes the screen.
  case pop
  /// Goes to a setting on the main screen, by its position in the index.
  case go(Int)
  /// Goes to a part of a setting's value, in the screen of the value around it.
  case goPart(SettingPath, of: Int)
  /// Goes to a row that the app provides, on the main screen.
  case goRow(AppRow)
  /// Goes to a section on the main screen, by its position in the outline.
  case goSection(Int)
  /// Adds a member, whose value is typed next.
  case add(SettingPath)
  /// Gives a member that the form doesn't list another path in the same section.
  case rename(SettingPath, to: SettingPath)
  /// Opens the editor again on another layer, by the path of its file; asks first about staged changes.
  case editLayer(String)
  /// Performs a command as if its key was pressed on the screen below.
  case perform(Command)
  /// Replaces the text of the field that has just been opened, as if it was typed.
  case type(String)
  /// Shows a message in the hint line.
  case say(Message)
  /// Edits the draft, and shows what was done.
  case edit(DraftEdit)
  /// Opens text in the person's own editor.
  case editExternally(ExternalEdit)
  /// Stages values, and members that the form doesn't list yet, as one step. Text that couldn't be staged before is given up.
  case stage([StagedValue], [ChangedMember])
  /// Keeps text that can't be staged for recovery; `nil` if it was staged or discarded.
  case keepText(UnstagedText?)
  /// Sends text to the terminal's clipboard.
  case copy(String)
  /// Completes a path, or shows the names that complete it.
  case complete(PathBeginning)
  /// Stages the values of another file.
  case load(path: String)
  /// Saves the draft to another file.
  case save(path: String)
  /// Replaces another file with the draft.
  case replace(DraftCopy)
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
  /// Gives up the changes in a recovery file, which stays until the next apply.
  case discardRecovery(RecoveryOffer)
  /// Leaves the editor, or asks about staged changes first.
  case quit
  /// Leaves the editor, which prints a path.
  case printPath(SettingPath)
  /// Leaves the editor although a confirmation is pending; asks first about staged changes.
  case quitUnconfirmed
  /// Discards the draft and leaves the editor.
  case discardAndLeave
}

/// What follows after the stored content was changed.
enum AfterStoring: Hashable, Sendable {
  case stay
  case leave
  case restart
}

/// Text to edit in the person's own editor.
struct ExternalEdit {
  /// What the text represents.
  enum Subject {
    /// One value; `typed` is typed text that isn't staged yet.
    case value(ValuePlace, typed: String?)
    /// The whole draft.
    case draft
  }

  var subject: Subject
  /// Text that was edited before; `nil` for the subject's own.
  var text: String?
  /// The actions that follow after the text was staged.
  var next: [EditorAction] = []

  /// The text to keep for recovery; `nil` if it wasn't edited before.
  var unstagedText: UnstagedText? {
    text.map { text in
      switch subject {
      case .value(let place, _): UnstagedText(path: place.path, text: text)
      case .draft: UnstagedText(path: nil, text: text)
      }
    }
  }
}
