/// Answers the completion scripts of the shells: `settings-tui __complete`, which nobody needs to type.
///
/// The first line of the answer says `files PREFIX` where files are wanted, too, and `open` where no space is to follow;
/// each other line is a word.
enum CompleteCommand {
  static let name = "__complete"

  /// - Parameter words: `bash LINE POINT BREAKS`, what bash has in `COMP_LINE`, `COMP_POINT` and `COMP_WORDBREAKS`; or
  ///   `words WORD…`, the words up to the cursor. Then each line of the answer has a tab and a few words behind it, and
  ///   a `+` in front if no space is to follow, or else a `-`.
  static func run(_ words: ArraySlice<String>) {
    switch words.first {
    case "bash"? where words.count == 4: answerBash(Array(words.dropFirst()))
    case "words"?: answer(Array(words.dropFirst()))
    default: break
    }
  }

  private static func answerBash(_ arguments: [String]) {
    let bytes = arguments[0].utf8.prefix(Int(arguments[1]) ?? .max)
    let line = ShellLine(String(decoding: Array(bytes), as: UTF8.self), breaks: arguments[2])
    let completion = Completion(Array(line.words.dropFirst()))
    let isOpen = completion.candidates.contains(where: \.isOpen)
    Output.print(completion.filePrefix.map { "files \($0)" } ?? (isOpen ? "open" : "words"))
    for candidate in completion.candidates { Output.print(line.replacement(candidate.text)) }
  }

  private static func answer(_ words: [String]) {
    let completion = Completion(words)
    Output.print(completion.filePrefix.map { "files \($0)" } ?? "words")
    for candidate in completion.candidates {
      let about = candidate.about.split(whereSeparator: \.isNewline).first ?? ""
      Output.print("\(candidate.isOpen ? "+" : "-")\(candidate.text)\t\(about)")
    }
  }
}
