/// References to the definitions of a document: a JSON Pointer (RFC 6901) as a URI fragment.
package enum DefinitionReference {
  /// The keyword of the definitions.
  package static let keyword = "$defs"
  private static let start = "#/\(keyword)/"

  /// Returns the reference to a definition.
  package static func text(to name: String) -> String {
    var fragment = start
    for byte in SettingPath([name]).pointer.utf8.dropFirst() {
      if isPlain(byte) || byte == UInt8(ascii: "~") {
        fragment.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        fragment += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return fragment
  }

  /// Returns the name of the definition that a reference without escapes leads to; `nil` for any other reference.
  static func name(in text: String) -> String? {
    guard text.hasPrefix(start) else { return nil }
    let name = text.dropFirst(start.count)
    return !name.isEmpty && name.utf8.allSatisfy(isPlain) ? String(name) : nil
  }

  /// Whether a character of a name needs no escape.
  package static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
