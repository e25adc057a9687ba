extension JSONNumber {
  /// The maximum number of digits before the point of a number without an exponent.
  private static let maxDigits = 34
  /// The maximum number of zeros after the point of a number without an exponent.
  private static let maxZeros = 5

  /// Creates a number as people write it: with an exponent only if it would have many zeros.
  package init(_ decimal: JSONDecimal) {
    let digits = decimal.significand.description.drop { $0 == "-" }
    let sign = decimal.significand.isNegative ? "-" : ""
    self.init(checked: sign + Self.magnitude(digits, exponent: decimal.exponent))
  }

  private static func magnitude(_ digits: Substring, exponent: BigInteger) -> String {
    if let exponent = exponent.word {
      let point = digits.count + exponent
      if exponent >= 0, point <= maxDigits { return digits + String(repeating: "0", count: exponent) }
      if exponent < 0, point > 0 { return "\(digits.prefix(point)).\(digits.dropFirst(point))" }
      if exponent < 0, point >= -maxZeros { return "0." + String(repeating: "0", count: -point) + digits }
    }
    let fraction = digits.count > 1 ? ".\(digits.dropFirst())" : ""
    return "\(digits.prefix(1))\(fraction)e\(exponent + .word(digits.count - 1))"
  }
}
