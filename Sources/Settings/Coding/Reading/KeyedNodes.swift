/// The members of an object being decoded.
struct KeyedNodes<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: NodeDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { decoder.keys.compactMap(Key.init(stringValue:)) }

  func contains(_ key: Key) -> Bool {
    decoder.contains(key.stringValue)
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    try member(key).isNull
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try member(key).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    decoder.member(PathKey("super"))
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try member(key)
  }

  private func member(_ key: Key) throws -> NodeDecoder {
    let member = decoder.member(key)
    guard member.node != nil || member.fallback != nil else {
      throw DecodingError.keyNotFound(
        key,
        DecodingError.Context(
          codingPath: codingPath, debugDescription: "is missing and has no default; add it to the file."))
    }
    return member
  }
}
