import Testing

@testable import Settings

/// Defaults of an app that its own limits or rules do not allow.
@Suite struct InvalidDefaultTests {
  @Test("A default that only the running app knows has to keep the limits, and is named by its declaration")
  func limits() {
    let error = #expect(throws: SettingsStoreError.self) {
      try SettingsStore<ComputedDefault>(storage: MemoryStorage("{\"count\": 5}"))
    }
    let start = "The app's own defaults can't be used: ‘ComputedDefault.count’ is not allowed: "
    #expect(error?.description.hasPrefix(start) == true)
  }

  @Test("A default that breaks a rule is the app's fault, a value of the file is the file's")
  func rules() throws {
    let error = #expect(throws: SettingsStoreError.self) {
      try SettingsStore<RuledDefault>(storage: MemoryStorage("{}"))
    }
    #expect(error?.description.hasPrefix("The app's own defaults can't be used: ‘RuledDefault.") == true)
    _ = try SettingsStore<RuledDefault>(storage: MemoryStorage("{\"least\": 0}"))
    #expect(throws: SettingsStoreError.self) {
      try SettingsStore<RuledDefault>(storage: MemoryStorage("{\"least\": 0, \"most\": -1}"))
    }
  }
}

/// A default that no source spells out.
private struct ComputedDefault: SettingsGroup, SettingsRoot {
  var count = 10 + "40".count * 25

  static var formSource: String {
    #"{"type": "object", "properties": {"count": {"type": "integer", "minimum": 1, "maximum": 30}}}"#
  }

  static func addKeyPaths(to table: inout KeyPathTable<Self>) { table.add([\.count], at: "/count") }
}

private struct RuledDefault: SettingsGroup, SettingsRoot {
  var least = 5
  var most = 3

  static var formSource: String {
    #"""
    {"type": "object", "properties": {
      "least": {"type": "integer", "default": 5}, "most": {"type": "integer", "default": 3}}}
    """#
  }

  static func addKeyPaths(to table: inout KeyPathTable<Self>) {
    table.add([\.least, \.most], at: "/least\n/most")
  }

  static var rules: RuleBook<Self> { RuleBook(for: Self.self) { s in s.least <= s.most } }
}
