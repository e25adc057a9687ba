import Foundation
import TestSupport
import Testing

@testable import Settings

/// What swift-configuration's documentation says about a JSON file below environment variables, written again.
private struct ConfigurationReader {
  let file: [String: Any]
  let variables: [String: String]

  /// The components with an underscore between a lowercase and an uppercase letter, in capitals, all other characters than
  /// letters and digits as underscores; joined with underscores.
  private static func name(_ components: [String]) -> String {
    components.map { component in
      component.replacing(#/([[:lower:]])(?=[[:upper:]])/#) { "\($0.output.1)_" }.uppercased()
        .replacing(#/[^\p{L}\p{N}]/#, with: "_")
    }.joined(separator: "_")
  }

  private func text(_ components: [String]) -> String? { variables[Self.name(components)] }

  private func stored(_ components: [String]) -> Any? {
    var value: Any? = file
    for component in components { value = (value as? [String: Any])?[component] }
    return value
  }

  func string(_ key: [String]) -> String? { text(key) ?? stored(key) as? String }
  func int(_ key: [String]) -> Int? { text(key).flatMap(Int.init) ?? stored(key) as? Int }
  func double(_ key: [String]) -> Double? { text(key).flatMap(Double.init) ?? stored(key) as? Double }
  func bool(_ key: [String]) -> Bool? { text(key).flatMap(Bool.init) ?? stored(key) as? Bool }

  func strings(_ key: [String]) -> [String]? {
    text(key)?.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } ?? stored(key)
      as? [String]
  }

  func value(_ key: [String], type: String) -> JSONValue? {
    switch type {
    case "string": string(key).map { .string($0) }
    case "integer": int(key).map { .number(JSONNumber($0)) }
    case "number": double(key).flatMap { JSONNumber($0) }.map { .number($0) }
    case "boolean": bool(key).map { .bool($0) }
    default: strings(key).map { .array($0.map { .string($0) }) }
    }
  }
}

/// A random form of one section, a file and an environment for it.
private struct ConfigurationCase {
  private(set) var settings: [(path: [String], type: String)] = []
  private(set) var form: JSONValue
  private(set) var file: JSONValue
  private(set) var variables: [String: String] = [:]

  private static let words = [
    "http", "serverURL", "timeOut", "x1", "userAgent", "a", "maxRetries2", "größe", "dry-run", "IDs",
  ]

  init(_ random: inout SeededRandom) {
    let section = random.pick(Self.words)
    let types = ["string", "integer", "number", "boolean", "array"].shuffled(using: &random)
    var (properties, stored) = (JSONObject(), JSONObject())
    for (key, type) in zip(Self.words.shuffled(using: &random), types) {
      settings.append(([section, key], type))
      properties[key] =
        type == "array" ? ["type": "array", "items": ["type": "string"]] : ["type": .string(type)]
      if !random.once(in: 4) { stored[key] = Self.value(type, &random) }
      if random.once(in: 2) {
        variables["\(Self.name(section))_\(Self.name(key))"] = Self.text(Self.value(type, &random))
      }
    }
    form = [
      "type": "object",
      "properties": .object([section: ["type": "object", "properties": .object(properties)]]),
    ]
    file = .object([section: .object(stored)])
  }

  private static func value(_ type: String, _ random: inout SeededRandom) -> JSONValue {
    // Foundation's reader of JSON rounds some fractions, but not eighths.
    switch type {
    case "string": .string("text \(Int.random(in: 0...99, using: &random))")
    case "integer": .number(JSONNumber(Int.random(in: -99...99, using: &random)))
    case "number": .number(JSONNumber(Double(Int.random(in: 0...999, using: &random)) / 8) ?? JSONNumber(0))
    case "boolean": .bool(.random(using: &random))
    default: ["a", .string("b\(Int.random(in: 0...9, using: &random))")]
    }
  }

  /// The text of a value in an environment variable.
  private static func text(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): text
    case .array(let elements): elements.map(text).joined(separator: ", ")
    default: value.description
    }
  }

  /// The name as the documentation has it, so that this test doesn't use the store's rule.
  private static func name(_ word: String) -> String {
    word.replacing(#/([a-zß-öø-ÿ])(?=[A-Z])/#) { "\($0.output.1)_" }.uppercased().replacing("-", with: "_")
  }
}

@Suite("Files and variables of swift-configuration")
struct SwiftConfigurationTests {
  @Test("A store reads the same values from one file and one environment, for random keys")
  func random() throws {
    let seed = SeededRandom.testSeed
    var random = SeededRandom(seed: seed)
    for round in 0..<100 {
      let example = ConfigurationCase(&random)
      let text = example.file.description
      let store = try StoreEngine(
        form: FormIndex(FormSchema(written: Array(example.form.description.utf8))),
        layers: SettingsLayers(
          storage: MemoryStorage(text), above: [.environment(prefix: "", variables: example.variables)]))
      let reader = ConfigurationReader(
        file: try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]),
        variables: example.variables)
      for (path, type) in example.settings {
        #expect(
          store.effective(SettingPath(path)) == reader.value(path, type: type),
          "SETTINGS_SEED=\(seed), round \(round)")
      }
    }
  }
}
