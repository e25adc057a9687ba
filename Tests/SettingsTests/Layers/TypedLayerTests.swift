import Foundation
import Synchronization
import Testing

@testable import Settings

@Suite("A typed store's layers: what is about effective values, and what about the settings file")
struct TypedLayerTests {
  private let files: LayeredFiles
  private let system: String

  init() throws {
    files = try LayeredFiles()
    system = try files.write(
      "system.json", #"{"calculation": {"mode": "average", "timePeriod": 5}, "tags": ["system"]}"#)
    try files.write("user.json", #"{"name": "mine"}"#)
  }

  private func store(
    variables: [String: String] = [:], arguments: [String] = [], hooks: (any SettingsHooks)? = nil
  ) throws -> SettingsStore<Fixture> {
    try SettingsStore(
      SettingsLayers(
        below: [.file(system)], file: files.path("user.json"),
        above: [.environment(prefix: "FIX", variables: variables), .arguments(arguments)]),
      hooks: hooks, options: StoreOptions(refresh: .manual))
  }

  @Test("values, saved and origins are those of all layers")
  func values() throws {
    let store = try store(
      variables: ["FIX_CALCULATION_TIME_PERIOD": "6", "FIX_CALCULATION_RATIO": "0.25"],
      arguments: ["build", "--calculation-time-period=9", "--verbose", "--tags", "a", "--tags", "b", "file"])
    let values = store.values
    #expect(values.name == "mine" && values.calculation.mode == .average)
    #expect(values.calculation.timePeriod == 9 && values.calculation.ratio == 0.25)
    #expect(values.tags == ["a", "b"] && store.saved == values)
    #expect(store.remainingArguments == ["build", "--verbose", "file"])
    #expect(store.origin(of: \.name).description == "\(files.path("user.json")):1:10")
    #expect(store.origin(of: \.calculation.mode).description == "\(system):1:26")
    #expect(store.origin(of: \.calculation.timePeriod) == .option("--calculation-time-period"))
    #expect(store.origin(of: \.calculation.ratio) == .variable("FIX_CALCULATION_RATIO"))
    #expect(store.origin(of: \.servers) == .defaultValue)
    // A section's origin is that of its first setting that isn't a default.
    #expect(store.origin(of: \.calculation).description == "\(system):1:26")
  }

  @Test(
    "pendingRestart is about effective values: a change of a layer below counts, one that is overridden doesn't"
  )
  func pendingRestart() async throws {
    let store = try store()
    #expect(store.pendingRestart.isEmpty)
    try files.write("system.json", #"{"calculation": {"mode": "regression"}}"#)
    try await store.refresh()
    #expect(store.values.calculation.mode == .average && store.saved.calculation.mode == .regression)
    #expect(store.pendingRestart == [modePath])
    #expect(store.values.calculation.timePeriod == 7)

    let overridden = try self.store(variables: ["FIX_CALCULATION_MODE": "average"])
    try files.write("system.json", #"{"calculation": {"mode": "average"}}"#)
    try await overridden.refresh()
    _ = try await overridden.update { $0.calculation.mode = .regression }
    #expect(overridden.pendingRestart.isEmpty && overridden.saved.calculation.mode == .average)
    #expect(try String(contentsOfFile: files.path("user.json"), encoding: .utf8).contains("regression"))
  }

  @Test("Typed changes are staged in the settings file, and a change to the value in effect isn't one")
  func update() async throws {
    let store = try store(variables: ["FIX_CALCULATION_TIME_PERIOD": "6"])
    let outcome = try await store.update {
      $0.tags.append("mine")
      $0.calculation.mode = .average
    }
    #expect(outcome.changes.map(\.path) == [["tags"]])
    #expect(store.values.tags == ["system", "mine"])
    let text = try String(contentsOfFile: files.path("user.json"), encoding: .utf8)
    #expect(text == #"{"name": "mine", "tags": ["system", "mine"]}"#)
  }

  @Test(
    "A value of a layer that the app can't decode refuses the start, and later leaves the last values in use")
  func undecodable() async throws {
    // The form allows every integer, the app only those of 16 bits.
    try files.write("system.json", #"{"servers": [{"host": "a", "port": 70000}]}"#)
    #expect(throws: SettingsStoreError.self) { try self.store() }
    try files.write("system.json", #"{"servers": [{"host": "a", "port": 80}]}"#)
    let store = try self.store()
    #expect(store.values.servers.map(\.port) == [80])
    try files.write("system.json", #"{"servers": [{"host": "a", "port": 70000}]}"#)
    _ = try? await store.refresh()
    #expect(store.values.servers.map(\.port) == [80])
    #expect(store.lastRejected != nil)
  }

  @Test(
    "An apply from an editor of the layer below reaches the app as another process's, with side effects once")
  func editedBelow() async throws {
    final class Hooks: SettingsSideEffects {
      func perform(_ action: String, _ progress: ActionProgress) async throws {}
      func restart(for changes: [SettingChange]) async {}

      let calls = Mutex<[String]>([])
      func run(_ sideEffect: String, for changes: [SettingChange]) async throws {
        calls.withLock { $0.append(sideEffect) }
      }
    }
    let hooks = Hooks()
    let store = try store(hooks: hooks)
    let below = try #require(try store.untyped.writing(system))
    _ = try await below.set(timePeriodPath, 8)
    #expect(hooks.calls.withLock { $0 } == [])
    var changes = store.changes().makeAsyncIterator()
    try await store.refresh()
    let change = try #require(await changes.next()?.first)
    #expect(change.path == timePeriodPath && change.old == 5 && change.new == 8)
    #expect(store.values.calculation.timePeriod == 8)
    #expect(hooks.calls.withLock { $0 } == ["recalculate"])
  }
}
