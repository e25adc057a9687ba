extension FormKind {
  /// Returns how far a value is from being one of this kind: 0 for a value of the kind; `nil` for a value of another JSON type.
  ///
  /// The distance compares alternatives without checking the value: a constant that differs is worse than a missing required
  /// key, which is worse than an unknown key.
  package func distance(to value: JSONValue) -> Int? { distance(to: value, depth: 0) }

  private func distance(to value: JSONValue, depth: Int) -> Int? {
    switch (self, value) {
    case (.boolean, .bool): return 0
    case (.integer, .number): return JSONType(of: value) == .integer ? 0 : Distance.otherValue
    case (.number, .number): return 0
    case (.string, .string): return 0
    case (.choice(let choices), _):
      if choices.contains(where: { $0.value == value }) { return 0 }
      let type = JSONType(of: value)
      return choices.contains { JSONType(of: $0.value) == type } ? Distance.otherValue : nil
    case (.flags(let choices), .array(let elements)):
      return Self.distance(of: elements, FormKind.choice(choices), depth)
    case (.list(let element, _), .array(let elements)):
      return Self.distance(of: elements, element, depth)
    case (.dictionary(let element), .object(let object)):
      return Distance.freeKeys + Self.distance(of: object.members.map(\.value), element, depth)
    case (.object(let section), .object(let object)):
      return Self.distance(of: object, in: section, depth)
    case (.variants(let variants), _):
      return variants.compactMap { $0.kind.distance(to: value, depth: depth) }.min()
    case (.recursive(let recursive), _):
      return depth < Distance.depth ? recursive.kind.distance(to: value, depth: depth + 1) : Distance.anything
    case (.json, _): return Distance.anything
    default: return nil
    }
  }

  private enum Distance {
    /// The number of levels that are compared.
    static let depth = 4
    /// The number of elements that are compared.
    static let elements = 8
    static let anything = 5
    static let freeKeys = 1
    static let unknownKey = 2
    static let refusedKey = 20
    static let missingKey = 50
    static let otherValue = 100
  }

  private static func distance(of elements: [JSONValue], _ kind: FormKind, _ depth: Int) -> Int {
    guard depth < Distance.depth else { return 0 }
    return elements.prefix(Distance.elements).reduce(0) { sum, element in
      sum + (kind.distance(to: element, depth: depth + 1) ?? Distance.otherValue)
    }
  }

  private static func distance(of object: JSONObject, in section: FormSection, _ depth: Int) -> Int {
    let required = Set(section.requiredKeys)
    var distance = 0
    var known = 0
    for item in section.items {
      if let value = object[item.key] {
        known += 1
        if depth < Distance.depth { distance += Self.distance(of: value, to: item, depth + 1) }
      } else if required.contains(item.key) {
        distance += Distance.missingKey
      }
    }
    guard section.entries.isEmpty else { return distance }
    let isClosed = section.otherKeywords["additionalProperties"] == .bool(false)
    return distance + (object.members.count - known) * (isClosed ? Distance.refusedKey : Distance.unknownKey)
  }

  private static func distance(of value: JSONValue, to item: FormItem, _ depth: Int) -> Int {
    switch item {
    case .section(let section):
      FormKind.object(section).distance(to: value, depth: depth) ?? Distance.otherValue
    case .setting(let setting) where value == .null && setting.isOptional: 0
    case .setting(let setting):
      setting.shape.values.kind.distance(to: value, depth: depth) ?? Distance.otherValue
    }
  }
}
