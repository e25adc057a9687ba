/// The elements of an array being encoded.
struct UnkeyedSlots: UnkeyedEncodingContainer {
  let slot: EncodedSlot
  let codingPath: [any CodingKey]
  var count: Int { slot.count }

  mutating func encodeNil() throws {
    slot.append(.null)
  }

  /// Writes a leaf of a known type without creating a slot and a path for it.
  mutating func encode<Leaf: JSONLeaf & Encodable>(_ value: Leaf) throws {
    if let json = value.json { return slot.append(json) }
    let path = codingPath + [PathKey(count)]
    try slot.append().fill(encoding: value, at: path)
  }

  mutating func encode<T: Encodable>(_ value: T) throws {
    let path = codingPath + [PathKey(count)]
    try slot.append().fill(encoding: value, at: path)
  }

  // Without these, the standard library's own would be used, which throw.
  mutating func encode(_ value: Int128) throws { try encodeLeaf(value) }
  mutating func encode(_ value: UInt128) throws { try encodeLeaf(value) }

  private mutating func encodeLeaf(_ value: some JSONLeaf & Encodable) throws { try encode(value) }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    nextEncoder().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    nextEncoder().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder {
    nextEncoder()
  }

  private func nextEncoder() -> SlotEncoder {
    let path = codingPath + [PathKey(count)]
    return SlotEncoder(slot: slot.append(), codingPath: path)
  }
}
