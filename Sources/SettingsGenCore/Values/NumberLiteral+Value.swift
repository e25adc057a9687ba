import SettingsForm

extension NumberLiteral {
  /// Returns the value that the literal has in a compiled program.
  ///
  /// On x86, the compiler reads literals with 64 bits of precision and rounds the result again.
  func value<Value: BinaryFloatingPoint & LosslessStringConvertible>(as type: Value.Type) -> Value? {
    #if arch(x86_64) && !os(Windows) && !os(Android)
      if !isInteger { return Float80(number.spelling).map { Value($0) } }
    #endif
    return Value(number.spelling)
  }
}

/// Literals of decimal numbers, which a program converts from binary floating point.
enum DecimalLiteral {
  /// Whether the program's number is the number in the source: true for `12.5`, false for `19.99`.
  static func keepsValue(_ literal: NumberLiteral) -> Bool {
    guard let value = literal.value(as: Double.self), value.isFinite else { return false }
    if value == 0 { return true }
    // Use Foundation's algorithm: as many digits as fit in 64 bits.
    var scaled = value.magnitude
    var exponent = 0
    while scaled < 0x1p64 {
      guard exponent > -127 else { return false }
      scaled *= 10
      exponent -= 1
    }
    while scaled >= 0x1p64 {
      guard exponent < 127 else { return false }
      scaled /= 10
      exponent += 1
    }
    let greatest = 0x1p64.nextDown
    let mantissa = UInt64(min(scaled, greatest))
    return JSONNumber("\(value < 0 ? "-" : "")\(mantissa)e\(exponent)") == literal.number
  }
}
