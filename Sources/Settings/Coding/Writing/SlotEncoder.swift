/// The `Encoder` that values encode to: it fills one slot.
struct SlotEncoder: Encoder {
  let slot: EncodedSlot
  let codingPath: [any CodingKey]
  // `Encoder` requires this property and its type.
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    slot.becomeObject()
    return KeyedEncodingContainer(KeyedSlots(slot: slot, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    slot.becomeArray()
    return UnkeyedSlots(slot: slot, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleSlot(slot: slot, codingPath: codingPath)
  }
}
