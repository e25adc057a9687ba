/// A single value being decoded.
struct SingleNode: SingleValueDecodingContainer {
  let decoder: NodeDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool {
    decoder.isNull
  }

  func decode<Leaf: JSONLeaf & Decodable>(_ type: Leaf.Type) throws -> Leaf {
    try decoder.leaf(type)
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decoder.decode(type)
  }
}
