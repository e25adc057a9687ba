/// Encodes values as JSON for the settings file.
///
/// A date is a string in RFC 3339, a duration in ISO 8601, data in Base64. The elements of a set are sorted by their JSON, because equal
/// sets must have equal JSON.
///
///     Server(host: "a", timeout: .seconds(90), proxy: nil)   →   {"host": "a", "timeout": "PT90S", "proxy": null}
///
/// It encodes the defaults, which a form and a merge need, and values that an app stages. It isn't used to write a file: that would lose
/// the comments.
struct SettingsEncoder {
  var failures = EncodingFailures.thrown

  /// Encodes a value.
  ///
  /// Throws the errors of the value's `encode(to:)`, and `EncodingError` for a number that isn't finite, unless `failures` are
  /// encoded.
  func encode(_ value: some Encodable) throws -> JSONValue {
    let slot = EncodedSlot(failures)
    try slot.fill(encoding: value, at: [])
    return slot.json
  }
}

/// A placeholder that is filled with JSON while a value encodes itself.
///
/// It is a class because a container outlives the call that creates it. Most parts of a value are leaves, which are stored without
/// another slot.
///
/// `Encoder` hands out containers that are filled at any time, in any order: the struct may ask for two of them and write into the first
/// one last. So the JSON is a tree of slots while it is being made, and becomes values at the end.
final class EncodedSlot {
  private enum Kind { case value, array, object }

  private enum Part {
    case leaf(JSONValue)
    case slot(EncodedSlot)

    /// The current content of the slot and of the slots inside it. Cost: linear in their number.
    var json: JSONValue {
      switch self {
      case .leaf(let value): value
      case .slot(let slot): slot.json
      }
    }
  }

  /// The maximum number of members for which a linear search costs less than hashing a key. Most sections have fewer.
  private static let fewMembers = 16

  private var kind = Kind.value
  private var value = JSONValue.null
  private var elements: [Part] = []
  private var members: [(key: String, part: Part)] = []
  /// The place of each member by its key; empty for few members. Keys are compared by their Unicode scalars, as in JSON: `é` in one and in
  /// two scalars are two keys.
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

  func append(_ leaf: JSONValue) {
    elements.append(.leaf(leaf))
  }

  /// Appends an element that is filled later, or never: then it is `null`.
  func append() -> EncodedSlot {
    let slot = EncodedSlot(failures)
    elements.append(.slot(slot))
    return slot
  }

  func fillMember(_ key: String, with leaf: JSONValue) {
    guard let place = place(of: key) else { return add(key, part: .leaf(leaf)) }
    members[place].part = .leaf(leaf)
  }

  /// Returns the slot of a key, and creates it on first use. A type that asks twice for the same key continues with the same slot, as
  /// `Encoder` requires.
  func member(_ key: String) -> EncodedSlot {
    let place = place(of: key)
    if let place, case .slot(let slot) = members[place].part { return slot }
    let slot = EncodedSlot(failures)
    if let place { members[place].part = .slot(slot) } else { add(key, part: .slot(slot)) }
    return slot
  }

  private func place(of key: String) -> Int? {
    members.count <= Self.fewMembers
      ? members.firstIndex { $0.key.hasSameScalars(as: key) }
      : places[ExactText(key)]
  }

  private func add(_ key: String, part: Part) {
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
      if let unordered = Value.self as? any Unordered.Type { sort(by: unordered.width) }
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

extension EncodedSlot {
  /// Sorts the members by their keys, or the elements, of which a number of neighbors stay together, by their JSON.
  private func sort(by width: Int) {
    if kind == .object {
      members.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      for (place, member) in members.enumerated() where !places.isEmpty {
        places[ExactText(member.key)] = place
      }
    }
    let groups = stride(from: 0, to: elements.count, by: width).map {
      elements[$0..<min($0 + width, elements.count)]
    }
    elements = groups.map { (text: $0.first?.json.description ?? "", parts: $0) }
      .sorted { $0.text < $1.text }.flatMap(\.parts)
  }
}

/// A collection whose order differs between runs. It is sorted to give the same JSON each time: otherwise a staged set could differ from an
/// equal one that is stored, and each export of a form would have another default.
private protocol Unordered {
  /// The number of neighboring elements that belong together: a key and its value, if a dictionary is coded as a list.
  static var width: Int { get }
}
extension Set: Unordered { static var width: Int { 1 } }
extension Dictionary: Unordered { static var width: Int { 2 } }

/// The `Encoder` that values encode to: it fills one slot. A container that is asked for decides whether the slot is an object, a list or a
/// single value.
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

/// How the encoder handles a value that JSON can't represent, such as `nan`, and a value whose `encode(to:)` fails.
///
/// An app that stages such a value through a binding has no place for an error. Encoded as a mismatch, it shows up as a problem of the
/// setting, and prevents the apply.
enum EncodingFailures {
  case thrown
  /// Encodes a value of the wrong type with the reason. Once it is staged, the form reports it as a problem at its own path.
  case encodedAsMismatch
}

/// A key or an index on a coding path. An index is a key of digits, as in a `SettingPath`.
struct PathKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ index: Int) {
    stringValue = String(index)
    intValue = index
  }

  init(_ key: String) {
    stringValue = key
    intValue = nil
  }

  init?(stringValue: String) {
    self.init(stringValue)
  }

  init?(intValue: Int) {
    self.init(intValue)
  }
}

extension SettingPath {
  /// Creates the path of a decoder or an encoder.
  init(_ codingPath: [any CodingKey]) {
    self.init(codingPath.map(\.stringValue))
  }
}
