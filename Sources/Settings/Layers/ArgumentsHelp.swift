import SettingsForm
import SettingsJSON

/// The help text of the options of all settings, for an app's `--help`:
///
///     --days NUMBER                   Days (default: 7)
///                                     How far the average looks back.
///                                     Whole number from 1 to 30, in days.
///
///     Network
///     --network-token TEXT            Token
///                                     Options are visible to other users; use TREND_NETWORK_TOKEN_FILE instead.
struct ArgumentsHelp {
  let index: FormIndex
  /// The name of the app, which is the prefix of its variables; `nil` if it isn't known.
  let app: String?

  /// - Parameter app: The name of the app, if the form doesn't have it.
  init(index: FormIndex, app: String? = nil) {
    self.index = index
    self.app = index.form.layers?.app ?? app
  }

  /// The text. Each setting that a person can set has its option, title and default, then its help, then its valid values. Settings of a
  /// section are below its title.
  var text: String {
    var groups: [(titles: [String], rows: [Row])] = []
    for entry in index.settings where !entry.setting.traits.contains(.skipped) && !entry.path.isRoot {
      if groups.last?.titles != entry.sections { groups.append((entry.sections, [])) }
      groups[groups.count - 1].rows.append(row(entry))
    }
    let layout = HelpLayout(window: 80)
    let blocks = groups.map { titles, rows in
      (titles.isEmpty ? [] : [titles.joined(separator: " › ")]) + [layout.columns(rows, indent: 34)]
    }.map { $0.joined(separator: "\n") }
    let variables = example.map { path, prefix in
      layout.text(
        "Each option has a variable, such as \(prefix)_\(path.variableName) for --\(path.optionName). Options take precedence over variables, and variables over files."
      )
    }
    return (blocks + [variables].compactMap(\.self)).joined(separator: "\n\n")
  }

  private typealias Row = (name: String, about: [String])

  /// The last setting, whose variable shows how variables are named.
  private var example: (path: SettingPath, prefix: String)? {
    guard let app, let entry = index.settings.last(where: { !$0.setting.traits.contains(.skipped) }) else {
      return nil
    }
    return (entry.path, app.variableName)
  }

  private func row(_ entry: FormIndex.Entry) -> Row {
    let setting = entry.setting
    let option = ["--\(entry.path.optionName)", setting.valueName].compactMap(\.self).joined(separator: " ")
    var title = setting.title
    if let value = setting.defaultValue, value != .null, !setting.holdsSecrets {
      let text = setting.optionText(for: value)
      if !text.isEmpty { title += " (default: \(text))" }
    }
    let paragraph = setting.help.prefix { $0 != "\n" }
    var about = [title, String(paragraph), setting.validValues ?? ""].filter { !$0.isEmpty }
    if setting.holdsSecrets {
      let file = "\(app.map { "\($0.variableName)_" } ?? "")\(entry.path.variableName)_FILE"
      about.append("Options are visible to other users; name a file in \(file) instead.")
    }
    return (option, about)
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
    case .choice(let choices) where choices.areWords:
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
    case .choice(let choices) where choices.areWords: return nil
    case .choice(let choices):
      let names = choices.map { choice in
        let text = optionText(for: choice.value)
        return choice.value.text == nil ? "\(text) (\(choice.title))" : text
      }
      return "One of \(names.joined(separator: ", "))."
    case .flags(let choices):
      return
        "Any of \(choices.map { optionText(for: .array([$0.value])) }.joined(separator: ", ")), or all, or none."
    case .variants: return "\(KindSummary.fullText(self))."
    default:
      let text = KindSummary.text(self)
      return ["Text", "Number", "Duration", "Any JSON"].contains(text) ? nil : "\(text)."
    }
  }
}

extension [FormChoice] {
  /// Whether the choices are few words, which stand for themselves. A number doesn't say what it means.
  fileprivate var areWords: Bool { count <= 5 && allSatisfy { $0.value.text != nil } }
}
