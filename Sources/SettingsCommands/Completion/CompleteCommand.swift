import SettingsTUI

/// Answers the completion scripts of the shells, which call `settings-tui __complete`.
///
/// The first line is `files` if file names are candidates, too, `open` if no space follows the word, or `words`. Each other
/// line is a candidate. Candidates contain no control characters or line breaks.
enum CompleteCommand {
  static let name = "__complete"

  /// Prints the candidates for the word at the cursor.
  ///
  /// - Parameter words: `bash LINE TEXT`, the command line up to the cursor and its end, which readline replaces; or `words
  ///   WORD…`, the words up to the cursor. In the second form, each candidate is preceded by `+` if no space follows, otherwise
  ///   by `-`, and followed by a tab and a description.
  static func run(_ words: ArraySlice<String>, _ console: Console) {
    let words = Array(words)
    switch words.first {
    case "bash"? where words.count == 3: answerBash(words[1], replacing: words[2], console)
    case "words"?: answer(Array(words.dropFirst()), console)
    default: break
    }
  }

  private static func answerBash(_ line: String, replacing text: String, _ console: Console) {
    guard let line = ShellLine(line, replacing: text) else { return console.printExact("files") }
    let completion = Completion(Array(line.words.dropFirst()))
    let isOpen = completion.candidates.contains(where: \.isOpen)
    console.printExact(completion.wantsFiles ? "files" : isOpen ? "open" : "words")
    for candidate in completion.candidates {
      if let text = line.replacement(candidate.text) { console.printExact(text) }
    }
  }

  private static func answer(_ words: [String], _ console: Console) {
    let completion = Completion(words)
    console.printExact(completion.wantsFiles ? "files" : "words")
    for candidate in completion.candidates {
      let about = candidate.about.split(whereSeparator: \.isNewline).first ?? ""
      console.printExact(
        "\(candidate.isOpen ? "+" : "-")\(candidate.text)\t\(VisibleText.spelling(of: String(about)))")
    }
  }
}
