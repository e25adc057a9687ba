/// An amount of time or of storage, exact to 10^-18 of a second or a byte.
///
/// It is parsed from what people type: numbers with units, larger units first, such as `90s`, `1h 30m`, `1.5 h`, `-2 min`, `512
/// MB`.
package struct Quantity: Hashable, Sendable {
  /// Why a string isn't an amount.
  package enum Fault: Error, Hashable {
    /// It doesn't consist of numbers with units, larger units first.
    case malformed
    /// A number has no unit.
    case noUnit
    /// The unit isn't known.
    case unknownUnit(String)
    /// The amount is too large, or finer than 10^-18 of a second or a byte.
    case outOfRange
  }

  package let dimension: QuantityUnit.Dimension
  /// The amount in units of 10^-18 seconds or bytes.
  let amount: Int128

  /// Parses typed text.
  package init(_ text: String) throws(Fault) {
    var rest = text[...]
    rest.skipSpaces()
    let isNegative = rest.first == "-"
    if isNegative { rest.removeFirst() }
    var last: QuantityUnit?
    var total: Int128 = 0
    repeat {
      let (part, unit) = try rest.takePart()
      if let last, last.dimension != unit.dimension || last.size <= unit.size { throw .malformed }
      last = unit
      let (sum, overflows) = total.addingReportingOverflow(part)
      guard !overflows else { throw .outOfRange }
      total = sum
      rest.skipSpaces()
    } while !rest.isEmpty
    guard let last else { throw .malformed }
    dimension = last.dimension
    amount = isNegative ? -total : total
  }

  /// Returns the amount as a number of units; `nil` for another dimension, and for a number with endless or more than 40
  /// decimals.
  package func number(of unit: QuantityUnit) -> JSONNumber? {
    guard unit.dimension == dimension else { return nil }
    let size = unit.size.magnitude
    var (whole, rest) = amount.magnitude.quotientAndRemainder(dividingBy: size)
    var text = "\(amount < 0 ? "-" : "")\(whole)"
    if rest > 0 { text += "." }
    var places = 0
    while rest > 0 {
      guard places < 40 else { return nil }
      (whole, rest) = (rest * 10).quotientAndRemainder(dividingBy: size)
      text += "\(whole)"
      places += 1
    }
    return JSONNumber(text)
  }

  /// The amount as a duration; `nil` for an amount of storage, and if it has too many seconds for 64 bits.
  package var duration: FixedDuration? {
    dimension == .time ? FixedDuration(attoseconds: amount) : nil
  }
}

extension Substring {
  fileprivate mutating func skipSpaces() {
    while first?.isWhitespace == true { removeFirst() }
  }

  private mutating func takeDigits() -> Substring {
    let digits = prefix { $0.isASCII && $0.isNumber }
    removeFirst(digits.count)
    return digits
  }

  /// Removes a number with its unit from the beginning, and returns them.
  fileprivate mutating func takePart() throws(Quantity.Fault) -> (amount: Int128, unit: QuantityUnit) {
    let whole = takeDigits()
    var decimals: Substring = ""
    if first == "." {
      removeFirst()
      decimals = takeDigits()
      if decimals.isEmpty { throw .malformed }
    }
    if whole.isEmpty { throw .malformed }
    skipSpaces()
    let name = prefix(while: \.isLetter)
    removeFirst(name.count)
    if name.isEmpty { throw isEmpty ? .noUnit : .malformed }
    guard let unit = QuantityUnit(String(name)) else { throw .unknownUnit(String(name)) }
    return (try Self.amount(whole + decimals, places: decimals.count, of: unit), unit)
  }

  private static func amount(
    _ digits: Substring, places: Int, of unit: QuantityUnit
  ) throws(Quantity.Fault) -> Int128 {
    guard let number = Int128(digits) else { throw .outOfRange }
    var (size, count) = (unit.size, number)
    for _ in 0..<places {
      // Move a factor of ten out of the unit, or out of the number.
      if size.isMultiple(of: 10) {
        size /= 10
      } else if count.isMultiple(of: 10) {
        count /= 10
      } else {
        throw .outOfRange
      }
    }
    let (product, overflows) = count.multipliedReportingOverflow(by: size)
    guard !overflows else { throw .outOfRange }
    return product
  }
}
