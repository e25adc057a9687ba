extension JSONNode {
  /// The number of elements or members; 0 for anything else.
  public var count: Int {
    let token = storage.entries[entry]
    return token.isContainer ? storage.entries[token.payload].payload : 0
  }

  /// The members of an object, in the order of the text; none for anything else.
  public var members: Members { Members(node: self) }

  /// The elements of an array, in order; none for anything else.
  public var elements: Elements { Elements(node: self) }

  /// The value of a key of an object; `nil` if there is none, or for anything else.
  ///
  /// Cost: constant, whatever the number of members.
  public subscript(key: String) -> JSONNode? {
    guard kind == .object else { return nil }
    return storage.key(key, of: entry).map { JSONNode(storage: storage, entry: $0 + 1) }
  }

  /// The element of an array at an index; `nil` if there is none, or for anything else.
  ///
  /// Cost: a step for each element before it.
  public subscript(index: Int) -> JSONNode? {
    guard index >= 0, index < count else { return nil }
    return elements.dropFirst(index).first { _ in true }
  }

  /// The entries of a container's children: its keys or its elements.
  package var children: Range<Int> {
    let token = storage.entries[entry]
    return token.isContainer ? (entry + 1)..<token.payload : 0..<0
  }

  /// An object's members.
  public struct Members: Sequence, Sendable {
    let node: JSONNode

    /// Starts at the first member.
    public func makeIterator() -> Iterator {
      Iterator(storage: node.storage, rest: node.kind == .object ? node.children : 0..<0)
    }

    /// How many there are, or fewer.
    public var underestimatedCount: Int { node.kind == .object ? node.count : 0 }

    /// Goes from member to member.
    public struct Iterator: IteratorProtocol {
      let storage: JSONStorage
      var rest: Range<Int>

      /// The next member; its value knows the position of its key.
      public mutating func next() -> (key: String, value: JSONNode)? {
        guard let key = rest.first else { return nil }
        rest = storage.next(after: key + 1)..<rest.upperBound
        return (storage.text(of: key), JSONNode(storage: storage, entry: key + 1))
      }
    }
  }

  /// An array's elements.
  public struct Elements: Sequence, Sendable {
    let node: JSONNode

    /// Starts at the first element.
    public func makeIterator() -> Iterator {
      Iterator(storage: node.storage, rest: node.kind == .array ? node.children : 0..<0)
    }

    /// How many there are, or fewer.
    public var underestimatedCount: Int { node.kind == .array ? node.count : 0 }

    /// Goes from element to element.
    public struct Iterator: IteratorProtocol {
      let storage: JSONStorage
      var rest: Range<Int>

      /// The next element.
      public mutating func next() -> JSONNode? {
        guard let entry = rest.first else { return nil }
        rest = storage.next(after: entry)..<rest.upperBound
        return JSONNode(storage: storage, entry: entry)
      }
    }
  }
}
