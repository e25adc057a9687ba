extension SettingPath: CustomStringConvertible {
  /// The dotted form; empty for the root.
  public var description: String {
    var text = ""
    for key in keys {
      if !text.isEmpty { text += "." }
      text += Self.isPlain(key) ? key : JSONValue.string(key).text()
    }
    return text
  }

  /// The dotted form, or `document` for the root, for a sentence or a table.
  package var name: String { isRoot ? "document" : description }

  /// The JSON Pointer (RFC 6901) form; empty for the root.
  public var pointer: String {
    var bytes: [UInt8] = []
    for key in keys { Self.appendPointer(toKey: key, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the part of a JSON Pointer that leads to a key: a slash and the escaped key.
  package static func appendPointer(toKey key: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "/"))
    for byte in key.utf8 {
      switch byte {
      case UInt8(ascii: "~"): bytes += [byte, UInt8(ascii: "0")]
      case UInt8(ascii: "/"): bytes += [UInt8(ascii: "~"), UInt8(ascii: "1")]
      default: bytes.append(byte)
      }
    }
  }

  private static func isPlain(_ key: String) -> Bool {
    !key.isEmpty
      && key.unicodeScalars.allSatisfy { scalar in
        scalar == "_" || scalar == "-" || scalar.properties.isAlphabetic
          || scalar.properties.numericType != nil
      }
  }
}
