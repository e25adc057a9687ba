/// Infers a form from a settings file that has none: which sections and settings it has, and of which types their values are.
///
/// The types only determine how values are edited. Any other value is valid, too.
enum FormInference {
  /// The deepest section. The types of the values inside aren't inferred.
  private static let maxDepth = 32

  /// Infers a section from the values of an object in several places: with the keys of all of them, in the order of their first
  /// occurrence.
  static func section(key: String, _ objects: [JSONObject], depth: Int = 0) -> FormSection {
    var keys: [String] = []
    var values: [String: [JSONValue]] = [:]
    for member in objects.lazy.flatMap(\.members) {
      if values[member.key] == nil { keys.append(member.key) }
      values[member.key, default: []].append(member.value)
    }
    return FormSection(
      key: key, title: key, items: keys.map { item(key: $0, values[$0] ?? [], depth: depth + 1) })
  }

  private static func item(key: String, _ values: [JSONValue], depth: Int) -> FormItem {
    let objects = values.compactMap(\.object)
    if objects.count == values.count, objects.contains(where: { !$0.members.isEmpty }), depth < maxDepth {
      return .section(section(key: key, objects, depth: depth))
    }
    return .setting(setting(key: key, values, depth: depth))
  }

  /// Infers a setting from its values in several places.
  static func setting(key: String, _ values: [JSONValue], depth: Int = 0) -> FormSetting {
    let kind = kind(of: values, depth: depth)
    return FormSetting(
      key: key, title: key, kind: kind, isOptional: values.contains(.null), traits: .anyType)
  }

  /// Infers the kind that describes all values except `null`.
  private static func kind(of values: [JSONValue], depth: Int) -> FormKind {
    let values = values.filter { $0 != .null }
    guard depth < maxDepth, let first = values.first, values.allSatisfy({ $0.kind == first.kind }) else {
      return .anything
    }
    switch first {
    case .null: return .anything
    case .bool: return .boolean
    case .number:
      return values.allSatisfy(\.isSpelledAsInteger) ? .integer(NumberLimits()) : .number(NumberLimits())
    case .string:
      return .string(TextLimits(isMultiline: values.contains { $0.text?.contains("\n") == true }))
    case .array:
      return .list(kind(of: values.flatMap(\.elementList), depth: depth + 1), ListLimits())
    case .object:
      let objects = values.compactMap(\.object).filter { !$0.members.isEmpty }
      if objects.isEmpty { return .dictionary(.anything) }
      var section = section(key: "", objects, depth: depth + 1)
      section.entries = [FormEntries(kind: .anything)]
      return .object(section)
    }
  }
}

extension JSONValue {
  fileprivate var isSpelledAsInteger: Bool {
    number?.spelling.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0.isASCIIDigit } ?? false
  }
}
