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
