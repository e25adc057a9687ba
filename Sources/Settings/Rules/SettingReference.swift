/// Stands for a setting or a section in a rule, where no values are known yet.
///
/// The `s` of a ``RuleBook`` is a reference to your root. Its members are references to the settings and sections in it, so `s.pool.min`
/// reads as in your code, and the compiler checks it:
///
/// ```swift
/// static let rules = RuleBook(for: AppSettings.self) { s in
///   s.pool.min <= s.pool.max
///   s.display.title != nil => .disable(s.name)
///   s.tags.count <= 8
/// }
/// ```
///
/// You compare numbers and compute with them, ask strings whether they `contains` or `matches` something, and lists for `contains` and
/// `count`. All references have `isIn`, `==` and `!=`. What you get isn't a value but a condition or an expression, for the rule to
/// evaluate later.
///
/// If a setting is called like a member of this type, write a key path: `s.pool[\.count]`. A computed property is an error when the store
/// opens, with the line of the rule.
///
/// To use the same rules for several sections, write a function that takes a reference: see ``RuleBuilder``.
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

extension SettingReference: NumberOperand, NumberTerm where Value: RuleNumericValue {}

extension SettingReference {
  /// The path of the setting or section in the form; the root and the defect for any other key path, such as that of a computed property.
  var settingTarget: (path: SettingPath, defects: [RuleDefect]) {
    if settingKeyPath == \Root.self { return (.root, []) }
    guard let path = settingTable[settingKeyPath] else { return (.root, [.noSetting("\(settingKeyPath)")]) }
    return (path, [])
  }
}

/// Values that rules can use in addition to settings, such as the platform or the user's role.
///
/// Declare each as a property of this type, use it in rules as `s.context(\.platform)`, and pass the values when you open the store:
///
/// ```swift
/// extension RuleContext {
///   var platform: RuleContextKey<String> { RuleContextKey() }
///   var job: RuleContextKey<Job> { RuleContextKey(default: Job()) }
/// }
///
/// func openWatch() throws -> SettingsStore<AppSettings> {
///   var context = RuleContext()
///   context[\.platform] = "watch"
///   context[\.job]?.status = "done"
///   return try SettingsStore(file: "settings.json", context: context)
/// }
/// ```
///
/// A rule doesn't apply while a value that it reads isn't given and has no default. Values change later by
/// ``SettingsStore/setContext(_:)``.
///
/// The form contains the names and the defaults, not the values. So `settings-tui` evaluates rules over keys with defaults by itself, and
/// gets other values by `--context platform=watch`.
///
/// It is a value; a store copies it. Values are compared and kept as JSON.
public struct RuleContext: Hashable, Sendable {
  /// The values by name. They are JSON, as rules in the form compare JSON. A key without a given value isn't in it; its default is in the
  /// form.
  package private(set) var values: [String: JSONValue] = [:]

  /// Creates a context without values.
  public init() {}

  /// The value of a key, or else its default; `nil` if there is neither. Setting `nil` removes the value, so the default applies again.
  ///
  /// A value that can't be written as JSON counts as missing.
  public subscript<Value>(key: KeyPath<RuleContext, RuleContextKey<Value>>) -> Value? {
    get {
      let key = self[keyPath: key]
      guard let json = values[key.name] else { return key.defaultValue }
      return json.decoded(as: Value.self)
    }
    set {
      let json = newValue.flatMap { try? SettingsEncoder().encode($0) }
      values[self[keyPath: key].name] = json
    }
  }
}

/// The name, the type and the default of a context value.
///
/// Declare it as a computed property of ``RuleContext``. The name of the property becomes the name of the value in the form:
///
/// ```swift
/// extension RuleContext {
///   var role: RuleContextKey<String> { RuleContextKey() }
///   var cores: RuleContextKey<Int> { RuleContextKey(default: 4) }
/// }
/// ```
///
/// The value is `Codable`: a string, a number, a Boolean, an enum or a struct, whose members rules can read. Give it a default if rules
/// should apply in programs that don't know the value, such as `settings-tui`; leave the default out if a rule makes sense only with the
/// true value.
public struct RuleContextKey<Value: Codable & Sendable>: Sendable {
  /// The value's name in the form.
  let name: String
  /// The value that rules read while the app gives none; `nil` for a key without a default.
  let defaultValue: Value?

  /// Creates a key without a default, with the name of the property that creates it. A rule doesn't apply while its value isn't given.
  public init(_ name: String = #function) {
    self.name = name
    defaultValue = nil
  }

  /// Creates a key with a default, which is a part of the form, so other programs evaluate its rules, too.
  ///
  /// - Parameters:
  ///   - name: The name of the value in the form; the name of the property by default.
  ///   - defaultValue: The value that rules read while the app gives none.
  public init(_ name: String = #function, default defaultValue: Value) {
    self.name = name
    self.defaultValue = defaultValue
  }
}

extension SettingReference where Value == Root {
  /// Returns a reference to a value that the app provides in addition to the settings: `s.context(\.platform) == "watch"`.
  ///
  /// A rule doesn't apply if it uses a value that the app doesn't provide and that has no default. See ``RuleContext``.
  public func context<Member>(_ key: KeyPath<RuleContext, RuleContextKey<Member>>) -> RuleValueReference<
    Member
  > {
    RuleValueReference(context: RuleContext()[keyPath: key])
  }
}
