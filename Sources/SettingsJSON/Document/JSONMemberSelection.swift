/// The members of an object that have certain keys, and the text of the others, without decoding them.
///
/// One instance is reused for many objects; an object allocates no memory. This type is in the module of the index
/// because Swift doesn't inline the index into other modules of the package.
///
/// It serves the reader of forms. A form of 100 000 settings has few shapes, and its settings differ in four members.
/// For `title` and `default` selected, and the object
/// `{"title": "Port", "type": "integer", "minimum": 1, "default": 80}`, the selected values are nodes, and the other
/// text is `"type": "integer", "minimum": 1`. A setting with the same other text has the same shape, which is then
/// decoded only once.
///
/// Two objects with the same other text have the same other members. The reverse isn't true: another order or another
/// spacing is another text, which costs a second decoding and nothing else.
package struct JSONMemberSelection {
  private let storage: JSONStorage
  private let keys: [StaticString]
  /// A bit for the length of each key with its quotes, which rules out most others without a comparison of bytes. That
  /// is why a selected key has fewer than 62 bytes.
  private let lengths: UInt64
  /// The entry of each key's value; 0, which is the entry of the root, if the object doesn't have it.
  private var values: [Int]
  /// The entries of all members.
  private var members = 0..<0
  /// The text of the members with other keys: for members that follow each other, from the first key to the last value.
  /// Behind a selected member, the text goes on without a separator, because it is compared and never parsed.
  package private(set) var otherText: [UInt8] = []

  /// Selects keys of fewer than 62 bytes without escapes.
  package init(of keys: [StaticString], in document: JSONDocument) {
    storage = document.storage
    self.keys = keys
    lengths = keys.reduce(0) { $0 | 1 << UInt64($1.utf8CodeUnitCount + 2) }
    values = Array(repeating: 0, count: keys.count)
  }

  /// The value of the key with an index in the list of keys; `nil` if the object doesn't have it. Of equal keys, it is
  /// the last one's.
  package subscript(key: Int) -> JSONNode? {
    values[key] == 0 ? nil : JSONNode(storage: storage, entry: values[key])
  }

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
    storage.bytes.withUnsafeBufferPointer { bytes in read(storage.entries, in: bytes) }
    return true
  }

  private mutating func read(_ entries: borrowing JSONEntries, in bytes: UnsafeBufferPointer<UInt8>) {
    // The entries are walked here without nodes: each step is one addition, and text is copied once for each run of
    // other members.
    var key = members.lowerBound
    let end = members.upperBound
    var textStart: Int?
    var textEnd = 0
    while key < end {
      let token = entries[key]
      let value = entries[key &+ 1]
      if let index = index(of: key, token, in: bytes) {
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

  @inline(__always)
  private func index(of key: Int, _ token: JSONEntry, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard !token.flag else {
      let text = storage.text(of: key)
      return keys.firstIndex { $0.description == text }
    }
    guard token.payload < 64, lengths & 1 << UInt64(token.payload) != 0 else { return nil }
    return keys.firstIndex {
      $0.utf8CodeUnitCount == token.payload &- 2
        && JSONBytes.areEqual(
          bytes, at: token.offset &+ 1,
          text: UnsafeBufferPointer(start: $0.utf8Start, count: $0.utf8CodeUnitCount))
    }
  }
}
