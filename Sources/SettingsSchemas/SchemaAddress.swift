/// Addresses of schemas: URI references (RFC 3986).
///
/// The addresses are compared as text, after they are resolved. They aren't normalized further: `HTTP://x.org/a` and
/// `http://x.org/a` are two addresses.
///
/// Foundation's `URL` isn't used: this module has to build without Foundation, and a schema's addresses are often no
/// URLs, such as `urn:example:app` or only `app.json`.
enum SchemaAddress {
  /// Returns the parts before and after `#`; the fragment is empty without a `#`.
  ///
  /// Examples: `a.json#/b` → (`a.json`, `/b`); `#here` → (empty, `here`); `a.json#` → (`a.json`, empty).
  static func split(_ text: String) -> (address: String, fragment: String) {
    guard let mark = text.firstIndex(of: "#") else { return (text, "") }
    return (String(text[..<mark]), String(text[text.index(after: mark)...]))
  }

  /// Returns a reference without a fragment as an address (RFC 3986, section 5.2).
  ///
  /// | reference | base | result |
  /// |---|---|---|
  /// | empty | `http://x.org/a/b` | `http://x.org/a/b` |
  /// | `c` | `http://x.org/a/b` | `http://x.org/a/c` |
  /// | `../c?d` | `http://x.org/a/b` | `http://x.org/c?d` |
  /// | `/c` | `http://x.org/a/b` | `http://x.org/c` |
  /// | `urn:x` | anything | `urn:x` |
  /// | `c` | empty | `c` |
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
  ///
  /// A `..` that would lead above the root of an absolute path is dropped: `/../a` → `/a`. The slash at the end stays,
  /// because it decides what a later reference is relative to: `/a/b/..` → `/a/`.
  private static func withoutDots(_ path: String) -> String {
    // Nearly every path is without dots.
    guard path.contains("./") || path.hasSuffix(".") else { return path }
    var kept: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment {
      case ".": if isLast { kept.append("") }
      case "..":
        // The empty segment before the first slash isn't removed.
        if let last = kept.last, last != "" || kept.count > 1 { kept.removeLast() }
        if isLast { kept.append("") }
      default: kept.append(segment)
      }
    }
    return kept.joined(separator: "/")
  }

  /// The parts of a reference without a fragment (RFC 3986, section 3): `scheme://authority/path?query`.
  ///
  /// A part that is `nil` is missing, and one that is empty isn't: `file:///a` has an empty authority, and keeps its
  /// slashes when it is written again.
  private struct Parts {
    var scheme: String?
    var authority: String?
    var path: String
    var query: String?

    /// Splits a reference. Each text has parts; nothing is an error.
    ///
    /// A colon ends a scheme only before the first `/` or `?`, so `a/b:c` is a path.
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

    /// The reference with these parts, as in RFC 3986, section 5.3.
    var text: String {
      (scheme.map { $0 + ":" } ?? "") + (authority.map { "//" + $0 } ?? "") + path
        + (query.map { "?" + $0 } ?? "")
    }
  }
}

/// Addresses of schemas in files. The command line decides by them whether `--schema`, `$schema` or a catalog's entry
/// names a file.
package enum SchemaFileAddress {
  /// Returns the path in an address: a `file` URI of this machine (RFC 8089), or a reference without a scheme; `nil`
  /// for any other.
  ///
  /// | address | path |
  /// |---|---|
  /// | `./forms/a%20b.json#/$defs/x` | `forms/a b.json` |
  /// | `file:///etc/app.json` | `/etc/app.json` |
  /// | `file://localhost/etc/app.json` | `/etc/app.json` |
  /// | `file://server/app.json` | `nil`: a file of another machine |
  /// | `https://x.org/app.json` | `nil` |
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

  /// Returns the scheme of an address; `nil` for a reference without one, such as a path that contains a colon behind a
  /// slash.
  private static func scheme(of address: String) -> Substring? {
    guard let colon = address.firstIndex(of: ":"), address.utf8.first?.isASCIILetter == true else {
      return nil
    }
    let scheme = address[..<colon]
    return scheme.utf8.allSatisfy { $0.isASCIIAlphanumeric || "+-.".utf8.contains($0) }
      ? scheme : nil
  }
}
