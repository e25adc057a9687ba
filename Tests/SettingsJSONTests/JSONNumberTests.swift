import TestSupport
import Testing

@testable import SettingsJSON

@Suite("Numbers")
struct JSONNumberTests {
  private func number(_ spelling: String) throws -> JSONNumber { try #require(JSONNumber(spelling)) }

  @Test(
    "A valid spelling is kept",
    arguments: [
      "0", "-0", "1", "1.0", "-12.50", "1e400", "1E+2", "1e-2", "0e1", "0.00", "18446744073709551616",
      "0.1234567890123456789012345678901234567890",
    ])
  func spelling(_ text: String) throws {
    #expect(try number(text).spelling == text)
    #expect(try number(text).description == text)
  }

  @Test(
    "A malformed spelling is refused",
    arguments: [
      "", "-", "+1", "01", "-01", "1.", ".5", "1e", "1e+", "0x10", "NaN", "inf", " 1", "1 ", "1_000", "１",
    ])
  func misspelt(_ text: String) {
    #expect(JSONNumber(text) == nil)
  }

  @Test(
    "Numbers with the same value are equal and have the same hash, however they are spelled",
    arguments: [
      ["0", "-0", "0.000", "0e99999999999999999999999", "-0e-5"],
      ["1", "1.0", "10e-1", "0.1E1", "1000000000000000000000e-21", "1e00000000000000000000000"],
      ["-1.5", "-15e-1", "-0.15E+1", "-1.50000000000000000000000000000"],
      [
        "123456789012345678901234567890", "1234567890123456789012345678.90e2",
        "12345678901234567890123456789e1",
      ],
      ["1e99999999999999999999", "10e99999999999999999998", "0.1e100000000000000000000"],
      ["1e-100000000000000000000", "10e-100000000000000000001", "0.1e-99999999999999999999"],
      ["1e100000000000000000", "10e99999999999999999", "0.1e100000000000000001"],
    ])
  func equality(_ spellings: [String]) throws {
    for left in spellings {
      for right in spellings {
        #expect(try number(left) == number(right), "\(left) \(right)")
        #expect(try number(left).hashValue == number(right).hashValue, "\(left) \(right)")
        #expect(try !(number(left) < number(right)), "\(left) \(right)")
      }
    }
  }

  @Test("Numbers are ordered by value, at any precision and exponent")
  func order() throws {
    let ascending = try [
      "-1e100000000000000000000000", "-1e99999999999999999999", "-1e400", "-18446744073709551616", "-2",
      "-1.5",
      "-1.00000000000000000000000000000000000001", "-1", "-0.1", "-1e-400", "-1e-99999999999999999999", "0",
      "1e-100000000000000000000", "1e-99999999999999999999", "1e-400", "0.1", "0.10000000000000000000000001",
      "0.2", "1", "1.5", "9", "10", "11", "123456789012345678", "1234567890123456789",
      "1234567890123456789.5",
      "18446744073709551615", "18446744073709551616", "1e400", "1.1e400", "2e99999999999999999999",
      "1e100000000000000000000",
    ].map(number)
    for (place, left) in ascending.enumerated() {
      for (otherPlace, right) in ascending.enumerated() {
        #expect((left < right) == (place < otherPlace), "\(left) \(right)")
        #expect((left == right) == (place == otherPlace), "\(left) \(right)")
      }
    }
  }

  @Test("Random decimals are compared and divided like integers of the same scale")
  func random() throws {
    let seed = SeededRandom.testSeed
    var random = SeededRandom(seed: seed)
    for _ in 0..<3000 {
      let scale = Int.random(in: 0...12, using: &random)
      let wide: Int128 = random.chance(30) ? 1_000_000_000_000_000_000_000 : 1
      let left = Int128(Int.random(in: -3000...3000, using: &random)) * wide
      let right = Int128(Int.random(in: -300...300, using: &random)) * (random.chance(30) ? wide : 1)
      let (a, b) = try (spell(left, scale, &random), spell(right, scale, &random))
      #expect((a == b) == (left == right), "SETTINGS_SEED=\(seed): \(a) \(b)")
      #expect((a < b) == (left < right), "SETTINGS_SEED=\(seed): \(a) \(b)")
      let isMultiple = left == 0 || right != 0 && left % right == 0
      #expect(a.isMultiple(of: b) == isMultiple, "SETTINGS_SEED=\(seed): \(a) \(b)")
    }
  }

  /// One of the spellings of an integer divided by a power of ten.
  private func spell(_ value: Int128, _ scale: Int, _ random: inout SeededRandom) throws -> JSONNumber {
    let sign = value < 0 ? "-" : ""
    if random.chance(30) { return try number("\(value)e-\(scale)") }
    if value != 0, random.chance(30) { return try number("\(value)000e-\(scale + 3)") }
    let digits = String(value.magnitude)
    let padded = String(repeating: "0", count: max(0, scale + 1 - digits.count)) + digits
    let fraction = padded.suffix(scale)
    return try number(sign + padded.dropLast(scale) + (fraction.isEmpty ? "" : "." + fraction))
  }

  @Test("Multiples of long divisors are determined exactly")
  func longMultiples() throws {
    let seed = SeededRandom.testSeed
    var random = SeededRandom(seed: seed)
    func digits(_ count: Int) -> BigInteger {
      // Runs of zeros and nines make estimates of quotients too large.
      let digits = (0..<count).map { _ in
        UInt8([0, 9, 9, 0, Int.random(in: 0...9, using: &random)].randomElement(using: &random)!)
      }
      return BigInteger(digits: [1] + digits)
    }
    for _ in 0..<300 {
      let divisor = digits(Int.random(in: 18...60, using: &random))
      let factor = digits(Int.random(in: 0...60, using: &random))
      let product = divisor * factor
      let (quotient, isExact) = product.divided(by: divisor)
      #expect(isExact && quotient == factor, "SETTINGS_SEED=\(seed)")
      #expect((-product).timesTen(toThe: 7).divided(by: divisor).isExact, "SETTINGS_SEED=\(seed)")
      let other =
        product.timesTen(toThe: Int.random(in: 0...20, using: &random))
        + .word(Int.random(in: -9...9, using: &random))
      let result = other.divided(by: divisor)
      let rest = other - result.quotient * divisor
      #expect(rest < divisor && -divisor < rest && result.isExact == (rest == 0), "SETTINGS_SEED=\(seed)")
    }
  }

  @Test("A number of many digits is read and compared in a time that grows with its square at most")
  func manyDigits() throws {
    func time(_ count: Int) throws -> Duration {
      let (value, divisor) = (
        try number(String(repeating: "7", count: count) + "e2000"),
        try number("1" + String(repeating: "3", count: count))
      )
      #expect(!value.isMultiple(of: divisor))
      return ProcessorTime.least { for _ in 0..<4 { _ = value.isMultiple(of: divisor) } }
    }
    #expect(try time(2_000) < time(250) * 100)
  }

  @Test("A number of 2048 characters is read, and a longer one isn't")
  func longest() throws {
    let longest = String(repeating: "7", count: 2_048)
    #expect(try number(longest).isMultiple(of: number("7")))
    #expect(try number(longest).isMultiple(of: number(longest)))
    #expect(try !number("1" + longest.dropFirst()).isMultiple(of: number(longest)))
    #expect(JSONNumber(longest + "7") == nil)
    _ = try JSONDocument(parsing: Array("[\(longest)]".utf8))
    let error = #expect(throws: JSONParseError.self) {
      try JSONDocument(parsing: Array("[\n 1, \(longest)7]".utf8))
    }
    #expect(error?.description == "2:5: The number that starts here has more than 2048 characters.")
  }

  @Test(
    "Multiples are determined exactly",
    arguments: [
      ("0.3", "0.1", true), ("0.30000000000000004", "0.1", false), ("1e400", "3", false),
      ("3e400", "3", true),
      ("0", "7", true), ("7", "0", false), ("0", "0", true), ("-9", "3", true), ("9", "-3", true),
      ("1", "1e-400", true), ("1e99999999999999999999", "7", false), ("7e99999999999999999999", "7", true),
      ("1e99999999999999999999", "1e99999999999999999998", true),
      ("1e-99999999999999999999", "1e-99999999999999999998", false),
      ("1e99999999999999999999", "1e-99999999999999999999", true),
      ("1e-99999999999999999999", "1e99999999999999999999", false),
      ("123456789012345678901234567890", "12345678901234567890123456789", true),
      ("123456789012345678901234567891", "12345678901234567890123456789", false),
      ("1000000000000000000000000000000", "1.024e-97", true),
      ("0.75", "0.25", true), ("1e3", "0.0000000000000000000000000000000128", true),
    ])
  func multiples(_ value: String, _ divisor: String, _ isMultiple: Bool) throws {
    #expect(try number(value).isMultiple(of: number(divisor)) == isMultiple)
  }

  @Test("A number with a huge exponent is compared and divided without expanding it")
  func hugeExponents() throws {
    let huge = try number("1e" + String(repeating: "9", count: 1000))
    #expect(huge > 1)
    #expect(huge.isMultiple(of: 8))
    #expect(huge.integer(as: Int.self) == nil)
    #expect(huge.double == .infinity)
    #expect(try number("1e-999999999").integer(as: Int.self) == nil)
    #expect(try number("1e999999999").integer(as: UInt64.self) == nil)
  }

  @Test("Whole numbers in range are integers, however they are spelled")
  func integers() throws {
    #expect(try number("1.0").integer(as: Int.self) == 1)
    #expect(try number("1e2").integer(as: UInt8.self) == 100)
    #expect(try number("25.5e1").integer(as: UInt8.self) == 255)
    #expect(try number("256").integer(as: UInt8.self) == nil)
    #expect(try number("-128.0").integer(as: Int8.self) == -128)
    #expect(try number("-129.0").integer(as: Int8.self) == nil)
    #expect(try number("1.5").integer(as: Int.self) == nil)
    #expect(try number("-0").integer(as: UInt.self) == 0)
    #expect(try number("-0.0").integer(as: UInt.self) == 0)
    #expect(try number("-1").integer(as: UInt.self) == nil)
    #expect(try number("-1.0").integer(as: UInt.self) == nil)
    #expect(try number("9223372036854775807").integer(as: Int64.self) == .max)
    #expect(try number("-9223372036854775808").integer(as: Int64.self) == .min)
    #expect(try number("-9223372036854775808.0").integer(as: Int64.self) == .min)
    #expect(try number("9223372036854775808").integer(as: Int64.self) == nil)
    #expect(try number("18446744073709551615").integer(as: UInt64.self) == .max)
    #expect(try number("1844674407370955161.5e1").integer(as: UInt64.self) == .max)
    #expect(try number("170141183460469231731687303715884105727.0").integer(as: Int128.self) == .max)
    #expect(try number("0e99999999999999999999").integer(as: Int.self) == 0)
  }

  @Test("Doubles are the nearest ones")
  func doubles() throws {
    #expect(try number("0.1").double == 0.1)
    #expect(try number("1e400").double == .infinity)
    #expect(try number("-1e400").double == -.infinity)
    #expect(try number("1e-400").double == 0)
    #expect(try number("-0").double.sign == .minus)
    #expect(JSONNumber(0.1)?.spelling == "0.1")
    #expect(JSONNumber(1e300)?.double == 1e300)
    #expect(JSONNumber(Double.nan) == nil)
    #expect(JSONNumber(-Float.infinity) == nil)
    #expect(JSONNumber(UInt64.max).spelling == "18446744073709551615")
  }

  @Test("Sums, differences and products are exact, with few digits and with many")
  func arithmetic() {
    let seed = SeededRandom.testSeed
    var random = SeededRandom(seed: seed)
    func operand() -> (scaled: Int128, number: JSONDecimal) {
      let digits = Int.random(in: 1...17, using: &random)
      let limit = (0..<digits).reduce(1) { power, _ in power * 10 }
      let significand = Int.random(in: -limit...limit, using: &random)
      let power = Int.random(in: 0...16, using: &random)
      let scaled = (0..<power).reduce(Int128(significand)) { scaled, _ in scaled * 10 }
      return (scaled, decimal(Int128(significand), power - 8))
    }
    for _ in 0..<2_000 {
      let (left, right) = (operand(), operand())
      let note: Comment = "\(left.scaled)e-8 and \(right.scaled)e-8, SETTINGS_SEED=\(seed)"
      #expect(left.number.adding(right.number) == decimal(left.scaled + right.scaled, -8), note)
      #expect(left.number.subtracting(right.number) == decimal(left.scaled - right.scaled, -8), note)
      let (product, overflows) = left.scaled.multipliedReportingOverflow(by: right.scaled)
      if !overflows { #expect(left.number * right.number == decimal(product, -16), note) }
    }
  }

  @Test("Numbers with exponents that don't fit in a word are compared, added and divided like others")
  func longExponents() {
    let seed = SeededRandom.testSeed
    var random = SeededRandom(seed: seed)
    for _ in 0..<2_000 {
      let base =
        Int128(Int.random(in: -1000...1000, using: &random)) + random.pick([1, -1]) * (Int128(1) << 100)
      func operand() -> (scaled: Int128, number: JSONDecimal) {
        let significand = Int128(Int.random(in: -3000...3000, using: &random))
        let power = Int.random(in: 0...20, using: &random)
        let scaled = (0..<power).reduce(significand) { scaled, _ in scaled * 10 }
        return (scaled, decimal(significand, base + Int128(power)))
      }
      let (left, right) = (operand(), operand())
      let note: Comment = "(\(left.scaled), \(right.scaled))e\(base), SETTINGS_SEED=\(seed)"
      #expect((left.number < right.number) == (left.scaled < right.scaled), note)
      #expect((left.number == right.number) == (left.scaled == right.scaled), note)
      #expect(left.number.adding(right.number) == decimal(left.scaled + right.scaled, base), note)
      let isMultiple = left.scaled == 0 || right.scaled != 0 && left.scaled % right.scaled == 0
      #expect(left.number.isMultiple(of: right.number) == isMultiple, note)
    }
  }

  private func decimal(_ significand: Int128, _ exponent: some BinaryInteger) -> JSONDecimal {
    JSONDecimal(JSONNumber(checked: "\(significand)e\(exponent)"))
  }

  @Test("A sum that would need a huge number of digits isn't computed")
  func hugeSums() throws {
    #expect(JSONDecimal(try number("1e999999999")).adding(JSONDecimal(1)) == nil)
    #expect(JSONDecimal(try number("1e99999999999999999999")).subtracting(JSONDecimal(1)) == nil)
    #expect(
      JSONDecimal(try number("1e999999999")).adding(JSONDecimal(0)) == JSONDecimal(try number("1e999999999")))
  }

  @Test(
    "Quotients and roundings go to the nearest number, halves to the even neighbor",
    arguments: [
      ("1", "3", 3, "0.333"), ("2", "3", 3, "0.667"), ("-2", "3", 3, "-0.667"), ("7", "2", 34, "3.5"),
      ("1", "8", 2, "0.12"), ("3", "8", 2, "0.38"), ("1e400", "1e-400", 3, "1e800"), ("0", "7", 3, "0"),
      ("1000001", "8000000", 2, "0.13"), ("999", "1", 2, "1e3"),
      ("123456789012345678901234567890", "12345678901234567890", 34, "10000000000.00000000009999999999"),
    ])
  func quotients(_ dividend: String, _ divisor: String, _ digits: Int, _ quotient: String) throws {
    let result = JSONDecimal(try number(dividend)).divided(
      by: JSONDecimal(try number(divisor)), digits: digits)
    #expect(try result == JSONDecimal(number(quotient)))
  }

  @Test("There is no quotient by zero")
  func zeroDivisor() {
    #expect(JSONDecimal(1).divided(by: JSONDecimal(0), digits: 3) == nil)
  }
}
