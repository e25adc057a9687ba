/// The words of an unfinished command line, which are never errors.
struct PartialArguments {
  private(set) var operands: [String] = []
  private(set) var options: [Option: String] = [:]
  /// The option whose value is the next word; `nil` if the next word is an option or an operand.
  private(set) var openOption: Option?
  /// Whether `--` has ended the options.
  private(set) var isEnded = false

  init(_ words: some Sequence<String>) {
    for word in words {
      if let option = openOption {
        options[option] = word
        openOption = nil
      } else if isEnded || !word.hasPrefix("-") || word == "-" {
        operands.append(word)
      } else if word == "--" {
        isEnded = true
      } else {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
          String.init)
        guard let option = Option(rawValue: parts[0]) else { continue }
        options[option] = parts.count > 1 ? parts[1] : ""
        if option.valueName != nil, parts.count == 1 { openOption = option }
      }
    }
  }
}
