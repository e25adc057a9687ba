/// A struct of settings: its stored properties are the settings, their initial values the defaults.
///
/// ```swift
/// /// How forecasts are computed.
/// struct Calculation: SettingsGroup {
///   /// Days the average looks back.
///   // setting: range = 1...30, unit = "days"
///   var timePeriod = 7
/// }
/// ```
///
/// A conforming struct that isn't a member of another is the root: the whole settings file.
public protocol SettingsGroup: Codable, Sendable {
  /// Creates a group with the default of every setting.
  init()
}

/// The name of a group of settings in sources that were written for AutomaticSettings.
public typealias AutomaticSettings = SettingsGroup

/// The conformances of an enum in such sources.
public typealias AutomaticSettingsEnum = CaseIterable & Codable & Hashable & Sendable

/// A type that names itself and its values in editors, reviews and messages.
///
/// ```swift
/// enum Mode: String, CaseIterable, Codable, SettingsDisplayable {
///   case linear, exact
///
///   static let settingsTitle = "Method"
///
///   var settingsTitle: String {
///     switch self {
///     case .linear: "Linear regression"
///     case .exact: "Exact solution"
///     }
///   }
/// }
/// ```
///
/// A struct can have values with names, its `settingsVariants`, and a text of its own, its `settingsFormat`. Then it is one setting, which
/// a person chooses or types, rather than a section:
///
/// ```swift
/// struct Size: SettingsGroup, SettingsDisplayable {
///   var width = 80
///   var height = 24
///
///   static let settingsFormat = "{width} × {height}"
///   static let settingsVariants = [Size(), Size(width: 132, height: 43)]
///
///   var settingsTitle: String { width > 80 ? "Wide" : "Classic" }
/// }
/// ```
///
/// An annotation `title` has priority over these titles and help. Without them, a title is a name in words, and the help of a
/// case is its documentation comment. The generator reads string literals; other strings are added when the app opens its
/// settings.
public protocol SettingsDisplayable: Sendable {
  /// The title of settings and sections of this type; if it is empty, they have the names of their properties in words.
  static var settingsTitle: String { get }
  /// The title of the value; if it is empty, the value has the name of the case in words.
  var settingsTitle: String { get }
  /// The meaning of the value; if it is empty, the value has the documentation comment of the case.
  var settingsHelp: String { get }
  /// The values of a struct that a person can choose by name; other values are valid, too. The choices of an enum are its cases.
  static var settingsVariants: [Self] { get }
  /// The text of a struct as people read and type it: a string literal with the names of properties in braces.
  static var settingsFormat: String { get }
}

extension SettingsDisplayable {
  /// No title.
  public static var settingsTitle: String { "" }
  /// No title.
  public var settingsTitle: String { "" }
  /// No help.
  public var settingsHelp: String { "" }
  /// No values.
  public static var settingsVariants: [Self] { [] }
  /// No text.
  public static var settingsFormat: String { "" }
}

extension SettingsDisplayable where Self: CaseIterable {
  /// All cases.
  public static var settingsVariants: [Self] { Array(allCases) }
}

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

/// An enum whose cases are flags that can be combined.
///
/// The generator emits an option set for it, `Options`, with one member for each case, `none` and `all`. In the settings file
/// it is an array of case names.
///
/// ```swift
/// enum Show: String, CaseIterable, Codable, OptionsBinding { case border, labels }
///
/// struct Display: SettingsGroup {
///   var show: Show.Options = [.border]
/// }
/// ```
public protocol OptionsBinding: CaseIterable {}
