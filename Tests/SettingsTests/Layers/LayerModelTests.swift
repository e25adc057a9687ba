import Foundation
import TestSupport
import Testing

@testable import Settings

/// Layers by the simplest possible rules: from the lowest to the highest, a value replaces the one before unless a lower layer
/// locks it.
private struct NaiveLayers {
  struct Layer {
    var values: [SettingPath: JSONValue]
    var locks: [SettingPath] = []
    /// The start of the descriptions of its origins.
    var name: (SettingPath) -> String
  }

  var effective: [SettingPath: (value: JSONValue, origin: String)] = [:]
  /// The locked settings and sections below each layer, by the layer's index.
  var lockedBelow: [Set<SettingPath>] = []
  /// The number of values that a lock makes ineffective, by the layer's index.
  var ignored: [Int: Int] = [:]

  init(_ layers: [Layer]) {
    var locked: Set<SettingPath> = []
    for (number, layer) in layers.enumerated() {
      lockedBelow.append(locked)
      for (path, value) in layer.values {
        if locked.contains(where: { $0.contains(path) }) {
          ignored[number, default: 0] += 1
        } else {
          effective[path] = (value, layer.name(path))
        }
      }
      locked.formUnion(layer.locks)
    }
    if effective[["network", "ratio"]] == nil, effective[["network", "useProxy"]]?.value == true {
      effective[["network", "ratio"]] = (0.25, "rule")
    }
  }
}

@Suite("Layers and a naive model of them agree")
struct LayerModelTests {
  private static let paths: [SettingPath] = [
    ["width"], ["tags"], ["network", "useProxy"], ["network", "proxyPort"], ["network", "ratio"],
  ]

  private func value(at path: SettingPath, _ random: inout SeededRandom) -> JSONValue {
    switch path.keys.last {
    case "width", "proxyPort": .number(JSONNumber(Int.random(in: 1...200, using: &random)))
    case "tags": .array((0..<Int.random(in: 0...2, using: &random)).map { .string("t\($0)") })
    case "useProxy": .bool(.random(using: &random))
    default: .number(JSONNumber(Int.random(in: 1...9, using: &random)))
    }
  }

  private func values(_ random: inout SeededRandom) -> [SettingPath: JSONValue] {
    var values: [SettingPath: JSONValue] = [:]
    for path in Self.paths where random.once(in: 3) { values[path] = value(at: path, &random) }
    return values
  }

  private func locks(_ random: inout SeededRandom) -> [SettingPath] {
    (Self.paths + [["network"]]).filter { _ in random.once(in: 6) }
  }

  private func text(_ values: [SettingPath: JSONValue], locks: [SettingPath]) -> String {
    var (outer, inner) = (JSONObject(), JSONObject())
    for (path, value) in values.sorted(by: { $0.key.description < $1.key.description }) {
      if path.keys.count == 1 { outer[path.keys[0]] = value } else { inner[path.keys[1]] = value }
    }
    if !inner.members.isEmpty { outer["network"] = .object(inner) }
    if !locks.isEmpty { outer["$locked"] = .array(locks.map { .string($0.description) }) }
    return JSONValue.object(outer).description
  }

  @Test("For random layers and locks: values, origins, locks and problems")
  func random() throws {
    let seed = SeededRandom.testSeed
    var random = SeededRandom(seed: seed)
    for round in 0..<150 {
      let files = try LayeredFiles()
      var naive: [NaiveLayers.Layer] = []
      var below: [SettingsLayer] = []
      for number in 0..<Int.random(in: 0...3, using: &random) {
        let values = values(&random)
        let locks = locks(&random)
        let path = try files.write("layer\(number).json", text(values, locks: locks))
        below.append(.file(path))
        naive.append(.init(values: values, locks: locks) { _ in "\(path):" })
      }
      let (own, ownLocks) = (values(&random), locks(&random))
      let user = try files.write("user.json", text(own, locks: ownLocks))
      naive.append(.init(values: own, locks: ownLocks) { _ in "\(user):" })
      let variables = values(&random)
      let environment = Dictionary(
        uniqueKeysWithValues: variables.map { ("T_\($0.key.variableName)", $0.value.description) })
      naive.append(.init(values: variables) { "T_\($0.variableName)" })
      let options = values(&random)
      let arguments = options.map { "--\($0.key.optionName)=\($0.value)" }
      naive.append(.init(values: options) { "--\($0.optionName)" })

      let store = try files.store(
        below: below, above: [.environment(prefix: "T", variables: environment), .arguments(arguments)])
      let model = NaiveLayers(naive)
      try check(store, writing: below.count, model, "SETTINGS_SEED=\(seed), round \(round)")
      // Whichever file is written, the layers are the same.
      for number in below.indices.shuffled(using: &random) {
        let other = try #require(try store.writing(files.path("layer\(number).json")))
        try check(other, writing: number, model, "SETTINGS_SEED=\(seed), round \(round), layer \(number)")
      }
    }
  }

  /// Compares a store with the model.
  ///
  /// - Parameter written: The index of the layer that the store writes.
  private func check(
    _ store: StoreEngine, writing written: Int, _ model: NaiveLayers, _ place: String
  ) throws {
    let draft = store.draft()
    for path in Self.paths {
      let note: Comment = "\(place), \(path)"
      let entry = try #require(store.index[path])
      let expected = model.effective[path]
      #expect(store.effective(path) == expected?.value ?? entry.setting.defaultValue, note)
      #expect(store.origin(at: path)?.description.hasPrefix(expected?.origin ?? "default") == true, note)
      #expect(draft.isReadOnly(path) == model.lockedBelow[written].contains { $0.contains(path) }, note)
      #expect(store.accepted.complete.node(at: path)?.value == expected?.value, note)
    }
    let ignored = model.ignored.filter { $0.key != written }.values.reduce(0, +)
    #expect(store.layerProblems.count == ignored, "\(place)")
  }
}
