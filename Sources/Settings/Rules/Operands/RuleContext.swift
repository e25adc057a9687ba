/// Values that rules can use in addition to settings, such as the platform or the user's role.
///
/// Declare each as a property, and pass the values when you open the store:
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
  package private(set) var values: [String: JSONValue] = [:]

  /// Creates a context without values.
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
  /// The value's name in the form.
  let name: String

  /// Creates a key with the name of the property that creates it.
  public init(_ name: String = #function) {
    self.name = name
  }
}

extension SettingReference where Value == Root {
  /// Returns a reference to a value that the app provides in addition to the settings: `s.context(\.platform) == "watch"`.
  ///
  /// A rule doesn't apply if it uses a value that the app doesn't provide.
  public func context<Member>(_ key: KeyPath<RuleContext, ContextKey<Member>>) -> ValueExpression<Member> {
    ValueExpression(RuleTerm(.context(RuleContext()[keyPath: key].name)))
  }
}
