/// The options and other words of a command line, in order.
struct OptionWords {
  /// A part of the command line.
  struct Part {
    /// The option; `nil` for other words.
    let option: (name: Substring, value: String?)?
    /// The words as they were typed.
    let words: [String]
  }

  private var rest: ArraySlice<String>

  init(_ arguments: [String]) {
    rest = arguments[...]
  }

  /// Returns the next option, or the next other words; `nil` at the end. The words after `--` aren't options.
  mutating func next() -> Part? {
    guard let word = rest.first else { return nil }
    guard word != "--" else {
      defer { rest = [] }
      return Part(option: nil, words: Array(rest))
    }
    rest.removeFirst()
    guard word.hasPrefix("--") else { return Part(option: nil, words: [word]) }
    let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return Part(option: (parts[0], parts.count > 1 ? String(parts[1]) : nil), words: [word])
  }

  /// Takes the value of the option that was returned last; `nil` at the end of the command line.
  ///
  /// - Parameter isFlag: Whether the option has a value without another word.
  mutating func value(isFlag: Bool) -> String? {
    guard isFlag else { return rest.popFirst() }
    guard let next = rest.first, Bool(next) != nil else { return "true" }
    rest.removeFirst()
    return next
  }
}
