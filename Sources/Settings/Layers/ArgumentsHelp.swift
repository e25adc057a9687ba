import SettingsForm
import SettingsJSON

/// The help text of the options of all settings, for an app's `--help`.
struct ArgumentsHelp {
  /// The column in which descriptions start.
  private static let indent = 34

  let index: FormIndex

  /// The text: one or two lines for each setting that a person can set.
  var text: String {
    index.settings.filter { !$0.setting.traits.contains(.skipped) && !$0.path.isRoot }.map(line)
      .joined(separator: "\n")
  }

  private func line(_ entry: FormIndex.Entry) -> String {
    let setting = entry.setting
    let option = ["  --\(entry.path.optionName)", setting.valueName].compactMap(\.self).joined(separator: " ")
    var description = setting.title
    if let value = setting.defaultValue, value != .null, !setting.holdsSecrets,
      !setting.text(for: value).isEmpty
    {
      description += " (default: \(setting.text(for: value)))"
    }
    guard option.count + 2 <= Self.indent else {
      return option + "\n" + "".padded(to: Self.indent) + description
    }
    return option.padded(to: Self.indent) + description
  }
}

extension FormSetting {
  /// The name of the option's value; `nil` for an option that needs no value.
  fileprivate var valueName: String? {
    switch kind.resolved {
    case .boolean: nil
    case .integer, .number: "NUMBER"
    case .string(let limits) where limits.format == .duration: "DURATION"
    case .string: "TEXT"
    case .choice(let choices) where choices.count <= 5:
      choices.map { text(for: $0.value) }.joined(separator: "|")
    case .choice: "CHOICE"
    case .flags, .list: "LIST"
    case .dictionary, .object, .variants, .recursive, .json: "JSON"
    }
  }
}
