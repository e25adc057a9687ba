/// The members of an object that have certain keys, and the text of the others, without decoding them.
///
/// One instance is reused for many objects, so that an object allocates no memory. This type is in the module of the index
/// because Swift doesn't inline the index into other modules of the package.
package struct JSONMemberSelection {
  private let storage: JSONStorage
  private let keys: [StaticString]
  /// A bit for the length of each key with its quotes, which rules out most others.
  private let lengths: UInt64
  /// The entry of each key's value; 0, which is the entry of the root, if the object doesn't have it.
  private var values: [Int]
  /// The entries of all members.
  private var members = 0..<0
  /// The text of the members with other keys: for members that follow each other, from the first key to the last value.
  package private(set) var otherText: [UInt8] = []

  /// Selects keys of fewer than 62 bytes without escapes.
  package init(of keys: [StaticString], in document: JSONDocument) {
    storage = document.storage
    self.keys = keys
    lengths = keys.reduce(0) { $0 | 1 << UInt64($1.utf8CodeUnitCount + 2) }
    values = Array(repeating: 0, count: keys.count)
  }

  /// The value of the key with an index.
  package subscript(key: Int) -> JSONNode? {
    values[key] == 0 ? nil : JSONNode(storage: storage, entry: values[key])
  }

  /// The members with other keys, decoded.
  package var others: JSONObject {
    var others: [JSONObject.Member] = []
    for (key, value) in JSONNode(storage: storage, entry: members.lowerBound - 1).members
    where !keys.contains(where: { $0.description == key }) {
      others.append(JSONObject.Member(key: key, value: value.value))
    }
    return JSONObject(distinct: others)
  }

  /// Reads the members of an object; returns `false` for a node that isn't an object.
  package mutating func read(_ node: JSONNode) -> Bool {
    guard node.kind == .object else { return false }
    members = node.children
    otherText.removeAll(keepingCapacity: true)
    for index in values.indices { values[index] = 0 }
    storage.bytes.withUnsafeBufferPointer { bytes in read(storage.entries, bytes) }
    return true
  }

  private mutating func read(_ entries: borrowing JSONEntries, _ bytes: UnsafeBufferPointer<UInt8>) {
    var key = members.lowerBound
    let end = members.upperBound
    var textStart: Int?
    var textEnd = 0
    while key < end {
      let token = entries[key]
      let value = entries[key &+ 1]
      if let index = index(of: key, token, bytes) {
        values[index] = key &+ 1
        if let start = textStart {
          otherText.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<textEnd]))
        }
        textStart = nil
      } else {
        textStart = textStart ?? token.offset
        textEnd = value.isContainer ? entries[value.payload].offset &+ 1 : value.offset &+ value.payload
      }
      key = value.isContainer ? value.payload &+ 1 : key &+ 2
    }
    if let start = textStart {
      otherText.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<textEnd]))
    }
  }

  /// Returns the index of a key.
  @inline(__always)
  private func index(of key: Int, _ token: JSONEntry, _ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard !token.flag else {
      let text = storage.text(of: key)
      return keys.firstIndex { $0.description == text }
    }
    guard token.payload < 64, lengths & 1 << UInt64(token.payload) != 0 else { return nil }
    return keys.firstIndex {
      $0.utf8CodeUnitCount == token.payload &- 2
        && JSONBytes.areEqual(
          bytes, at: token.offset &+ 1, UnsafeBufferPointer(start: $0.utf8Start, count: $0.utf8CodeUnitCount))
    }
  }
}
