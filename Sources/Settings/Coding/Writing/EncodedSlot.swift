/// A placeholder that is filled with JSON while a value encodes itself.
///
/// It is a class because a container outlives the call that creates it. Most parts of a value are leaves, which are stored without
/// another slot.
final class EncodedSlot {
  private enum Kind { case value, array, object }

  private enum Part {
    case leaf(JSONValue)
    case slot(EncodedSlot)

    var json: JSONValue {
      switch self {
      case .leaf(let value): value
      case .slot(let slot): slot.json
      }
    }
  }

  /// The maximum number of members for which a linear search costs less than hashing a key.
  private static let fewMembers = 16

  private var kind = Kind.value
  private var value = JSONValue.null
  private var elements: [Part] = []
  private var members: [(key: String, part: Part)] = []
  /// The place of each member by its key; empty for few members.
  private var places: [ExactText: Int] = [:]
  private let failures: EncodingFailures

  init(_ failures: EncodingFailures) {
    self.failures = failures
  }

  /// The current content of the slot.
  var json: JSONValue {
    switch kind {
    case .value: value
    case .array: .array(elements.map(\.json))
    case .object:
      .object(JSONObject(distinct: members.map { JSONObject.Member(key: $0.key, value: $0.part.json) }))
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

  /// Appends a leaf.
  func append(_ leaf: JSONValue) {
    elements.append(.leaf(leaf))
  }

  /// Appends an element that is filled later.
  func append() -> EncodedSlot {
    let slot = EncodedSlot(failures)
    elements.append(.slot(slot))
    return slot
  }

  /// Fills the member of a key with a leaf.
  func fillMember(_ key: String, with leaf: JSONValue) {
    guard let place = place(of: key) else { return add(key, .leaf(leaf)) }
    members[place].part = .leaf(leaf)
  }

  /// Returns the slot of a key, and creates it on first use.
  func member(_ key: String) -> EncodedSlot {
    let place = place(of: key)
    if let place, case .slot(let slot) = members[place].part { return slot }
    let slot = EncodedSlot(failures)
    if let place { members[place].part = .slot(slot) } else { add(key, .slot(slot)) }
    return slot
  }

  private func place(of key: String) -> Int? {
    members.count <= Self.fewMembers
      ? members.firstIndex { $0.key.hasSameScalars(as: key) }
      : places[ExactText(key)]
  }

  private func add(_ key: String, _ part: Part) {
    members.append((key, part))
    if members.count == Self.fewMembers + 1 {
      for (place, member) in members.enumerated() { places[ExactText(member.key)] = place }
    } else if members.count > Self.fewMembers {
      places[ExactText(key)] = members.count - 1
    }
  }

  /// Fills the slot with a value as JSON.
  ///
  /// The type is tested rather than the value: testing the value would copy it, and a root with many settings is large.
  func fill<Value: Encodable>(encoding newValue: Value, at codingPath: [any CodingKey]) throws {
    do {
      try encode(newValue, at: codingPath)
    } catch {
      guard case .encodedAsMismatch = failures else { throw error }
      // Encode the value's description as a type that the form refuses, so that validation reports it. A leaf that can't be encoded
      // is a number, and neither a number nor a list accepts a string. Other types don't accept a list.
      let text = JSONValue.string("\(newValue)")
      fill(with: newValue is any JSONLeaf || kind == .array ? text : .array([text]))
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

/// A set of any elements. Their order differs between runs, so they are sorted to give the same JSON each time.
private protocol Unordered {}
extension Set: Unordered {}
