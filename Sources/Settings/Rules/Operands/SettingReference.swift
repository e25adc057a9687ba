/// A setting, or a section, as rules name it.
///
/// A section's members are the references of its settings, checked by the compiler:
///
/// ```swift
/// static let rules = RuleBook(for: AppSettings.self) { s in
///   s.pool.min <= s.pool.max
/// }
/// ```
///
/// Where a setting is called as a member of the reference itself is, `s.pool[\.count]` names the setting.
@dynamicMemberLookup
public struct SettingReference<Root: SettingsGroup, Value: Codable & Sendable> {
  let settingKeyPath: WritableKeyPath<Root, Value>
  let settingTable: KeyPathTable<Root>

  init(_ keyPath: WritableKeyPath<Root, Value>, in table: KeyPathTable<Root>) {
    settingKeyPath = keyPath
    settingTable = table
  }

  /// A setting, or a section, of this section.
  public subscript<Member: Codable & Sendable>(
    dynamicMember member: WritableKeyPath<Value, Member>
  ) -> SettingReference<Root, Member> {
    self[member]
  }

  /// The setting, or the section, that a key path leads to from this section.
  public subscript<Member: Codable & Sendable>(
    member: WritableKeyPath<Value, Member>
  ) -> SettingReference<Root, Member> {
    SettingReference<Root, Member>(settingKeyPath.appending(path: member), in: settingTable)
  }
}

extension SettingReference: ValueOperand {
  /// The value of the setting.
  public var ruleTerm: RuleTerm {
    let target = ruleTarget
    return RuleTerm(.setting(target.path), defects: target.defects)
  }
}

extension SettingReference: NumberOperand, NumberTerm where Value: NumericValue {}

/// What a rule hides, disables, makes read-only or derives: a setting or a section.
public protocol RuleTargetReference {
  /// Where it is in the form.
  var ruleTarget: RuleTarget { get }
}

/// The place of a setting or section in the form, with what is wrong about it.
public struct RuleTarget: Sendable {
  let path: SettingPath
  let defects: [RuleDefect]
}

extension SettingReference: RuleTargetReference {
  /// Where the setting or section is in the form.
  public var ruleTarget: RuleTarget {
    if settingKeyPath == \Root.self { return RuleTarget(path: .root, defects: []) }
    guard let path = settingTable[settingKeyPath] else {
      return RuleTarget(path: .root, defects: [.noSetting("\(settingKeyPath)")])
    }
    return RuleTarget(path: path, defects: [])
  }
}
