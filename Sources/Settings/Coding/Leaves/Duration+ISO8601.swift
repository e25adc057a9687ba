extension Duration {
  /// Reads an ISO 8601 duration: weeks, days, hours, minutes and seconds (`P1DT2H`, `PT0.25S`), with a sign
  /// in front if it is negative; `nil` for any other text.
  ///
  /// Years and months are refused, because they have no fixed length.
  init?(iso8601 text: String) {
    let isNegative = text.hasPrefix("-")
    let unsigned = isNegative ? text.dropFirst() : text[...]
    guard unsigned.hasPrefix("P"), let last = unsigned.last, last != "P", last != "T" else { return nil }
    let halves = unsigned.dropFirst().split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    guard let days = Self.attoseconds(of: halves[0], in: [("W", 604_800), ("D", 86_400)]),
      let time = Self.attoseconds(
        of: halves.count > 1 ? halves[1] : "", in: [("H", 3_600), ("M", 60), ("S", 1)])
    else { return nil }
    self.init(attoseconds: isNegative ? -(days + time) : days + time)
  }

  /// The duration in ISO 8601, in seconds: `PT90S`, `PT0.25S`.
  var iso8601: String {
    let (seconds, rest) = attoseconds.magnitude.quotientAndRemainder(dividingBy: UInt128(Self.second))
    var text = (attoseconds < 0 ? "-PT" : "PT") + String(seconds)
    if rest > 0 {
      let digits = String(UInt128(Self.second) + rest).dropFirst()
      let end = digits.lastIndex { $0 != "0" } ?? digits.startIndex
      text += "." + digits[...end]
    }
    return text + "S"
  }

  /// A second in attoseconds.
  private static let second: Int128 = 1_000_000_000_000_000_000

  /// The sum of numbers with units, the units in the order given, each at most once.
  private static func attoseconds(of text: Substring, in units: [(letter: Character, seconds: Int128)])
    -> Int128?
  {
    var rest = text
    var total: Int128 = 0
    for unit in units {
      guard let end = rest.firstIndex(of: unit.letter) else { continue }
      let parts = rest[..<end].split(separator: ".", omittingEmptySubsequences: false)
      guard let whole = number(parts[0]), whole <= Int128(Int64.max) / unit.seconds else { return nil }
      total += whole * unit.seconds * second
      if parts.count > 1 {
        guard parts.count == 2, unit.letter == "S", parts[1].count <= 18, let fraction = number(parts[1])
        else {
          return nil
        }
        total += (0..<(18 - parts[1].count)).reduce(fraction) { value, _ in value * 10 }
      }
      rest = rest[rest.index(after: end)...]
    }
    return rest.isEmpty ? total : nil
  }

  private static func number(_ digits: Substring) -> Int128? {
    digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int128(digits) : nil
  }
}
