import SettingsForm

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
        throw Self.unknown(parts[0], known)
      }
      let value = try Self.value(of: option, parts.dropFirst().first, &words)
      guard options[option] == nil || value.isEmpty else {
        throw .usage("\(option.rawValue) stands there twice; give it once.")
      }
      options[option] = value
    }
  }

  /// The value that stands in an option's word, or else in the next one; empty for an option that takes none.
  private static func value(
    of option: Option, _ attached: String?, _ words: inout ArraySlice<String>
  ) throws(Failure) -> String {
    guard let name = option.valueName else {
      if let attached { throw .usage("\(option.rawValue) takes no value; leave out \"=\(attached)\".") }
      return ""
    }
    if attached == nil, let next = words.first, Option(rawValue: next) != nil {
      throw .usage("\(option.rawValue) needs a \(name) behind it, and \(next) is an option.")
    }
    guard let value = attached ?? words.popFirst(), !value.isEmpty else {
      throw .usage("\(option.rawValue) needs a \(name) behind it.")
    }
    return value
  }

  private static func unknown(_ name: String, _ known: [Option]) -> Failure {
    let hint = EditDistance.nearest(to: name, among: known.map(\.rawValue) + ["--help", "--version"])
    return .usage(
      "There is no option \(name) here; " + (hint.map { "perhaps you mean \($0)." } ?? "see --help."))
  }

  /// Whether an option was given.
  func has(_ option: Option) -> Bool {
    options[option] != nil
  }

  /// What stands behind an option; `nil` if it wasn't given.
  subscript(option: Option) -> String? {
    options[option]
  }

  /// The number of seconds behind an option; `nil` if it wasn't given.
  func seconds(_ option: Option) throws(Failure) -> Duration? {
    guard let text = options[option] else { return nil }
    guard let seconds = Int64(text), (1...Self.mostSeconds).contains(seconds) else {
      throw .usage("\(option.rawValue) takes whole seconds, 1 to \(Self.mostSeconds), and not \"\(text)\".")
    }
    return .seconds(seconds)
  }

  /// A year.
  private static let mostSeconds: Int64 = 31_536_000
}
