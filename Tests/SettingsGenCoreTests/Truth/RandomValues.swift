import SettingsForm
import TestSupport

/// Documents for a form: mostly valid ones, and such with a few values replaced.
struct RandomValues {
  private var random: SeededRandom
  private let form: FormSection

  init(seed: UInt64, form: FormSection) {
    random = SeededRandom(seed: seed)
    self.form = form
  }

  /// Values of other types and at the limits of types.
  private static let strange: [JSONValue] =
    [
      .null, true, 0, 1, -1, 3, 300, 70_000, -0.5, 1.0, "", "x", "first", "2nd", "PT5S", "P1M", "AQID", "1",
      "2026-01-31T12:00:00Z", "2026-02-30T12:00:00Z", "https://example.com/", [], [1], [1, 1], ["first"],
      ["a", "a"], [1, 5],
      [5, 1], [0, 5_000_000_000_000_000_000], [0, -1], [:], ["k": 1], ["01": 1], ["plain": [:]],
      ["plain": [:], "one": [:]],
      ["one": ["_0": 1]], ["x": 1],
    ]
    + ["9223372036854775808", "-9223372036854775809", "18446744073709551616", "1e39", "-1e400", "1e-400"]
    .compactMap { JSONNumber($0).map(JSONValue.number) }

  /// A document. Members are left out, and most documents have up to three faults.
  mutating func document() -> JSONValue {
    var document = JSONValue.object(object(of: form, depth: 0))
    for _ in 0..<Int.random(in: 0...3, using: &random) { document = mutated(document) }
    guard case .object = document else { return [:] }
    return document
  }

  private mutating func mutated(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(var object) where !object.members.isEmpty && !random.once(in: 5):
      let key = random.pick(object.members.map(\.key))
      if random.once(in: 6) {
        object[key] = nil
      } else if random.once(in: 12) {
        object["unknown"] = 1
      } else {
        object[key] = mutated(object[key] ?? .null)
      }
      return .object(object)
    case .array(var elements) where !elements.isEmpty && !random.once(in: 3):
      let place = Int.random(in: elements.indices, using: &random)
      if random.once(in: 3) {
        elements.append(elements[place])
      } else {
        elements[place] = mutated(elements[place])
      }
      return .array(elements)
    default: return random.pick(Self.strange)
    }
  }

  private mutating func object(of section: FormSection, depth: Int) -> JSONObject {
    var object = JSONObject()
    let required = Set(section.requiredKeys)
    for item in section.items where depth > 0 && required.contains(item.key) || !random.once(in: 3) {
      switch item {
      case .section(let inner): object[item.key] = .object(self.object(of: inner, depth: depth))
      case .setting(let setting):
        object[item.key] =
          setting.isOptional && random.once(in: 4)
          ? .null : value(of: setting.kind, setting.otherKeywords, depth: depth)
      }
    }
    return object
  }

  private mutating func value(
    of kind: FormKind, _ keywords: JSONSchema = JSONSchema(keywords: []), depth: Int
  ) -> JSONValue {
    let count = depth > 3 ? 0 : Int.random(in: 0...2, using: &random)
    switch kind {
    case .boolean: return .bool(random.once(in: 2))
    case .integer(let limits):
      let all: [JSONNumber?] = [0, 1, limits.lower?.value, limits.upper?.value]
      return .number(random.pick(all.compactMap(\.self).filter { limits.lower.map(\.value) ?? $0 <= $0 }))
    case .number(let limits):
      let all: [JSONNumber?] = [
        0, JSONNumber(0.1), JSONNumber(-2.5), limits.lower?.value, limits.upper?.value,
      ]
      return .number(random.pick(all.compactMap(\.self)))
    case .string(let limits):
      switch limits.format {
      case .dateTime?:
        return random.pick(["2026-01-31T12:00:00Z", "1999-12-31t23:59:60.123456-00:00", 700_000_000.25, -1])
      case .duration?:
        return random.pick(["PT90S", "-P1DT0.5S", "P2W", [1, 0], [-1, .number(JSONNumber(UInt64.max))]])
      case .uri?: return random.pick(["https://example.com/", "mailto:a@b", "urn:x:%20"])
      case .uuid?:
        return random.pick(["E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "e621e1f8-c36c-495a-93fc-0c247a3e6e5f"])
      case .base64?: return random.pick(["", "AQID", "AQ=="])
      default: return random.pick(["", "text", "é\u{1F980}\n"])
      }
    case .choice(let choices): return random.pick(choices.map(\.value))
    case .flags(let choices):
      let bits = choices.compactMap(\.bit).reduce(0, |)
      if bits > 0, random.once(in: 4) {
        return .number(JSONNumber(UInt64.random(in: 0...bits, using: &random)))
      }
      return .array(choices.map(\.value).filter { _ in Bool.random(using: &random) })
    case .list(let element, let limits) where limits.isRange:
      let value = value(of: element, depth: depth + 1)
      return .array([value, value])
    case .list(let element, let limits):
      let elements = (0..<count).map { _ in value(of: element, depth: depth + 1) }
      return .array(limits.isUnique ? Array(Set(elements)) : elements)
    case .dictionary(let element):
      var names = ["k", "a b", "first"]
      if let schema = keywords[.propertyNames] {
        names = ["0", "-3", "\(Int64.max)"]
        for case .enumeration(let known) in schema.keywords { names = known.compactMap(\.text) }
      }
      return .object(
        JSONObject(
          distinct: names.prefix(count).map {
            JSONObject.Member(key: $0, value: value(of: element, depth: depth + 1))
          }))
    case .object(let section):
      var section = section
      if let required = keywords.required { section.requiredKeys = required }
      return .object(object(of: section, depth: depth + 1))
    case .variants(let variants):
      let variant = random.pick(variants)
      return value(of: variant.kind, depth: depth + 1)
    case .recursive, .json: return random.pick([1, 2, "x", [:], -1])
    }
  }
}
