/// Conditions of schemas as expressions of rules.
///
/// An expression can't express every schema. A setting whose condition can't be expressed is always shown.
extension RuleExpression {
  /// Creates the condition of a member of a section; `nil` for a condition that can't be expressed.
  init?(_ condition: MemberCondition, in section: SettingPath) {
    switch condition {
    case .meets(let schema):
      guard let condition = Self.meets(schema, in: section) else { return nil }
      self = condition
    case .violates(let schema):
      guard let condition = Self.meets(schema, in: section) else { return nil }
      self = .not(condition)
    case .hasKey(let key): self = .isSet(section.appending(key))
    }
  }

  /// Returns whether a section meets a schema.
  private static func meets(_ schema: JSONSchema, in section: SettingPath) -> RuleExpression? {
    var parts: [RuleExpression] = []
    for keyword in schema.keywords {
      switch keyword {
      case .required(let keys): parts += keys.map { .isSet(section.appending($0)) }
      case .properties(let properties):
        for property in properties {
          let path = section.appending(property.name)
          guard let condition = meets(property.schema, path) else { return nil }
          parts.append(.any([.not(.isSet(path)), condition]))
        }
      case .type([.object]), .title, .description: continue
      default:
        guard let part = combination(keyword, { meets($0, in: section) }) else { return nil }
        parts.append(part)
      }
    }
    return parts.isEmpty ? nil : .all(parts)
  }

  /// Returns whether a setting's value meets a schema.
  private static func meets(_ schema: JSONSchema, _ path: SettingPath) -> RuleExpression? {
    var parts: [RuleExpression] = []
    for keyword in schema.keywords {
      switch keyword {
      case .const(let value): parts.append(.comparison(.equal, .setting(path), .value(value)))
      case .enumeration(let values):
        parts.append(.any(values.map { .comparison(.equal, .setting(path), .value($0)) }))
      case .pattern(let pattern): parts.append(.matches(.setting(path), pattern))
      case .title, .description: continue
      // Another keyword determines the type, too.
      case .type where schema.keywords.count > 1: continue
      default:
        guard let part = combination(keyword, { meets($0, path) }) else { return nil }
        parts.append(part)
      }
    }
    return parts.isEmpty ? nil : .all(parts)
  }

  private static func combination(
    _ keyword: SchemaKeyword, _ part: (JSONSchema) -> RuleExpression?
  ) -> RuleExpression? {
    switch keyword {
    case .not(let schema): return part(schema).map(RuleExpression.not)
    case .allOf(let schemas), .anyOf(let schemas):
      guard let parts = schemas.mapAll(part) else { return nil }
      if case .allOf = keyword { return .all(parts) }
      return .any(parts)
    default: return nil
    }
  }

  private static func isSet(_ path: SettingPath) -> RuleExpression {
    .comparison(.notEqual, .setting(path), .value(.null))
  }
}
