import SettingsForm

/// A number literal of Swift, converted to a JSON number.
struct NumberLiteral: Hashable, Sendable {
  /// The number, spelled as in the source as far as JSON allows.
  var number: JSONNumber
  /// Whether the literal has neither a fraction nor an exponent.
  var isInteger: Bool

  /// Parses a number with a sign, in any base, with `_` between digits, a fraction and an exponent.
  init?(_ text: some StringProtocol) {
    var digits = text.utf8.filter { $0 != Byte.underscore }
    var sign = ""
    if let first = digits.first, first == Byte.minus || first == Byte.plus {
      if first == Byte.minus { sign = "-" }
      digits.removeFirst()
    }
    guard let first = digits.first, first.isDigit else { return nil }
    let spelling = String(decoding: digits, as: UTF8.self)
    if digits.count > 2, first == UInt8(ascii: "0"), let radix = Self.radix(digits[1]) {
      let isFloat = radix == 16 && (spelling.utf8.contains(Byte.dot) || spelling.lowercased().contains("p"))
      if isFloat {
        guard let value = Double(sign + spelling), let number = JSONNumber(value) else { return nil }
        self.init(number: number, isInteger: false)
      } else {
        guard let value = UInt128(spelling.dropFirst(2), radix: radix) else { return nil }
        guard let number = JSONNumber(sign + String(value)) else { return nil }
        self.init(number: number, isInteger: true)
      }
      return
    }
    self.init(decimal: spelling, sign: sign)
  }

  private init(number: JSONNumber, isInteger: Bool) {
    self.number = number
    self.isInteger = isInteger
  }

  private init?(decimal spelling: String, sign: String) {
    let isInteger = spelling.utf8.allSatisfy(\.isDigit)
    var digits = Substring(spelling)
    while digits.utf8.count > 1, digits.first == "0", digits.utf8.dropFirst().first?.isDigit == true {
      digits.removeFirst()
    }
    guard let number = JSONNumber(sign + digits) else { return nil }
    self.init(number: number, isInteger: isInteger)
  }

  private static func radix(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "x"): 16
    case UInt8(ascii: "o"): 8
    case UInt8(ascii: "b"): 2
    default: nil
    }
  }
}
