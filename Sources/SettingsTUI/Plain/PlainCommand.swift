/// A command that a person can type at any prompt except the one for a value.
enum PlainCommand: String, CaseIterable {
  case list, more, back, top, all, problems, undo, redo, review, omit, keep, apply, history, layers, load,
    save, add
  case confirm, cancel
  case restore, discard, quit, help

  /// Parses a command: its letter or the whole word.
  init?(_ word: String) {
    let word = word.lowercased()
    if let alias = Self.aliases[word] {
      self = alias
      return
    }
    guard let found = Self.allCases.first(where: { $0.rawValue == word || $0.letter == word }) else {
      return nil
    }
    self = found
  }

  /// The short form, the same letter as the screen editor's key where there is one.
  var letter: String? {
    switch self {
    case .review: "s"
    // Commands that are hard to reverse have no letter.
    case .redo, .all, .omit, .keep, .history, .layers, .load, .save, .add, .confirm, .cancel, .restore,
      .discard:
      nil
    default: String(rawValue.prefix(1))
    }
  }

  /// Other accepted words.
  private static let aliases: [String: PlainCommand] = ["?": .help]

  private var title: String {
    switch self {
    case .list: "lists the items again"
    case .more: "continues a long list"
    case .back: "goes back; so does an empty line"
    case .top: "goes to the outermost section"
    case .all: "shows or hides advanced and hidden settings"
    case .problems: "lists the problems"
    case .undo: "undoes the last edit"
    case .redo: "redoes it"
    case .review: "reviews the changes"
    case .omit: "with the number of a change in the review, such as omit 2, leaves it out of the next apply"
    case .keep: "with the number of a change that is left out, includes it again"
    case .apply:
      "applies the changes; with a number of seconds, such as a 60, they are rolled back after that time unless "
        + "confirmed"
    case .history: "lists the file's versions, to roll back to one"
    case .layers: "lists the layers that the values come from, to edit another one"
    case .load: "with the path of a file, such as load preset.json, stages the file's values"
    case .save: "with the path of a file, saves the settings with the changes there; nothing is applied"
    case .add: "with a key, such as add KEY, adds it to a section that takes more keys than are listed"
    case .confirm: "confirms the pending changes"
    case .cancel: "cancels the pending confirmation, which rolls back the changes at once"
    case .restore: "stages the changes that an earlier editor did not apply"
    case .discard: "discards those changes"
    case .quit: "ends the editor"
    case .help: "lists the commands"
    }
  }

  /// All commands, one on each line.
  static var guide: [String] {
    [
      "Type the number of an item to choose it.",
      "/WORDS: searches titles, paths, keywords, values and help. \(SearchFilter.sentence)",
      "//PATTERN/: searches by a regular expression.",
    ]
      + allCases.map { command in
        let name = command.letter.map { "\($0) or \(command.rawValue)" } ?? command.rawValue
        return "\(name): \(command.title)."
      }
  }
}

/// Names commands by what a person types at the prompt.
struct PlainNames: CommandNames {
  func name(of command: Command, in place: KeyContext) -> String {
    PlainCommand(rawValue: command.rawValue).map { $0.letter ?? $0.rawValue } ?? command.rawValue
  }
}
