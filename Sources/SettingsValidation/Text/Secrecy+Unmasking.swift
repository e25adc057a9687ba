extension Secrecy {
  /// Returns an edited value with its masks replaced by the original secrets; `nil` if a mask has no secret, or if its secret
  /// is ambiguous.
  ///
  /// A member's secret is found by its key. An element's secret is found only if the element wasn't changed: at its position,
  /// or else at the only element that looks the same. So a secret never moves to another element.
  package func unmasked(_ edited: JSONValue, from original: JSONValue?) -> JSONValue? {
    guard holdsSecrets else { return edited }
    if let original, edited == masked(original) { return original }
    switch edited {
    case .null: return edited
    case .string(Self.maskText) where hides(.string): return nil
    case .object(let object):
      guard !hides(.object) else { return edited }
      return object.members.mapAll { member in
        self.member(member.key).unmasked(member.value, from: original?.member(member.key))
          .map { JSONObject.Member(key: member.key, value: $0) }
      }.map { .object(JSONObject(distinct: $0)) }
    case .array(let elements):
      guard !hides(.array) else { return edited }
      let before = original?.elementList ?? []
      return elements.enumerated().mapAll { index, element in
        unmasked(element, at: index, of: elements.count, from: before)
      }.map(JSONValue.array)
    case .bool, .number, .string: return edited
    }
  }

  private func unmasked(
    _ edited: JSONValue, at index: Int, of count: Int, from before: [JSONValue]
  ) -> JSONValue? {
    let secrecy = element(index)
    // If only one element looks the same, its secret is meant. If the number of elements is unchanged, the one at the same
    // position is meant.
    let alike = before.indices.filter { element($0).masked(before[$0]) == edited }
    if alike.count == 1 || count == before.count && alike.contains(index) {
      return before[alike.contains(index) ? index : alike[0]]
    }
    return secrecy.unmasked(edited, from: nil)
  }
}
