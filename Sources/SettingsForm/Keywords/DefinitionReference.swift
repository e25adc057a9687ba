/// References to the definitions of a document: a JSON Pointer (RFC 6901) as a URI fragment.
///
/// The definition `a/b` is under `#/$defs/a~1b`: the slash is escaped for the pointer. In `a b`, the space is escaped
/// for the URI: `#/$defs/a%20b`.
package enum DefinitionReference {
  /// The keyword of the definitions.
  package static let keyword = "$defs"

  /// Returns the reference to a definition, escaped first as a JSON Pointer and then as a fragment of a URI.
  package static func text(to name: String) -> String {
    var fragment = "#/\(keyword)/"
    for byte in SettingPath([name]).pointer.utf8.dropFirst() {
      if isPlain(byte) || byte == UInt8(ascii: "~") {
        fragment.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        fragment += "%" + String(byte, digits: 2, radix: 16, uppercase: true)
      }
    }
    return fragment
  }

  /// Whether a character of a name needs no escape: an ASCII letter or digit, or one of `-._`.
  package static func isPlain(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || "-._".utf8.contains(byte)
  }
}

/// The fragment of a reference to a schema: what is behind its `#`, decoded. `#` alone is the pointer to the whole
/// document.
package enum SchemaFragment {
  /// The keys of a JSON Pointer (RFC 6901, section 6).
  case pointer([String])
  /// The name of an anchor.
  case anchor(String)

  /// Parses a fragment; returns `nil` for a malformed one.
  package init?(_ fragment: Substring) {
    guard let text = PercentEncoding.decoded(fragment) else { return nil }
    if text.isEmpty || text.hasPrefix("/") {
      guard let path = try? SettingPath(parsing: text) else { return nil }
      self = .pointer(path.keys)
    } else {
      self = .anchor(text)
    }
  }
}

/// The escapes of a URI (RFC 3986, section 2.1).
package enum PercentEncoding {
  /// Returns the text with its escapes decoded; `nil` for a malformed escape or invalid UTF-8.
  package static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst()?.hexDigit, let low = rest.popFirst()?.hexDigit else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
