/// An email address (RFC 5321, section 4.1.2), `Mailbox`: a local part, which can be quoted, and a host name or an
/// address in brackets.
///
/// `name@example.com`, `"a b"@example.com` and `name@[192.0.2.1]` are addresses; `name@` and `a..b@example.com` aren't.
/// Whether anybody reads the mail is another question.
enum EmailGrammar {
  /// Whether a string is an address. The last `@` divides it, since a quoted local part can have others.
  static func isAddress(_ bytes: TextBytes) -> Bool {
    guard let sign = bytes.lastIndex(of: UInt8(ascii: "@")) else { return false }
    return isLocalPart(bytes[..<sign]) && isDomain(bytes[(sign + 1)...])
  }

  /// Whether the part before the `@` is valid: atoms with dots between them, or one quoted string.
  private static func isLocalPart(_ bytes: TextBytes) -> Bool {
    if bytes.first == UInt8(ascii: "\"") { return isQuoted(bytes) }
    return bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { atom in
      !atom.isEmpty && atom.allSatisfy(isAtomCharacter)
    }
  }

  /// Whether an atom can have a character (RFC 5322, section 3.2.3, `atext`).
  private static func isAtomCharacter(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
  }

  /// Whether a string is quoted as a whole: the quote at its end is the first one that isn't escaped.
  private static func isQuoted(_ bytes: TextBytes) -> Bool {
    var rest = bytes
    guard rest.take("\"") else { return false }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return rest.isEmpty
      case UInt8(ascii: "\\"): guard let next = rest.popFirst(), 0x20...0x7e ~= next else { return false }
      case 0x20...0x7e: break
      default: return false
      }
    }
    return false
  }

  /// Whether the part behind the `@` is a host name, or an IPv4 or IPv6 address in brackets.
  private static func isDomain(_ bytes: TextBytes) -> Bool {
    var rest = bytes
    guard rest.take("[") else { return HostGrammar.isName(bytes) }
    guard rest.popLast() == UInt8(ascii: "]") else { return false }
    let tag = "IPv6:"
    guard rest.starts(with: tag.utf8) else { return HostGrammar.isIPv4(rest) }
    return HostGrammar.isIPv6(rest.dropFirst(tag.utf8.count))
  }
}

/// Names and addresses of hosts.
///
/// `192.0.2.1` consists of valid labels, so it is a name, too; an IPv6 address isn't.
enum HostGrammar {
  /// Whether a string is a host name (RFC 1123, section 2.1), of at most 253 characters: labels of 1 to 63 letters,
  /// digits and inner hyphens. A dot at the end, as in `example.com.`, makes an empty label and is refused.
  static func isName(_ bytes: TextBytes) -> Bool {
    bytes.count <= 253
      && bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy(isLabel)
  }

  /// Whether a part of a host name is valid. One that begins with `xn--`, in either case, has to be valid when it is
  /// decoded, too.
  private static func isLabel(_ bytes: TextBytes) -> Bool {
    guard (1...63).contains(bytes.count), bytes.first != UInt8(ascii: "-"), bytes.last != UInt8(ascii: "-"),
      bytes.allSatisfy({ $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") })
    else { return false }
    // The label of an internationalized name.
    let prefix = "xn--".utf8
    guard bytes.count >= prefix.count, zip(bytes, prefix).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) else {
      return true
    }
    return InternationalLabel.isLabel(bytes.dropFirst(prefix.count))
  }

  /// Whether a string is an address of four decimal numbers (RFC 2673, section 3.2). A number with a zero in front is
  /// refused, because some programs read `010` as eight.
  static func isIPv4(_ bytes: TextBytes) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        var digits = part
        guard (1...3).contains(part.count), let value = digits.takeNumber(digits: part.count) else {
          return false
        }
        return value <= 255 && (part.count == 1 || part.first != UInt8(ascii: "0"))
      }
  }

  /// Whether a string is an address of RFC 4291, section 2.2.
  ///
  ///     2001:db8::1        groups: 2001, db8, (gap), 1             3 groups and one gap: valid
  ///     ::ffff:10.0.0.1    groups: (edge), (gap), ffff, 10.0.0.1   the last one counts as two
  ///     1:2:3:4:5:6:7      7 groups without a gap: too few
  static func isIPv6(_ bytes: TextBytes) -> Bool {
    let groups = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    var size = 0
    var gaps = 0
    for (index, group) in groups.enumerated() {
      if group.isEmpty {
        // `::` is one gap. At the start or the end it leaves two empty groups.
        let isEdge = index == 0 || index == groups.count - 1
        if !isEdge { gaps += 1 }
        if index == 0, !(groups.count > 1 && groups[1].isEmpty) { return false }
        if index == groups.count - 1, !(index > 0 && groups[index - 1].isEmpty) { return false }
      } else if index == groups.count - 1, group.contains(UInt8(ascii: ".")) {
        guard isIPv4(group) else { return false }
        size += 2
      } else {
        guard group.count <= 4, group.allSatisfy({ $0.hexDigit != nil }) else { return false }
        size += 1
      }
    }
    return gaps == 0 ? size == 8 : gaps == 1 && size <= 7
  }
}

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

/// A URI with its scheme (RFC 3986, appendix A).
///
/// Only the grammar is checked: `https://example.com/a%20b` is a URI, `https://example.com/a b` isn't, and `foo:` is.
/// Characters outside ASCII have to be escaped.
enum URIGrammar {
  /// Whether a string has a scheme and a valid rest. The scheme ends at the first colon.
  static func isURI(_ bytes: TextBytes) -> Bool {
    guard let (scheme, afterScheme) = bytes.split(at: ":"), isScheme(scheme) else { return false }
    return isRest(afterScheme)
  }

  /// Whether a string is a URI or a relative reference (RFC 3986, section 4.1).
  static func isReference(_ bytes: TextBytes) -> Bool {
    if isURI(bytes) { return true }
    let start = bytes.prefix { !isOne(of: "/?#", $0) }
    return !start.contains(UInt8(ascii: ":")) && isRest(bytes)
  }

  /// Whether the part after the scheme is valid: the fragment is cut off at the first `#`, then the query at the first
  /// `?`, and what is left is the hierarchy.
  private static func isRest(_ bytes: TextBytes) -> Bool {
    var rest = bytes
    if let (before, fragment) = rest.split(at: "#") {
      guard areCharacters(fragment, also: "/?:@") else { return false }
      rest = before
    }
    if let (before, query) = rest.split(at: "?") {
      guard areCharacters(query, also: "/?:@") else { return false }
      rest = before
    }
    return isHierarchy(rest)
  }

  /// Whether a scheme is valid: a letter, then letters, digits, `+`, `-` and `.`.
  private static func isScheme(_ bytes: TextBytes) -> Bool {
    guard let first = bytes.first, first.isASCIILetter else { return false }
    return bytes.allSatisfy { $0.isASCIIAlphanumeric || isOne(of: "+-.", $0) }
  }

  /// Whether the part between scheme and query is valid: an authority with a path, or a path alone. Two slashes begin
  /// an authority.
  private static func isHierarchy(_ bytes: TextBytes) -> Bool {
    var rest = bytes
    guard rest.take("/"), rest.take("/") else { return areCharacters(bytes, also: "/:@") }
    let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
    return isAuthority(rest[..<end]) && areCharacters(rest[end...], also: "/:@")
  }

  /// Whether the part between `//` and the path is valid: perhaps a user, a host, and perhaps a port. The host can be
  /// empty, as in `file:///etc/hosts`.
  private static func isAuthority(_ bytes: TextBytes) -> Bool {
    var host = bytes
    if let (user, afterUser) = bytes.split(at: "@") {
      guard areCharacters(user, also: ":") else { return false }
      host = afterUser
    }
    if host.take("[") {
      guard let (address, afterAddress) = host.split(at: "]") else { return false }
      return isAddress(address) && isPort(afterAddress)
    }
    guard let (name, port) = host.split(at: ":") else { return areCharacters(host, also: "") }
    return areCharacters(name, also: "") && port.allSatisfy(\.isASCIIDigit)
  }

  /// Whether the text behind a host in brackets is empty, or a colon with digits, which can be missing, too.
  private static func isPort(_ bytes: TextBytes) -> Bool {
    var bytes = bytes
    return bytes.isEmpty || bytes.take(":") && bytes.allSatisfy(\.isASCIIDigit)
  }

  /// Whether the text in brackets is an IPv6 address, or one of a future version: `v`, its number, a dot and the
  /// address (RFC 3986, section 3.2.2).
  private static func isAddress(_ bytes: TextBytes) -> Bool {
    var rest = bytes
    guard rest.take("v") || rest.take("V") else { return HostGrammar.isIPv6(bytes) }
    guard let (version, address) = rest.split(at: ".") else { return false }
    return !version.isEmpty && version.allSatisfy { $0.hexDigit != nil }
      && !address.isEmpty && !address.contains(UInt8(ascii: "%")) && areCharacters(address, also: ":")
  }

  /// Whether all bytes are unreserved characters, escapes, sub-delimiters, or characters in `others`. An escape is `%`
  /// with two hexadecimal digits.
  private static func areCharacters(_ bytes: TextBytes, also others: StaticString) -> Bool {
    var rest = bytes
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard rest.popFirst()?.hexDigit != nil, rest.popFirst()?.hexDigit != nil else { return false }
      } else if !byte.isASCIIAlphanumeric, !isOne(of: "-._~!$&'()*+,;=", byte),
        !isOne(of: others, byte)
      {
        return false
      }
    }
    return true
  }

  /// Whether a byte is one of some ASCII characters.
  private static func isOne(of characters: StaticString, _ byte: UInt8) -> Bool {
    characters.withUTF8Buffer { $0.contains(byte) }
  }
}

/// The text form of a UUID (RFC 4122, section 3): 32 hexadecimal digits in either case, with four hyphens. Version and
/// variant aren't checked.
enum UUIDGrammar {
  /// Whether a string has this form: `12345678-9abc-4def-8012-3456789abcde`. Braces around it aren't part of it.
  static func isUUID(_ bytes: TextBytes) -> Bool {
    guard bytes.count == 36 else { return false }
    return zip(0..., bytes).allSatisfy { place, byte in
      switch place {
      case 8, 13, 18, 23: byte == UInt8(ascii: "-")
      default: byte.hexDigit != nil
      }
    }
  }
}

/// Base64 with padding (RFC 4648, section 4), without line breaks. Unlike ``Base64/decode(_:)``, it doesn't look at the
/// bits that no byte uses.
enum Base64Grammar {
  /// Whether a string has the alphabet and the length of Base64: a multiple of four, with up to two `=` at the end. The
  /// empty string has both.
  static func isBase64(_ bytes: TextBytes) -> Bool {
    guard bytes.count.isMultiple(of: 4) else { return false }
    let padding = bytes.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard padding <= 2 else { return false }
    return bytes.dropLast(padding).allSatisfy { byte in
      byte.isASCIIAlphanumeric || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
    }
  }
}
