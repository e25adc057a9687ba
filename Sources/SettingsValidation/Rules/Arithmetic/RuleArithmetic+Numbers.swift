extension RuleArithmetic {
  /// The reason why there is no result.
  enum Fault: Error {
    case divisionByZero
    /// An operand or the result is outside of 10^±6144.
    case outOfRange
  }

  /// Returns the result for two numbers.
  func callAsFunction(_ left: JSONNumber, _ right: JSONNumber) throws(Fault) -> JSONNumber {
    guard let left = RuleDecimal(left), let right = RuleDecimal(right) else { throw .outOfRange }
    let result: RuleDecimal?
    switch self {
    case .add: result = left + right
    case .subtract: result = left - right
    case .multiply: result = left * right
    case .divide:
      guard right.significand != 0 else { throw .divisionByZero }
      result = left / right
    }
    guard let result else { throw .outOfRange }
    return result.number
  }
}
