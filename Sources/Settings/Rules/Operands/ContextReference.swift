/// A value that the app gives besides the settings, as rules name it: `s.context(\.platform)`.
public struct ContextReference<Value: Codable & Sendable>: ValueOperand {
  /// The context value.
  public let ruleTerm: RuleTerm
}

extension ContextReference: NumberOperand, NumberTerm where Value: NumericValue {}

extension SettingReference where Value == Root {
  /// A value that the app gives besides the settings: `s.context(\.platform) == "watch"`.
  ///
  /// A rule that needs a value that the app did not give does not apply.
  public func context<Member>(_ key: KeyPath<RuleContext, ContextKey<Member>>) -> ContextReference<Member> {
    ContextReference(ruleTerm: RuleTerm(.context(RuleContext()[keyPath: key].name)))
  }
}

/// Values that are not settings and that rules may ask for, such as the platform or the user's role.
///
/// An app declares each as a property, named by itself, and gives the values with its store:
///
/// ```swift
/// extension RuleContext {
///   var platform: ContextKey<String> { ContextKey() }
/// }
///
/// var context = RuleContext()
/// context[\.platform] = "watch"
/// ```
public struct RuleContext: Hashable, Sendable {
  /// The values by name, as JSON.
  public private(set) var values: [String: JSONValue] = [:]

  /// Makes a context without values.
  public init() {}

  /// The value of a key; `nil` if there is none.
  public subscript<Value>(key: KeyPath<RuleContext, ContextKey<Value>>) -> Value? {
    get {
      let json = values[self[keyPath: key].name]
      guard let json, let document = try? JSONDocument(parsing: Array(json.description.utf8)) else {
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
  /// What the form calls the value.
  public let name: String

  /// Makes a key that is called as the property that it is made in.
  public init(_ name: String = #function) {
    self.name = name
  }
}
