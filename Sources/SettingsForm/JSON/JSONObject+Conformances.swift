extension JSONObject: Hashable {
  /// Whether both have the same members, in whatever order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    if left.members == right.members { return true }
    guard left.members.count == right.members.count else { return false }
    return left.members.allSatisfy { right[$0.key] == $0.value }
  }

  /// Feeds the hasher in a way that does not depend on the order.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(members.count)
    hasher.combine(members.reduce(0) { $0 ^ $1.hashValue })
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Makes an object of members in the order written; the last of equal keys counts.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    for (key, value) in elements { self[key] = value }
  }
}
