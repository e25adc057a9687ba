/// A group of settings whose form and key paths the generator has written down.
///
/// Don't conform by hand: the `SettingsGenPlugin` emits the conformance for the module's root.
public protocol SettingsRoot: SettingsGroup {
  /// The table of the root's key paths, under a name that generated code can use whatever types the root declares.
  typealias SettingsKeyPaths = KeyPathTable<Self>

  /// The form, as the text of a JSON Schema document.
  static var formSource: String { get }

  /// Adds the key path of each section and setting to a table.
  static func addKeyPaths(to table: inout KeyPathTable<Self>)

  /// Constraints, visibility and derived defaults over several settings; none unless the app declares some.
  static var rules: RuleBook<Self> { get }
}

extension SettingsRoot {
  /// No rules.
  public static var rules: RuleBook<Self> { RuleBook() }
}
