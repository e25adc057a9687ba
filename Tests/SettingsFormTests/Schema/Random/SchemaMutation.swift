import TestSupport

@testable import SettingsForm
@testable import SettingsJSON

/// Damages a schema at random: with other values of keywords, without keywords, with repeated parts and other references.
///
/// Parts of real schemas are put in other places, so the result is wrong in ways that nobody thinks of: a reference to itself, a list of
/// types that is a schema. Reading it must end, with a form or an error.
struct SchemaMutation {
  private var random: SeededRandom
  /// Parts of the schema that are put in other places.
  private let parts: [JSONValue]
  private let pointers: [String]

  init(of schema: JSONValue, seed: UInt64) {
    var parts: [JSONValue] = []
    var pointers: [String] = ["#", "#/$defs/none", "other.json", "#name", "%"]
    schema.forEachPart(at: .root) { path, part in
      parts.append(part)
      if case .object = part { pointers.append("#" + path.pointer) }
    }
    self.parts = parts
    self.pointers = pointers
    random = SeededRandom(seed: seed)
  }

  /// Returns the schema with a number of random changes.
  mutating func mutated(_ schema: JSONValue, changes: Int) -> JSONValue {
    var schema = schema
    for _ in 0..<changes { schema = change(schema) }
    return schema
  }

  /// Changes a random part of a value.
  private mutating func change(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let object) where !object.members.isEmpty && !random.once(in: 12):
      var members = object.members
      let place = Int.random(in: members.indices, using: &random)
      switch Int.random(in: 0..<40, using: &random) {
      case 0: members.remove(at: place)
      case 1: members[place].value = random.pick(parts)
      case 2: members[place].value = random.pick(members).value
      case 3: add("$ref", .string(random.pick(pointers)), to: &members)
      case 4: add(random.pick(Self.keywords), random.pick(parts), to: &members)
      case 5: add("allOf", .array([random.pick(parts), random.pick(parts)]), to: &members)
      default: members[place].value = change(members[place].value)
      }
      return .object(JSONObject(distinct: members))
    case .array(var elements) where !elements.isEmpty && !random.once(in: 12):
      let place = Int.random(in: elements.indices, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: elements.remove(at: place)
      case 1: elements.append(elements[place])
      default: elements[place] = change(elements[place])
      }
      return .array(elements)
    default: return replacement()
    }
  }

  private mutating func replacement() -> JSONValue {
    switch Int.random(in: 0..<9, using: &random) {
    case 0: .null
    case 1: .bool(random.once(in: 2))
    case 2: .number(JSONNumber(Int.random(in: -2...3, using: &random)))
    case 3: .string(random.pick(["", "string", "object", "(", "^a", "date", "#"]))
    case 4: [:]
    case 5: []
    case 6: ["$ref": .string(random.pick(pointers))]
    default: random.pick(parts)
    }
  }

  private func add(_ key: String, _ value: JSONValue, to members: inout [JSONObject.Member]) {
    members.removeAll { $0.key == key }
    members.append(JSONObject.Member(key: key, value: value))
  }

  private static let keywords = [
    "$id", "$anchor", "$schema", "$dynamicRef", "$dynamicAnchor", "type", "enum", "const", "default",
    "properties", "patternProperties", "additionalProperties", "required", "items", "prefixItems", "contains",
    "anyOf", "oneOf", "allOf", "not", "if", "then", "else", "dependencies", "dependentSchemas",
    "unevaluatedProperties", "unevaluatedItems", "minimum", "maxLength", "pattern", "format", "title",
    "description", "deprecated", "writeOnly", "x-setting", "markdownDescription", "enumDescriptions",
    "markdownEnumDescriptions", "enumItemLabels", "deprecationMessage", "errorMessage",
    "patternErrorMessage", "examples", "defaultSnippets", "x-intellij-html-description",
    "x-intellij-enum-metadata",
  ]
}

extension JSONValue {
  /// Calls the body with the value and each value inside it.
  fileprivate func forEachPart(at path: SettingPath, _ body: (SettingPath, JSONValue) -> Void) {
    body(path, self)
    switch self {
    case .object(let object):
      for member in object.members { member.value.forEachPart(at: path.appending(member.key), body) }
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        element.forEachPart(at: path.appending(String(index)), body)
      }
    case .null, .bool, .number, .string: break
    }
  }
}
