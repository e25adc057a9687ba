/// A string that is compared scalar by scalar, as JSON requires.
///
/// In Swift, `é` and `e` with a combining accent are equal strings. In JSON they are different keys.
package struct ExactText: Hashable {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  package static func == (left: ExactText, right: ExactText) -> Bool {
    left.text.hasSameScalars(as: right.text)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(text)
  }
}

extension String {
  /// Whether both strings consist of the same Unicode scalars.
  package func hasSameScalars(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let isSame = utf8.withContiguousStorageIfAvailable { bytes in
      other.utf8.withContiguousStorageIfAvailable { JSONBytes.areEqual(bytes, at: 0, $0) }
    }
    return isSame.flatMap { $0 } ?? utf8.elementsEqual(other.utf8)
  }

  /// Calls a function with the UTF-8 of the string.
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    var copy = self
    return copy.withUTF8(body)
  }
}
