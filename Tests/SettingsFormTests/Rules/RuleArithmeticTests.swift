import TestSupport
import Testing

@testable import SettingsForm
@testable import SettingsValidation
@testable import SettingsJSON

@Suite("Arithmetic in rules")
struct RuleArithmeticTests {
  private func compute(_ left: String, _ sign: RuleOperation, _ right: String) throws -> String {
    try sign.calculate(try #require(JSONNumber(left)), try #require(JSONNumber(right))).spelling
  }

  @Test(
    "Arithmetic is exact for decimals",
    arguments: [
      ("0.1", "+", "0.2", "0.3"), ("1", "-", "0.9", "0.1"), ("1e400", "*", "2", "2e400"),
      ("7", "/", "2", "3.5"),
      ("9223372036854775807", "+", "1", "9223372036854775808"), ("1e2", "+", "0", "100"),
      ("-0", "+", "0", "0"),
      ("18446744073709551615", "*", "1000000000000", "18446744073709551615000000000000"),
      ("1.50", "*", "2", "3"), ("0.000001", "*", "0.1", "1e-7"), ("1", "/", "8", "0.125"),
      ("-7", "/", "2", "-3.5"),
      ("1", "/", "3", "0.3333333333333333333333333333333333"),
      ("2", "/", "3", "0.6666666666666666666666666666666667"),
      ("1e33", "+", "1", "1000000000000000000000000000000001"),
      ("1e34", "+", "1", "10000000000000000000000000000000000"),
      ("1e20", "-", "1e-20", "100000000000000000000"),
      ("1e6144", "+", "1", "1e6144"),
      // Halves go to the even neighbor, and a little more than a half goes up.
      ("10000000000000000000000000000000005", "+", "0", "10000000000000000000000000000000000"),
      ("10000000000000000000000000000000015", "+", "0", "10000000000000000000000000000000020"),
      ("1000000000000000000000000000000000", "+", "0.5", "1000000000000000000000000000000000"),
      (
        "1000000000000000000000000000000000", "+", "0.50000000000000001", "1000000000000000000000000000000001"
      ),
      (
        "1000000000000000000000000000000001", "-", "0.50000000000000001", "1000000000000000000000000000000000"
      ),
      ("99999999999999999999999999999999995", "*", "1", "1e35"),
    ])
  func exact(_ example: (left: String, sign: String, right: String, result: String)) throws {
    let sign = try #require(RuleOperation(rawValue: example.sign))
    let result = try #require(JSONNumber(try compute(example.left, sign, example.right)))
    #expect(result == JSONNumber(example.result))
  }

  @Test("Numbers are written as people write them")
  func spelling() throws {
    #expect(try compute("1e3", .add, "0") == "1000")
    #expect(try compute("1.5", .multiply, "2") == "3")
    #expect(try compute("-0.25", .multiply, "1") == "-0.25")
    #expect(try compute("1e-5", .multiply, "1") == "0.00001")
    #expect(try compute("12e-9", .multiply, "1") == "1.2e-8")
    #expect(try compute("12e40", .multiply, "1") == "1.2e41")
  }

  @Test("A division by zero and a result out of range give no value")
  func faults() {
    #expect(throws: RuleGap.divisionByZero) { try compute("1", .divide, "0.0") }
    #expect(throws: RuleGap.divisionByZero) { try compute("0", .divide, "0") }
    #expect(throws: RuleGap.outOfRange) { try compute("1e6144", .multiply, "10") }
    #expect(throws: RuleGap.outOfRange) { try compute("1e-6144", .divide, "10") }
    #expect(throws: RuleGap.outOfRange) { try compute("1e99999999999999999999", .add, "1") }
  }

  @Test(
    "Random sums, products and quotients agree with schoolbook arithmetic",
    arguments: [SeededRandom.testSeed])
  func random(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<2_000 {
      let (left, right) = (Self.number(&random), Self.number(&random))
      let (a, b) = (Schoolbook(left), Schoolbook(right))
      let note: Comment = "\(left) and \(right), SETTINGS_SEED=\(seed)"
      #expect(try RuleOperation.add.calculate(left, right) == (a + b).rounded, note)
      #expect(try RuleOperation.subtract.calculate(left, right) == (a + b.negated).rounded, note)
      #expect(try RuleOperation.multiply.calculate(left, right) == (a * b).rounded, note)
      guard right != 0 else { continue }
      // The quotient times the divisor is nearer to the dividend than half a unit of the quotient's last place.
      let quotient = Schoolbook(try RuleOperation.divide.calculate(left, right))
      let rest = a + (quotient * b).negated
      #expect(rest.isWithinHalfUnit(of: quotient, times: b), note)
    }
  }

  private static func number(_ random: inout SeededRandom) -> JSONNumber {
    let digits = (0..<Int.random(in: 1...34, using: &random)).map { _ in
      String(Int.random(in: 0...9, using: &random))
    }
    let text = digits.joined().drop { $0 == "0" }
    let sign = random.once(in: 2) ? "-" : ""
    return JSONNumber("\(sign)\(text.isEmpty ? "0" : text)e\(Int.random(in: -40...40, using: &random))") ?? 0
  }
}

/// A decimal number of any length, digit by digit.
private struct Schoolbook {
  var isNegative: Bool
  /// The last digit first.
  var digits: [Int]
  var exponent: Int

  init(isNegative: Bool, digits: [Int], exponent: Int) {
    (self.isNegative, self.digits, self.exponent) = (isNegative, digits, exponent)
    while self.digits.last == 0 { self.digits.removeLast() }
  }

  init(_ number: JSONNumber) {
    let parts = number.spelling.split(separator: "e")
    let mantissa = parts[0].split(separator: ".")
    let decimals = mantissa.count > 1 ? mantissa[1].count : 0
    let digits = mantissa.joined().compactMap(\.wholeNumberValue)
    self.init(
      isNegative: number.spelling.hasPrefix("-"), digits: Array(digits.drop { $0 == 0 }.reversed()),
      exponent: (parts.count > 1 ? Int(parts[1]) ?? 0 : 0) - decimals)
  }

  var negated: Schoolbook { Schoolbook(isNegative: !isNegative, digits: digits, exponent: exponent) }

  func scaled(to lower: Int) -> [Int] { Array(repeating: 0, count: exponent - lower) + digits }

  static func + (left: Schoolbook, right: Schoolbook) -> Schoolbook {
    let lower = min(left.exponent, right.exponent)
    let width = max(left.scaled(to: lower).count, right.scaled(to: lower).count) + 1
    func column(_ number: Schoolbook, _ place: Int) -> Int {
      let digits = number.scaled(to: lower)
      return place < digits.count ? digits[place] * (number.isNegative ? -1 : 1) : 0
    }
    var sums = (0..<width).map { column(left, $0) + column(right, $0) }
    let isNegative = sums.last { $0 != 0 } ?? 0 < 0
    if isNegative { sums = sums.map { -$0 } }
    return Schoolbook(isNegative: isNegative, digits: carried(sums), exponent: lower)
  }

  static func * (left: Schoolbook, right: Schoolbook) -> Schoolbook {
    var sums = [Int](repeating: 0, count: left.digits.count + right.digits.count + 1)
    for (place, digit) in left.digits.enumerated() {
      for (other, factor) in right.digits.enumerated() { sums[place + other] += digit * factor }
    }
    return Schoolbook(
      isNegative: left.isNegative != right.isNegative, digits: carried(sums),
      exponent: left.exponent + right.exponent)
  }

  private static func carried(_ sums: [Int]) -> [Int] {
    var digits: [Int] = []
    var carry = 0
    for sum in sums {
      let total = sum + carry
      digits.append(((total % 10) + 10) % 10)
      carry = (total - digits[digits.count - 1]) / 10
    }
    while carry > 0 {
      digits.append(carry % 10)
      carry /= 10
    }
    return digits
  }

  /// The number with 34 digits, half to even.
  var rounded: JSONNumber {
    let excess = digits.count - 34
    var kept = self
    if excess > 0 {
      let dropped = digits[..<excess]
      kept.digits = Array(digits[excess...])
      kept.exponent += excess
      let isHalf = dropped.last == 5 && dropped.dropLast().allSatisfy { $0 == 0 }
      let isUp = isHalf ? kept.digits[0] % 2 == 1 : (dropped.last ?? 0) >= 5
      if isUp {
        kept =
          kept + Schoolbook(isNegative: isNegative, digits: [1], exponent: kept.exponent)
      }
    }
    let text = kept.digits.reversed().map(String.init).joined()
    return JSONNumber(
      "\(kept.isNegative && !text.isEmpty ? "-" : "")\(text.isEmpty ? "0" : text)e\(kept.exponent)") ?? 0
  }

  /// Whether twice this is at most one unit in the 34th digit of a quotient times its divisor.
  func isWithinHalfUnit(of quotient: Schoolbook, times divisor: Schoolbook) -> Bool {
    guard !digits.isEmpty else { return true }
    let unit = Schoolbook(
      isNegative: false, digits: [1], exponent: quotient.exponent + quotient.digits.count - 34)
    let limit = unit * Schoolbook(isNegative: false, digits: divisor.digits, exponent: divisor.exponent)
    let twice = self + self
    let rest = limit + Schoolbook(isNegative: true, digits: twice.digits, exponent: twice.exponent)
    return rest.digits.isEmpty || !rest.isNegative
  }
}
