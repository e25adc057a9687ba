#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Search for words as bytes, by the C library's fast search; a text ends at its first zero byte.
enum ByteSearch {
  /// Calls with the offset of each whole word.
  static func forEach(_ word: StaticString, in file: SourceFile, _ body: (Int) -> Void) {
    file.bytes.withUnsafeBytes { bytes in
      word.withUTF8Buffer { word in
        guard let base = bytes.baseAddress, let sought = word.baseAddress else { return }
        let text = base.assumingMemoryBound(to: CChar.self)
        let needle = UnsafeRawPointer(sought).assumingMemoryBound(to: CChar.self)
        var offset = 0
        while let found = strstr(text + offset, needle) {
          let start = UnsafePointer(found) - text
          offset = start + word.count
          let isWhole = !(start > 0 && bytes[start - 1].isIdentifier) && !bytes[offset].isIdentifier
          if isWhole { body(start) }
        }
      }
    }
  }

  /// Whether a text contains a word, whole or as part of another.
  static func contains(_ word: String, in file: SourceFile) -> Bool {
    file.bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return false }
      return word.withCString { strstr(base.assumingMemoryBound(to: CChar.self), $0) != nil }
    }
  }

  /// The offset of the first zero byte of a text; `nil` if there is none.
  static func firstZero(in file: SourceFile) -> Int? {
    file.bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let found = memchr(base, 0, file.count) else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }
}
