import SettingsJSON

/// An option of one of the programs: `--schema FORM`.
///
/// A program lists its options in an enumeration of their names. The check of a command line, the completion and the help follow from it.
package protocol ProgramOption: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// The name of the option's value in the help; `nil` for an option without a value. It decides whether the next word is a value.
  var valueName: String? { get }
  /// Whether the option can be given with several values.
  var isRepeatable: Bool { get }
  /// The option's description in the help.
  var help: String { get }
}

/// The words of a command line, in order: of this package's programs, and of apps whose settings have options.
///
/// Which word is a value depends on the option before it, so the reader says for each option whether it takes a value: `--verbose false` is
/// one option and its value, `--verbose file` an option and another word.
package struct OptionWords {
  /// A part of the command line: an option, one other word, or all words from `--` on.
  package struct Part {
    /// The option without its hyphens, and the value after a `=`; `nil` for other words.
    package let option: (name: Substring, value: String?)?
    /// The words as they were typed.
    package let words: [String]
  }

  private var rest: ArraySlice<String>

  package init(_ arguments: [String]) {
    rest = arguments[...]
  }

  /// The next word as it was typed; `nil` at the end.
  var following: String? { rest.first }

  /// Returns the next option, or the next other words; `nil` at the end. The words after `--` aren't options. `-v` isn't one either:
  /// settings have no short names.
  package mutating func next() -> Part? {
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
  package mutating func value(isFlag: Bool) -> String? {
    guard isFlag else { return rest.popFirst() }
    guard let next = rest.first, Bool(next) != nil else { return "true" }
    rest.removeFirst()
    return next
  }
}
