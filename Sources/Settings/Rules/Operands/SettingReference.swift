/// A reference to a setting or a section in rules.
///
/// The members of a reference to a section are references to its settings, checked by the compiler:
///
/// ```swift
/// static let rules = RuleBook(for: AppSettings.self) { s in
///   s.pool.min <= s.pool.max
/// }
/// ```
///
/// If a setting has the name of a member of this type, use a key path: `s.pool[\.count]`.
@dynamicMemberLookup
public struct SettingReference<Root: SettingsGroup, Value: Codable & Sendable> {
  let settingKeyPath: WritableKeyPath<Root, Value>
  let settingTable: KeyPathTable<Root>

  init(_ keyPath: WritableKeyPath<Root, Value>, in table: KeyPathTable<Root>) {
    settingKeyPath = keyPath
    settingTable = table
  }

  /// Returns a reference to a setting or a section in this section.
  public subscript<Member: Codable & Sendable>(
    dynamicMember member: WritableKeyPath<Value, Member>
  ) -> SettingReference<Root, Member> {
    self[member]
  }

  /// Returns a reference to the setting or the section at a key path in this section.
  public subscript<Member: Codable & Sendable>(
    member: WritableKeyPath<Value, Member>
  ) -> SettingReference<Root, Member> {
    SettingReference<Root, Member>(settingKeyPath.appending(path: member), in: settingTable)
  }
}

extension SettingReference: ValueOperand {
  /// The setting's value as the form represents it.
  public var _ruleTerm: RuleTerm {
    let target = settingTarget
    return RuleTerm(.setting(target.path), defects: target.defects)
  }
}

extension SettingReference: NumberOperand, NumberTerm where Value: NumericValue {}

extension SettingReference {
  /// The path of the setting or section in the form; the root and the defect for any other key path.
  var settingTarget: (path: SettingPath, defects: [RuleDefect]) {
    if settingKeyPath == \Root.self { return (.root, []) }
    guard let path = settingTable[settingKeyPath] else { return (.root, [.noSetting("\(settingKeyPath)")]) }
    return (path, [])
  }
}
