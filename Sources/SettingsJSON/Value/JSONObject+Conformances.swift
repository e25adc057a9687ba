extension JSONObject.Member: Hashable {
  /// Whether the keys and the values are equal.
  package static func == (left: Self, right: Self) -> Bool {
    left.key.hasSameScalars(as: right.key) && left.value == right.value
  }

  /// Hashes the key and the value.
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
