import CVector
import SettingsSystem

/// Searches for words as bytes, many at a time.
enum ByteSearch {
  /// Calls the body with the offset after each word that is a keyword of a declaration of a type.
  static func forEachDeclaration(in file: SourceFile, _ body: (Int) -> Void) {
    file.bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      func inspect(_ start: Int) {
        guard let length = keywordLength(base + start), !base[start + length].isIdentifier else { return }
        body(start + length)
      }
      inspect(0)
      // The search also reads the byte before each word, so it starts after the first byte.
      for offset in stride(from: 1, to: file.count, by: 16) {
        var marks = cvector_declarations(base + offset)
        while marks != 0 {
          let start = offset + marks.trailingZeroBitCount
          // Clear the lowest mark.
          marks &= marks - 1
          if !base[start - 1].isIdentifier { inspect(start) }
        }
      }
    }
  }

  /// Returns the length of the keyword that some bytes begin with; `nil` if it declares no type.
  private static func keywordLength(_ bytes: UnsafePointer<UInt8>) -> Int? {
    for keyword in declarationKeywords {
      let length = keyword.utf8CodeUnitCount
      if MemorySearch.areEqual(bytes, keyword.utf8Start, count: length) { return length }
    }
    return nil
  }

  /// The keywords that `cvector_declarations` finds.
  private static let declarationKeywords: [StaticString] = [
    "struct", "enum", "class", "actor", "extension", "typealias", "protocol",
  ]

  /// Whether a file contains a word, whole or as part of another, before its first zero byte.
  static func contains(_ word: String, in file: SourceFile) -> Bool {
    file.bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return false }
      return word.withCString { MemorySearch.first($0, in: base.assumingMemoryBound(to: CChar.self)) != nil }
    }
  }

  /// Returns the offset of the first zero byte of a file; `nil` for a file without zero bytes.
  static func firstZero(in file: SourceFile) -> Int? {
    file.bytes.withUnsafeBytes { bytes in
      MemorySearch.firstOffset(of: 0, in: UnsafeRawBufferPointer(rebasing: bytes.prefix(file.count)))
    }
  }
}
