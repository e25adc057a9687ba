import SettingsForm

/// The values of numbers and of calculations with them.
///
/// All is computed as the compiled program computes it, in the precision of the setting's type.
extension TypeTable {
  /// The value of a number; `nil` if only running the code tells.
  func number(_ expression: Expression, as type: ValueType, in scope: TypeScope, depth: Int) -> JSONNumber? {
    switch type {
    case .integer(let integer):
      return self.integer(expression, as: integer, in: scope, depth: depth).map { JSONNumber($0) }
    case .number(.double):
      let value = fraction(expression, as: Double.self, type, in: scope, depth: depth)
      return Self.spelled(value, like: expression)
    case .number(.single):
      let value = fraction(expression, as: Float.self, type, in: scope, depth: depth)
      return Self.spelled(value, like: expression)
    case .number(.decimal): return decimal(expression, in: scope, depth: depth)
    default: return nil
    }
  }

  /// The JSON of a number as the program writes it, but as the source spells it where that has the same value.
  private static func spelled<Value: BinaryFloatingPoint & CustomStringConvertible>(
    _ value: Value?, like expression: Expression
  ) -> JSONNumber? {
    guard let value, let number = JSONNumber(value) else { return nil }
    if case .number(let literal) = expression.kind, literal.number == number { return literal.number }
    // A whole number is written without a fraction, as people do.
    return value == value.rounded() && value.magnitude < 0x1p53 ? JSONNumber(Int64(value)) : number
  }

  // MARK: Whole numbers

  /// The value of a whole number; `nil` if only running the code tells.
  func integer(_ expression: Expression, as type: IntegerType, in scope: TypeScope, depth: Int) -> Int128? {
    guard depth < TokenReader.maximumDepth else { return nil }
    var value: Int128?
    switch expression.kind {
    case .number(let literal):
      value = literal.isInteger ? literal.number.integer(as: Int128.self) : nil
    case .negated(let operand):
      value = integer(operand, as: type, in: scope, depth: depth + 1).map { 0 - $0 }
    case .binary(let operation, let left, let right):
      guard let first = integer(left, as: type, in: scope, depth: depth + 1) else { return nil }
      if operation == .shiftLeft || operation == .shiftRight {
        value = shift(first, operation, right, in: scope, depth: depth)
      } else {
        value = integer(right, as: type, in: scope, depth: depth + 1).flatMap { operation.apply(first, $0) }
      }
    case .cast(let inner, let reference):
      guard resolve(reference, in: scope) == .integer(type) else { return nil }
      value = integer(inner, as: type, in: scope, depth: depth + 1)
    case .call(let callee, let arguments):
      guard makes(callee, .integer(type), in: scope) else { return nil }
      value = converted(arguments, to: type, in: scope, depth: depth)
    default:
      guard case .number(let number)? = member(expression, as: .integer(type), in: scope, depth: depth + 1)
      else {
        return nil
      }
      value = number.integer(as: Int128.self)
    }
    return value.flatMap { type.holds($0) ? $0 : nil }
  }

  private func shift(
    _ value: Int128, _ operation: Expression.Operation, _ count: Expression, in scope: TypeScope, depth: Int
  ) -> Int128? {
    let plain = IntegerType(bits: 64, isSigned: true)
    guard let bits = integer(count, as: plain, in: scope, depth: depth + 1), 0..<64 ~= bits, value >= 0 else {
      return nil
    }
    return operation == .shiftLeft ? operation.apply(value, Int128(1) << bits) : value >> bits
  }

  /// The result of `Int(…)`.
  private func converted(
    _ arguments: [Expression.Argument], to type: IntegerType, in scope: TypeScope, depth: Int
  ) -> Int128? {
    if arguments.isEmpty { return 0 }
    guard arguments.count == 1, arguments[0].label == nil else { return nil }
    let argument = arguments[0].value
    if case .number(let literal) = argument.kind, literal.isInteger {
      return literal.number.integer(as: Int128.self)
    }
    let own = infer(argument, in: scope, depth: depth + 1)
    switch own {
    case .integer(let other): return integer(argument, as: other, in: scope, depth: depth + 1)
    case .number(.double):
      let value = fraction(argument, as: Double.self, .number(.double), in: scope, depth: depth + 1)
      return value.flatMap { $0.isFinite ? Int128($0.rounded(.towardZero)) : nil }
    default: return nil
    }
  }

  // MARK: Numbers with a fraction

  /// The value of a number in binary floating point; `nil` if only running the code tells.
  private func fraction<Value: BinaryFloatingPoint & LosslessStringConvertible>(
    _ expression: Expression, as value: Value.Type, _ type: ValueType, in scope: TypeScope, depth: Int
  ) -> Value? {
    guard depth < TokenReader.maximumDepth else { return nil }
    switch expression.kind {
    case .number(let literal): return literal.value(as: Value.self)
    case .negated(let operand):
      return fraction(operand, as: value, type, in: scope, depth: depth + 1).map { -$0 }
    case .binary(let operation, let left, let right):
      guard let first = fraction(left, as: value, type, in: scope, depth: depth + 1),
        let second = fraction(right, as: value, type, in: scope, depth: depth + 1)
      else { return nil }
      return operation.apply(first, second)
    case .cast(let inner, let reference):
      guard resolve(reference, in: scope) == type else { return nil }
      return fraction(inner, as: value, type, in: scope, depth: depth + 1)
    case .call(let callee, let arguments):
      guard makes(callee, type, in: scope) else { return nil }
      if arguments.isEmpty { return 0 }
      guard arguments.count == 1, arguments[0].label == nil else { return nil }
      let argument = arguments[0].value
      if case .number(let literal) = argument.kind { return literal.value(as: Value.self) }
      switch infer(argument, in: scope, depth: depth + 1) {
      case .integer(let other)?:
        return integer(argument, as: other, in: scope, depth: depth + 1).map { Value($0) }
      case .number(.double)?:
        return fraction(argument, as: Double.self, .number(.double), in: scope, depth: depth + 1).map {
          Value($0)
        }
      case .number(.single)?:
        return fraction(argument, as: Float.self, .number(.single), in: scope, depth: depth + 1).map {
          Value($0)
        }
      default: return nil
      }
    default:
      guard case .number(let number)? = member(expression, as: type, in: scope, depth: depth + 1) else {
        return nil
      }
      return Value(number.spelling)
    }
  }

  /// The value of a decimal number; `nil` if it is not what the source spells.
  private func decimal(_ expression: Expression, in scope: TypeScope, depth: Int) -> JSONNumber? {
    switch expression.kind {
    case .number(let literal):
      if literal.isInteger { return literal.number.integer(as: Int64.self).map { JSONNumber($0) } }
      return DecimalLiteral.isKept(literal) ? literal.number : nil
    case .call(let callee, let arguments):
      return arguments.isEmpty && makes(callee, .number(.decimal), in: scope) ? JSONNumber(0) : nil
    case .implicitMember, .path:
      guard case .number(let number)? = member(expression, as: .number(.decimal), in: scope, depth: depth + 1)
      else { return nil }
      return number
    default: return nil
    }
  }
}

extension Expression.Operation {
  /// The result for whole numbers; `nil` if there is none.
  fileprivate func apply(_ left: Int128, _ right: Int128) -> Int128? {
    switch self {
    case .add: checked(left.addingReportingOverflow(right))
    case .subtract: checked(left.subtractingReportingOverflow(right))
    case .multiply, .shiftLeft: checked(left.multipliedReportingOverflow(by: right))
    case .divide: checked(left.dividedReportingOverflow(by: right))
    case .remainder: checked(left.remainderReportingOverflow(dividingBy: right))
    case .and: left & right
    case .or: left | right
    case .xor: left ^ right
    case .shiftRight: nil
    }
  }

  private func checked(_ result: (partialValue: Int128, overflow: Bool)) -> Int128? {
    result.overflow ? nil : result.partialValue
  }

  /// The result for numbers with a fraction; `nil` if there is none.
  fileprivate func apply<Value: BinaryFloatingPoint>(_ left: Value, _ right: Value) -> Value? {
    switch self {
    case .add: left + right
    case .subtract: left - right
    case .multiply: left * right
    case .divide: right == 0 ? nil : left / right
    default: nil
    }
  }
}
