extension FormRule {
  /// The rule as it is written in `x-rules`.
  ///
  /// ```json
  /// {"when": {"==": [{"var": "mode"}, "exact"]}, "require": {"<=": [{"var": "timePeriod"}, 30]}}
  /// ```
  package var json: JSONValue {
    var object = JSONObject()
    func set(_ member: RuleMember, _ value: JSONValue?) { object[member.rawValue] = value }
    set(.when, condition?.json)
    switch effect {
    case .require(let expression): set(.require, expression.json)
    case .restrict(let restriction, let paths):
      // Paths with dots are easier to read and to write than JSON Pointers.
      object[restriction.rawValue] = .array(paths.map { .string($0.description) })
    case .assign(let path, let value):
      set(.set, .string(path.description))
      set(.to, value.json)
    }
    set(.message, message.map(JSONValue.string))
    // What has its usual value isn't written.
    set(.severity, severity == .error ? nil : .string(severity.rawValue))
    set(.priority, priority == .normal ? nil : .number(JSONNumber(priority.number)))
    set(.group, group.map(JSONValue.string))
    set(.source, source.map(JSONValue.string))
    return .object(object)
  }
}

extension RuleExpression {
  /// The expression as JsonLogic with additional operations: `pool.min <= 3` is `{"<=": [{"var": "pool.min"}, 3]}`.
  ///
  /// A constant with an object inside is a `literal`, since `{"min": 1}` would be read as an operation. A variable has its name as the
  /// only operand, without a list around it, as people write it.
  package var json: JSONValue {
    switch self {
    case .value(let value): value.holdsObject ? [RuleOperation.literal: value] : value
    case .setting(let path, _, _): [RuleOperation.variable: .string(path.description)]
    case .context(let name): [RuleOperation.variable: .string(RuleOperation.contextPrefix + name)]
    case .element(let path, _, _):
      [RuleOperation.variable: .string(RuleOperation.element + (path.isRoot ? "" : ".\(path)"))]
    case .operation(let operation, let operands): [operation.rawValue: .array(operands.map(\.json))]
    case .pattern(let pattern): .string(pattern.source)
    case .seconds(let operand, _): operand.json
    }
  }
}

extension JSONValue {
  /// Whether the value is or contains an object, which JsonLogic could read as an operation.
  fileprivate var holdsObject: Bool {
    switch self {
    case .object: true
    case .array(let elements): elements.contains(where: \.holdsObject)
    case .null, .bool, .number, .string: false
    }
  }
}
