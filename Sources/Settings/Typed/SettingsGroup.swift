/// Makes settings of the stored properties of a struct. Their initial values are the defaults.
///
/// Write a struct for each section, and nest them. The one that isn't in any other is the root, and stands for the whole settings file. In
/// each build, the generator makes a form of it: limits from your annotations, help from your doc comments, titles from your names.
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
/// A file for it may say `{"period": 14, "recipients": ["ada"]}`. A key that is missing means the default.
///
/// A property can be a number, a Boolean, a string, an enum, a `Date`, `Duration`, `URL`, `UUID` or `Data`, an optional, a list, a
/// dictionary, or another group. Any other `Codable` type works, too; people then edit it as JSON. Computed and static properties aren't
/// settings.
///
/// Give each property an initial value. Swift makes the struct `Codable` and `Sendable` for you. The elements of a list, such as
/// `[Server]`, can be a group, too, so that their members have limits and help.
///
/// Open the root with ``SettingsStore``.
public protocol SettingsGroup: Codable, Sendable {
  /// Creates a group with all defaults. Swift makes it from your initial values.
  ///
  /// The library calls it to learn the defaults, on any thread, so initial values must not do anything else.
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

/// Lets a type name itself and its values in editors, reviews and messages.
///
/// By default, people read a name in words, `timePeriod` as “Time Period”. For another fixed title, write an annotation,
/// `// setting: title = "Linear regression"`. Conform to this protocol if a title isn't fixed, such as a localized string.
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
/// A struct can also name some of its values, in `settingsVariants`, and have a text of its own, its `settingsFormat`. Then it isn't a
/// section any more, but one setting, which people choose or type:
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
