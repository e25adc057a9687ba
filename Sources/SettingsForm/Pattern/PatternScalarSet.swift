/// A set of Unicode scalars that one character of a regular expression matches.
///
/// `[a-z_\d]` is a list of ranges and of other sets. Most scalars of settings are ASCII, so membership of these 128 is
/// computed once, as two words of 64 bits; only other scalars go through the list.
///
/// A negated set keeps its list and a flag: `[^a-z]` has one range, not the two ranges around it.
struct PatternScalarSet: Sendable {
  /// A part of a set. Classes can contain other sets: `[\d_]` is the set of the digits and one character.
  indirect enum Part: Sendable {
    case range(ClosedRange<UInt32>)
    case property(ScalarProperty)
    case set(PatternScalarSet)
  }

  /// The parts. A scalar is in the set if it is in any of them. Without parts, the set is empty, or has everything if
  /// it is negated.
  private let parts: [Part]
  /// Whether the set has all scalars except the scalars of the parts.
  private let isNegated: Bool
  /// Whether a scalar is in a part if another case of it is.
  private let ignoresCase: Bool
  /// One bit for each ASCII character, computed once.
  private let ascii: (low: UInt64, high: UInt64)

  /// Creates a set, and computes its ASCII members.
  ///
  /// Cost: 128 times the number of parts, once for each class of a pattern.
  init(_ parts: [Part], isNegated: Bool = false, ignoresCase: Bool = false) {
    self.parts = parts
    self.isNegated = isNegated
    self.ignoresCase = ignoresCase
    var bits: (low: UInt64, high: UInt64) = (0, 0)
    for value in UInt32(0)..<128 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      guard Self.contains(scalar, in: parts, ignoresCase: ignoresCase) != isNegated else { continue }
      if value < 64 { bits.low |= 1 << UInt64(value) } else { bits.high |= 1 << UInt64(value - 64) }
    }
    ascii = bits
  }

  /// Creates the set of one character, as for each letter of a pattern that stands for itself.
  init(_ scalar: Unicode.Scalar) {
    self.init([.range(scalar.value...scalar.value)])
  }

  /// Whether a character is in the set.
  ///
  /// Cost: one shift for ASCII; for any other character, linear in the number of parts.
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    if value < 64 { return ascii.low >> UInt64(value) & 1 == 1 }
    if value < 128 { return ascii.high >> UInt64(value - 64) & 1 == 1 }
    return Self.contains(scalar, in: parts, ignoresCase: ignoresCase) != isNegated
  }

  private static func contains(_ scalar: Unicode.Scalar, in parts: [Part], ignoresCase: Bool) -> Bool {
    if parts.contains(where: { $0.contains(scalar) }) { return true }
    guard ignoresCase else { return false }
    return [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping].contains { mapped in
      let other = mapped.unicodeScalars
      return other.count == 1 && other.first != scalar
        && parts.contains { part in other.first.map(part.contains) ?? false }
    }
  }

  /// The only scalar of the set; `nil` if there are others, or if the set isn't listed scalar by scalar. Text of such
  /// scalars is what a string can be searched for before the automaton runs.
  var onlyScalar: Unicode.Scalar? {
    guard !isNegated, !ignoresCase, parts.count == 1, case .range(let range) = parts[0], range.count == 1
    else {
      return nil
    }
    return Unicode.Scalar(range.lowerBound)
  }

  /// The complement: `\D` of `\d`. A class inside of a class is negated by itself: `[\D5]` has everything but digits,
  /// and 5.
  var negated: PatternScalarSet { PatternScalarSet(parts, isNegated: !isNegated, ignoresCase: ignoresCase) }
}

extension PatternScalarSet.Part {
  /// Whether a character belongs to the part. Called for characters outside ASCII, and once for each ASCII character.
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .range(let range): range.contains(scalar.value)
    case .property(let property): property.holds(for: scalar)
    case .set(let set): set.contains(scalar)
    }
  }

  /// Creates a range with both ends, which have to be in order.
  init(_ first: Unicode.Scalar, _ last: Unicode.Scalar) {
    self = .range(first.value...last.value)
  }
}

extension PatternScalarSet {
  /// `\d`: the ASCII digits, and not the digits of other scripts, which ECMA-262 leaves out, too.
  static let digits = PatternScalarSet([.init("0", "9")])
  /// `\w`: the ASCII letters, digits and `_`. The `u` flag alone adds nothing; only together with `i` would it.
  static let word = PatternScalarSet([.init("0", "9"), .init("A", "Z"), .init("_", "_"), .init("a", "z")])
  /// `\s`: ECMA-262's white space and line terminators.
  static let space = PatternScalarSet([
    .init("\t", "\r"), .init(" ", " "), .init("\u{A0}", "\u{A0}"), .init("\u{1680}", "\u{1680}"),
    .init("\u{2000}", "\u{200A}"), .init("\u{2028}", "\u{2029}"), .init("\u{202F}", "\u{202F}"),
    .init("\u{205F}", "\u{205F}"), .init("\u{3000}", "\u{3000}"), .init("\u{FEFF}", "\u{FEFF}"),
  ])
  /// `.`: any character except line terminators (ECMA-262, `LineTerminator`).
  static let dot = PatternScalarSet(
    [.init("\n", "\n"), .init("\r", "\r"), .init("\u{2028}", "\u{2029}")], isNegated: true)
}
