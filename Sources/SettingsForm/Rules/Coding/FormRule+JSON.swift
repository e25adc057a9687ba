extension FormRule {
  /// The rule as it stands in `x-rules`.
  ///
  /// ```json
  /// {"when": {"==": [{"var": "mode"}, "exact"]}, "require": {"<=": [{"var": "timePeriod"}, 30]}}
  /// ```
  public var json: JSONValue {
    var members: [(RuleMember, JSONValue)] = []
    if let condition { members.append((.when, condition.json)) }
    switch effect {
    case .require(let expression): members.append((.require, expression.json))
    case .hide(let paths): members.append((.hide, Self.json(paths)))
    case .disable(let paths): members.append((.disable, Self.json(paths)))
    case .readOnly(let paths): members.append((.readOnly, Self.json(paths)))
    case .assign(let path, let value):
      members += [(.set, .string(path.description)), (.to, value.json)]
    }
    if let message { members.append((.message, .string(message))) }
    if severity != .error { members.append((.severity, .string(severity.rawValue))) }
    if priority != .normal { members.append((.priority, .number(JSONNumber(priority.rawValue)))) }
    if let group { members.append((.group, .string(group))) }
    if let source { members.append((.source, .string(source))) }
    return .object(
      JSONObject(distinct: members.map { JSONObject.Member(key: $0.0.rawValue, value: $0.1) }))
  }

  private static func json(_ paths: [SettingPath]) -> JSONValue {
    .array(paths.map { .string($0.description) })
  }
}

extension RuleExpression {
  /// The expression as JsonLogic, with some operations of our own.
  public var json: JSONValue {
    switch self {
    case .value(let value): value.holdsObject ? Self.operation(.literal, value) : value
    case .setting(let path): Self.operation(.variable, .string(path.description))
    case .context(let name): Self.operation(.variable, .string(RuleOperator.contextPrefix + name))
    case .comparison(let comparison, let left, let right):
      Self.operation(comparison.operator, [left, right])
    case .arithmetic(let arithmetic, let left, let right):
      Self.operation(arithmetic.operator, [left, right])
    case .minimum(let operands): Self.operation(.minimum, operands)
    case .maximum(let operands): Self.operation(.maximum, operands)
    case .all(let operands): Self.operation(.and, operands)
    case .any(let operands): Self.operation(.or, operands)
    case .not(let operand): Self.operation(.not, [operand])
    case .contains(let container, let element): Self.operation(.contained, [element, container])
    case .matches(let operand, let pattern):
      Self.operation(.matches, .array([operand.json, .string(pattern)]))
    case .count(let operand): Self.operation(.count, [operand])
    case .isEmpty(let operand): Self.operation(.isEmpty, [operand])
    case .fallback(let first, let second): Self.operation(.fallback, [first, second])
    case .conditional(let condition, let then, let otherwise):
      Self.operation(.conditional, [condition, then, otherwise])
    }
  }

  private static func operation(_ operation: RuleOperator, _ operands: [RuleExpression]) -> JSONValue {
    self.operation(operation, .array(operands.map(\.json)))
  }

  private static func operation(_ operation: RuleOperator, _ operand: JSONValue) -> JSONValue {
    .object(JSONObject(distinct: [JSONObject.Member(key: operation.rawValue, value: operand)]))
  }
}

extension JSONValue {
  /// Whether the value is an object or has one in it, which JsonLogic may take for an operation.
  var holdsObject: Bool {
    switch self {
    case .object: true
    case .array(let elements): elements.contains(where: \.holdsObject)
    case .null, .bool, .number, .string: false
    }
  }
}
