extension RuleArithmetic {
  /// The maximum number of digits of operands and results, as in IEEE 754's decimal128. Longer ones are rounded.
  private static let precision = 34
  /// The allowed powers of ten of the first digit.
  static let exponents = -6144...6144

  /// Returns the result for two numbers.
  func callAsFunction(_ left: JSONNumber, _ right: JSONNumber) throws(RuleGap) -> JSONNumber {
    let left = try Self.rounded(JSONDecimal(left))
    let right = try Self.rounded(JSONDecimal(right))
    let result: JSONDecimal?
    switch self {
    case .add: result = left.adding(right)
    case .subtract: result = left.subtracting(right)
    case .multiply: result = left * right
    case .divide:
      guard let quotient = left.divided(by: right, digits: Self.precision) else { throw .divisionByZero }
      result = quotient
    }
    guard let result else { throw .outOfRange }
    return JSONNumber(try Self.rounded(result))
  }

  private static func rounded(_ decimal: JSONDecimal) throws(RuleGap) -> JSONDecimal {
    let rounded = decimal.rounded(toDigits: precision)
    guard let exponent = rounded.leadingExponent.word, exponents ~= exponent else { throw .outOfRange }
    return rounded
  }
}
