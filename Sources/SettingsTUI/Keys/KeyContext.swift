/// The places of the editor with their own keys. The raw values are the names in a file of keys.
enum KeyContext: String, Hashable, Sendable, CaseIterable {
  /// The list of settings.
  case settings
  /// The tree of sections.
  case sections
  /// A value that is typed in its row.
  case field
  /// The elements, entries or fields of a value.
  case list, dictionary, object
  /// The key of a dictionary's entry while it is typed.
  case key
  /// Text of several lines.
  case text
  /// One of several values. Typed letters filter them.
  case picker
  /// Any of several values.
  case checklist
  /// The search.
  case search
  /// A query that filters the rows of a list while it is typed.
  case filter
  /// The path of a setting to go to.
  case goTo
  /// The commands of a screen. Typed letters filter them.
  case palette
  /// The path of a file to load or to save to.
  case filePath
  /// What can be copied.
  case copy
  /// The review.
  case review
  /// The review of a rollback.
  case rollback
  /// The problems of the file and of the staged changes.
  case problems
  /// The document as it is.
  case tree
  /// The layers that the values come from.
  case layers
  /// The reasons for a value or a state.
  case why
  /// The message that the history records with the changes.
  case message
  /// The versions of the file.
  case history
  /// A question with buttons.
  case dialog
  /// Text to read: keys, details.
  case reading

  /// Whether letters are typed there and so can't be keys.
  var takesText: Bool {
    switch self {
    case .field, .key, .text, .picker, .search, .filter, .goTo, .palette, .filePath, .message: true
    case .settings, .sections, .list, .dictionary, .object, .checklist, .copy, .review, .rollback, .history,
      .problems, .tree, .layers, .why, .dialog, .reading:
      false
    }
  }

  /// The command that leaves the place, which needs a key.
  var leaving: Command {
    switch self {
    case .settings, .sections: .quit
    default: .back
    }
  }
}
