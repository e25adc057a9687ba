/// The titles and help that types give themselves, by the paths of the settings and sections that show them.
///
/// Generated code fills it when the form is read, by calling ``SettingsDisplayable/settingsTitle`` and its siblings where the generator
/// found no string literal. Apps don't use it.
@_documentation(visibility: internal)
public struct SettingsDisplayTitles {
  /// The title and help of a choice.
  package struct Choice {
    package let path: SettingPath
    package let value: JSONValue
    package let title: String?
    package let help: String?
  }

  private(set) var titles: [SettingPath: String] = [:]
  private(set) var choices: [Choice] = []
  private(set) var presets: [SettingPath: [FormChoice]] = [:]

  /// Creates an empty table.
  init() {}

  /// Adds the title of a setting or section; an empty title changes nothing.
  public mutating func add(_ title: String, at pointer: StaticString) {
    if !title.isEmpty { titles[Self.path(pointer)] = title }
  }

  /// Adds the title and help of a choice, by its value in JSON; an empty or missing string changes nothing.
  public mutating func add(
    _ title: String?, _ help: String?, ofChoice json: StaticString, at pointer: StaticString
  ) {
    do {
      let value = try JSONValue(parsing: json.description)
      choices.append(Choice(path: Self.path(pointer), value: value, title: title, help: help))
    } catch {
      preconditionFailure("the generated code has a malformed value: \(error)")
    }
  }

  /// Adds the values of a struct that have names.
  public mutating func add<Value: SettingsDisplayable & Encodable>(
    presets values: [Value], at pointer: StaticString
  ) {
    presets[Self.path(pointer)] = values.compactMap { value in
      (try? SettingsEncoder().encode(value)).map {
        FormChoice(
          value: $0, title: value.settingsTitle.isEmpty ? "\($0)" : value.settingsTitle,
          help: value.settingsHelp)
      }
    }
  }

  private static func path(_ pointer: StaticString) -> SettingPath {
    do {
      return try SettingPath(parsing: pointer.description)
    } catch {
      preconditionFailure("the generated code has a malformed path: \(error)")
    }
  }
}
