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

/// Values that rules can use in addition to settings, such as the platform or the user's role.
///
/// Declare each as a property, and pass the values when you open the store:
///
/// ```swift
/// extension RuleContext {
///   var platform: ContextKey<String> { ContextKey() }
///   var task: ContextKey<Task> { ContextKey(default: Task()) }
/// }
///
/// var context = RuleContext()
/// context[\.platform] = "watch"
/// context[\.task]?.status = "done"
/// ```
public struct RuleContext: Hashable, Sendable {
  /// The values by name, as JSON.
  package private(set) var values: [String: JSONValue] = [:]

  /// Creates a context without values.
  public init() {}

  /// The value of a key, or else its default; `nil` if there is neither.
  public subscript<Value>(key: KeyPath<RuleContext, ContextKey<Value>>) -> Value? {
    get {
      let key = self[keyPath: key]
      guard let json = values[key.name] else { return key.defaultValue }
      guard let document = try? JSONDocument(parsing: Array(json.description.utf8)) else {
        return nil
      }
      return try? SettingsDecoder(document).decode(Value.self)
    }
    set {
      let json = newValue.flatMap { try? SettingsEncoder().encode($0) }
      values[self[keyPath: key].name] = json
    }
  }
}

/// The name and type of a context value.
public struct ContextKey<Value: Codable & Sendable>: Sendable {
  /// The value's name in the form.
  let name: String
  /// The value that rules read while the app gives none; `nil` for a key without a default.
  let defaultValue: Value?

  /// Creates a key with the name of the property that creates it. A rule doesn't apply while its value isn't given.
  public init(_ name: String = #function) {
    self.name = name
    defaultValue = nil
  }

  /// Creates a key with a default, which is a part of the form, so that other programs evaluate its rules, too.
  public init(_ name: String = #function, default defaultValue: Value) {
    self.name = name
    self.defaultValue = defaultValue
  }
}

extension SettingReference where Value == Root {
  /// Returns a reference to a value that the app provides in addition to the settings: `s.context(\.platform) == "watch"`.
  ///
  /// A rule doesn't apply if it uses a value that the app doesn't provide and that has no default.
  public func context<Member>(_ key: KeyPath<RuleContext, ContextKey<Member>>) -> ContextReference<Member> {
    let key = RuleContext()[keyPath: key]
    return ContextReference(name: key.name, defaultValue: key.defaultValue.map { RuleTerm(constant: $0) })
  }
}

/// A reference to a context value in rules. Its members are those of the value: `s.context(\.task).status == "done"`.
@dynamicMemberLookup
public struct ContextReference<Value: Codable & Sendable>: ValueOperand {
  /// The name of the value, or of the value and its members, joined by dots.
  let name: String
  let defaultValue: RuleTerm?
  var defects: [RuleDefect] = []

  /// The value as the form represents it.
  public var _ruleTerm: RuleTerm {
    var term = RuleTerm(.context(name), defects: defects)
    if let defaultValue { term = term.with(defaultValue) { .fallback($0, $1) } }
    return term
  }

  /// Returns a reference to a member of the value.
  public subscript<Member: Codable & Sendable>(
    dynamicMember member: KeyPath<Value, Member>
  ) -> ContextReference<Member> {
    // The description ends with the name, unless the program was built without reflection metadata.
    let described = "\(member)"
    let key = described.split(separator: ".").last.map(String.init) ?? ""
    let isName = !key.isEmpty && !key.contains("<") && !key.contains(">")
    var missing: [RuleDefect] = isName ? [] : [.noMemberName(described)]
    let inner = defaultValue.flatMap { term -> RuleTerm? in
      guard isName, case .value(let json) = term.expression else { return nil }
      // An optional member without a value isn't coded.
      guard let value = json.member(at: [key]) else {
        if Member.self is any ExpressibleByNilLiteral.Type { return nil }
        missing = [.noMemberName(described)]
        return nil
      }
      return RuleTerm(.value(value), defects: term.defects)
    }
    return ContextReference<Member>(name: name + "." + key, defaultValue: inner, defects: defects + missing)
  }
}

extension ContextReference: NumberOperand, NumberTerm where Value: NumericValue {}
