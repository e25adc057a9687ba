/// A placeholder that is filled with JSON while a value encodes itself.
///
/// It is a class because a container outlives the call that creates it.
final class EncodedSlot {
  private enum Kind { case value, array, object }

  private var kind = Kind.value
  private var value = JSONValue.null
  private var elements: [EncodedSlot] = []
  private var members: [(key: String, slot: EncodedSlot)] = []
  private var memberIndex: [String: Int] = [:]
  private let failures: EncodingFailures

  init(_ failures: EncodingFailures) {
    self.failures = failures
  }

  /// The current content of the slot.
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

  /// The number of elements of the slot's array.
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

  /// Appends an element.
  func append() -> EncodedSlot {
    let slot = EncodedSlot(failures)
    elements.append(slot)
    return slot
  }

  /// Returns the slot of a key, and creates it on first use.
  func member(_ key: String) -> EncodedSlot {
    if let index = memberIndex[key] { return members[index].slot }
    let slot = EncodedSlot(failures)
    memberIndex[key] = members.count
    members.append((key, slot))
    return slot
  }

  /// Fills the slot with a value as JSON.
  ///
  /// The type is tested rather than the value: testing the value would copy it, and a root with many settings is large.
  func fill<Value: Encodable>(encoding newValue: Value, at codingPath: [any CodingKey]) throws {
    do {
      try encode(newValue, at: codingPath)
    } catch {
      guard case .encodedAsMismatch = failures else { throw error }
      // Encode the reason as a type that the form refuses. A leaf that can't be encoded is a number, and neither a number nor a
      // list accepts a string. Other types don't accept a list.
      let reason = JSONValue.string("\(newValue)")
      fill(with: newValue is any JSONLeaf || kind == .array ? reason : .array([reason]))
    }
  }

  private func encode<Value: Encodable>(_ newValue: Value, at codingPath: [any CodingKey]) throws {
    guard Value.self is any JSONLeaf.Type, let leaf = newValue as? any JSONLeaf else {
      try newValue.encode(to: SlotEncoder(slot: self, codingPath: codingPath))
      if Value.self is any Unordered.Type { elements.sort { $0.json.description < $1.json.description } }
      return
    }
    guard let json = leaf.json else {
      let context = EncodingError.Context(
        codingPath: codingPath, debugDescription: "JSON can't represent \(newValue).")
      throw EncodingError.invalidValue(newValue, context)
    }
    fill(with: json)
  }
}

/// A set of any elements. The order of its elements differs between runs.
private protocol Unordered {}
extension Set: Unordered {}
