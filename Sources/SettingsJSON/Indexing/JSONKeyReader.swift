/// Compares keys in place.
struct JSONKeyReader {
  let bytes: UnsafeBufferPointer<UInt8>
  let entries: [JSONEntry]

  /// Whether the key at an entry equals another key.
  @inline(__always)
  func key(at entry: Int, equals key: UnsafeBufferPointer<UInt8>) -> Bool {
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
  func key(at entry: Int, equalsKeyAt other: Int) -> Bool {
    let token = entries[other]
    guard token.flag else {
      let text = bytes[(token.offset + 1)..<(token.offset + token.payload - 1)]
      return key(at: entry, equals: UnsafeBufferPointer(rebasing: text))
    }
    return JSONString.unescaped(bytes, token.offset + 1, token.offset + token.payload - 1)
      .withUnsafeBufferPointer { key(at: entry, equals: $0) }
  }
}
