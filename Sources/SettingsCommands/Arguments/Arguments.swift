import Settings
import SettingsForm

/// A command's parsed words. Options can be at any position, and `--` ends them (POSIX, Utility Conventions).
struct Arguments {
  private(set) var operands: [String] = []
  private var options: [Option: [String]] = [:]
  /// The settings on the standard input, which a filter reads and changes instead of a file; `nil` for a file.
  private(set) var filtered: MemoryStorage?

  /// Parses words with the options that a command accepts.
  init(_ words: some Sequence<String>, accepting accepted: [Option]) throws(Failure) {
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
      guard let option = Option(rawValue: parts[0]), accepted.contains(option) else {
        throw Self.unknown(parts[0], accepted)
      }
      let value = try Self.value(of: option, parts.dropFirst().first, &words)
      guard options[option] == nil || value.isEmpty || option.isRepeatable else {
        throw .usage("\(option.rawValue) is given twice; give it once.")
      }
      options[option, default: []].append(value)
    }
  }

  /// Returns the value in the option's own word or in the next word; empty for an option without a value.
  private static func value(
    of option: Option, _ attached: String?, _ words: inout ArraySlice<String>
  ) throws(Failure) -> String {
    guard let name = option.valueName else {
      if let attached { throw .usage("\(option.rawValue) takes no value; leave out \"=\(attached)\".") }
      return ""
    }
    if attached == nil, let next = words.first, Option(rawValue: next) != nil {
      throw .usage("\(option.rawValue) needs a \(name) after it, and \(next) is an option.")
    }
    guard let value = attached ?? words.popFirst(), !value.isEmpty else {
      throw .usage("\(option.rawValue) needs a \(name) after it.")
    }
    return value
  }

  private static func unknown(_ name: String, _ accepted: [Option]) -> Failure {
    let nearest = EditDistance.nearest(to: name, among: accepted.map(\.rawValue) + ["--help", "--version"])
    return .usage("There is no option \(name) here\(Phrase.didYouMean(nearest, else: "see --help")).")
  }

  /// The path in the second operand, after the file; the root without a second operand.
  var path: SettingPath {
    get throws(Failure) { operands.count > 1 ? try SettingPath(operand: operands[1]) : .root }
  }

  /// Returns the arguments with one more operand.
  func adding(operand: String) -> Arguments {
    var arguments = self
    arguments.operands.append(operand)
    return arguments
  }

  /// The first operand that means the standard input, from which a filter reads the settings.
  static let standardInput = "-"

  /// Reads the settings from the standard input, if the first operand says so.
  mutating func readFiltered(for command: any Command.Type, _ console: Console) throws(Failure) {
    guard operands.first == Self.standardInput else { return }
    guard command.isFilter else { throw .usage("\(command.name) needs a file; name it instead of -.") }
    if hasFormInStream {
      throw .usage(
        "The standard input is the settings, so it can't be the form, too; name the form's file with --schema."
      )
    }
    let bytes = try console.readInput("The standard input", atMost: JSONLimits().size + 1)
    filtered = MemoryStorage(bytes: bytes, name: "standard input")
  }

  /// Whether an option was given.
  func has(_ option: Option) -> Bool {
    options[option] != nil
  }

  /// The value of an option; `nil` if the option wasn't given.
  subscript(option: Option) -> String? {
    options[option]?.first
  }

  /// The values that rules read in addition to the settings, by name: JSON, or else text.
  var context: [String: JSONValue] {
    get throws(Failure) {
      var context: [String: JSONValue] = [:]
      for text in options[.context] ?? [] {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
          String.init)
        guard parts.count == 2, !parts[0].isEmpty else {
          throw .usage("--context takes KEY=VALUE, not \"\(text)\".")
        }
        context[parts[0]] = (try? JSONValue(parsing: parts[1])) ?? .string(parts[1])
      }
      return context
    }
  }

  /// Returns the value of an option in seconds; `nil` if the option wasn't given.
  func seconds(_ option: Option) throws(Failure) -> Duration? {
    guard let text = self[option] else { return nil }
    guard let seconds = Int64(text), (1...Self.maxSeconds).contains(seconds) else {
      throw .usage("\(option.rawValue) takes whole seconds from 1 to \(Self.maxSeconds), not \"\(text)\".")
    }
    return .seconds(seconds)
  }

  /// One year.
  private static let maxSeconds: Int64 = 31_536_000
}
