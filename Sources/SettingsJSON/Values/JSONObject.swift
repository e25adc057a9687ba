/// The members of a JSON object, in order, with unique keys.
///
/// ```swift
/// var object: JSONObject = ["name": "Ada", "port": 8080]
/// object["port"] = 8443
/// object["debug"] = true
/// object["name"] = nil
/// print(object.keys)  // ["port", "debug"]
/// print(JSONValue.object(object))  // {"port": 8443, "debug": true}
/// ```
///
/// A new member comes last. A member keeps its place when its value changes. Text with a repeated key can be read from a file; an object
/// has the last of its values.
///
/// Keys are equal if their Unicode scalars are equal. Two objects are equal if they have the same members, in any order.
///
/// Cost: reading and setting a member takes constant time, also in large objects; removing one is linear. It is a `Sendable` value.
public struct JSONObject: Sendable {
  package struct Member: Sendable {
    package var key: String
    package var value: JSONValue

    package init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// The members, in order.
  package private(set) var members: [Member] = []
  /// The index of each member by its key; empty for few members, which are searched one after the other.
  ///
  /// It isn't part of the value: two objects with the same members are equal whether they have it or not.
  private var places: [ExactText: Int] = [:]

  /// The maximum number of members for which a linear search costs less than hashing a key.
  private static let fewMembers = 16

  /// The keys, in the order of the members.
  public var keys: [String] { members.map(\.key) }

  /// Creates an object without members.
  public init() {}

  /// Creates an object with members whose keys are unique, which the caller knows, because a parser has refused
  /// duplicates or because the keys come from another object. With equal keys, the object would have a member that
  /// can't be found.
  package init(distinct members: [Member]) {
    self.members = members
    index()
  }

  /// The value of a key; `nil` if there is no such member. Setting `nil` removes the member; setting a new key appends a member.
  ///
  /// To give a member the value `null`, set `.null`. Cost: constant; linear for a removal.
  public subscript(key: String) -> JSONValue? {
    get { place(of: key).map { members[$0].value } }
    set {
      switch (place(of: key), newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil):
        members.remove(at: place)
        index()
      case (nil, let value?):
        members.append(Member(key: key, value: value))
        if places.isEmpty { index() } else { places[ExactText(key)] = members.count - 1 }
      case (nil, nil): break
      }
    }
  }

  /// Removes the members with some keys. Cost: linear, unlike to remove them one by one.
  package mutating func remove(_ keys: Set<ExactText>) {
    guard !keys.isEmpty else { return }
    members.removeAll { keys.contains(ExactText($0.key)) }
    index()
  }

  private func place(of key: String) -> Int? {
    places.isEmpty
      ? members.firstIndex { $0.key.hasSameScalars(as: key) }
      : places[ExactText(key)]
  }

  private mutating func index() {
    places.removeAll(keepingCapacity: members.count > Self.fewMembers)
    guard members.count > Self.fewMembers else { return }
    places.reserveCapacity(members.count)
    for (place, member) in members.enumerated() { places[ExactText(member.key)] = place }
  }
}

extension JSONObject.Member: Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    left.key.hasSameScalars(as: right.key) && left.value == right.value
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(value)
  }
}

extension JSONObject: Hashable {
  /// Whether both objects have the same members, in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    guard left.members.count == right.members.count else { return false }
    return zip(left.members, right.members).allSatisfy { member, other in
      member.key.hasSameScalars(as: other.key)
        ? member.value == other.value
        : right[member.key] == member.value
    }
  }

  /// Hashes the members independently of their order, by the sum of their hashes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(members.count)
    hasher.combine(
      members.reduce(0) { sum, member in
        var own = Hasher()
        own.combine(member)
        return sum &+ own.finalize()
      })
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Creates an object with the members in this order. If a key is repeated, its last value is used.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    for (key, value) in elements { self[key] = value }
  }
}
