/// The names of settings outside of files, as swift-configuration encodes its keys
/// (<https://github.com/apple/swift-configuration>).
///
/// They are derived and never stored, so renaming a setting renames its variable.
/// `FormSection.settings(named:separator:spelled:)` goes the other way, from a name to the settings that have it.
extension SettingPath {
  /// The name as an environment variable, without the app's prefix: `CALCULATION_TIME_PERIOD` for `calculation.timePeriod`.
  package var variableName: String { keys.reduce(nil as String?) { $1.variableName(in: $0) } ?? "" }

  /// The name as an option, without the hyphens at its start: `calculation-time-period` for `calculation.timePeriod`.
  package var optionName: String { keys.map(\.optionName).joined(separator: "-") }
}

extension String {
  /// The words of a key in capitals, joined with underscores, which also replace other characters than letters and
  /// digits: `eu-west` and `eu.west` are both `EU_WEST`.
  package var variableName: String {
    String(joiningWords("_").uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  /// Returns the name of a key as an environment variable, after the name of its section; `nil` for the root.
  package func variableName(in section: String?) -> String {
    section.map { "\($0)_\(variableName)" } ?? variableName
  }

  /// The words of a key in lowercase, joined with hyphens.
  package var optionName: String { joiningWords("-").lowercased() }

  /// Inserts a separator between a lowercase letter and a capital: `timePeriod` is `time_Period`. Several capitals stay
  /// together, so `baseURL` is `base_URL`.
  private func joiningWords(_ separator: Character) -> String {
    var text = ""
    var isAfterLowercase = false
    for character in self {
      if isAfterLowercase, character.isUppercase { text.append(separator) }
      text.append(character)
      isAfterLowercase = character.isLowercase
    }
    return text
  }
}

extension FormSection {
  /// Returns the paths of the settings in the section that have a name, by the way in which keys are spelled in names.
  ///
  /// Several settings have the same name if their keys differ only in their words: `a.bC` and `aB.c`. The name `A_B_C`
  /// is then ambiguous, and the caller reports it.
  ///
  /// Cost: linear in the number of items of the sections on the path.
  ///
  /// - Parameters:
  ///   - separator: What joins the keys.
  ///   - spelled: Returns a key as it is spelled in names.
  package func settings(
    named name: some StringProtocol, separator: Character, spelled: (String) -> String
  ) -> [SettingPath] {
    var found: [SettingPath] = []
    collect(named: name[...], separator, spelled: spelled, at: .root, into: &found)
    return found
  }

  private func collect(
    named name: some StringProtocol, _ separator: Character, spelled: (String) -> String,
    at path: SettingPath, into found: inout [SettingPath]
  ) {
    for item in items {
      let key = spelled(item.key)
      guard name.hasPrefix(key) else { continue }
      let rest = name.dropFirst(key.count)
      switch item {
      case .setting: if rest.isEmpty { found.append(path.appending(item.key)) }
      case .section(let section):
        guard rest.first == separator else { continue }
        section.collect(
          named: rest.dropFirst(), separator, spelled: spelled, at: path.appending(item.key), into: &found)
      }
    }
  }
}
