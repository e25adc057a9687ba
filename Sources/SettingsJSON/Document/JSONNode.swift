/// A value in a document, which is decoded when it is requested.
///
/// A node is a reference to the document's storage and the number of an entry. Creating one costs next to nothing, and
/// a node keeps the text of its document in memory. Nodes are how all other modules read documents:
/// `document.root["server"]?["port"]?.integer()` decodes one number, however large the file is.
///
/// Each property answers for one type and is `nil` or empty for all others, so a caller that expects a number needs no
/// check before. To tell a missing member from `null`, look at the node itself: the subscript returns `nil` for the
/// first, and a node of the kind `null` for the second.
package struct JSONNode: Sendable {
  package typealias Kind = JSONValue.Kind

  package let storage: JSONStorage
  /// The entry of the value in the index; for a member, the entry after that of its key.
  package let entry: Int

  package init(storage: JSONStorage, entry: Int) {
    self.storage = storage
    self.entry = entry
  }

  var token: JSONEntry { storage.entries[entry] }

  package var kind: Kind {
    switch token.kind {
    case .null: .null
    case .true, .false: .bool
    case .number: .number
    case .string, .key: .string
    case .array: .array
    case .object, .end: .object
    }
  }

  /// The position of the value: of its first character, which for a string is the quote.
  ///
  /// Cost: linear in the text for the first position of a document, then constant.
  package var position: SourcePosition { storage.position(of: token.offset) }

  /// The byte range of the value in the text, without the key and the comments around it.
  package var byteRange: Range<Int> { storage.range(of: entry) }

  /// The entry of the member's key; `nil` for an array element and for the root. In the index, a key is always directly
  /// before its value, and nothing else has a key there.
  private var keyEntry: Int? {
    entry > 0 && storage.entries[entry - 1].kind == .key ? entry - 1 : nil
  }

  /// The key of the member that has this value; `nil` for an array element and for the root.
  package var key: String? { keyEntry.map(storage.text(of:)) }

  /// The position of the member's key; `nil` for an array element and for the root.
  package var keyPosition: SourcePosition? {
    keyEntry.map { storage.position(of: storage.entries[$0].offset) }
  }

  /// The value without its document, with the spelling of its numbers. Comments are lost. Of equal keys of an object,
  /// the last one counts; the member stands where the last one stands.
  ///
  /// Cost: linear in the size of the value.
  package var value: JSONValue {
    switch token.kind {
    case .null: return .null
    case .true: return .bool(true)
    case .false: return .bool(false)
    case .number: return .number(JSONNumber(checked: spelling))
    case .string, .key: return .string(storage.text(of: entry))
    case .array: return .array(elements.map(\.value))
    case .object, .end:
      guard storage.duplicateKeys == .refused else {
        var object = JSONObject()
        for (key, node) in members { object[key] = node.value }
        return .object(object)
      }
      return .object(
        JSONObject(distinct: members.map { JSONObject.Member(key: $0.key, value: $0.value.value) }))
    }
  }

  package var bool: Bool? {
    switch token.kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// The content of a string; `nil` for any other type.
  package var string: String? {
    token.kind == .string ? storage.text(of: entry) : nil
  }

  /// The range of the bytes between the quotes of a string, and whether it has escapes; `nil` for any other type.
  ///
  /// Without escapes, these bytes are the UTF-8 of the string, so a check of its length or its format needs no copy.
  package var stringContent: (bytes: Range<Int>, hasEscapes: Bool)? {
    let token = token
    guard token.kind == .string else { return nil }
    return (token.offset + 1..<token.offset + token.payload - 1, token.flag)
  }

  /// A number as it is spelled; `nil` for any other type.
  package var number: JSONNumber? {
    token.kind == .number ? JSONNumber(checked: spelling) : nil
  }

  /// The decimal value of a number; `nil` for any other type. It is computed from the bytes, without a string in
  /// between, because each limit of a number in a file is compared with it.
  package var decimalValue: JSONDecimal? {
    guard token.kind == .number else { return nil }
    return storage.bytes.withUnsafeBufferPointer { JSONDecimal(UnsafeBufferPointer(rebasing: $0[byteRange])) }
  }

  /// The number of Unicode scalars of a string, as `minLength` and `maxLength` count; 0 for any other type.
  package var scalarCount: Int {
    guard token.kind == .string else { return 0 }
    return storage.scalarCount(of: entry)
  }

  /// Whether this is a string with this content, compared in place: `"b\u0061r"` has the content `bar`.
  package func isText(_ text: String) -> Bool {
    token.kind == .string && storage.isText(text, at: entry)
  }

  private var spelling: String { String(decoding: storage.bytes[byteRange], as: UTF8.self) }

  /// Returns a number as an integer; `nil` for any other type, for a fraction, and for a number out of range.
  ///
  /// The value matters, not the spelling: `1.0` and `1e2` are integers.
  package func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Int.self) -> Integer? {
    guard token.kind == .number else { return nil }
    // Any 18 digits fit in an `Int64`. Any other byte makes the sum meaningless, which isn't used then.
    if token.payload <= 18 {
      var value: Int64 = 0
      var isPlain = true
      let isNegative = storage.bytes[token.offset] == UInt8(ascii: "-")
      for byte in storage.bytes[(token.offset + (isNegative ? 1 : 0))..<(token.offset + token.payload)] {
        let digit = byte &- 0x30
        isPlain = isPlain && digit < 10
        value = value &* 10 &+ Int64(digit)
      }
      if isPlain { return Integer(exactly: isNegative ? -value : value) }
    }
    return number?.integer(as: type)
  }

  /// The double nearest to a number, infinite if the number is too large; `nil` for any other type. Most numbers take
  /// one multiplication or division; only what that can't round correctly is parsed from its spelling.
  package var double: Double? {
    guard token.kind == .number else { return nil }
    return decimalValue?.exactDouble ?? number?.double
  }
}

extension JSONNode {
  /// The number of elements or members; 0 for any other type.
  ///
  /// Cost: constant, because the end entry has the number; linear in a document with duplicate keys, of which only the
  /// last ones count.
  package var count: Int {
    if storage.duplicateKeys == .lastWins, kind == .object {
      return members.reduce(0) { count, _ in count + 1 }
    }
    let token = storage.entries[entry]
    return token.isContainer ? storage.entries[token.payload].payload : 0
  }

  /// The members of an object, in the order of the text; empty for any other type. Of equal keys, only the last one counts.
  package var members: Members { Members(node: self, hasAll: false) }

  /// Whether the member with a key at an entry counts: of equal keys, only the last one does. Walks over entries ask
  /// this for each key; in a document without duplicate keys, it is a comparison of one byte.
  @inline(__always)
  package func countsMember(at key: Int) -> Bool {
    storage.duplicateKeys == .refused || storage.key(storage.text(of: key), of: entry) == key
  }

  /// All members of an object, also members whose key comes again later. Secrets have to be found in these, too: a
  /// password in a value that doesn't count is still in the file.
  package var allMembers: Members { Members(node: self, hasAll: true) }

  /// The elements of an array, in order; empty for any other type.
  package var elements: Elements { Elements(node: self) }

  /// The value of a key of an object; `nil` if the object doesn't have the key, and for any other type. Of equal keys,
  /// it is the last one's.
  ///
  /// Cost: constant.
  package subscript(key: String) -> JSONNode? {
    guard kind == .object else { return nil }
    return storage.key(key, of: entry).map { JSONNode(storage: storage, entry: $0 + 1) }
  }

  /// The element of an array at an index; `nil` if the array has no such element, and for any other type.
  ///
  /// Cost: linear in the number of elements for the first request; then constant.
  package subscript(index: Int) -> JSONNode? {
    guard kind == .array, index >= 0, index < count else { return nil }
    return JSONNode(storage: storage, entry: storage.element(index, of: entry))
  }

  /// The range of entries that contains the children: the keys with their values, or the elements; empty for a scalar.
  /// It begins with the first key or element, and its upper bound is the end entry.
  package var children: Range<Int> {
    let token = storage.entries[entry]
    return token.isContainer ? (entry + 1)..<token.payload : 0..<0
  }

  package struct Members: Sequence, Sendable {
    let node: JSONNode
    /// Whether all members of equal keys count, and not only the last one.
    let hasAll: Bool

    package func makeIterator() -> Iterator {
      Iterator(
        storage: node.storage, object: node.entry, hasAll: hasAll || node.storage.duplicateKeys == .refused,
        rest: node.kind == .object ? node.children : 0..<0)
    }

    /// A lower bound of the number of members: 0 if keys can be duplicates, since counting would take as long as the
    /// iteration.
    package var underestimatedCount: Int {
      node.kind == .object && node.storage.duplicateKeys == .refused ? node.count : 0
    }

    package struct Iterator: IteratorProtocol {
      let storage: JSONStorage
      let object: Int
      let hasAll: Bool
      var rest: Range<Int>

      /// Returns the next member. Its value has the position of its key, and ``JSONNode/key`` again, which decodes it.
      package mutating func next() -> (key: String, value: JSONNode)? {
        while let key = rest.first {
          rest = storage.next(after: key + 1)..<rest.upperBound
          let text = storage.text(of: key)
          if hasAll || storage.key(text, of: object) == key {
            return (text, JSONNode(storage: storage, entry: key + 1))
          }
        }
        return nil
      }
    }
  }

  package struct Elements: Sequence, Sendable {
    let node: JSONNode

    package func makeIterator() -> Iterator {
      Iterator(storage: node.storage, rest: node.kind == .array ? node.children : 0..<0)
    }

    package var underestimatedCount: Int { node.kind == .array ? node.count : 0 }

    package struct Iterator: IteratorProtocol {
      let storage: JSONStorage
      var rest: Range<Int>

      package mutating func next() -> JSONNode? {
        guard let entry = rest.first else { return nil }
        rest = storage.next(after: entry)..<rest.upperBound
        return JSONNode(storage: storage, entry: entry)
      }
    }
  }
}
