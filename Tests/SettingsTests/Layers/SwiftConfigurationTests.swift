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
}

@Suite("Files and variables of swift-configuration")
struct SwiftConfigurationTests {
  @Test("A store reads the same values from one file and one environment, for random keys")
  func random() throws {
    let seed = SeededRandom.testSeed
    var random = SeededRandom(seed: seed)
    let words = [
      "http", "serverURL", "timeOut", "x1", "userAgent", "a", "maxRetries2", "größe", "dry-run", "IDs",
    ]
    for round in 0..<100 {
      let note: Comment = "SETTINGS_SEED=\(seed), round \(round)"
      let section = words.randomElement(using: &random) ?? "a"
      let keys = words.shuffled(using: &random).prefix(5)
      let types = ["string", "integer", "number", "boolean", "array"].shuffled(using: &random)
      var properties = JSONObject()
      for (key, type) in zip(keys, types) {
        properties[key] =
          type == "array" ? ["type": "array", "items": ["type": "string"]] : ["type": .string(type)]
      }
      let form: JSONValue = [
        "type": "object",
        "properties": .object([section: ["type": "object", "properties": .object(properties)]]),
      ]
      func value(_ type: String) -> JSONValue {
        // Foundation's reader of JSON rounds some fractions, but not eighths.
        switch type {
        case "string": .string("text \(Int.random(in: 0...99, using: &random))")
        case "integer": .number(JSONNumber(Int.random(in: -99...99, using: &random)))
        case "number":
          .number(JSONNumber(Double(Int.random(in: 0...999, using: &random)) / 8) ?? JSONNumber(0))
        case "boolean": .bool(.random(using: &random))
        default: ["a", .string("b\(Int.random(in: 0...9, using: &random))")]
        }
      }
      var stored = JSONObject()
      var variables: [String: String] = [:]
      for (key, type) in zip(keys, types) {
        if !random.once(in: 4) { stored[key] = value(type) }
        guard random.once(in: 2) else { continue }
        let text: String =
          switch value(type) {
          case .string(let text): text
          case .array(let elements):
            elements.map { if case .string(let text) = $0 { text } else { "" } }.joined(separator: ", ")
          case let other: other.description
          }
        // The name as the documentation has it, so that this test doesn't use the store's rule.
        let snake = { (word: String) in
          word.replacing(#/([a-zß-öø-ÿ])(?=[A-Z])/#) { "\($0.output.1)_" }.uppercased().replacing(
            "-", with: "_")
        }
        variables["\(snake(section))_\(snake(key))"] = text
      }
      let text = JSONValue.object([section: .object(stored)]).description
      let store = try UntypedStore(
        form: FormIndex(FormSchema(parsing: Array(form.description.utf8))),
        layers: SettingsLayers(
          storage: MemoryStorage(text), above: [.environment(prefix: "", variables)]))
      let reader = ConfigurationReader(
        file: try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]),
        variables: variables)
      for (key, type) in zip(keys, types) {
        let path = [section, key]
        let expected: JSONValue? =
          switch type {
          case "string": reader.string(path).map { .string($0) }
          case "integer": reader.int(path).map { .number(JSONNumber($0)) }
          case "number": reader.double(path).flatMap { JSONNumber($0) }.map { .number($0) }
          case "boolean": reader.bool(path).map { .bool($0) }
          default: reader.strings(path).map { .array($0.map { .string($0) }) }
          }
        #expect(store.effective(SettingPath(path)) == expected, note)
      }
    }
  }
}
