import SettingsTUI

/// Answers the completion scripts of the shells: `settings-tui __complete`, which nobody needs to type.
///
/// The first line of the answer says `files` where names of files are wanted, too, or else `open` where no space is to
/// follow; each other line is a word. No word has a control character, a line break included.
enum CompleteCommand {
  static let name = "__complete"

  /// - Parameter words: `bash LINE TEXT`, the command line up to the cursor and its end that readline replaces; or
  ///   `words WORD…`, the words up to the cursor. Then each line of the answer has a tab and a few words behind it, and
  ///   a `+` in front if no space is to follow, or else a `-`.
  static func run(_ words: ArraySlice<String>) {
    let words = Array(words)
    switch words.first {
    case "bash"? where words.count == 3: answerBash(words[1], replacing: words[2])
    case "words"?: answer(Array(words.dropFirst()))
    default: break
    }
  }

  private static func answerBash(_ line: String, replacing text: String) {
    guard let line = ShellLine(line, replacing: text) else { return Output.printExact("files") }
    let completion = Completion(Array(line.words.dropFirst()))
    let isOpen = completion.candidates.contains(where: \.isOpen)
    Output.printExact(completion.wantsFiles ? "files" : isOpen ? "open" : "words")
    for candidate in completion.candidates {
      if let text = line.replacement(candidate.text) { Output.printExact(text) }
    }
  }

  private static func answer(_ words: [String]) {
    let completion = Completion(words)
    Output.printExact(completion.wantsFiles ? "files" : "words")
    for candidate in completion.candidates {
      let about = candidate.about.split(whereSeparator: \.isNewline).first ?? ""
      Output.printExact(
        "\(candidate.isOpen ? "+" : "-")\(candidate.text)\t\(VisibleText.spelling(of: String(about)))")
    }
  }
}
