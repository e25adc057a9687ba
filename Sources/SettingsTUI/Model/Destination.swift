import Settings

/// A screen to open, described by what it shows.
///
/// Screens open each other through these values, so that no screen depends on another.
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
struct Question {
  /// An answer.
  struct Button {
    let title: String
    let key: Character
    let actions: [EditorAction]
    /// Whether it gives up something that the person has made.
    let loses: Bool

    init(_ title: String, key: Character, _ actions: [EditorAction] = [], loses: Bool = false) {
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
  /// Whether the question comes up by itself, so that a key may be on its way that was meant for something else.
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
