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
