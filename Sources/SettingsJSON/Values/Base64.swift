/// Base64 with padding, RFC 4648: how binary content is put into JSON, by storage helpers, by etcd, and in settings
/// whose format is Base64.
///
/// `[0x4d, 0x61]` is `TWE=`. The encoding is the canonical one, and only canonical text is decoded, so that equal bytes
/// are equal texts and a comparison of two settings needs no decoding.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  /// The value of each character; 255 for other characters, which a comparison with 64 excludes.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()
  private static let padding = UInt8(ascii: "=")

  /// Returns the bytes as characters: four for each three bytes, with one or two `=` at the end for a rest.
  package static func encode(_ bytes: [UInt8]) -> [UInt8] {
    let count = (bytes.count + 2) / 3 * 4
    return [UInt8](unsafeUninitializedCapacity: count) { result, initialized in
      var (place, index) = (0, 0)
      while index < bytes.count {
        let second = index + 1 < bytes.count ? bytes[index + 1] : nil
        let third = index + 2 < bytes.count ? bytes[index + 2] : nil
        let bits = Int(bytes[index]) << 16 | Int(second ?? 0) << 8 | Int(third ?? 0)
        result[place] = alphabet[bits >> 18]
        result[place + 1] = alphabet[bits >> 12 & 63]
        result[place + 2] = second == nil ? padding : alphabet[bits >> 6 & 63]
        result[place + 3] = third == nil ? padding : alphabet[bits & 63]
        place += 4
        index += 3
      }
      initialized = count
    }
  }

  /// Returns the bytes that characters stand for; `nil` if they aren't canonical Base64.
  ///
  /// Line breaks, a missing `=`, the letters `-` and `_` of the variant for URLs, and bits that no byte uses, as in
  /// `TWF=`, aren't canonical.
  package static func decode(_ text: String) -> [UInt8]? {
    var text = text
    return text.withUTF8(decode)
  }

  private static func decode(_ characters: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard characters.count.isMultiple(of: 4) else { return nil }
    let padded = characters.suffix(2).reversed().prefix { $0 == padding }.count
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count / 4 * 3)
    var bits = 0
    for place in 0..<(characters.count - padded) {
      let value = values[Int(characters[place])]
      guard value < 64 else { return nil }
      bits = bits << 6 | Int(value)
      guard place & 3 == 3 else { continue }
      bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
      bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
      bytes.append(UInt8(truncatingIfNeeded: bits))
    }
    // The last group has 8 or 16 bits of content; its other bits are zero.
    switch padded {
    case 1:
      guard bits & 3 == 0 else { return nil }
      bytes.append(UInt8(truncatingIfNeeded: bits >> 10))
      bytes.append(UInt8(truncatingIfNeeded: bits >> 2))
    case 2:
      guard bits & 15 == 0 else { return nil }
      bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
    default: break
    }
    return bytes
  }
}

extension JSONValue {
  package static func base64(_ bytes: [UInt8]) -> JSONValue {
    .string(String(decoding: Base64.encode(bytes), as: UTF8.self))
  }

  package var base64Bytes: [UInt8]? { text.flatMap { Base64.decode($0) } }
}
