/// A struct of settings: its stored properties are the settings, their initial values the defaults.
///
/// Declare one struct for each section, and nest them. The struct that is a member of no other is the root: the whole settings file. The
/// generator makes the form of it in each build: limits from annotations, help from documentation comments, titles from names.
///
/// ```swift
/// /// How reports are made.
/// struct Reports: SettingsGroup {
///   /// Days that a report covers.
///   // setting: range = 1...30, unit = "days"
///   var period = 7
///   var recipients: [String] = []
///   var footer: String?
/// }
/// ```
///
/// In the file, that is `{"period": 14, "recipients": ["ada"]}`, for example; keys that are missing have their defaults.
///
/// Properties can be numbers, Booleans, strings, enums, `Date`, `Duration`, `URL`, `UUID`, `Data`, optionals, lists, dictionaries, other
/// groups, and any other `Codable` type, which is edited as JSON. Computed and static properties aren't settings.
///
/// A group has to be `Codable` and `Sendable`, which Swift synthesizes, and needs an initial value for each property. A struct in a list,
/// such as `[Server]`, can be a group, too: its members then have limits and help.
///
/// Open the root with ``SettingsStore``.
public protocol SettingsGroup: Codable, Sendable {
  /// Creates a group with the default of every setting. Swift synthesizes it from the initial values.
  ///
  /// It is called when the defaults are encoded, on any thread, so initial values must not have effects.
  init()
}

/// The name of a group of settings in sources that were written for AutomaticSettings. New sources use ``SettingsGroup``.
///
/// Such a source needs no change but the import. The guide to migration lists what is different when the app runs.
///
/// ```swift
/// struct Window: AutomaticSettings {
///   var width = 800
/// }
/// ```
public typealias AutomaticSettings = SettingsGroup

/// The conformances of an enum in sources that were written for AutomaticSettings. New sources write `CaseIterable` and `Codable`.
///
/// ```swift
/// enum Side: String, AutomaticSettingsEnum { case left, right }
/// ```
public typealias AutomaticSettingsEnum = CaseIterable & Codable & Hashable & Sendable

/// A type that names itself and its values in editors, reviews and messages.
///
/// Use it for titles that aren't the names in words, and aren't known as text in the source, such as localized strings. For a fixed title,
/// an annotation is shorter: `// setting: title = "Linear regression"`.
///
/// ```swift
/// enum Method: String, CaseIterable, Codable, SettingsDisplayable {
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
/// An annotation `title` has priority over these titles and help. Without them, a title is a name in words, and the help of a case is its
/// documentation comment. The generator reads string literals; other strings are added when the app opens its settings, so `settings-tui`
/// without the app's exported form shows the names.
public protocol SettingsDisplayable: Sendable {
  /// The title of settings and sections of this type; if it is empty, they have the names of their properties in words. Empty by default.
  static var settingsTitle: String { get }
  /// The title of the value; if it is empty, the value has the name of the case in words. Empty by default.
  var settingsTitle: String { get }
  /// The meaning of the value; if it is empty, the value has the documentation comment of the case. Empty by default.
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

/// An enum whose cases are flags that can be combined.
///
/// The generator emits an option set for it, `Options`, with one member for each case, `none` and `all`. A setting of that type is a check
/// list in the editor, and an array of case names in the file: `["border", "grid"]`.
///
/// ```swift
/// enum Part: String, CaseIterable, Codable, OptionsBinding { case border, labels, grid }
/// ```
///
/// Use the option set as the type of a property, and a flag of it in a view:
///
/// ```swift
/// var display = Display()
/// display.show = [.border, .labels]
/// if display.show.contains(.border) { print("with a border") }
/// let border = model.binding(\.display.show).flag(.border)
/// ```
///
/// A file in which an earlier version has stored the bits as a number is read, too. An unknown name in a file is an error at its place.
/// Such an enum has at most 64 cases.
public protocol OptionsBinding: CaseIterable {}
