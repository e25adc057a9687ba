/// A URI with its scheme (RFC 3986, appendix A).
///
/// Only the grammar is checked: `https://example.com/a%20b` is a URI, `https://example.com/a b` isn't, and `foo:` is.
/// Characters outside ASCII have to be escaped.
package enum URIGrammar {
  /// Whether a string has a scheme and a valid rest. The scheme ends at the first colon.
  package static func isURI(_ bytes: TextBytes) -> Bool {
    guard let (scheme, afterScheme) = bytes.split(at: ":"), isScheme(scheme) else { return false }
    return isRest(afterScheme)
  }

  /// Whether a string is a URI or a relative reference (RFC 3986, section 4.1).
  package static func isReference(_ bytes: TextBytes) -> Bool {
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
    guard rest.take("v") || rest.take("V") else { return HostAddress.isIPv6(bytes) }
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

/// Addresses of hosts.
package enum HostAddress {
  /// Whether a string is an address of four decimal numbers (RFC 2673, section 3.2). A number with a zero in front is
  /// refused, because some programs read `010` as eight.
  package static func isIPv4(_ bytes: TextBytes) -> Bool {
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
  package static func isIPv6(_ bytes: TextBytes) -> Bool {
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
