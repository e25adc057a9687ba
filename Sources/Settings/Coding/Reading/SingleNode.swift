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

  // Without these, the standard library's own would be used, which throw.
  func decode(_ type: Int128.Type) throws -> Int128 { try decoder.leaf(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try decoder.leaf(type) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decoder.decode(type)
  }
}
