/// A command's words, sorted out: options may stand anywhere, `--` ends them (POSIX, utility conventions).
struct Arguments {
  private(set) var operands: [String] = []
  private var options: [Option: String] = [:]

  /// Sorts words by the options that a command knows.
  init(_ words: some Sequence<String>, knowing known: [Option]) throws(Failure) {
    var words = Array(words)[...]
    while let word = words.popFirst() {
      if word == "--" {
        operands += words
        return
      }
      guard word.hasPrefix("-"), word != "-" else {
        operands.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let option = Option(rawValue: parts[0]), known.contains(option) else {
        throw .usage("There is no option \(parts[0]) here; see --help.")
      }
      switch (option.valueName, parts.dropFirst().first) {
      case (nil, nil):
        options[option] = ""
      case (nil, _?):
        throw .usage("\(option.rawValue) takes no value; leave out \"=\(parts[1])\".")
      case (_?, let value?):
        options[option] = value
      case (let name?, nil):
        guard let value = words.popFirst() else {
          throw .usage("\(option.rawValue) needs a \(name) behind it.")
        }
        options[option] = value
      }
    }
  }

  /// Whether an option was given.
  func has(_ option: Option) -> Bool {
    options[option] != nil
  }

  /// What stands behind an option; `nil` if it wasn't given.
  subscript(option: Option) -> String? {
    options[option]
  }
}
