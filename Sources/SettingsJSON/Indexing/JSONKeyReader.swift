/// Compares keys in place.
enum JSONKeyReader {
  /// Whether the key at an entry equals another key.
  @inline(__always)
  static func key(
    at entry: Int, equals key: UnsafeBufferPointer<UInt8>, in entries: borrowing JSONEntries,
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let token = entries[entry]
    if token.flag {
      let text = JSONString.decode(
        bytes, token.offset + 1, token.offset + token.payload - 1, hasEscapes: true)
      return text.utf8.elementsEqual(key)
    }
    guard token.payload - 2 == key.count else { return false }
    return JSONBytes.areEqual(bytes, at: token.offset + 1, key)
  }

  /// Whether the keys of two entries are equal.
  static func key(
    at entry: Int, equalsKeyAt other: Int, in entries: borrowing JSONEntries,
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let token = entries[other]
    let (start, end) = (token.offset + 1, token.offset + token.payload - 1)
    guard token.flag else {
      return key(at: entry, equals: UnsafeBufferPointer(rebasing: bytes[start..<end]), in: entries, bytes)
    }
    let text = JSONString.unescaped(bytes, start, end)
    return text.span.withUnsafeBufferPointer { key(at: entry, equals: $0, in: entries, bytes) }
  }
}
