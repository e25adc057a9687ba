/// An amount of time or of storage, exact to 10^-18 of a second or a byte.
///
/// It is parsed from what people type: numbers with units, larger units first, such as `90s`, `1h 30m`, `1.5 h`,
/// `-2 min`, `512 MB`.
///
/// The amount is one whole number of 128 bits. Binary fractions would turn `0.1 s` into something else; here, each unit
/// is a multiple of 10^-18, and an amount that isn't is refused (`.outOfRange`) and never rounded. The range is about
/// 1.7 × 10^20 seconds, or bytes.
///
/// It is how a person gives a value to a setting with a unit: for `timeout` in milliseconds, `1.5 s` is stored as 1500.
/// A number without a unit isn't an amount; the setting's own unit applies to it.
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
  let amount: Int128

  /// Parses typed text. Spaces are optional everywhere: `1h30m` and `1 h 30 min` are the same amount.
  ///
  /// - Throws: ``Fault``. `30m 1h` and `1h 2h` are malformed, because each unit has to be smaller than the one before;
  ///   `1 h 5 MB` is, because it mixes dimensions.
  package init(_ text: String) throws(Fault) {
    var rest = text[...]
    rest.skipSpaces()
    let isNegative = rest.first == "-"
    if isNegative { rest.removeFirst() }
    var last: QuantityUnit?
    var total: Int128 = 0
    repeat {
      let (part, unit) = try rest.takePart()
      // The order of the units makes a mistake visible: `5 h 2 d` was probably meant otherwise.
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

  /// Returns the amount as a number of units; `nil` for another dimension, and for a number with endless or more than
  /// 40 decimals.
  ///
  /// The decimals come from long division, as on paper. A third of an hour has endless decimals as hours (`20 min` in
  /// `h`), so it has no number. 90 seconds are `1.5` minutes.
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

  /// The amount as a duration; `nil` for an amount of storage, and if it has too many seconds for 64 bits. `1h 30m` is
  /// `PT5400S`.
  package var duration: FixedDuration? {
    dimension == .time ? FixedDuration(attoseconds: amount) : nil
  }
}

extension Substring {
  fileprivate mutating func skipSpaces() {
    while first?.isWhitespace == true { removeFirst() }
  }

  /// Removes the digits at the beginning, which can be none. Only ASCII digits count: others would be digits that no
  /// number parser reads.
  private mutating func takeDigits() -> Substring {
    let digits = prefix { $0.isASCII && $0.isNumber }
    removeFirst(digits.count)
    return digits
  }

  /// Removes a number with its unit from the beginning, and returns them. `.5 s` and `5. s` are malformed, as in JSON.
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

  /// Returns the amount of a number of units, exactly.
  ///
  /// For `1.5 h`, the digits are 15 with one place. The factor of ten goes out of the unit (an hour is 3600 × 10^18
  /// parts, so a tenth of it is 360 × 10^18), and 15 times that is exact.
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

extension FixedDuration {
  /// The duration with units, as ``Quantity`` reads it: `1 h 30 min`, `0.25 s`, `250 µs`.
  ///
  /// Less than a second is in one unit, the largest that makes it whole; from a second on, it is in days, hours,
  /// minutes and seconds, with the fraction in the seconds. Zero is `0 s`.
  package var words: String {
    var rest = attoseconds.magnitude
    // A part of a second is in the largest unit that results in a whole number.
    let small = ["s", "ms", "µs", "ns"].compactMap(QuantityUnit.init)
    if rest > 0, let second = small.first, rest < second.size.magnitude,
      let unit = small.first(where: { rest.isMultiple(of: $0.size.magnitude) })
    {
      return "\(attoseconds < 0 ? "-" : "")\(rest / unit.size.magnitude) \(unit.symbol)"
    }
    var parts: [String] = []
    for unit in QuantityUnit.clock.dropLast() {
      let (count, remainder) = rest.quotientAndRemainder(dividingBy: unit.size.magnitude)
      if count > 0 { parts.append("\(count) \(unit.symbol)") }
      rest = remainder
    }
    if rest > 0 || parts.isEmpty, let seconds = FixedDuration(attoseconds: Int128(rest))?.seconds {
      parts.append("\(seconds) s")
    }
    return (attoseconds < 0 ? "-" : "") + parts.joined(separator: " ")
  }
}

extension Duration {
  /// The duration with units, as ``Quantity`` reads it: `1 min 30 s`.
  package var words: String { FixedDuration(attoseconds: attoseconds)?.words ?? description }
}

extension TextFormat {
  package func words(for text: String) -> String {
    guard self == .duration, let duration = try? FixedDuration(text) else { return text }
    return duration.words
  }
}
