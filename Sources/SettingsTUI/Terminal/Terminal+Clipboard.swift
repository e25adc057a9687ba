import CTerminal

extension Terminal {
  /// Sends text to the clipboard of the person's terminal, also over a network (OSC 52, xterm's control sequences). Terminals
  /// that don't support or allow the sequence ignore it.
  func copy(_ text: String) {
    let bytes = Array("\u{1B}]52;c;".utf8) + Base64.encode(Array(text.utf8)) + [0x07]
    bytes.withUnsafeBytes { buffer in
      cterminal_send(buffer.bindMemory(to: CChar.self).baseAddress, buffer.count)
    }
  }
}

/// Base64, RFC 4648.
enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Returns the bytes as Base64 with padding.
  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        result.append(
          place <= group.count ? alphabet[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return result
  }
}
