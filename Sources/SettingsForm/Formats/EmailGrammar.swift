/// An email address (RFC 5321, section 4.1.2), `Mailbox`.
enum EmailGrammar {
  static func isAddress(_ bytes: TextBytes) -> Bool {
    guard let sign = bytes.lastIndex(of: UInt8(ascii: "@")) else { return false }
    return isLocalPart(bytes[..<sign]) && isDomain(bytes[(sign + 1)...])
  }

  private static func isLocalPart(_ bytes: TextBytes) -> Bool {
    if bytes.first == UInt8(ascii: "\"") { return isQuoted(bytes) }
    return bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { atom in
      !atom.isEmpty && atom.allSatisfy(isAtomCharacter)
    }
  }

  private static func isAtomCharacter(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
  }

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

  private static func isDomain(_ bytes: TextBytes) -> Bool {
    var rest = bytes
    guard rest.take("[") else { return HostGrammar.isName(bytes) }
    guard rest.popLast() == UInt8(ascii: "]") else { return false }
    let tag = "IPv6:"
    guard rest.starts(with: tag.utf8) else { return HostGrammar.isIPv4(rest) }
    return HostGrammar.isIPv6(rest.dropFirst(tag.utf8.count))
  }
}
