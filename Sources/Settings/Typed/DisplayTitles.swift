/// The titles and help that types give themselves, by the paths of the settings and sections that show them.
///
/// Generated code fills it when the app opens its settings.
@_documentation(visibility: internal)
public struct DisplayTitles {
  /// The title and help of a choice.
  package struct Choice {
    package let path: SettingPath
    package let value: JSONValue
    package let title: String?
    package let help: String?
  }

  private(set) var titles: [SettingPath: String] = [:]
  private(set) var choices: [Choice] = []

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

  private static func path(_ pointer: StaticString) -> SettingPath {
    do {
      return try SettingPath(parsing: pointer.description)
    } catch {
      preconditionFailure("the generated code has a malformed path: \(error)")
    }
  }
}
