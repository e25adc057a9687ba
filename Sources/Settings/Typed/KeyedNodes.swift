import SettingsForm

/// The members of an object being decoded. A member that is a leaf is read from its node at once; only others get a decoder.
struct KeyedNodes<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: NodeDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { decoder.keys.compactMap(Key.init(stringValue:)) }

  func contains(_ key: Key) -> Bool {
    decoder.effectiveMember(key.stringValue) != nil
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    guard let node = decoder.effectiveMember(key.stringValue) else { throw missing(key) }
    return node.kind == .null
  }

  /// Reads a leaf of a known type without creating a decoder for it. If that fails, the same is tried with a decoder, which makes the
  /// error.
  func decode<Leaf: JSONLeaf & Decodable>(_ type: Leaf.Type, forKey key: Key) throws -> Leaf {
    if let node = decoder.effectiveMember(key.stringValue), let value = Leaf(node) { return value }
    return try member(key).leaf(type)
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try member(key).decode(type)
  }

  // Without these, the standard library's own would be used, which throw.
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try member(key).leaf(type) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try member(key).leaf(type) }

  // A nested container is a part of one value, such as the members of an enum's case. The file's value replaces the default.
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try member(key).withoutDefaults.container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    let key = PathKey("super")
    return decoder.member(key) ?? NodeDecoder(node: nil, fallback: nil, in: decoder, at: key)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try member(key)
  }

  private func member(_ key: Key) throws -> NodeDecoder {
    guard let member = decoder.member(key) else { throw missing(key) }
    return member
  }

  private func missing(_ key: Key) -> DecodingError {
    .keyNotFound(
      key,
      DecodingError.Context(
        codingPath: codingPath, debugDescription: "is missing and has no default; add it to the file."))
  }
}
