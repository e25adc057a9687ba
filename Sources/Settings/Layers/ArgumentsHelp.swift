import SettingsForm
import SettingsJSON

/// The help text of the options of all settings, for an app's `--help`:
///
///     --days NUMBER                   Days (default: 7)
///                                     How far the average looks back.
///                                     Whole number from 1 to 30, in days.
struct ArgumentsHelp {
  /// The column in which descriptions start.
  private static let indent = 34
  /// The width of the text.
  private static let width = 80

  let index: FormIndex

  /// The text. Each setting that a person can set has its option, title and default, then its help, then its valid values.
  var text: String {
    index.settings.filter { !$0.setting.traits.contains(.skipped) && !$0.path.isRoot }.flatMap(lines)
      .joined(separator: "\n")
  }

  private func lines(_ entry: FormIndex.Entry) -> [String] {
    let setting = entry.setting
    let option = ["  --\(entry.path.optionName)", setting.valueName].compactMap(\.self).joined(separator: " ")
    var title = setting.title
    if let value = setting.defaultValue, value != .null, !setting.holdsSecrets {
      let text = setting.optionText(for: value)
      if !text.isEmpty { title += " (default: \(text))" }
    }
    let paragraph = setting.help.prefix { $0 != "\n" }
    let description =
      [title, String(paragraph), setting.validValues ?? ""].filter { !$0.isEmpty }.flatMap(Self.wrapped)
      .map { "".padded(to: Self.indent) + $0 }
    guard option.count + 2 <= Self.indent, let first = description.first else {
      return [option] + description
    }
    return [option.padded(to: Self.indent) + first.dropFirst(Self.indent)] + description.dropFirst()
  }

  /// Breaks text into lines between its words. A word that is longer than a line gets a line of its own.
  private static func wrapped(_ text: String) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width - indent {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

extension FormSetting {
  /// The name of the option's value, or its choices if these are few; `nil` for an option that needs no value.
  fileprivate var valueName: String? {
    switch kind.resolved {
    case .boolean: nil
    case .integer, .number: "NUMBER"
    case .string(let limits) where limits.format == .duration: "DURATION"
    case .string: "TEXT"
    case .choice(let choices) where choices.count <= 5:
      choices.map { optionText(for: $0.value) }.joined(separator: "|")
    case .choice: "CHOICE"
    case .flags, .list: "LIST"
    default: "JSON"
    }
  }

  /// Returns a value as it is typed after an option.
  fileprivate func optionText(for value: JSONValue) -> String {
    // The words for a duration, such as 1 h 30 min, can be typed, too, and say more than PT1H30M.
    if case .string(let limits) = kind.resolved, limits.format == .duration { return text(for: value) }
    return typedText(for: value)
  }

  /// The limits and choices in words; `nil` if the name of the value says as much.
  fileprivate var validValues: String? {
    switch kind.resolved {
    case .boolean: return defaultValue == true ? "Use --no- before the name to switch it off." : nil
    case .choice(let choices) where choices.count <= 5: return nil
    case .choice(let choices):
      return "One of \(choices.map { optionText(for: $0.value) }.joined(separator: ", "))."
    case .flags(let choices):
      return
        "Any of \(choices.map { optionText(for: .array([$0.value])) }.joined(separator: ", ")), or all, or none."
    default:
      let text = KindSummary.text(self)
      return ["Text", "Number", "Duration", "Any JSON"].contains(text) ? nil : "\(text)."
    }
  }
}

/// The options and other words of a command line, in order.
///
/// Which word is a value depends on the option before it, so the reader says for each option whether it takes a value: `--verbose false` is
/// one option and its value, `--verbose file` an option and another word.
struct OptionWords {
  /// A part of the command line: an option, one other word, or all words from `--` on.
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

  /// Returns the next option, or the next other words; `nil` at the end. The words after `--` aren't options. `-v` isn't one either:
  /// settings have no short names.
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
