extension JSONNode {
  /// The number of elements or members; 0 for any other type.
  package var count: Int {
    if storage.duplicateKeys == .lastWins, kind == .object {
      return members.reduce(0) { count, _ in count + 1 }
    }
    let token = storage.entries[entry]
    return token.isContainer ? storage.entries[token.payload].payload : 0
  }

  /// The members of an object, in the order of the text; empty for any other type. Of equal keys, only the last one counts.
  package var members: Members { Members(node: self, hasAll: false) }

  /// Whether the member with a key at an entry counts: of equal keys, only the last one does.
  @inline(__always)
  package func countsMember(at key: Int) -> Bool {
    storage.duplicateKeys == .refused || storage.key(storage.text(of: key), of: entry) == key
  }

  /// The members of an object, those with a key that a later one has included.
  package var allMembers: Members { Members(node: self, hasAll: true) }

  /// The elements of an array, in order; empty for any other type.
  package var elements: Elements { Elements(node: self) }

  /// The value of a key of an object; `nil` if the object doesn't have the key, and for any other type.
  ///
  /// Cost: constant.
  package subscript(key: String) -> JSONNode? {
    guard kind == .object else { return nil }
    return storage.key(key, of: entry).map { JSONNode(storage: storage, entry: $0 + 1) }
  }

  /// The element of an array at an index; `nil` if the array has no such element, and for any other type.
  ///
  /// Cost: one step for each element before it.
  package subscript(index: Int) -> JSONNode? {
    guard index >= 0, index < count else { return nil }
    return elements.dropFirst(index).first { _ in true }
  }

  /// The range of entries that contains the children: the keys with their values, or the elements.
  package var children: Range<Int> {
    let token = storage.entries[entry]
    return token.isContainer ? (entry + 1)..<token.payload : 0..<0
  }

  /// The members of an object.
  package struct Members: Sequence, Sendable {
    let node: JSONNode
    /// Whether all members of equal keys count, and not only the last one.
    let hasAll: Bool

    /// Creates an iterator at the first member.
    package func makeIterator() -> Iterator {
      Iterator(
        storage: node.storage, object: node.entry, hasAll: hasAll || node.storage.duplicateKeys == .refused,
        rest: node.kind == .object ? node.children : 0..<0)
    }

    /// A lower bound of the number of elements.
    package var underestimatedCount: Int {
      node.kind == .object && node.storage.duplicateKeys == .refused ? node.count : 0
    }

    /// Iterates over the members.
    package struct Iterator: IteratorProtocol {
      let storage: JSONStorage
      let object: Int
      let hasAll: Bool
      var rest: Range<Int>

      /// Returns the next member. Its value has the position of its key.
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

  /// The elements of an array.
  package struct Elements: Sequence, Sendable {
    let node: JSONNode

    /// Creates an iterator at the first element.
    package func makeIterator() -> Iterator {
      Iterator(storage: node.storage, rest: node.kind == .array ? node.children : 0..<0)
    }

    /// A lower bound of the number of elements.
    package var underestimatedCount: Int { node.kind == .array ? node.count : 0 }

    /// Iterates over the elements.
    package struct Iterator: IteratorProtocol {
      let storage: JSONStorage
      var rest: Range<Int>

      /// Returns the next element.
      package mutating func next() -> JSONNode? {
        guard let entry = rest.first else { return nil }
        rest = storage.next(after: entry)..<rest.upperBound
        return JSONNode(storage: storage, entry: entry)
      }
    }
  }
}
