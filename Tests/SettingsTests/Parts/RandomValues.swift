import Settings
import TestSupport

/// Random values, and edits of them as people make them.
struct RandomValues {
  var random: SeededRandom

  /// Any value, with many equal parts.
  mutating func value(depth: Int = 3) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
    case 0: .null
    case 1: .bool(.random(using: &random))
    case 2, 3: .number(JSONNumber(Int.random(in: 0..<4, using: &random)))
    case 4: .string(random.pick(["", "a", "b", "long words in a row that nobody reads", "a/b~c"]))
    case 5, 6: .array((0..<Int.random(in: 0..<6, using: &random)).map { _ in value(depth: depth - 1) })
    default: object(depth: depth - 1)
    }
  }

  private mutating func object(depth: Int) -> JSONValue {
    var object = JSONObject()
    for key in ["id", "name", "x", "a/b", "~", ""] where Bool.random(using: &random) {
      object[key] = value(depth: depth)
    }
    return .object(object)
  }

  /// The value with a few random changes inside.
  mutating func edited(_ value: JSONValue) -> JSONValue {
    if random.once(in: 6) { return self.value(depth: 2) }
    switch value {
    case .array(var elements):
      for _ in 0..<Int.random(in: 0..<4, using: &random) {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: elements.insert(self.value(depth: 2), at: Int.random(in: 0...elements.count, using: &random))
        case 1 where !elements.isEmpty: elements.remove(at: Int.random(in: elements.indices, using: &random))
        case 2 where !elements.isEmpty:
          let element = elements.remove(at: Int.random(in: elements.indices, using: &random))
          elements.insert(element, at: Int.random(in: 0...elements.count, using: &random))
        case 3 where !elements.isEmpty:
          let index = Int.random(in: elements.indices, using: &random)
          elements[index] = edited(elements[index])
        default: break
        }
      }
      return .array(elements)
    case .object(var object):
      for member in object.members where random.once(in: 3) { object[member.key] = edited(member.value) }
      if random.once(in: 4) { object["x"] = self.value(depth: 1) }
      if random.once(in: 4), let key = object.members.first?.key { object[key] = nil }
      return .object(object)
    default: return self.value(depth: 1)
    }
  }
}
