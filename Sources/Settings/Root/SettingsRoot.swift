/// The root of an app's settings, with a generated form and key paths.
///
/// Don't declare the conformance: `SettingsGenPlugin` emits it for the module's root.
public protocol SettingsRoot: SettingsGroup {
  /// The type of the root's key path table, under a name that doesn't conflict with the app's types.
  @_documentation(visibility: internal)
  typealias SettingsKeyPaths = KeyPathTable<Self>

  /// The type of the titles and help that types give themselves, under a name that doesn't conflict with the app's types.
  @_documentation(visibility: internal)
  typealias SettingsTitles = DisplayTitles

  /// The text of the form's JSON Schema.
  @_documentation(visibility: internal)
  static var formSource: String { get }

  /// The constraints of the form, by which a store checks its content without reading the form; empty by default.
  @_documentation(visibility: internal)
  static var formOutline: String { get }

  /// Adds the key paths of all sections and settings to a table.
  @_documentation(visibility: internal)
  static func addKeyPaths(to table: inout KeyPathTable<Self>)

  /// Adds the titles and help that types give themselves and that the form lacks; adds nothing by default.
  @_documentation(visibility: internal)
  static func addTitles(to titles: inout DisplayTitles)

  /// The hooks that a store needs, under a name that doesn't conflict with the app's types; by default, none.
  @_documentation(visibility: internal)
  associatedtype SettingsRequiredHooks = NoRequiredHooks

  /// Constraints, visibility and derived defaults; no rules by default.
  static var rules: RuleBook<Self> { get }

  /// What the app changes in documents of its earlier versions, in this order; nothing by default.
  static var migrations: [Migration<Self>] { get }
}

extension SettingsRoot {
  /// No outline: a store reads the form when it opens.
  @_documentation(visibility: internal)
  public static var formOutline: String { "" }

  /// Adds nothing.
  @_documentation(visibility: internal)
  public static func addTitles(to titles: inout DisplayTitles) {}

  /// No rules.
  public static var rules: RuleBook<Self> { RuleBook() }

  /// No migrations.
  public static var migrations: [Migration<Self>] { [] }
}

/// The hooks of a form that names no side effects.
@_documentation(visibility: internal)
public enum NoRequiredHooks {}
