/// The operations of JsonLogic (<https://jsonlogic.com/operations.html>) that rules use, and some additional ones.
///
/// The additional ones are `matches`, `count`, `isEmpty`, `??`, and `literal`, which encloses a constant that would be read as
/// an operation.
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
  case count
  case isEmpty
  case fallback = "??"
  case literal

  /// The allowed numbers of operands.
  package var operandCounts: ClosedRange<Int> {
    switch self {
    case .variable: 0...2
    case .equal, .strictlyEqual, .notEqual, .strictlyNotEqual, .greater, .greaterOrEqual, .divide,
      .contained, .matches, .fallback:
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
      .greaterOrEqual, .minimum, .maximum, .and, .or, .not, .contained, .matches, .count, .isEmpty, .fallback,
      .literal:
      false
    }
  }

  /// The prefix of a variable that is a context value. No setting has such a name, because a key with a dollar sign is quoted
  /// in paths.
  package static let contextPrefix = "$context."
}

extension RuleComparison {
  /// The operation with the same meaning.
  var operation: RuleOperator {
    switch self {
    case .equal: .equal
    case .notEqual: .notEqual
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    }
  }
}

extension RuleArithmetic {
  /// The operation with the same meaning.
  var operation: RuleOperator {
    switch self {
    case .add: .add
    case .subtract: .subtract
    case .multiply: .multiply
    case .divide: .divide
    }
  }
}
