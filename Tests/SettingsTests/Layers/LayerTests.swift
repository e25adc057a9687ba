import Foundation
import SettingsSchemas
import Testing

@testable import Settings
import SettingsEditing

@Suite("Layers: the highest one that sets a value wins")
struct LayerTests {
  private let files: LayeredFiles
  init() throws { files = try LayeredFiles() }

  @Test("Files below give defaults, the file overrides them, and each value has its origin")
  func origins() throws {
    let system = try files.write("system.json", "{\n  \"width\": 100, \"network\": {\"proxyPort\": 1}\n}")
    try files.write("conf.d/10.json", #"{"network": {"proxyPort": 2}}"#)
    let last = try files.write("conf.d/20.json", #"{"network": {"proxyPort": 3}}"#)
    try files.write("conf.d/30.txt", "nothing")
    let user = try files.write("user.json", #"{"tags": ["mine"]}"#)
    let store = try files.store(below: [.file(system), .folder(files.path("conf.d"))])
    #expect(store.effective(["width"]) == 100)
    #expect(store.effective(["network", "proxyPort"]) == 3)
    #expect(store.effective(["tags"]) == ["mine"])
    #expect(store.effective(["network", "ratio"]) == 0.5)
    #expect(store.origin(at: ["width"])?.description == "\(system):2:12")
    #expect(store.origin(at: ["network", "proxyPort"])?.description == "\(last):1:27")
    #expect(store.origin(at: ["tags"])?.description == "\(user):1:10")
    #expect(store.origin(at: ["network", "ratio"]) == .defaultValue)
    #expect(store.origin(at: ["nonsuch"]) == nil)
  }

  @Test("A missing file or folder is an empty layer")
  func missing() throws {
    let store = try files.store(
      below: [.file(files.path("no.json")), .folder(files.path("no.d")), .secrets(folder: files.path("no"))])
    #expect(store.effective(["width"]) == 80)
    #expect(store.layerProblems.isEmpty)
  }

  @Test(
    "A draft names the layer of a value that the file doesn't set, and the place in the file, or none if it is staged"
  )
  func originsInDraft() throws {
    let system = try files.write("system.json", #"{"width": 100, "network": {"proxyPort": 1}}"#)
    try files.write("user.json", #"{"width": 90}"#)
    var draft = try files.store(below: [.file(system)]).draft()
    #expect(draft.otherLayer(of: ["width"]) == nil)
    #expect(draft.origin(of: ["width"], file: "f")?.description == "f:1:11")
    #expect(draft.otherLayer(of: ["network", "proxyPort"])?.description == "\(system):1:41")
    #expect(draft.origin(of: ["network", "proxyPort"], file: "f")?.description == "\(system):1:41")
    try draft.stage(95, at: ["width"])
    try draft.stage(2, at: ["network", "proxyPort"])
    #expect(draft.origin(of: ["width"], file: "f") == .file("f", nil))
    #expect(draft.otherLayer(of: ["network", "proxyPort"]) == nil)
    #expect(draft.origin(of: ["network", "proxyPort"], file: "f") == .file("f", nil))
  }

  @Test("A layer that can't be read is an error, and not an empty layer")
  func unreadable() throws {
    try files.write("conf.d/10.json", "{}")
    let loop = files.path("loop.d")
    try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
    for layer in [SettingsLayer.file(files.path("conf.d")), .folder(loop)] {
      let error = #expect(throws: SettingsStoreError.self) { try files.store(below: [layer]) }
      guard case .layers(let problems) = error else {
        Issue.record("\(layer): \(String(describing: error))")
        continue
      }
      #expect(problems.count == 1)
    }
  }

  @Test(
    "A missing key is judged in the file alone by a form of another author, else in all layers",
    arguments: [true, false])
  func required(isOfApp: Bool) throws {
    let form = #"{"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}}"#
    let schema =
      try isOfApp
      ? FormSchema(written: Array(form.utf8)) : FormSchema(parsingSchema: Array(form.utf8))
    let index = FormIndex(schema)
    try files.write("user.json", "{}")
    let store = try StoreEngine(
      form: index,
      layers: SettingsLayers(
        below: [.file(files.write("system.json", #"{"a": 1}"#))], file: files.path("user.json"), above: []))
    #expect(store.problems.isEmpty == isOfApp)
  }

  @Test("What an element of a list lacks is an error of its layer, since no other layer adds it")
  func requiredOfElement() throws {
    let form = #"""
      {"x-form": 1, "type": "object", "properties": {"rows": {"type": "array", "default": [], "items": {
        "type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}}}}
      """#
    let files = try LayeredFiles(form: form)
    let file = try files.write("system.json", #"{"rows": [{}]}"#)
    for layers in [[SettingsLayer.file(file)], [.arguments(["--rows", "[{}]"])]] {
      let error = #expect(throws: SettingsStoreError.self) { try files.store(below: layers) }
      guard case .layers(let problems)? = error else {
        Issue.record("\(layers): \(String(describing: error))")
        continue
      }
      #expect(problems.map(\.path) == [["rows", "0"]])
    }
  }

  @Test("Rules read effective values, and what they derive is below all layers")
  func rules() throws {
    let store = try files.store(above: [.environment(prefix: "T", variables: ["T_NETWORK_USE_PROXY": "yes"])])
    #expect(store.effective(["network", "ratio"]) == 0.25)
    #expect(store.origin(at: ["network", "ratio"]) == .rule)
    let system = try files.write("system.json", #"{"network": {"ratio": 0.75}}"#)
    let other = try files.store(
      below: [.file(system)], above: [.environment(prefix: "T", variables: ["T_NETWORK_USE_PROXY": "yes"])])
    #expect(other.effective(["network", "ratio"]) == 0.75)
  }

  @Test("A reset returns to the value of the layer below")
  func reset() async throws {
    let system = try files.write("system.json", #"{"width": 100}"#)
    try files.write("user.json", #"{"width": 120}"#)
    let store = try files.store(below: [.file(system)])
    var draft = store.draft()
    try draft.reset(["width"])
    #expect(draft.value(at: ["width"]) == 100)
    #expect(store.review(draft).changes.map(\.description) == ["width: 120 → 100 (default)"])
    try await store.apply(draft)
    #expect(store.effective(["width"]) == 100)
    #expect(try String(contentsOfFile: files.path("user.json"), encoding: .utf8) == "{}")
  }

  @Test("A file with all values has none of those that a layer below sets or locks")
  func fullStyle() async throws {
    let system = try files.write("system.json", #"{"width": 100, "$locked": ["network"]}"#)
    let store = try StoreEngine(
      form: files.index, layers: SettingsLayers(below: [.file(system)], file: files.path("user.json")),
      options: StoreOptions(style: .full, refresh: .manual))
    var draft = store.draft()
    try draft.stage(["mine"], at: ["tags"])
    try await store.apply(draft)
    let written = try JSONValue(parsing: String(contentsOfFile: files.path("user.json"), encoding: .utf8))
    #expect(written == ["tags": ["mine"], "token": "", "limits": [:]])
    #expect(store.effective(["width"]) == 100)
  }

  @Test("Another layer's change has side effects and restarts, unless a layer above overrides it")
  func sideEffects() async throws {
    let system = try files.write("system.json", #"{"network": {"proxyPort": 1}}"#)
    let store = try files.store(
      below: [.file(system)], above: [.environment(prefix: "T", variables: ["T_WIDTH": "14"])])
    try files.write("system.json", #"{"width": 90, "network": {"proxyPort": 2}}"#)
    let changes = try store.refresh()
    #expect(changes.map(\.description) == ["network.proxyPort: 1 → 2"])
    #expect(changes.map(\.requiresRestart) == [true])
    let outcome = try await store.set(["width"], 120)
    #expect(outcome.changes.map(\.requiresRestart) == [false])
    #expect(outcome.changes.map(\.description) == ["width: 90 → 120 (no effect now; T_WIDTH overrides it)"])
  }

  @Test("A change that a layer above overrides is stored, and the review says that it has no effect")
  func overridden() async throws {
    let store = try files.store(above: [.environment(prefix: "T", variables: ["T_WIDTH": "14"])])
    var draft = store.draft()
    try draft.stage(90, at: ["width"])
    let change = try #require(store.review(draft).changes.first)
    #expect(change.overriddenBy == .variable("T_WIDTH"))
    let json = try #require(change.json.value(at: ["overriddenBy"]))
    #expect(json == ["layer": "environment", "name": "T_WIDTH"])
    #expect(draft.value(at: ["width"]) == 90)
    #expect(draft.effectiveValue(at: ["width"]) == 14)
    try await store.apply(draft)
    #expect(store.effective(["width"]) == 14)
    #expect(try String(contentsOfFile: files.path("user.json"), encoding: .utf8).contains("90"))
  }

  @Test("Environment variables and options are parsed by the settings' types")
  func texts() throws {
    let store = try files.store(above: [
      .environment(
        prefix: "T",
        variables: [
          "T_WIDTH": "100", "T_TAGS": "a, b", "T_LIMITS": #"{"x": 1}"#, "T_NETWORK_USE_PROXY": "1",
          "OTHER": "x", "T_NONSUCH": "x",
        ]),
      .arguments([
        "run", "--tags", "c", "--verbose", "--network-proxy-port=99", "--tags", "d", "--no-network-use-proxy",
        "--", "--width", "3",
      ]),
    ])
    #expect(store.effective(["width"]) == 100)
    #expect(store.effective(["tags"]) == ["c", "d"])
    #expect(store.effective(["limits"]) == ["x": 1])
    #expect(store.effective(["network", "useProxy"]) == false)
    #expect(store.effective(["network", "proxyPort"]) == 99)
    #expect(store.origin(at: ["network", "proxyPort"]) == .option("--network-proxy-port"))
    #expect(store.layers.otherArguments == ["run", "--verbose", "--", "--width", "3"])
  }

  @Test("Secrets come from files that variables name, and from a folder of credentials")
  func secrets() throws {
    let named = try files.write("secret", "from a file\n")
    try files.write("credentials/token", "from a credential")
    try files.write("credentials/network-proxy-port", "7\n")
    try files.write("credentials/tls.pem", "other")
    let credentials = SettingsLayer.secrets(folder: files.path("credentials"))
    let store = try files.store(above: [credentials])
    #expect(store.effective(["token"]) == "from a credential")
    #expect(store.effective(["network", "proxyPort"]) == 7)
    let other = try files.store(above: [
      credentials, .environment(prefix: "T", variables: ["T_TOKEN_FILE": named]),
    ])
    #expect(other.effective(["token"]) == "from a file")
    #expect(other.origin(at: ["token"]) == .secretFile(named))
    let both = try files.store(
      above: [.environment(prefix: "T", variables: ["T_TOKEN_FILE": named, "T_TOKEN": "from a variable"])])
    #expect(both.effective(["token"]) == "from a variable")
  }

  @Test("At the start, each error of a layer is an error at its own place, without secrets")
  func errors() throws {
    let system = try files.write("system.json", "{\n  \"width\": 900,\n  \"token\": 31415\n}")
    let malformed = try files.write("malformed.json", "{\"width\" 1}")
    let errors = try StoreEngine.layerErrors {
      try files.store(
        below: [.file(system), .file(malformed)],
        above: [
          .environment(prefix: "T", variables: ["T_WIDTH": "wide", "T_TOKEN_FILE": files.path("nonsuch")]),
          .arguments(["--width"]),
        ])
    }
    #expect(
      errors == [
        "\(system):2:12: error: width: Use 200 or less instead of 900.",
        "\(system):3:12: error: token: Use text instead of a whole number.",
        "\(malformed):1:10: error: Expected a colon after the key, but found “1”.",
        "\(files.path("nonsuch")): error: token: Create the file, or unset the variable.",
        "T_WIDTH: error: width: Use a whole number, such as 12.",
        "--width: error: width: Write a value after the option.",
      ])
  }

  @Test("A layer that breaks later is reported, and its last good content stays in use")
  func broken() throws {
    let system = try files.write("system.json", #"{"width": 100}"#)
    let store = try files.store(below: [.file(system)])
    try files.write("system.json", #"{"width": 1"#)
    #expect(try store.refresh().isEmpty)
    #expect(store.effective(["width"]) == 100)
    #expect(store.layerProblems.count == 1)
    try files.write("system.json", #"{"width": 900}"#)
    try store.refresh()
    #expect(store.effective(["width"]) == 100)
    #expect(
      store.layerProblems.map(\.description) == [
        "\(system):1:11: error: width: Use 200 or less instead of 900."
      ])
    try files.write("system.json", #"{"width": 120}"#)
    #expect(try store.refresh().map(\.description) == ["width: 100 → 120"])
    #expect(store.layerProblems.isEmpty)
  }

  @Test("Changes of a layer's file reach the observers as changes of effective values")
  func watching() async throws {
    let system = try files.write("system.json", #"{"width": 100}"#)
    try files.write("user.json", #"{"tags": ["mine"]}"#)
    let store = try files.store(below: [.file(system)], refresh: .automatic)
    let changes = store.changes()
    try files.write("system.json", #"{"width": 110, "tags": ["theirs"]}"#)
    let first = try #require(await changes.first { _ in true })
    #expect(first.map(\.description) == ["width: 100 → 110"])
  }

  @Test("A file that is added to a folder of layers, changed in place and removed is noticed")
  func watchedFolder() async throws {
    let folder = files.path("conf.d")
    let store = try files.store(below: [.folder(folder)], refresh: .automatic)
    var changes = store.changes().makeAsyncIterator()
    try files.write("conf.d/10.json", #"{"width": 110}"#)
    #expect(await changes.next()?.map(\.description) == ["width: 80 → 110"])
    // In place, with the same inode.
    let file = try FileHandle(forWritingTo: URL(filePath: folder + "/10.json"))
    try file.write(contentsOf: Data(#"{"width": 120}"#.utf8))
    try file.close()
    #expect(await changes.next()?.map(\.description) == ["width: 110 → 120"])
    try FileManager.default.removeItem(atPath: folder)
    #expect(await changes.next()?.map(\.description) == ["width: 120 → 80"])
  }

  @Test("A stored change that a layer above overrides isn't a change of the app's values")
  func unobserved() async throws {
    let store = try files.store(above: [.environment(prefix: "T", variables: ["T_WIDTH": "14"])])
    var changes = store.changes().makeAsyncIterator()
    let outcome = try await store.set(["width"], 100)
    #expect(outcome.changes.map { $0.overriddenBy?.description } == ["T_WIDTH"])
    try files.write("user.json", #"{"width": 110}"#)
    try store.refresh()
    _ = try await store.set(["network", "proxyPort"], 1)
    #expect(await changes.next()?.map(\.description) == ["network.proxyPort: 8080 → 1"])
  }

  @Test("The standard layers are those of the base directory specification")
  func standard() {
    let layers = SettingsLayers.standard(
      app: "my-app",
      variables: [
        "HOME": "/home/me", "XDG_CONFIG_DIRS": "/first:relative:/second", "CREDENTIALS_DIRECTORY": "/run/c",
      ],
      arguments: ["--width", "3"])
    func sources(_ layers: [SettingsLayer]) -> [String] { layers.map { "\($0.source)" } }
    #expect(
      sources(layers.below)
        == sources([
          .file("/second/my-app/settings.json"), .folder("/second/my-app/settings.d"),
          .file("/first/my-app/settings.json"), .folder("/first/my-app/settings.d"),
        ]))
    #expect(layers.written.name == "/home/me/.config/my-app/settings.json")
    #expect(layers.above.count == 3)
    #expect(sources([layers.above[0]]) == sources([.secrets(folder: "/run/c")]))
    #expect(sources([layers.above[2]]) == sources([.arguments(["--width", "3"])]))
    guard
      case .environment(prefix: "MY_APP", _, malformed: _)? = layers.above[1].source as SettingsLayer.Source?
    else {
      Issue.record("\(layers.above)")
      return
    }
  }

  @Test("A variable that isn't UTF-8 is an error if a setting has its name, and never silently the default")
  func malformedVariable() throws {
    let layer = SettingsLayer(
      source: .environment(prefix: "T", [:], malformed: ["T_A", "T_A_FILE", "T_OTHER_THINGS"]))
    let error = #expect(throws: SettingsStoreError.self) {
      try StoreEngine(
        form: #require(SmallForm.index),
        layers: SettingsLayers(storage: MemoryStorage(nil), above: [layer]))
    }
    guard case .layers(let problems)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(problems.map(\.origin.description) == ["T_A", "T_A_FILE"])
    #expect(problems.allSatisfy { $0.message.contains("UTF-8") && $0.path == SmallForm.a })
  }
}
