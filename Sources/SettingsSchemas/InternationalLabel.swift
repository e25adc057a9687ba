/// A label of an internationalized host name, in the encoding Punycode (RFC 3492), after `xn--`.
///
/// The rules come from IDNA 2008 (RFC 5892). Where they need the joining type of a character, only Arabic letters join.
/// `xn--mnchen-3ya` is `münchen`.
enum InternationalLabel {
  /// Whether an encoded label is valid. One that is decoded to ASCII only needn't have been encoded, and is refused.
  static func isLabel(_ bytes: TextBytes) -> Bool {
    guard let scalars = decoded(bytes), let first = scalars.first, scalars.contains(where: { !$0.isASCII })
    else { return false }
    let hyphen: Unicode.Scalar = "-"
    // Hyphens in both places mark an encoded label (RFC 5891, section 4.2.3.1).
    if scalars.count >= 4, scalars[2] == hyphen, scalars[3] == hyphen { return false }
    switch first.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return false
    default: break
    }
    return scalars.indices.allSatisfy { isAllowed(at: $0, in: scalars) } && !mixesDigits(scalars)
  }

  /// Whether a character is allowed at its place (RFC 5892): letters, digits and marks that are their own lowercase
  /// form are, and a few others only beside certain neighbors.
  private static func isAllowed(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
    let before = index > 0 ? scalars[index - 1] : nil
    let after = index + 1 < scalars.count ? scalars[index + 1] : nil
    let scalar = scalars[index]
    switch scalar.value {
    // Hyphens, digits and lowercase letters, then the exceptions of RFC 5892, section 2.6.
    case 0x2d, 0x30...0x39, 0x61...0x7a, 0xdf, 0x3c2, 0x6fd, 0x6fe, 0xf0b, 0x3007: return true
    case 0x640, 0x7fa, 0x302e, 0x302f, 0x3031...0x3035, 0x303b: return false
    // The contextual rules of RFC 5892, appendix A: middle dot, Greek keraia, Hebrew geresh and gershayim, katakana middle dot, and
    // the zero-width joiner and non-joiner.
    case 0xb7: return before == "l" && after == "l"
    case 0x375: return after.map { isGreek($0) } == true
    case 0x5f3, 0x5f4: return before.map { 0x591...0x5f4 ~= $0.value } == true
    case 0x30fb: return scalars.contains(where: isJapanese)
    case 0x200d: return before?.properties.canonicalCombiningClass == .virama
    case 0x200c:
      return before?.properties.canonicalCombiningClass == .virama
        || before.map(isArabic) == true && after.map(isArabic) == true
    default:
      switch scalar.properties.generalCategory {
      case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .decimalNumber:
        return !scalar.properties.changesWhenNFKCCaseFolded
      default: return false
      }
    }
  }

  /// Whether a label has Arabic-Indic digits of both kinds (RFC 5892, appendix A.8 and A.9).
  private static func mixesDigits(_ scalars: [Unicode.Scalar]) -> Bool {
    scalars.contains { 0x660...0x669 ~= $0.value } && scalars.contains { 0x6f0...0x6f9 ~= $0.value }
  }

  /// Whether a character is in one of the two blocks of Greek. The keraia is allowed only beside such a character.
  private static func isGreek(_ scalar: Unicode.Scalar) -> Bool {
    0x370...0x3ff ~= scalar.value || 0x1f00...0x1fff ~= scalar.value
  }

  /// Whether a character counts as an Arabic letter that joins its neighbors.
  private static func isArabic(_ scalar: Unicode.Scalar) -> Bool {
    (0x620...0x6d3 ~= scalar.value || 0x750...0x77f ~= scalar.value)
      && scalar.properties.generalCategory == .otherLetter
  }

  /// Whether a character is hiragana, katakana or an ideograph, beside which the middle dot of katakana is allowed.
  private static func isJapanese(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3041...0x3096, 0x309d...0x309f, 0x30a1...0x30fa, 0x30fd...0x30ff: true
    default: scalar.properties.isIdeographic
    }
  }

  /// Returns the characters that Punycode represents; `nil` for a malformed label.
  ///
  /// The ASCII characters come first, up to the last hyphen. Behind it, each number says how far to go: through the
  /// positions of the text, and then to the next code point. For `mnchen-3ya`, the one number inserts U+00FC at the
  /// second position.
  ///
  /// This is the algorithm of RFC 3492, section 6.2, with the parameters of section 5. The limits of 2^40 are far above
  /// any code point times the length of a label, and keep sums and products from overflowing.
  private static func decoded(_ bytes: TextBytes) -> [Unicode.Scalar]? {
    let delimiter = bytes.lastIndex(of: UInt8(ascii: "-"))
    var result = delimiter.map { bytes[..<$0].map { Unicode.Scalar($0) } } ?? []
    var rest = delimiter.map { bytes[($0 + 1)...] } ?? bytes
    var (code, position, bias) = (128, 0, 72)
    while !rest.isEmpty {
      let start = position
      var (weight, base) = (1, 36)
      while true {
        guard let digit = rest.popFirst().flatMap(digit) else { return nil }
        let (product, overflows) = digit.multipliedReportingOverflow(by: weight)
        guard !overflows, position + product < 1 << 40 else { return nil }
        position += product
        let threshold = min(max(base - bias, 1), 26)
        if digit < threshold { break }
        guard weight < 1 << 40 else { return nil }
        weight *= 36 - threshold
        base += 36
      }
      let count = result.count + 1
      bias = adapted(position - start, count: count, isFirst: start == 0)
      code += position / count
      position %= count
      guard let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init) else { return nil }
      result.insert(scalar, at: position)
      position += 1
    }
    return result
  }

  /// Returns the bias for the next number (RFC 3492, section 6.1).
  private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var bias = 0
    while delta > 455 {
      delta /= 35
      bias += 36
    }
    return bias + 36 * delta / (delta + 38)
  }

  /// The value of a digit in base 36: letters in either case are 0 to 25, and `0` to `9` are 26 to 35 (RFC 3492,
  /// section 5).
  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a"))
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0")) + 26
    default: nil
    }
  }
}
