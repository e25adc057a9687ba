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
