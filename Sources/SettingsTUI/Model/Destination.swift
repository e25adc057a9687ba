import Settings

/// A screen to open, described by what it shows.
///
/// Screens ask for each other by these values, so that none knows another.
enum Destination {
  case search
  case goTo
  /// The paths and values of a setting or a section that can be copied.
  case copy(setting: SettingPath?, section: Int?)
  /// Why a setting or a section is as it is.
  case why(SettingPath)
  /// All about a setting.
  case details(FormIndex.Entry)
  /// The elements, entries or fields of a value.
  case collection(ValuePlace)
  /// A text of several lines, or JSON.
  case text(ValuePlace)
  case picker(ValuePlace, [FormChoice])
  /// The values that the app offers, by the name of its hook.
  case offered(ValuePlace, hook: String)
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

/// A question with buttons.
struct Question {
  /// An answer.
  struct Button {
    let title: String
    let key: Character
    let actions: [EditorAction]

    init(_ title: String, key: Character, _ actions: [EditorAction] = []) {
      self.title = title
      self.key = key
      self.actions = actions
    }
  }

  let name: String
  let text: String
  let buttons: [Button]
  /// Whether only a button answers it, because going back would lose something.
  var requiresAnswer = false
  /// What the editor performs if it is terminated before there is an answer.
  var actionsWhenTerminated: [EditorAction] = []
}
