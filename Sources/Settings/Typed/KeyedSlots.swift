struct KeyedSlots<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let slot: EncodedSlot
  let codingPath: [any CodingKey]

  mutating func encodeNil(forKey key: Key) throws {
    slot.fillMember(key.stringValue, with: .null)
  }

  /// Writes a leaf of a known type without creating a slot and a path for it, which is what most members are.
  mutating func encode<Leaf: JSONLeaf & Encodable>(_ value: Leaf, forKey key: Key) throws {
    if let json = value.json {
      slot.fillMember(key.stringValue, with: json)
    } else {
      try slot.member(key.stringValue).fill(encoding: value, at: codingPath + [key])
    }
  }

  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try slot.member(key.stringValue).fill(encoding: value, at: codingPath + [key])
  }

  // Without these, the standard library's own would be used, which throw.
  mutating func encode(_ value: Int128, forKey key: Key) throws { try encodeLeaf(value, key: key) }
  mutating func encode(_ value: UInt128, forKey key: Key) throws { try encodeLeaf(value, key: key) }

  private mutating func encodeLeaf(_ value: some JSONLeaf & Encodable, key: Key) throws {
    try encode(value, forKey: key)
  }

  // A missing value is written as null: the defaults have a key for every setting.
  mutating func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
  }
  mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
    try encodeOptional(value, key: key)
  }
  mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws {
    try encodeOptional(value, key: key)
  }
  mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
    try encodeOptional(value, key: key)
  }
  mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
    try encodeOptional(value, key: key)
  }
  mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodeOptional(value, key: key) }
  mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws {
    try encodeOptional(value, key: key)
  }
  mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
    try encodeOptional(value, key: key)
  }
  mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
    try encodeOptional(value, key: key)
  }
  mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
    try encodeOptional(value, key: key)
  }
  mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
    try encodeOptional(value, key: key)
  }
  mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
    try encodeOptional(value, key: key)
  }
  mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
    try encodeOptional(value, key: key)
  }
  mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
    try encodeOptional(value, key: key)
  }
  mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
    try encodeOptional(value, key: key)
  }
  mutating func encodeIfPresent(_ value: Int128?, forKey key: Key) throws {
    try encodeOptional(value, key: key)
  }
  mutating func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws {
    try encodeOptional(value, key: key)
  }

  private mutating func encodeOptional(_ value: (some Encodable)?, key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder(for: key).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder(for: key).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder {
    SlotEncoder(slot: slot.member("super"), codingPath: codingPath)
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    encoder(for: key)
  }

  private func encoder(for key: Key) -> SlotEncoder {
    SlotEncoder(slot: slot.member(key.stringValue), codingPath: codingPath + [key])
  }
}
