/// Addresses of schemas: URI references (RFC 3986).
enum SchemaAddress {
  /// Returns the parts before and after `#`; the fragment is empty without a `#`.
  static func split(_ text: String) -> (address: String, fragment: String) {
    guard let mark = text.firstIndex(of: "#") else { return (text, "") }
    return (String(text[..<mark]), String(text[text.index(after: mark)...]))
  }

  /// Returns a reference without a fragment as an address (RFC 3986, section 5.2).
  static func resolved(_ reference: String, against base: String) -> String {
    if reference.isEmpty { return base }
    let (relative, base) = (Parts(reference), Parts(base))
    if relative.scheme != nil { return reference }
    var result = Parts("")
    result.scheme = base.scheme
    result.query = relative.query
    if relative.authority != nil {
      (result.authority, result.path) = (relative.authority, relative.path)
    } else {
      result.authority = base.authority
      if relative.path.isEmpty {
        result.path = base.path
        result.query = relative.query ?? base.query
      } else if relative.path.hasPrefix("/") {
        result.path = withoutDots(relative.path)
      } else {
        let folder =
          base.path.lastIndex(of: "/").map { base.path[...$0] } ?? (base.authority == nil ? "" : "/")
        result.path = withoutDots(folder + relative.path)
      }
    }
    return result.text
  }

  /// Returns a path without the segments `.` and `..` (RFC 3986, section 5.2.4).
  private static func withoutDots(_ path: String) -> String {
    guard path.contains("./") || path.hasSuffix(".") else { return path }
    var kept: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment {
      case ".": if isLast { kept.append("") }
      case "..":
        if let last = kept.last, last != "" || kept.count > 1 { kept.removeLast() }
        if isLast { kept.append("") }
      default: kept.append(segment)
      }
    }
    return kept.joined(separator: "/")
  }

  private struct Parts {
    var scheme: String?
    var authority: String?
    var path: String
    var query: String?

    init(_ text: String) {
      var rest = text[...]
      if let colon = rest.firstIndex(of: ":"), rest.first?.isLetter == true,
        !rest[..<colon].contains(where: { "/?#".contains($0) })
      {
        scheme = String(rest[..<colon])
        rest = rest[rest.index(after: colon)...]
      }
      if rest.hasPrefix("//") {
        let start = rest.dropFirst(2)
        let end = start.firstIndex { $0 == "/" || $0 == "?" } ?? start.endIndex
        authority = String(start[..<end])
        rest = start[end...]
      }
      let mark = rest.firstIndex(of: "?")
      query = mark.map { String(rest[rest.index(after: $0)...]) }
      path = String(rest[..<(mark ?? rest.endIndex)])
    }

    var text: String {
      (scheme.map { $0 + ":" } ?? "") + (authority.map { "//" + $0 } ?? "") + path
        + (query.map { "?" + $0 } ?? "")
    }
  }
}

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
