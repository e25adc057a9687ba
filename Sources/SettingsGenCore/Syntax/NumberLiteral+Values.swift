import SettingsForm

extension NumberLiteral {
  /// The value that a compiled program has for the literal.
  ///
  /// On x86 the compiler reads literals with 64 bits of precision and rounds the result again.
  func value<Value: BinaryFloatingPoint & LosslessStringConvertible>(as type: Value.Type) -> Value? {
    #if arch(x86_64) && !os(Windows) && !os(Android)
      if !isInteger { return Float80(number.spelling).map { Value($0) } }
    #endif
    return Value(number.spelling)
  }
}

/// Literals of decimal numbers, which a program makes by way of binary floating point.
enum DecimalLiteral {
  /// Whether the program's number is what the source spells: `12.5` is, `19.99` is not.
  static func isKept(_ literal: NumberLiteral) -> Bool {
    guard let value = literal.value(as: Double.self), value.isFinite else { return false }
    if value == 0 { return true }
    // What Foundation does: as many digits as 64 bits hold.
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
