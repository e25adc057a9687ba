/// The places of the editor that have keys of their own, by the names that a file of keys uses.
enum KeyContext: String, Hashable, Sendable, CaseIterable {
  /// The list of settings.
  case settings
  /// The tree of sections.
  case sections
  /// A value that is typed in its row.
  case field
  /// The editors of what values are made of.
  case list, dictionary, object
  /// The key of a dictionary's entry while it is typed.
  case key
  /// Text of several lines.
  case text
  /// One of several values.
  case picker
  /// Any of several values.
  case checklist
  /// The search.
  case search
  /// The path of a setting to go to.
  case goTo
  /// What can be copied.
  case copy
  /// The review.
  case review
  /// The review of a return to an earlier version.
  case rollback
  /// Why something is as it is.
  case why
  /// What the history is to say about changes.
  case message
  /// The versions of the file.
  case history
  /// A question with buttons.
  case dialog
  /// Text to read: keys, details.
  case reading

  /// Whether letters are typed there, so that they cannot be keys.
  var takesText: Bool {
    switch self {
    case .field, .key, .text, .search, .goTo, .message: true
    case .settings, .sections, .list, .dictionary, .object, .picker, .checklist, .copy, .review, .rollback,
      .history, .why, .dialog,
      .reading:
      false
    }
  }

  /// The command that leaves the place, which has to keep a key.
  var leaving: Command {
    switch self {
    case .settings, .sections: .quit
    default: .back
    }
  }
}
