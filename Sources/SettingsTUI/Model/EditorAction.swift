import Settings

/// An action that a screen requests. The editor performs it.
///
/// There are three layers of requests: a ``Command`` is what a key means, an action is what a screen makes of it, and an ``EditorEffect``
/// is what the session has to do in the world outside. Each layer can be tested with the values of the next.
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
  /// Opens text in the external editor.
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

/// Text to edit in the external editor.
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

/// A change of the draft that a key, a button or a typed command makes.
///
/// ``EditorCore/perform(_:)`` performs it.
///
/// All edits of both editors are cases of this type. A new kind of edit has to be handled in one switch, with its refusal, its message and
/// its undo.
enum DraftEdit {
  /// Sets a value.
  case set(JSONValue, at: ValuePlace)
  /// Sets a value that is stored although it can be the default.
  case store(JSONValue, at: ValuePlace)
  /// Removes a setting, an element of a list, an entry of a dictionary or a field of an object from the file.
  case remove(ValuePlace)
  /// Removes a section with everything in it from the file.
  case removeSection(Int)
  /// Gives a member of an object another key.
  case rename(String, to: String, in: ValuePlace)
  /// Gives a member that the form doesn't list another path in the same section. Both paths are listed.
  case renameMember(SettingPath, to: SettingPath)
  /// Stages several values as one step, even if they are defaults.
  case stage([StagedValue])
  /// Stages the changes of an earlier editor as one step, and leaves out of the review what that editor had left out.
  case restore([StagedValue], leavingOut: [Review.Item])
  /// Sets the comment above a member or an element; an empty comment removes it.
  case comment(String, above: SettingPath)
  /// Removes a key that the form doesn't know, which a problem is about.
  case removeUnknownKey(FormProblem)
  /// Resets a setting to its default.
  case reset(FormIndex.Entry)
  /// Resets all settings of a section, as one step.
  case resetSection(Int)
  /// Unstages the change of a setting.
  case unstage(FormIndex.Entry)
  /// Unstages the change of a part of a setting's value.
  case unstagePart(PartChange, of: FormIndex.Entry)
  /// Unstages the removal of a key that the form doesn't know.
  case unstageRemoval(SettingPath)
  /// Unstages all changes in a section, as one step.
  case unstageSection(Int)
  /// Resolves a conflict.
  case resolve(FormIndex.Entry, keeping: Conflict.Side)
  case undo
  case redo
  /// Discards the whole draft.
  case discard
}

/// A member of a document that the form doesn't list as what it becomes.
struct ChangedMember: Hashable {
  let path: SettingPath
  /// The new value; `nil` removes the member.
  let value: JSONValue?
}

/// A screen to open, described by what it shows.
///
/// Screens open each other through these values; no screen depends on another.
enum Destination {
  case search
  /// The paths of settings and sections.
  case goTo
  /// The key of a new member of a section, or the new key of a member.
  case key(section: Int, renaming: String?)
  /// The paths and values of a setting or a section that can be copied.
  case copy(setting: SettingPath?, section: Int?)
  /// The path and the value of a part of the file, with secrets masked.
  case copyPart(SettingPath, value: String)
  /// The document as it is, with the focus on a path.
  case tree(SettingPath)
  /// Why a setting or a section has its value or state.
  case why(SettingPath)
  /// The layers that the values come from.
  case layers
  /// All problems.
  case problems
  /// The path of a file to load into the draft, or to save it to.
  case filePath(FilePurpose)
  /// All details of a setting.
  case details(FormIndex.Entry)
  /// The elements, entries or fields of a value.
  case collection(ValuePlace)
  /// A string of several lines, or JSON.
  case text(ValuePlace)
  case picker(ValuePlace, [FormChoice])
  /// The values that the app offers, by the name of its hook.
  case offered(ValuePlace, hook: String)
  /// The values that the form suggests.
  case suggested(ValuePlace)
  case checklist(ValuePlace, [FormChoice])
  /// The review of the draft; `thenLeave` leaves the editor after the apply.
  case review(thenLeave: Bool)
  /// The review of a rollback to a version.
  case rollback(HistoryEntry, Review)
  /// The versions of the file, newest first.
  case history([HistoryEntry])
  /// The changes of a version.
  case changes(HistoryEntry)
  case question(Question)
}

/// What happens to a file whose path a person types.
enum FilePurpose {
  case load
  case save
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

/// An effect that an editor requests from its session.
enum EditorEffect: Equatable {
  /// Changes the stored content; the editor's `finish(_:)` handles the report.
  case store(StoreRequest)
  /// Cancels the request that changes the stored content.
  case cancelStoring
  /// Opens another layer, by the path of its file, with the focus on the same setting; ``ScreenEditor/finishOpening(_:_:)`` handles the
  /// result.
  case open(layer: String, focus: SettingPath?)
  /// Opens text in the external editor; ``ScreenEditor/finishEditing(_:)`` handles the result.
  case edit(String, fileName: String)
  /// Reads a file; ``ScreenEditor/finishReading(_:_:)`` handles the result.
  case read(path: String)
  /// Reads the names that complete a path; ``ScreenEditor/finishListing(_:_:)`` handles the result.
  case list(PathBeginning)
  /// Writes the draft to another file; ``ScreenEditor/finishWriting(_:_:)`` handles the result.
  case write(DraftCopy)
  /// Removes recovery files once the draft is saved.
  case removeRecovery([RecoveryFolder.Leftover])
  /// Requests the text of details from the app.
  case loadDetails([String])
  /// Requests the values that the app offers, by the names of its hooks.
  case loadChoices([String])
  /// Runs an action of the app.
  case run(action: String)
  /// Cancels an action of the app.
  case cancel(action: String)
  /// Sends text to the terminal's clipboard.
  case copy(String)
  /// Stops the process, as Ctrl-Z does.
  case suspend
  /// Takes over the terminal again and repaints it.
  case repaint
  /// Closes the editor.
  case close
}
