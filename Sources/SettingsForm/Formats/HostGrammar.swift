/// Names and addresses of hosts.
enum HostGrammar {
  /// Whether a string is a host name (RFC 1123, section 2.1), of at most 253 characters.
  static func isName(_ bytes: TextBytes) -> Bool {
    bytes.count <= 253
      && bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy(isLabel)
  }

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

  /// Whether a string is an address of four decimal numbers (RFC 2673, section 3.2).
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
