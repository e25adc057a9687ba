/// A URI with its scheme (RFC 3986, appendix A).
enum URIGrammar {
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

  /// Whether the part after the scheme is valid.
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

  private static func isScheme(_ bytes: TextBytes) -> Bool {
    guard let first = bytes.first, first.isASCIILetter else { return false }
    return bytes.allSatisfy { $0.isASCIIAlphanumeric || isOne(of: "+-.", $0) }
  }

  /// Whether the part between scheme and query is valid: an authority with a path, or a path alone.
  private static func isHierarchy(_ bytes: TextBytes) -> Bool {
    var rest = bytes
    guard rest.take("/"), rest.take("/") else { return areCharacters(bytes, also: "/:@") }
    let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
    return isAuthority(rest[..<end]) && areCharacters(rest[end...], also: "/:@")
  }

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

  private static func isPort(_ bytes: TextBytes) -> Bool {
    var bytes = bytes
    return bytes.isEmpty || bytes.take(":") && bytes.allSatisfy(\.isASCIIDigit)
  }

  /// Whether an address in brackets is valid: IPv6, or `v` with a future version.
  private static func isAddress(_ bytes: TextBytes) -> Bool {
    var rest = bytes
    guard rest.take("v") || rest.take("V") else { return HostGrammar.isIPv6(bytes) }
    guard let (version, address) = rest.split(at: ".") else { return false }
    return !version.isEmpty && version.allSatisfy { $0.hexDigit != nil }
      && !address.isEmpty && !address.contains(UInt8(ascii: "%")) && areCharacters(address, also: ":")
  }

  /// Whether all bytes are unreserved characters, escapes, sub-delimiters, or characters in `others`.
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

  private static func isOne(of characters: StaticString, _ byte: UInt8) -> Bool {
    characters.withUTF8Buffer { $0.contains(byte) }
  }
}
