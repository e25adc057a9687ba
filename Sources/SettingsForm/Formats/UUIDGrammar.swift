/// The text form of a UUID (RFC 4122, section 3).
enum UUIDGrammar {
  static func isUUID(_ bytes: TextBytes) -> Bool {
    guard bytes.count == 36 else { return false }
    return zip(0..., bytes).allSatisfy { place, byte in
      switch place {
      case 8, 13, 18, 23: byte == UInt8(ascii: "-")
      default: byte.hexDigit != nil
      }
    }
  }
}
