/// Base64 with padding (RFC 4648, section 4), without line breaks.
enum Base64Grammar {
  static func isBase64(_ bytes: TextBytes) -> Bool {
    guard bytes.count.isMultiple(of: 4) else { return false }
    let padding = bytes.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard padding <= 2 else { return false }
    return bytes.dropLast(padding).allSatisfy { byte in
      byte.isASCIIAlphanumeric || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
    }
  }
}
