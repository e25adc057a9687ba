import SettingsSystem

/// Searches for words as bytes, with the C library's fast search. The search ends at the first zero byte of the file.
enum ByteSearch {
  /// Calls the body with the offset of each whole word.
  static func forEach(_ word: StaticString, in file: SourceFile, _ body: (Int) -> Void) {
    file.bytes.withUnsafeBytes { bytes in
      word.withUTF8Buffer { word in
        guard let base = bytes.baseAddress, let sought = word.baseAddress else { return }
        let text = base.assumingMemoryBound(to: CChar.self)
        let needle = UnsafeRawPointer(sought).assumingMemoryBound(to: CChar.self)
        var offset = 0
        while let found = MemorySearch.first(needle, in: text + offset) {
          let start = found - text
          offset = start + word.count
          let isWhole = !(start > 0 && bytes[start - 1].isIdentifier) && !bytes[offset].isIdentifier
          if isWhole { body(start) }
        }
      }
    }
  }

  /// Whether a file contains a word, whole or as part of another.
  static func contains(_ word: String, in file: SourceFile) -> Bool {
    file.bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return false }
      return word.withCString { MemorySearch.first($0, in: base.assumingMemoryBound(to: CChar.self)) != nil }
    }
  }

  /// Returns the offset of the first zero byte of a file; `nil` if there is none.
  static func firstZero(in file: SourceFile) -> Int? {
    file.bytes.withUnsafeBytes { bytes in
      MemorySearch.firstOffset(of: 0, in: UnsafeRawBufferPointer(rebasing: bytes.prefix(file.count)))
    }
  }
}
