import Settings
import TestSupport

/// Generates forms whose sections have keywords, nested ones too, with documents and edits for them.
///
/// Few settings of few values, so that the keywords are met about as often as not. An apply of values that nothing judges would always
/// succeed.
struct RandomJudgedForm {
  /// One edit of a setting.
  struct Edit {
    let path: SettingPath
    /// The value to set; `nil` to reset.
    let value: JSONValue?
  }

  var random: SeededRandom

  private static let settings = ["a", "b", "c", "d", "e"]
  private static let sections = ["s", "t"]

  // MARK: - Forms

  /// A form as JSON Schema.
  mutating func form() -> JSONValue {
    guard case .object(var root) = section(depth: 0) else { return [:] }
    root["$schema"] = .string("https://json-schema.org/draft/2020-12/schema")
    return .object(root)
  }

  private mutating func section(depth: Int) -> JSONValue {
    var properties = JSONObject()
    for key in Self.settings where !random.once(in: 4) { properties[key] = setting(key) }
    for key in Self.sections where depth < 2 && random.once(in: depth + 2) {
      properties[key] = section(depth: depth + 1)
    }
    var object: JSONObject = ["type": "object", "properties": .object(properties)]
    for _ in 0..<Int.random(in: 0...2, using: &random) { addKeyword(to: &object) }
    return .object(object)
  }

  private mutating func setting(_ key: String) -> JSONValue {
    var object: JSONObject
    switch key {
    case "a": object = ["type": "integer", "minimum": 0, "maximum": 5]
    case "b": object = ["type": "string", "maxLength": 2]
    case "c": object = ["type": "boolean"]
    case "d": object = ["type": "string", "oneOf": [["const": "u"], ["const": "v"]]]
    default: object = ["type": "array", "items": ["type": "integer"], "maxItems": 2]
    }
    if random.once(in: 2) { object["default"] = value(of: key) }
    if random.once(in: 4) { object["x-setting"] = ["was": [.string("old_\(key)")]] }
    return .object(object)
  }

  private mutating func addKeyword(to object: inout JSONObject) {
    switch Int.random(in: 0..<13, using: &random) {
    case 0: object["required"] = .array(keys())
    case 1: object["dependentRequired"] = [key(): .array(keys())]
    case 2: object["dependentSchemas"] = [key(): condition()]
    case 3:
      object["if"] = condition()
      object["then"] = condition()
      if random.once(in: 2) { object["else"] = condition() }
    case 4: object["oneOf"] = [condition(), condition()]
    case 5: object["anyOf"] = [condition(), condition()]
    case 6: object["allOf"] = [condition(), ["not": condition()]]
    case 7: object["not"] = condition()
    case 8: object["minProperties"] = .number(JSONNumber(Int.random(in: 1...3, using: &random)))
    case 9: object["maxProperties"] = .number(JSONNumber(Int.random(in: 1...4, using: &random)))
    case 10: object["additionalProperties"] = random.once(in: 2) ? false : ["type": "integer"]
    case 11:
      object["propertyNames"] = random.once(in: 2) ? ["maxLength": 1] : ["not": ["const": .string(key())]]
    default:
      object["patternProperties"] = [
        "^[ab]$": random.pick([["maximum": 3], ["maxLength": 1], ["not": ["const": 1]]])
      ]
    }
  }

  private mutating func condition() -> JSONValue {
    let key = key()
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return ["required": .array(keys())]
    case 1: return ["properties": [key: ["const": value(of: key)]]]
    case 2: return ["properties": [key: ["const": value(of: key)]], "required": [.string(key)]]
    case 3: return ["minProperties": 2]
    case 4: return ["not": ["required": [.string(key)]]]
    default: return ["properties": [key: ["not": ["const": value(of: key)]]]]
    }
  }

  private mutating func key() -> String {
    random.once(in: 4) ? random.pick(Self.sections) : random.pick(Self.settings)
  }

  private mutating func keys() -> [JSONValue] {
    Array(Set((0..<Int.random(in: 1...2, using: &random)).map { _ in key() })).sorted().map(JSONValue.string)
  }

  // MARK: - Values

  private mutating func value(of key: String) -> JSONValue {
    switch key {
    case "a": random.pick([0, 1, 2, 5])
    case "b": random.pick(["", "x", "xy"])
    case "c": .bool(random.once(in: 2))
    case "d": random.pick(["u", "v"])
    case "e": random.pick([[], [1], [1, 2]])
    default: [:]
    }
  }

  private mutating func anyValue(of key: String) -> JSONValue {
    random.once(in: 9) ? random.pick([.null, 9, "long", "u", true, [1, 2, 3], [:]]) : value(of: key)
  }

  /// A document, now and then with faults, unknown keys and keys of earlier versions.
  mutating func document(for section: JSONValue) -> JSONValue {
    guard case .object(let schema) = section, case .object(let properties)? = schema["properties"] else {
      return [:]
    }
    var object = JSONObject()
    for property in properties.members where !random.once(in: 3) {
      if property.value.isSection {
        object[property.key] = random.once(in: 30) ? 5 : document(for: property.value)
      } else {
        let key = random.once(in: 5) ? "old_\(property.key)" : property.key
        object[key] = anyValue(of: property.key)
      }
    }
    if random.once(in: 6) { object["z"] = random.pick([1, "z"]) }
    return .object(object)
  }

  /// Edits of different settings: some, or all of the form.
  mutating func edits(of form: JSONValue) -> [Edit] {
    var paths = form.settingPaths(at: .root)
    paths.shuffle(using: &random)
    let count = random.once(in: 6) ? paths.count : Int.random(in: 0...min(3, paths.count), using: &random)
    return paths.prefix(count).map { path in
      Edit(path: path, value: random.once(in: 3) ? nil : anyValue(of: path.keys.last ?? ""))
    }
  }
}

extension JSONValue {
  /// The member of an object; `nil` if it doesn't exist.
  subscript(key: String) -> JSONValue? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  /// Whether this is the schema of a section. An object that can have other members, too, is one setting.
  var isSection: Bool {
    guard self["properties"] != nil, self["patternProperties"] == nil else { return false }
    if case .object? = self["additionalProperties"] { return false }
    return true
  }

  /// The paths of the settings of a section's schema.
  func settingPaths(at path: SettingPath) -> [SettingPath] {
    guard case .object(let properties)? = self["properties"] else { return [] }
    return properties.members.flatMap { property in
      property.value.isSection
        ? property.value.settingPaths(at: path.appending(property.key)) : [path.appending(property.key)]
    }
  }
}
