/// A single value being encoded.
struct SingleSlot: SingleValueEncodingContainer {
  let slot: EncodedSlot
  let codingPath: [any CodingKey]

  mutating func encodeNil() throws {
    slot.fill(with: .null)
  }

  mutating func encode<T: Encodable>(_ value: T) throws {
    try slot.fill(encoding: value, at: codingPath)
  }

  // Without these, the standard library's own would be used, which throw.
  mutating func encode(_ value: Int128) throws { try slot.fill(encoding: value, at: codingPath) }
  mutating func encode(_ value: UInt128) throws { try slot.fill(encoding: value, at: codingPath) }
}
