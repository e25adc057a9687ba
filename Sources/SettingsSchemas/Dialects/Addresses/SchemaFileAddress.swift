/// Addresses of schemas in files.
package enum SchemaFileAddress {
  /// Returns the path in an address: a `file` URI of this machine (RFC 8089), or a reference without a scheme; `nil` for any other.
  ///
  /// A reference with a malformed escape, such as `100%.json`, is a path as it is written.
  package static func path(of address: String) -> String? {
    let address = SchemaAddress.split(address).address
    guard let scheme = scheme(of: address) else {
      let path = address.hasPrefix("./") ? String(address.dropFirst(2)) : address
      return path.isEmpty ? nil : PercentEncoding.decoded(path[...]) ?? path
    }
    guard scheme.lowercased() == "file" else { return nil }
    var rest = address[address.index(after: scheme.endIndex)...]
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      if rest.hasPrefix("localhost/") { rest = rest.dropFirst("localhost".count) }
    }
    guard rest.hasPrefix("/") else { return nil }
    return PercentEncoding.decoded(rest)
  }

  private static func scheme(of address: String) -> Substring? {
    guard let colon = address.firstIndex(of: ":"), address.utf8.first?.isASCIILetter == true else {
      return nil
    }
    let scheme = address[..<colon]
    return scheme.utf8.allSatisfy { $0.isASCIIAlphanumeric || "+-.".utf8.contains($0) }
      ? scheme : nil
  }
}
