import Foundation
import Testing

@testable import Settings
@testable import SettingsEditing

@Suite("Locks: a layer below makes settings read-only in all layers above it")
struct LockTests {
  private let files: LayeredFiles
  private let system: SettingsLayer
  private var place: String { "\(files.path("system.json")):1:14" }

  init() throws {
    files = try LayeredFiles()
    system = .file(
      try files.write("system.json", #"{"$locked": ["network", "token"], "network": {"proxyPort": 3128}}"#))
  }

  @Test("A locked value is in effect, whatever the file, the environment or the options say")
  func effective() throws {
    try files.write("user.json", #"{"network": {"proxyPort": 1, "useProxy": true}}"#)
    let store = try files.store(
      below: [system],
      above: [
        .environment(prefix: "T", variables: ["T_NETWORK_PROXY_PORT": "2"]),
        .arguments(["--network-proxy-port", "3"]),
      ])
    #expect(store.effective(["network", "proxyPort"]) == 3128)
    #expect(store.effective(["network", "useProxy"]) == false)
    #expect(store.draft().value(at: ["network", "useProxy"]) == false)
    #expect(store.origin(at: ["network", "useProxy"]) == .defaultValue)
    #expect(
      store.layerProblems.map(\.description) == [
        "T_NETWORK_PROXY_PORT: warning: network.proxyPort: Remove this value, which has no effect; \(place) locks it.",
        "--network-proxy-port: warning: network.proxyPort: Remove this value, which has no effect; \(place) locks it.",
      ])
    #expect(
      store.problems.map(\.description) == [
        "1:2: warning: network: Remove this value, which has no effect; \(place) locks it."
      ])
  }

  @Test(
    "A layer's own values and those below it aren't locked by it; a higher lock doesn't replace a lower one")
  func order() throws {
    let lowest = SettingsLayer.file(
      try files.write("lowest.json", #"{"network": {"proxyPort": 1, "ratio": 0.1}}"#))
    let higher = SettingsLayer.file(
      try files.write(
        "higher.json", #"{"$locked": ["width", "network.ratio"], "network": {"ratio": 0.9}, "width": 50}"#))
    let store = try files.store(below: [lowest, system, higher])
    #expect(store.effective(["network", "proxyPort"]) == 3128)
    #expect(store.effective(["network", "ratio"]) == 0.1)
    #expect(store.effective(["width"]) == 50)
    #expect(store.draft().isReadOnly(["width"]))
    #expect(store.draft().overrider(of: ["network", "ratio"])?.description == place)
  }

  @Test("An apply that changes a locked setting is refused with the place of the lock")
  func apply() async throws {
    let store = try files.store(below: [system])
    var draft = store.draft()
    try draft.stage(1, at: ["network", "proxyPort"])
    #expect(draft.isReadOnly(["network", "proxyPort"]))
    #expect(
      store.review(draft).obstacles.map(\.message) == ["Leave this setting as it is; \(place) locks it."])
    await #expect(throws: ApplyError.self) { try await store.apply(draft) }
    #expect(!FileManager.default.fileExists(atPath: files.path("user.json")))
  }

  @Test("A value in the file that has no effect, because it is locked, can be removed")
  func removal() async throws {
    try files.write("user.json", #"{"network": {"proxyPort": 1}}"#)
    let store = try files.store(below: [system])
    var draft = store.draft()
    try draft.reset(["network", "proxyPort"])
    try await store.apply(draft)
    #expect(store.effective(["network", "proxyPort"]) == 3128)
    #expect(store.problems.isEmpty)
  }

  @Test("An apply, a plan and a rollback from before the lock are refused, too")
  func later() async throws {
    let open = try files.write("system.json", "{}")
    let store = try files.store(below: [.file(open)])
    _ = try await store.set(["network", "proxyPort"], 1)
    _ = try await store.set(["network", "proxyPort"], 2)
    var draft = store.draft()
    try draft.stage(5, at: ["network", "proxyPort"])
    let plan = try SettingsPlan(draft, for: store)
    try files.write("system.json", #"{"$locked": ["network.proxyPort"]}"#)
    await #expect(throws: ApplyError.self) { try await store.apply(draft) }
    await #expect(throws: ApplyError.self) { try await store.apply(plan) }
    let oldest = try #require(try store.history().last)
    await #expect(throws: ApplyError.self) { try await store.rollback(to: oldest) }
    #expect(try String(contentsOfFile: files.path("user.json"), encoding: .utf8).contains("2"))
  }

  @Test("A lock by a path of an earlier version locks the setting at its new path")
  func former() throws {
    let form = #"""
      {"type": "object", "properties": {"net": {"type": "object", "x-setting": {"was": ["network"]}, "properties": {
        "port": {"type": "integer", "title": "Port", "default": 1, "x-setting": {"was": ["proxyPort"]}},
        "host": {"type": "string", "title": "Host", "default": ""}}}}}
      """#
    let files = try LayeredFiles(form: form)
    for (path, locked) in [
      ("network", [true, true]), ("network.proxyPort", [true, false]), ("net.proxyPort", [true, false]),
    ] {
      let system = try files.write("system.json", #"{"$locked": ["\#(path)"], "network": {"proxyPort": 5}}"#)
      try files.write("user.json", #"{"network": {"proxyPort": 6}}"#)
      let store = try files.store(below: [.file(system)])
      #expect([["net", "port"], ["net", "host"]].map { store.draft().isReadOnly($0) } == locked, "\(path)")
      #expect(store.effective(["net", "port"]) == 5, "\(path)")
    }
  }

  @Test("A list of locks that isn't one is an error, an unknown path a warning")
  func malformed() throws {
    let path = try files.write("system.json", #"{"$locked": "network"}"#)
    #expect(
      try StoreEngine.layerErrors { try files.store(below: [.file(path)]) } == [
        "\(path):1:13: error: \"$locked\": Use a list of paths, such as [\"network\", \"calculation.timePeriod\"]."
      ])
    try files.write("system.json", #"{"$locked": ["nonsuch", "/network/ratio"]}"#)
    let store = try files.store(below: [.file(path)])
    #expect(
      store.layerProblems.map(\.description) == [
        "\(path):1:14: warning: \"$locked\": Check the path \"nonsuch\", which the form does not know."
      ])
    #expect(store.draft().isReadOnly(["network", "ratio"]))
    // An unchanged file isn't read again, but its warning is still there.
    let warnings = store.layerProblems
    try store.refresh()
    #expect(store.layerProblems == warnings)
    let twice = try files.write("twice.json", #"{"$locked": ["width"], "$locked": []}"#)
    #expect(try StoreEngine.layerErrors { try files.store(below: [.file(twice)]) }.count == 1)
  }
}
