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
  /// All values that a person can choose. The generator doesn't read it: the choices of an enum are its cases.
  static var settingsVariants: [Self] { get }
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
}

extension SettingsDisplayable where Self: CaseIterable {
  /// All cases.
  public static var settingsVariants: [Self] { Array(allCases) }
}
