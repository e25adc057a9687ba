import SettingsForm
import SettingsJSON

/// The help text of the options of all settings, for an app's `--help`:
///
///     --days NUMBER                   Days (default: 7)
///                                     How far the average looks back.
///                                     Whole number from 1 to 30, in days.
struct ArgumentsHelp {
  let index: FormIndex

  /// The text. Each setting that a person can set has its option, title and default, then its help, then its valid values.
  var text: String {
    HelpLayout(window: 80).columns(
      index.settings.filter { !$0.setting.traits.contains(.skipped) && !$0.path.isRoot }.map(row), indent: 34)
  }

  private func row(_ entry: FormIndex.Entry) -> (name: String, about: [String]) {
    let setting = entry.setting
    let option = ["--\(entry.path.optionName)", setting.valueName].compactMap(\.self).joined(separator: " ")
    var title = setting.title
    if let value = setting.defaultValue, value != .null, !setting.holdsSecrets {
      let text = setting.optionText(for: value)
      if !text.isEmpty { title += " (default: \(text))" }
    }
    let paragraph = setting.help.prefix { $0 != "\n" }
    return (option, [title, String(paragraph), setting.validValues ?? ""].filter { !$0.isEmpty })
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
