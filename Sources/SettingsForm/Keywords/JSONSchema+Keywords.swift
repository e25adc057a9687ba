extension JSONSchema {
  /// The key of a document's version for the migrations of its app, at its root.
  package static let versionKey = "$version"

  /// The keys at the root of a document that belong to its reader rather than to the settings: the name of its schema and its version.
  package static let readerKeys: Set<String> = ["$schema", versionKey]

  /// The allowed types; empty if any type is allowed.
  package var types: [JSONType] {
    for case .type(let types) in keywords { return types }
    return []
  }

  package var const: JSONValue? {
    for case .const(let value) in keywords { return value }
    return nil
  }

  package var items: JSONSchema? {
    for case .items(let schema) in keywords { return schema }
    return nil
  }

  package var properties: [SchemaKeyword.Named]? {
    for case .properties(let properties) in keywords { return properties }
    return nil
  }

  package var additionalProperties: JSONSchema? {
    for case .additionalProperties(let schema) in keywords { return schema }
    return nil
  }

  package var multipleOf: JSONNumber? {
    for case .multipleOf(let number) in keywords { return number }
    return nil
  }

  package func has(_ name: String) -> Bool { keywords.contains { $0.name == name } }

  /// The keys that the setting had in earlier versions.
  var formerKeys: [String] {
    for case .setting(let setting) in keywords { return setting.was.compactMap(\.text) }
    return []
  }

  /// The narrowest range that the keywords define.
  package var range: NumberLimits {
    var limits = NumberLimits()
    for keyword in keywords {
      switch keyword {
      case .minimum(let number): limits.raise(to: .inclusive(number))
      case .exclusiveMinimum(let number): limits.raise(to: .exclusive(number))
      case .maximum(let number): limits.lower(to: .inclusive(number))
      case .exclusiveMaximum(let number): limits.lower(to: .exclusive(number))
      default: break
      }
    }
    return limits
  }
}

extension NumberLimits {
  fileprivate mutating func raise(to bound: Bound) {
    guard let lower else { return self.lower = bound }
    if bound.value > lower.value || bound.value == lower.value && bound.isExclusive { self.lower = bound }
  }

  fileprivate mutating func lower(to bound: Bound) {
    guard let upper else { return self.upper = bound }
    if bound.value < upper.value || bound.value == upper.value && bound.isExclusive { self.upper = bound }
  }
}
