extension RuleProgram {
  /// Whether two values are equal: strings if they are canonically equivalent, all other values as in JSON.
  static func areEqual(_ left: JSONValue, _ right: JSONValue) -> Bool {
    switch (left, right) {
    case (.string(let left), .string(let right)): left == right
    case (.array(let left), .array(let right)): left.elementsEqual(right, by: areEqual)
    case (.object(let left), .object(let right)):
      left.members.count == right.members.count
        && left.members.allSatisfy { member in
          right[member.key].map { areEqual(member.value, $0) } ?? false
        }
    default: left == right
    }
  }

  static func compare(
    _ comparison: RuleComparison, _ left: JSONValue, _ right: JSONValue
  ) throws(RuleGap) -> Bool {
    switch (comparison, left, right) {
    case (.equal, _, _): return areEqual(left, right)
    case (.notEqual, _, _): return !areEqual(left, right)
    case (_, .number(let left), .number(let right)): return ordered(comparison, left, right)
    case (_, .string(let left), .string(let right)): return ordered(comparison, left, right)
    case (_, .number, _): throw .type(expected: .number)
    case (_, .string, _): throw .type(expected: .text)
    default: throw .type(expected: .number)
    }
  }

  private static func ordered<Value: Comparable>(
    _ comparison: RuleComparison, _ left: Value, _ right: Value
  ) -> Bool {
    switch comparison {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    }
  }

  static func extreme(
    of operands: [RuleProgram], from source: RuleSource, by precedes: (JSONNumber, JSONNumber) -> Bool
  ) throws(RuleGap) -> JSONNumber {
    var best: JSONNumber?
    for operand in operands {
      guard case .number(let number) = try operand.result(from: source) else {
        throw .type(expected: .number)
      }
      if let known = best, !precedes(number, known) { continue }
      best = number
    }
    guard let best else { throw .null }
    return best
  }

  /// Combines operands. If one of them has the decisive value, that is the result, even if others have no value.
  static func logic(
    _ operands: [RuleProgram], from source: RuleSource, decidedBy decisive: Bool
  ) throws(RuleGap) -> Bool {
    var gap: RuleGap?
    for operand in operands {
      switch operand.run(from: source) {
      case .value(.bool(let value)): if value == decisive { return decisive }
      case .value: gap = gap ?? .type(expected: .boolean)
      case .nothing(let reason): gap = gap ?? reason
      }
    }
    if let gap { throw gap }
    return !decisive
  }

  static func contains(_ container: JSONValue, _ element: JSONValue) throws(RuleGap) -> Bool {
    switch (container, element) {
    case (.array(let elements), _): return elements.contains { areEqual($0, element) }
    case (.string(let text), .string(let part)): return part.isEmpty || text.contains(part)
    case (.object(let object), .string(let key)): return object[key] != nil
    case (.string, _), (.object, _): throw .type(expected: .text)
    default: throw .type(expected: .list(.any))
    }
  }

  static func count(of value: JSONValue) throws(RuleGap) -> Int {
    switch value {
    case .array(let elements): elements.count
    case .object(let object): object.members.count
    case .string(let text): text.count
    case .null, .bool, .number: throw .type(expected: .list(.any))
    }
  }

  static func isEmpty(_ value: JSONValue) throws(RuleGap) -> Bool {
    switch value {
    case .array(let elements): elements.isEmpty
    case .object(let object): object.members.isEmpty
    case .string(let text): text.isEmpty
    case .null, .bool, .number: throw .type(expected: .list(.any))
    }
  }

  private func result(from source: RuleSource) throws(RuleGap) -> JSONValue {
    switch run(from: source) {
    case .value(let value): return value
    case .nothing(let gap): throw gap
    }
  }
}
