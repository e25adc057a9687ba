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
        fragment += "%" + String(byte, digits: 2, radix: 16, uppercase: true)
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
    byte.isASCIIAlphanumeric || "-._".utf8.contains(byte)
  }
}
