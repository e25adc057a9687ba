/// A set of Unicode scalars that one character of a regular expression matches.
struct PatternScalarSet: Sendable {
  /// A part of a set.
  indirect enum Part: Sendable {
    case range(ClosedRange<UInt32>)
    case property(ScalarProperty)
    case set(PatternScalarSet)
  }

  private let parts: [Part]
  private let isNegated: Bool
  /// One bit for each ASCII character, computed once.
  private let ascii: (low: UInt64, high: UInt64)

  init(_ parts: [Part], isNegated: Bool = false) {
    self.parts = parts
    self.isNegated = isNegated
    var bits: (low: UInt64, high: UInt64) = (0, 0)
    for value in UInt32(0)..<128 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      guard parts.contains(where: { $0.contains(scalar) }) != isNegated else { continue }
      if value < 64 { bits.low |= 1 << UInt64(value) } else { bits.high |= 1 << UInt64(value - 64) }
    }
    ascii = bits
  }

  init(_ scalar: Unicode.Scalar) {
    self.init([.range(scalar.value...scalar.value)])
  }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    if value < 64 { return ascii.low >> UInt64(value) & 1 == 1 }
    if value < 128 { return ascii.high >> UInt64(value - 64) & 1 == 1 }
    return parts.contains { $0.contains(scalar) } != isNegated
  }

  /// The only scalar of the set; `nil` if there are others, or if the set isn't listed scalar by scalar.
  var onlyScalar: Unicode.Scalar? {
    guard !isNegated, parts.count == 1, case .range(let range) = parts[0], range.count == 1 else {
      return nil
    }
    return Unicode.Scalar(range.lowerBound)
  }

  /// The complement.
  var negated: PatternScalarSet { PatternScalarSet(parts, isNegated: !isNegated) }
}

extension PatternScalarSet.Part {
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .range(let range): range.contains(scalar.value)
    case .property(let property): property.holds(for: scalar)
    case .set(let set): set.contains(scalar)
    }
  }

  init(_ first: Unicode.Scalar, _ last: Unicode.Scalar) {
    self = .range(first.value...last.value)
  }
}

extension PatternScalarSet {
  /// `\d`: the ASCII digits.
  static let digits = PatternScalarSet([.init("0", "9")])
  /// `\w`: the ASCII letters, digits and `_`.
  static let word = PatternScalarSet([.init("0", "9"), .init("A", "Z"), .init("_", "_"), .init("a", "z")])
  /// `\s`: ECMA-262's white space and line terminators.
  static let space = PatternScalarSet([
    .init("\t", "\r"), .init(" ", " "), .init("\u{A0}", "\u{A0}"), .init("\u{1680}", "\u{1680}"),
    .init("\u{2000}", "\u{200A}"), .init("\u{2028}", "\u{2029}"), .init("\u{202F}", "\u{202F}"),
    .init("\u{205F}", "\u{205F}"), .init("\u{3000}", "\u{3000}"), .init("\u{FEFF}", "\u{FEFF}"),
  ])
  /// `.`: any character except line terminators.
  static let dot = PatternScalarSet(
    [.init("\n", "\n"), .init("\r", "\r"), .init("\u{2028}", "\u{2029}")], isNegated: true)
}
