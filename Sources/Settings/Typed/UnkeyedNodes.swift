import SettingsForm

/// The elements of an array being decoded. They have no defaults: element 2 of a list in the file has nothing to do with element 2 of the
/// default.
struct UnkeyedNodes: UnkeyedDecodingContainer {
  let elements: [JSONNode]
  let decoder: NodeDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }
  var currentIndex = 0
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  init(elements: [JSONNode], decoder: NodeDecoder) {
    self.elements = elements
    self.decoder = decoder
  }

  mutating func decodeNil() throws -> Bool {
    guard try current().isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Leaf: JSONLeaf & Decodable>(_ type: Leaf.Type) throws -> Leaf {
    if !isAtEnd, let value = Leaf(elements[currentIndex]) {
      currentIndex += 1
      return value
    }
    return try advance().leaf(type)
  }

  // Without these, the standard library's own would be used, which throw.
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try advance().leaf(type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try advance().leaf(type) }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try current().decode(type)
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try advance().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try advance().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder {
    try advance()
  }

  private mutating func advance() throws -> NodeDecoder {
    let decoder = try current()
    currentIndex += 1
    return decoder
  }

  private func current() throws -> NodeDecoder {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        JSONValue.self,
        DecodingError.Context(
          codingPath: codingPath, debugDescription: "has too few elements; add what is missing.")
      )
    }
    return NodeDecoder(
      node: elements[currentIndex], fallback: nil, in: decoder, at: PathKey(currentIndex))
  }
}
