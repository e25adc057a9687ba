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
    var text = ""
    for key in keys {
      text += "/"
      for character in key.unicodeScalars {
        switch character {
        case "~": text += "~0"
        case "/": text += "~1"
        default: text.unicodeScalars.append(character)
        }
      }
    }
    return text
  }

  private static func isPlain(_ key: String) -> Bool {
    !key.isEmpty
      && key.unicodeScalars.allSatisfy { scalar in
        scalar == "_" || scalar == "-" || scalar.properties.isAlphabetic
          || scalar.properties.numericType != nil
      }
  }
}
