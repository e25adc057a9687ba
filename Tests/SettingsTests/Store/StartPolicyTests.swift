import Testing

@testable import Settings

/// A root with a setting and a section that have to be set.
struct RequiringRoot: SettingsGroup {
  struct Server: SettingsGroup {
    var host = ""
    var port = 80
  }

  var server = Server()
  var level = 1
}

extension RequiringRoot: SettingsRoot {
  static var formSource: String {
    #"""
    {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "title": "Requiring",
     "required": ["server"], "properties": {
      "server": {"type": "object", "title": "Server", "required": ["host"], "properties": {
        "host": {"type": "string", "title": "Host", "minLength": 1},
        "port": {"type": "integer", "title": "Port", "default": 80}}},
      "level": {"type": "integer", "title": "Level", "default": 1}}}
    """#
  }

  static func addKeyPaths(to table: inout KeyPathTable<RequiringRoot>) {
    table.add(\.server, ["server"])
    table.add(\.server.host, ["server", "host"])
    table.add(\.server.port, ["server", "port"])
    table.add(\.level, ["level"])
  }
}

@Suite("An app that starts with invalid settings")
struct StartPolicyTests {
  private let invalid = """
    {
      "name": "mine",
      "calculation": {"timePeriod": 99, "mode": "average"}
    }
    """

  private func store(_ text: String?, _ policy: SettingsStartPolicy) throws -> SettingsStore<Fixture> {
    try SettingsStore(storage: MemoryStorage(text), options: StoreOptions(startPolicy: policy))
  }

  @Test("refuses by default, and the error names file, line, reason and the command that corrects it")
  func refusal() throws {
    let folder = try TemporaryFolder()
    try folder.write(invalid, to: "settings.json")
    let path = "\(folder.path)/settings.json"
    let error = #expect(throws: SettingsStoreError.self) { try SettingsStore<Fixture>(file: path) }
    #expect(
      error?.description == """
        \(path):3:33: error: calculation.timePeriod: Use 30 or less instead of 99.
        To correct it: settings-tui edit \(path)
        To use the default instead: settings-tui reset \(path) calculation.timePeriod
        """)
  }

  @Test("uses the default of an invalid setting if it chooses that, keeps the others, and reports it")
  func defaults() async throws {
    let store = try store(invalid, .defaults)
    #expect(store.values.calculation.timePeriod == 7)
    #expect(store.values.calculation.mode == .average && store.values.name == "mine")
    #expect(
      store.startProblems.map(\.description)
        == ["settings.json:3:33: error: calculation.timePeriod: Use 30 or less instead of 99."])
    #expect(store.lastRejected != nil)
  }

  @Test("uses the latest version that it can use if it chooses that")
  func lastGoodVersion() async throws {
    let storage = MemoryStorage()
    let first = try SettingsStore<Fixture>(storage: storage)
    try await first.update { $0.calculation.timePeriod = 12 }
    try await first.update { $0.name = "second" }
    _ = storage.commit(
      Array(#"{"name": "third", "calculation": {"timePeriod": 99}}"#.utf8),
      expecting: storage.read()?.revision)
    let store = try SettingsStore<Fixture>(
      storage: storage, options: StoreOptions(startPolicy: .lastGoodVersion))
    #expect(store.values.calculation.timePeriod == 12 && store.values.name == "second")
    #expect(store.startProblems.count == 1)
    #expect(storage.text == #"{"name": "third", "calculation": {"timePeriod": 99}}"#)
  }

  @Test("without a usable version uses defaults, also instead of text that isn't JSON")
  func malformed() throws {
    for policy in [SettingsStartPolicy.lastGoodVersion, .defaults] {
      let store = try store("{\"name\": ", policy)
      #expect(store.values == Fixture())
      #expect(store.startProblems.map(\.severity) == [.error])
    }
    #expect(throws: SettingsStoreError.self) { try store("{\"name\": ", .refuse) }
  }

  @Test("uses valid content once it is stored, and its side effects run")
  func corrected() async throws {
    let storage = MemoryStorage(invalid)
    let store = try SettingsStore<Fixture>(
      storage: storage, options: StoreOptions(refresh: .manual, startPolicy: .defaults))
    _ = storage.commit(
      Array(#"{"calculation": {"timePeriod": 9}}"#.utf8), expecting: storage.read()?.revision)
    try await store.refresh()
    #expect(store.values.calculation.timePeriod == 9 && store.lastRejected == nil)
  }

  @Test("doesn't use an invalid variable, but the others, if it chooses so")
  func variables() throws {
    let layers = SettingsLayers(
      storage: MemoryStorage(),
      above: [.environment(prefix: "T", variables: ["T_CALCULATION_TIME_PERIOD": "99", "T_NAME": "n"])])
    #expect(throws: SettingsStoreError.self) { try SettingsStore<Fixture>(layers) }
    let store = try SettingsStore<Fixture>(layers, options: StoreOptions(startPolicy: .defaults))
    #expect(store.values.name == "n" && store.values.calculation.timePeriod == 7)
    #expect(
      store.startProblems.map(\.description)
        == ["T_CALCULATION_TIME_PERIOD: error: calculation.timePeriod: Use 30 or less instead of 99."])
  }
}

@Suite("A required setting")
struct RequiredSettingTests {
  @Test("that isn't set is named, with the command that sets it; the app's defaults aren't blamed")
  func missing() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/settings.json"
    for text in [nil, "{}", #"{"server": {"port": 1}}"#] {
      if let text { try folder.write(text, to: "settings.json") }
      let error = #expect(throws: SettingsStoreError.self) { try SettingsStore<RequiringRoot>(file: path) }
      let text = error?.description ?? ""
      #expect(text.contains("error: server.host: Add the key \"host\", which is missing."))
      #expect(text.hasSuffix("\nTo set it: settings-tui set \(path) server.host=VALUE"))
    }
  }

  @Test("can be set by a variable, and then other settings can be applied")
  func variable() async throws {
    let store = try SettingsStore<RequiringRoot>(
      SettingsLayers(
        storage: MemoryStorage(), above: [.environment(prefix: "T", variables: ["T_SERVER_HOST": "h"])]))
    #expect(store.values.server.host == "h" && store.values.server.port == 80)
    try await store.update { $0.level = 2 }
    #expect(store.values.level == 2)
  }

  @Test("can be filled by a dialog with the untyped store before the typed one is opened")
  func firstRun() async throws {
    let storage = MemoryStorage()
    let untyped = try StoreEngine(
      form: try RequiringRoot.form(), layers: SettingsLayers(storage: storage),
      options: StoreOptions(refresh: .manual))
    #expect(untyped.problems.map(\.severity) == [.error])
    var draft = untyped.draft()
    try draft.stage("example.org", at: ["server", "host"])
    try await untyped.apply(draft)
    #expect(try SettingsStore<RequiringRoot>(storage: storage).values.server.host == "example.org")
  }

  @Test("has no default in the exported form")
  func form() throws {
    let form = try RequiringRoot.form()
    #expect(form.json.value(at: ["properties", "server", "required"]) == ["host"])
    #expect(form.json.value(at: ["properties", "server", "properties", "host", "default"]) == nil)
  }
}

@Suite("A file that a store creates")
struct SchemaNameTests {
  @Test("names its schema if the app states one, and an existing file keeps its own")
  func created() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/new.json"
    let store = try SettingsStore<Fixture>(file: path, schema: "trend.schema.json")
    try await store.update { $0.name = "n" }
    #expect(
      try folder.text("new.json") == "{\n  \"$schema\": \"trend.schema.json\",\n  \"name\": \"n\"\n}\n")
    try folder.write("{}", to: "old.json")
    let other = try SettingsStore<Fixture>(file: "\(folder.path)/old.json", schema: "trend.schema.json")
    try await other.update { $0.name = "n" }
    #expect(try !folder.text("old.json").contains("schema"))
  }
}
