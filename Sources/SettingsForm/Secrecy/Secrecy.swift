/// Which parts of a value are secret, by the place of the value in a form.
///
/// It is made of the keyword `writeOnly` wherever a schema has it. Where several schemas may describe a value (`allOf`,
/// `anyOf`, `oneOf`, `if`), a part is secret as soon as one of them that takes values of its type says so. A value of a
/// type that no schema takes is secret as a whole: a secret may stand in it a level too high.
///
/// All that is shown, printed, logged or handed to another program goes through ``masked(_:)``.
package struct Secrecy: Sendable {
  /// One schema that may describe the value.
  struct Alternative: Sendable {
    /// The types that the schema takes.
    var types: JSONTypeSet
    /// Whether the schema says that the value is secret.
    var isSecret = false
    /// What is inside of the value.
    var parts = Parts()
  }

  /// What stands for a secret.
  package static let maskText = Phrase.mask
  /// What stands for a secret as a value.
  package static let mask = JSONValue.string(maskText)

  /// Nothing is secret.
  package static let none = Secrecy(alternatives: [], types: .all, holdsSecrets: false)
  /// All of the value is secret, whatever it is.
  package static let whole = Secrecy(
    alternatives: [Alternative(types: .all, isSecret: true)], types: .all, holdsSecrets: true)

  /// The schemas that may describe the value.
  let alternatives: [Alternative]
  /// The types that the value may have.
  let types: JSONTypeSet
  /// Whether any part of some value is secret.
  package let holdsSecrets: Bool

  init(alternatives: [Alternative], types: JSONTypeSet, holdsSecrets: Bool) {
    self.alternatives = alternatives
    self.types = types
    self.holdsSecrets = holdsSecrets
  }

  /// Whether all of any value is secret.
  package var isWhole: Bool {
    holdsSecrets && alternatives.contains { $0.isSecret && $0.types == .all }
  }
}

// MARK: - Masking

extension Secrecy {
  /// A value with the mask in the place of each secret part.
  ///
  /// `null` and an empty string are shown: anyone may see that a secret is not set. Cost: nothing where no part is
  /// secret, else linear in the size of the value.
  package func masked(_ value: JSONValue) -> JSONValue {
    guard holdsSecrets, value != .null, value != .string("") else { return value }
    if hides(JSONType(of: value)) { return Self.mask }
    switch value {
    case .array(let elements):
      return .array(elements.enumerated().map { element($0.offset).masked($0.element) })
    case .object(let object):
      return .object(
        JSONObject(
          distinct: object.members.map {
            JSONObject.Member(key: $0.key, value: member($0.key).masked($0.value))
          }))
    case .null, .bool, .number, .string: return value
    }
  }

  /// Whether a value has a part that has to be masked.
  package func hidesPart(of value: JSONValue) -> Bool {
    guard holdsSecrets, value != .null, value != .string("") else { return false }
    if hides(JSONType(of: value)) { return true }
    return switch value {
    case .array(let elements): elements.enumerated().contains { element($0.offset).hidesPart(of: $0.element) }
    case .object(let object): object.members.contains { member($0.key).hidesPart(of: $0.value) }
    case .null, .bool, .number, .string: false
    }
  }

  /// Whether a value of a type is secret as a whole.
  func hides(_ type: JSONType) -> Bool {
    guard holdsSecrets else { return false }
    let type = JSONTypeSet(type)
    guard types.contains(type) else { return true }
    return alternatives.contains { $0.isSecret && $0.types.contains(type) }
  }
}

// MARK: - Parts

extension Secrecy {
  /// What is secret of a member of an object.
  package func member(_ key: String) -> Secrecy {
    guard holdsSecrets else { return .none }
    if hides(.object) { return .whole }
    let parts = alternatives.filter { $0.types.contains(.object) }.map(\.parts)
    // A value under a key of an earlier version is the same value.
    let keys = [key] + parts.flatMap { $0.formerKeys[ExactText(key)] ?? [] }
    return Secrecy.any(of: keys.flatMap { key in parts.map { $0.member(key) } })
  }

  /// What is secret of an element of a list.
  package func element(_ index: Int) -> Secrecy {
    guard holdsSecrets else { return .none }
    if hides(.array) { return .whole }
    return Secrecy.any(
      of: alternatives.lazy.filter { $0.types.contains(.array) }.map { $0.parts.element(index) })
  }

  /// What is secret of a part that a path leads to, be it a member's or an element's.
  package func part(_ key: String) -> Secrecy {
    guard holdsSecrets else { return .none }
    let member = types.contains(.object) ? member(key) : .none
    guard types.contains(.array), let index = key == "-" ? .max : Int(key), index >= 0 else { return member }
    return Secrecy.any(of: [member, element(index)])
  }

  /// What is secret of a value that one or several of some schemas describe.
  ///
  /// Types that are named count more than “any type”, which schemas say that are about something else.
  static func any(of others: some Sequence<Secrecy>) -> Secrecy {
    var alternatives: [Alternative] = []
    var types: JSONTypeSet = []
    var holdsSecrets = false
    for other in others {
      alternatives += other.alternatives
      if other.types != .all { types.formUnion(other.types) }
      holdsSecrets = holdsSecrets || other.holdsSecrets
    }
    return Secrecy(
      alternatives: alternatives, types: types.isEmpty ? .all : types, holdsSecrets: holdsSecrets)
  }

  /// What is secret of a value that is described here and by others, too.
  func joined(with other: Secrecy) -> Secrecy {
    guard other.holdsSecrets else { return self }
    guard holdsSecrets || types != .all else { return other }
    return Secrecy(
      alternatives: alternatives + other.alternatives, types: types.intersection(other.types),
      holdsSecrets: true)
  }
}
