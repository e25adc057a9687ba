/// An expression of a rule over settings, context values and constants.
///
/// The result is a value or no value. An optional setting without a value, a context value that the app didn't provide, and a
/// division by zero have no value. An expression with an operand that has no value has no value, except `all` with a `false`
/// operand, `any` with a `true` operand, `fallback`, and comparisons with the constant `null`. A rule whose condition,
/// constraint or value has no value doesn't apply.
///
/// Strings are equal if they are canonically equivalent in Unicode (`é` written either way). They are ordered by their scalars
/// in normal form C, regardless of language. Numbers are exact decimals: `0.1 + 0.2` is `0.3`.
///
/// There is one tree for a rule as it is written and as it is run. Compiling checks its types and fills in what is looked up once: the
/// positions and types of settings, regular expressions, and which values are compared as numbers of seconds.
///
/// | Swift | JsonLogic |
/// |---|---|
/// | `.setting(["pool", "max"])` | `{"var": "pool.max"}` |
/// | `.operation(.lessOrEqual, [.setting(["pool", "min"]), .value(3)])` | `{"<=": [{"var": "pool.min"}, 3]}` |
package indirect enum RuleExpression: Hashable, Sendable {
  /// A constant.
  case value(JSONValue)
  /// A setting's value: the explicit value, or else the derived value, or else the default. A compiled rule knows its position in the form
  /// and its type.
  case setting(SettingPath, at: Int? = nil, RuleType = .any)
  /// A value that the app provides besides the settings, such as its platform.
  case context(String)
  /// In the condition of `every`, a member of the element; the root is the element itself. A compiled rule knows its default and its type.
  case element(SettingPath, default: JSONValue? = nil, RuleType = .any)
  /// An operation on as many operands as it needs.
  case operation(RuleOperation, [RuleExpression])
  /// A regular expression that was compiled: an operand of `matches`.
  case pattern(TextPattern)
  /// A duration or a date as a number of seconds, in a compiled rule. A number, which a context value can be, counts seconds already.
  case seconds(RuleExpression, RuleType)
}

extension RuleExpression {
  /// The expressions that this expression consists of, from left to right; empty for a constant, a setting and a
  /// context value.
  package var operands: [RuleExpression] {
    switch self {
    case .operation(_, let operands): operands
    case .seconds(let operand, _): [operand]
    case .value, .setting, .context, .element, .pattern: []
    }
  }

  package func forEach(_ body: (RuleExpression) -> Void) {
    body(self)
    for operand in operands { operand.forEach(body) }
  }

  /// The constant, if the expression is one.
  package var constant: JSONValue? {
    if case .value(let value) = self { value } else { nil }
  }

  /// The type of the value of a compiled expression, if the form determines it.
  package var type: RuleType {
    switch self {
    case .value(let value): return RuleType(of: value)
    case .setting(_, _, let type), .element(_, _, let type): return type
    case .context: return .any
    case .operation(let operation, let operands):
      if let type = operation.signature.result { return type }
      // Both values have the same type. A constant beside a duration or a date is one, too.
      let types = operands.suffix(2).map(\.type)
      return types.first(where: \.isQuantity) ?? types.first { $0 != .any } ?? .any
    case .pattern: return .text
    case .seconds: return .number
    }
  }
}

/// The operations of JsonLogic (<https://jsonlogic.com/operations.html>) that rules use, and some additional
/// operations. The operands are in the order of JsonLogic, so `in` has the element first, and the container second.
///
/// Operations of JsonLogic over lists, such as `map` and `reduce`, aren't known, and a rule with one is an error. Neither are its
/// conversions of types: a rule that compares text with a number is an error, found when the form is read.
package enum RuleOperation: String, Hashable, Sendable, CaseIterable {
  /// Whether two values are equal; values of different types never are. With the constant `null`, whether there is no value.
  case equal = "=="
  case notEqual = "!="
  /// Whether the first of two numbers or strings is less; the other comparisons are likewise for numbers and strings only.
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  /// The sum of two numbers. As of all calculations, results have up to 34 significant digits and are rounded to nearest, half to even. A
  /// result outside 10^±6144 and a division by zero have no value.
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  /// The least of several numbers.
  case minimum = "min"
  /// The greatest of several numbers.
  case maximum = "max"
  /// Whether all operands are true; `true` without operands.
  case all = "and"
  /// Whether any operand is true; `false` without operands.
  case any = "or"
  /// The opposite.
  case not = "!"
  /// Whether the first operand is contained in the second: an element in a list, a key in a dictionary, a part in a string.
  case contained = "in"
  /// The second operand if the first is true, or else the third.
  case conditional = "if"
  /// Whether any part of a string matches a regular expression; see ``TextPattern``.
  case matches
  /// A number as a whole number. The second operand is the name of a ``RuleRounding``.
  case rounded
  /// The number of a list's elements, a dictionary's members, or a string's characters (grapheme clusters).
  case count
  /// Whether a list, a dictionary or a string is empty.
  case isEmpty
  /// The first operand, or the second if the first has no value.
  case fallback = "??"
  /// Whether each element of a list or value of a dictionary meets a condition, which reads it as `element`. One that lacks a value that
  /// the condition reads does.
  case every

  /// The numbers of operands that an expression can have, their type if it is the same for all of them and doesn't depend on each other, and
  /// the type of the result; `nil` for that of an operand. The second operand of `rounded` is a name.
  package var signature: (counts: ClosedRange<Int>, operands: RuleType?, result: RuleType?) {
    switch self {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .contained, .matches:
      (2...2, nil, .boolean)
    case .add, .subtract, .multiply, .divide, .rounded: (2...2, .number, .number)
    case .minimum, .maximum: (1...Int.max, .number, .number)
    case .all, .any: (0...Int.max, .boolean, .boolean)
    case .not: (1...1, .boolean, .boolean)
    case .count: (1...1, nil, .number)
    case .isEmpty: (1...1, nil, .boolean)
    case .every: (2...2, nil, .boolean)
    case .fallback: (2...2, nil, nil)
    case .conditional: (3...3, nil, nil)
    }
  }
}

/// How JsonLogic writes operations.
extension RuleOperation {
  /// The name of a setting or a context value.
  package static let variable = "var"
  /// Encloses a constant: `{"literal": {"min": 1}}` is an object, and `{"min": [1]}` is the smallest number.
  package static let literal = "literal"
  /// The prefix of a variable that is a context value: `$context.platform`. No setting has such a name, because a key
  /// with a dollar sign is quoted in paths.
  package static let contextPrefix = "$context."
  /// The variable that is the element in the condition of `every`. Its members follow after a dot: `$element.timeout`.
  package static let element = "$element"

  /// Names that are read and not written: the expressions are the same.
  private static let otherNames: [String: RuleOperation] = [
    "===": .equal, "!==": .notEqual, "?:": .conditional,
  ]

  /// All names that an object with one member can have.
  package static let names = [variable] + allCases.map(\.rawValue) + otherNames.keys.sorted() + [literal]

  package init?(named name: String) {
    guard let operation = RuleOperation(rawValue: name) ?? Self.otherNames[name] else { return nil }
    self = operation
  }

  /// The numbers of operands that can be written under a name. `-` with one operand is the negative number, `<` with three is a test
  /// whether the second one is between the others, and `{"+": [a, b, c]}` is `(a + b) + c`.
  package func operandCounts(named name: String) -> ClosedRange<Int> {
    switch self {
    case .less, .lessOrEqual: 2...3
    case .subtract: 1...2
    case .add, .multiply: 1...Int.max
    case .conditional where name == rawValue: 0...Int.max
    default: signature.counts
    }
  }
}

/// How a number becomes a whole number; the raw value is the second operand of `rounded`.
package enum RuleRounding: String, Hashable, Sendable, CaseIterable {
  case down, up, towardZero, awayFromZero
  /// To the nearest whole number, and a half away from zero.
  case nearest
  /// To the nearest whole number, and a half to the even one.
  case nearestOrEven

  package init(_ rule: FloatingPointRoundingRule) {
    self = Self.allCases.first { $0.rule == rule } ?? .nearest
  }

  package var rule: FloatingPointRoundingRule {
    switch self {
    case .down: .down
    case .up: .up
    case .towardZero: .towardZero
    case .awayFromZero: .awayFromZero
    case .nearest: .toNearestOrAwayFromZero
    case .nearestOrEven: .toNearestOrEven
    }
  }

  /// The end of a sentence: "the quota * 0.8, rounded down".
  package var words: String {
    switch self {
    case .down: "rounded down"
    case .up: "rounded up"
    case .towardZero: "without its fraction"
    case .awayFromZero: "rounded away from zero"
    case .nearest, .nearestOrEven: "rounded"
    }
  }
}
