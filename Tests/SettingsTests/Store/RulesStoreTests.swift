import Testing

@testable import Settings
@testable import SettingsEditing

@Suite("Typed values under rules")
struct RulesStoreTests {
  private struct Ruled: SettingsGroup, SettingsRoot, Equatable {
    struct Pool: SettingsGroup, Equatable {
      var size = 4
      var depth = 1
    }

    var isFast = false
    var period: UInt8 = 7
    var mode = "plain"
    var pool = Pool()

    static var formSource: String {
      #"""
      {
        "title": "Ruled", "type": "object",
        "properties": {
          "isFast": {"title": "Fast", "type": "boolean", "default": false},
          "period": {"title": "Period", "type": "integer", "default": 7},
          "mode": {"title": "Mode", "type": "string", "default": "plain", "x-setting": {"requiresRestart": true}},
          "pool": {"title": "Pool", "type": "object", "properties": {
            "size": {"title": "Size", "type": "integer", "default": 4},
            "depth": {"title": "Depth", "type": "integer", "default": 1}}}
        },
        "x-rules": [
          {"when": {"var": "isFast"}, "set": "period", "to": {"*": [{"var": "pool.size"}, 10]}},
          {"when": {"var": "isFast"}, "set": "mode", "to": "quick"},
          {"when": {"var": "isFast"}, "set": "pool.depth", "to": 2, "group": "deep"},
          {"require": {"<": [{"var": "pool.size"}, 100]}}
        ]
      }
      """#
    }

    static func addKeyPaths(to table: inout KeyPathTable<Ruled>) {
      table.add(\.isFast, ["isFast"])
      table.add(\.period, ["period"])
      table.add(\.mode, ["mode"])
      table.add(\.pool, ["pool"])
      table.add(\.pool.size, ["pool", "size"])
      table.add(\.pool.depth, ["pool", "depth"])
    }
  }

  @Test("A derived value that the app can't decode is a problem of the review, and nothing is stored")
  func undecodable() async throws {
    let storage = MemoryStorage(#"{"pool": {"size": 90}}"#)
    let store = try SettingsStore<Ruled>(storage: storage)
    var draft = store.draft()
    draft[\.isFast] = true
    #expect(draft.review().obstacles.map(\.path) == [["period"]])
    await #expect(throws: ApplyError.self) { try await store.apply(draft) }
    #expect(storage.text == #"{"pool": {"size": 90}}"#)
  }

  @Test("Values and what is saved see derived defaults; the file does not hold them")
  func derivedValues() async throws {
    let storage = MemoryStorage(#"{"pool": {"size": 5}}"#)
    let store = try SettingsStore<Ruled>(storage: storage)
    #expect(store.values.period == 7)
    var draft = store.draft()
    try draft.untyped.stage(true, at: ["isFast"])
    try await store.apply(draft)
    #expect(store.values.period == 50)
    #expect(store.saved.period == 50)
    #expect(store.saved.pool == Ruled.Pool(size: 5, depth: 2))
    #expect(storage.text?.contains("period") == false)
    // The mode waits for a restart, derived or not.
    #expect(store.values.mode == "plain")
    #expect(store.saved.mode == "quick")
    #expect(store.pendingRestart == [["mode"]])
    let again = try SettingsStore<Ruled>(storage: storage)
    #expect(again.values.mode == "quick")
    #expect(again.values.pool.depth == 2)
  }

  @Test("A value that was set beats a derived one")
  func setValues() throws {
    let store = try SettingsStore<Ruled>(storage: MemoryStorage(#"{"isFast": true, "period": 3}"#))
    #expect(store.values.period == 3)
    #expect(store.values.mode == "quick")
  }

  @Test("Switching a rule group changes typed values, and pendingRestart lists those that require a restart")
  func groups() async throws {
    let store = try SettingsStore<Ruled>(storage: MemoryStorage("{}"))
    var draft = store.draft()
    try draft.untyped.stage(true, at: ["isFast"])
    #expect(draft.review().requiresRestart)
    let outcome = try await store.apply(draft)
    #expect(outcome.derivedChanges.map(\.path) == [["period"], ["mode"], ["pool", "depth"]])
    #expect(outcome.requiresRestart)
    #expect(store.values.pool.depth == 2)
    try store.untyped.switchRules(in: "deep", on: false)
    let error = #expect(throws: UnknownRuleGroup.self) {
      try store.untyped.switchRules(in: "deeep", on: false)
    }
    #expect(error?.description == "There is no group of rules ‘deeep’; perhaps you mean ‘deep’.")
    #expect(store.values.pool.depth == 1)
    #expect(store.saved.period == 40)
    try store.untyped.switchRules(in: "deep", on: true)
    #expect(store.values.pool.depth == 2)
  }

  @MainActor
  @Test("A view model reads what is derived from what is staged")
  func viewModel() throws {
    let model = SettingsViewModel(try SettingsStore<Ruled>(storage: MemoryStorage("{}")))
    model[\.isFast] = true
    #expect(model[\.period] == 40)
    model[\.pool.size] = 6
    #expect(model[\.period] == 60)
    #expect(model[\.pool] == Ruled.Pool(size: 6, depth: 2))
  }

  @Test("A file that breaks a constraint is refused, with the message")
  func violations() {
    let error = #expect(throws: SettingsStoreError.self) {
      try SettingsStore<Ruled>(storage: MemoryStorage(#"{"pool": {"size": 100}}"#))
    }
    #expect(error?.description.contains("Pool › Size must be less than 100.") == true)
  }
}
