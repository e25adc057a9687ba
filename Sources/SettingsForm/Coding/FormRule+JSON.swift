extension FormRule {
  /// The rule as it is written in `x-rules`.
  ///
  /// ```json
  /// {"when": {"==": [{"var": "mode"}, "exact"]}, "require": {"<=": [{"var": "timePeriod"}, 30]}}
  /// ```
  package var json: JSONValue {
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
    // What has its usual value isn't written.
    if severity != .error { members.append((.severity, .string(severity.rawValue))) }
    if priority != .normal { members.append((.priority, .number(JSONNumber(priority.number)))) }
    if let group { members.append((.group, .string(group))) }
    if let source { members.append((.source, .string(source))) }
    return .object(
      JSONObject(distinct: members.map { JSONObject.Member(key: $0.0.rawValue, value: $0.1) }))
  }

  /// Returns paths with dots, which are easier to read and to write than JSON Pointers.
  private static func json(_ paths: [SettingPath]) -> JSONValue {
    .array(paths.map { .string($0.description) })
  }
}

extension RuleExpression {
  /// The expression as JsonLogic with additional operations: `pool.min <= 3` is `{"<=": [{"var": "pool.min"}, 3]}`.
  package var json: JSONValue {
    guard let operation else { return constant }
    return .object(JSONObject(distinct: [JSONObject.Member(key: operation.rawValue, value: jsonOperands)]))
  }

  /// The operation that represents the expression; `nil` for a plain constant. A constant with an object inside is a
  /// `literal`, since `{"min": 1}` would be read as an operation.
  ///
  /// The switch names every case, so an expression that is added to rules can't be written as a constant by mistake.
  package var operation: RuleOperator? {
    switch self {
    case .value(let value): value.holdsObject ? .literal : nil
    case .setting, .context: .variable
    case .comparison(let comparison, _, _): RuleOperator(rawValue: comparison.rawValue)
    case .arithmetic(let arithmetic, _, _): RuleOperator(rawValue: arithmetic.rawValue)
    case .rounded: .rounded
    case .minimum: .minimum
    case .maximum: .maximum
    case .all: .and
    case .any: .or
    case .not: .not
    case .contains: .contained
    case .matches: .matches
    case .count: .count
    case .isEmpty: .isEmpty
    case .fallback: .fallback
    case .conditional: .conditional
    }
  }

  /// The constant, which is written as it is. Every other expression has an operation and doesn't get here.
  private var constant: JSONValue {
    if case .value(let value) = self { value } else { .null }
  }

  /// The operands of the operation, in the order of JsonLogic. `in` has the element first, and the container second.
  ///
  /// A variable has its name as the only operand, without a list around it, as people write it: `{"var": "pool.min"}`.
  private var jsonOperands: JSONValue {
    switch self {
    case .value(let value): value
    case .setting(let path): .string(path.description)
    case .context(let name): .string(RuleOperator.contextPrefix + name)
    case .contains(let container, let element): [element.json, container.json]
    case .matches(let operand, let pattern): [operand.json, .string(pattern)]
    case .rounded(let operand, let rounding): [operand.json, .string(rounding.rawValue)]
    case .comparison, .arithmetic, .minimum, .maximum, .all, .any, .not, .count, .isEmpty, .fallback,
      .conditional:
      .array(operands.map(\.json))
    }
  }
}

extension JSONValue {
  /// Whether the value is or contains an object, which JsonLogic could read as an operation.
  var holdsObject: Bool {
    switch self {
    case .object: true
    case .array(let elements): elements.contains(where: \.holdsObject)
    case .null, .bool, .number, .string: false
    }
  }
}

/// The operations of JsonLogic (<https://jsonlogic.com/operations.html>) that rules use, and some additional
/// operations.
///
/// Additional operations are `matches`, `rounded`, `count`, `isEmpty`, `??`, and `literal`, which encloses a constant that would
/// be read as an operation.
///
/// Forms are written with one spelling of each operation and read with all: `===` is read as `==`, `?:` as `if`.
/// Operations of JsonLogic over lists, such as `map` and `reduce`, aren't known, and a rule with one is an error.
///
/// JsonLogic's conversions of types aren't among them: a rule that compares text with a number is an error, found when
/// the form is read.
package enum RuleOperator: String, CaseIterable {
  case variable = "var"
  case equal = "=="
  case strictlyEqual = "==="
  case notEqual = "!="
  case strictlyNotEqual = "!=="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case minimum = "min"
  case maximum = "max"
  case and
  case or
  case not = "!"
  case contained = "in"
  case conditional = "if"
  case ternary = "?:"
  case matches
  case rounded
  case count
  case isEmpty
  case fallback = "??"
  /// Encloses a constant: `{"literal": {"min": 1}}` is an object, and `{"min": [1]}` is the smallest number.
  case literal

  /// The allowed numbers of operands. `-` with one operand is the negative number, and `<` with three is a test whether
  /// the second one is between the others.
  package var operandCounts: ClosedRange<Int> {
    switch self {
    case .variable: 0...2
    case .equal, .strictlyEqual, .notEqual, .strictlyNotEqual, .greater, .greaterOrEqual, .divide,
      .contained, .matches, .rounded, .fallback:
      2...2
    case .less, .lessOrEqual: 2...3
    case .subtract: 1...2
    case .not, .count, .isEmpty, .literal: 1...1
    case .add, .multiply, .minimum, .maximum: 1...Int.max
    case .and, .or, .conditional: 0...Int.max
    case .ternary: 3...3
    }
  }

  /// Whether more than two operands are read as operations inside one another: `{"+": [a, b, c]}` is `(a + b) + c`.
  package var isFolded: Bool {
    switch self {
    case .add, .subtract, .multiply, .divide, .conditional, .ternary: true
    case .variable, .equal, .strictlyEqual, .notEqual, .strictlyNotEqual, .less, .lessOrEqual, .greater,
      .greaterOrEqual, .minimum, .maximum, .and, .or, .not, .contained, .matches, .rounded, .count, .isEmpty,
      .fallback, .literal:
      false
    }
  }

  /// The prefix of a variable that is a context value: `$context.platform`. No setting has such a name, because a key
  /// with a dollar sign is quoted in paths.
  package static let contextPrefix = "$context."
}
