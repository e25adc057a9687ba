/// A place that is filled with JSON while a value encodes itself.
///
/// A class, because a container outlives the call that hands it out.
final class EncodedSlot {
  private enum Kind { case value, array, object }

  private var kind = Kind.value
  private var value = JSONValue.null
  private var elements: [EncodedSlot] = []
  private var members: [(key: String, slot: EncodedSlot)] = []
  private var memberIndex: [String: Int] = [:]

  /// What the slot is filled with by now.
  var json: JSONValue {
    switch kind {
    case .value: return value
    case .array: return .array(elements.map(\.json))
    case .object:
      var object = JSONObject()
      for (key, slot) in members { object[key] = slot.json }
      return .object(object)
    }
  }

  /// How many elements the slot's array has.
  var count: Int { elements.count }

  func fill(with newValue: JSONValue) {
    kind = .value
    value = newValue
  }

  func becomeArray() {
    kind = .array
  }

  func becomeObject() {
    kind = .object
  }

  /// A new last element.
  func append() -> EncodedSlot {
    let slot = EncodedSlot()
    elements.append(slot)
    return slot
  }

  /// The slot of a key; the same one each time.
  func member(_ key: String) -> EncodedSlot {
    if let index = memberIndex[key] { return members[index].slot }
    let slot = EncodedSlot()
    memberIndex[key] = members.count
    members.append((key, slot))
    return slot
  }

  /// Fills the slot with the JSON of a value.
  ///
  /// It is the type that is looked at: a look at the value would copy it, and a root of many settings is large.
  func fill<Value: Encodable>(encoding newValue: Value, at codingPath: [any CodingKey]) throws {
    guard Value.self is any JSONLeaf.Type, let leaf = newValue as? any JSONLeaf else {
      try newValue.encode(to: SlotEncoder(slot: self, codingPath: codingPath))
      if Value.self is any Unordered.Type { elements.sort { $0.json.description < $1.json.description } }
      return
    }
    guard let json = leaf.json else {
      let context = EncodingError.Context(
        codingPath: codingPath, debugDescription: "JSON has no way to write \(newValue).")
      throw EncodingError.invalidValue(newValue, context)
    }
    fill(with: json)
  }
}

/// A set, whatever its elements: its order changes from run to run.
private protocol Unordered {}
extension Set: Unordered {}
