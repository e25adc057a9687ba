import SettingsJSON

/// Validation of UTF-8.
enum UTF8Check {
  /// Returns the offset of the first byte that isn't valid UTF-8; `nil` if the file is valid.
  static func firstFault(in file: SourceFile) -> Int? {
    file.bytes.withUnsafeBufferPointer { padded in
      let bytes = UnsafeBufferPointer(rebasing: padded[..<file.count])
      var offset = 0
      while true {
        offset = endOfASCII(in: bytes, from: offset)
        guard offset < bytes.count else { return nil }
        guard let length = JSONGrammar.lengthOfSequence(in: bytes, from: offset) else { return offset }
        offset += length
      }
    }
  }

  private static func endOfASCII(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let memory = UnsafeRawBufferPointer(bytes)
    var offset = start
    // Eight bytes are ASCII if none of them has its highest bit set.
    while offset + 8 <= bytes.count,
      memory.loadUnaligned(fromByteOffset: offset, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
    {
      offset += 8
    }
    while offset < bytes.count, bytes[offset] < 0x80 { offset += 1 }
    return offset
  }
}
