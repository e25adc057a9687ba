extension JSONObject.Member: Hashable {
  /// Whether keys and values are the same.
  public static func == (left: Self, right: Self) -> Bool {
    left.key.hasSameScalars(as: right.key) && left.value == right.value
  }

  /// Feeds the key and the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(value)
  }
}

extension JSONObject: Hashable {
  /// Whether both have the same members, in whatever order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    guard left.members.count == right.members.count else { return false }
    return zip(left.members, right.members).allSatisfy { member, neighbour in
      member.key.hasSameScalars(as: neighbour.key)
        ? member.value == neighbour.value
        : right[member.key] == member.value
    }
  }

  /// Feeds the hasher in a way that does not depend on the order: the sum of the members' own hashes.
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
  /// Makes an object of members in the order written; the last of equal keys counts.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    for (key, value) in elements { self[key] = value }
  }
}
