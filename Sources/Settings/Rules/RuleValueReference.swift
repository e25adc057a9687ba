/// A reference to a value that isn't a setting: a context value, `s.context(\.user)`, or an element of a list, `$0` in `forEach`. It has
/// the members of the value.
///
/// ```swift
/// static let rules = RuleBook(for: AppSettings.self) { s in
///   s.context(\.user).role == "guest" => .hide(s.network.token)
///   s.pool.max <= s.context(\.user).quota
///   s.servers.forEach { $0.pause * 2 <= s.timeout }
/// }
/// ```
///
/// A member has to be a stored property. If the keys of the value aren't the names of its properties, the member is found by its default,
/// and the rule is an error when the store is opened if that doesn't tell. With numbers and Booleans, a reference works like a reference to
/// a setting; see ``SettingReference``.
///
/// Settings follow when a context value changes: see ``SettingsStore/setContext(_:)``.
@dynamicMemberLookup
public struct RuleValueReference<Value: Codable & Sendable>: ValueOperand {
  /// The name of the context value and the keys of the members; `nil` as the name stands for an element.
  private let name: String?
  private let keys: [String]
  /// The default of a context value, or what an element has where it lacks members; `nil` if there is none.
  private let defaultValue: Value?
  private var defects: [RuleDefect] = []

  init(context key: RuleContextKey<Value>) {
    (name, keys, defaultValue) = (key.name, [], key.defaultValue)
  }

  private init(_ name: String?, _ keys: [String], default value: Value?, _ defects: [RuleDefect]) {
    (self.name, self.keys, defaultValue, self.defects) = (name, keys, value, defects)
  }

  /// Returns a reference to an element of a list. The form has the defaults of its members, and a new struct shows their keys.
  static func element() -> Self {
    Self(nil, [], default: (Value.self as? any SettingsGroup.Type)?.init() as? Value, [])
  }

  /// The value as the form represents it.
  public var _ruleTerm: RuleTerm {
    guard let name else { return RuleTerm(.element(SettingPath(keys)), defects: defects) }
    let term = RuleTerm(.context(([name] + keys).joined(separator: ".")), defects: defects)
    // An optional member without a value isn't a default.
    guard let constant = defaultValue.map({ RuleTerm(constant: $0) }), constant.expression != .value(.null)
    else {
      return term
    }
    return RuleTerm(.fallback, [term, constant])
  }

  /// Returns a reference to a member of the value.
  public subscript<Member: Codable & Sendable>(
    dynamicMember member: KeyPath<Value, Member>
  ) -> RuleValueReference<Member> {
    let key = key(of: member)
    return RuleValueReference<Member>(
      name, keys + [key ?? ""], default: defaultValue?[keyPath: member],
      defects + (key == nil ? [.noMemberName("\(member)")] : []))
  }

  /// Returns the key of a member: its name, unless the value is coded with other keys. Then it is the only key that has the member's value.
  private func key<Member: Encodable>(of member: KeyPath<Value, Member>) -> String? {
    // The description ends with the name, unless the program was built without reflection metadata.
    let name = "\(member)".split(separator: ".").last.map(String.init).flatMap { name in
      name.contains { "<>".contains($0) } ? nil : name
    }
    guard let value = defaultValue, case .object(let object)? = try? SettingsEncoder().encode(value) else {
      return name
    }
    if let name, object[name] != nil { return name }
    let own = try? SettingsEncoder().encode(value[keyPath: member])
    let keys = object.members.filter { $0.value == own }.map(\.key)
    return keys.count == 1 ? keys[0] : nil
  }
}

extension RuleValueReference: NumberOperand, NumberTerm where Value: RuleNumericValue {}
