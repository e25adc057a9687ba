/// What can be typed besides a number, at every question but that for a value.
enum PlainCommand: String, CaseIterable {
  case list, more, back, top, all, problems, undo, redo, review, apply, history
  case confirm
  case takeBack = "take back"
  case restore, discard, quit, help

  /// Reads a command: its letter or the whole word.
  init?(_ word: String) {
    let word = word.lowercased()
    let isHelp = word == "?"
    guard
      let found = Self.allCases.first(where: {
        $0.rawValue == word || $0.letter == word || isHelp && $0 == .help
      })
    else { return nil }
    self = found
  }

  /// The short form, as the editor's keys have it where they have one.
  var letter: String? {
    switch self {
    case .review: "s"
    // What would be hard to make good is not done by a slip of one finger.
    case .redo, .all, .history, .confirm, .takeBack, .restore, .discard: nil
    default: String(rawValue.prefix(1))
    }
  }

  private var title: String {
    switch self {
    case .list: "tells the list again"
    case .more: "tells more of a long list"
    case .back: "goes back; so does an empty line"
    case .top: "goes to the outermost section"
    case .all: "lists advanced settings, too, or leaves them out again"
    case .problems: "tells what is wrong in the file"
    case .undo: "takes the last change back"
    case .redo: "makes it again"
    case .review: "reviews the changes"
    case .apply:
      "applies the changes; with a number behind it, such as a 60, they go back after so many seconds unless "
        + "confirmed"
    case .history: "lists the file's versions, and goes back to one"
    case .confirm: "keeps the changes that wait for a confirmation"
    case .takeBack: "takes them back at once"
    case .restore: "stages again what an editor before did not apply"
    case .discard: "forgets that"
    case .quit: "ends the editor"
    case .help: "tells this"
    }
  }

  /// All commands, a line each.
  static var guide: [String] {
    ["Type the number of an item to choose it.", "/WORDS: searches titles, paths, values and help."]
      + allCases.map { command in
        let name = command.letter.map { "\($0) or \(command.rawValue)" } ?? command.rawValue
        return "\(name): \(command.title)."
      }
  }
}
