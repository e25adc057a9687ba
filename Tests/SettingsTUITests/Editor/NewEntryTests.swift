import SettingsEditing
import SettingsSchemas
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Adding keys to sections")
struct NewEntryTests {
  private static let form = """
    {"$schema": "http://json-schema.org/draft-07/schema#", "title": "Server", "type": "object",
      "patternProperties": {"^x-": {"type": "integer"}}, "additionalProperties": false,
      "properties": {
        "name": {"type": "string"},
        "log": {"type": "object", "properties": {"level": {"type": "string"}}, "additionalProperties": false},
        "limits": {"type": "object", "properties": {"cpu": {"type": "integer"}}}}}
    """

  private let new = FormIndex.Members(named: [["x-one"]], new: .allowed)

  private func index() throws -> FormIndex { try FormIndex(parsingSchema: Array(Self.form.utf8)) }

  private func driver(
    at start: SettingPath = ["name"]
  ) throws -> EditorDriver {
    let store = try StoreEngine(form: index(), layers: SettingsLayers(storage: MemoryStorage("{}")))
    return EditorDriver(
      FormViewModel(store), size: Size(width: 120, height: 24), start: start)
  }

  private func plainDriver() throws -> PlainDriver {
    let store = try StoreEngine(form: index(), layers: SettingsLayers(storage: MemoryStorage("{}")))
    return PlainDriver(FormViewModel(store))
  }

  @Test("Given a section with keys of a pattern, when a key is typed, then its value is typed next")
  func adding() async throws {
    let driver = try driver()
    #expect(driver.text.contains("A Add key"))
    await driver.press(Key("A"))
    #expect(
      driver.words.contains("New key of Server") && driver.words.contains("A key has to begin with x-."))
    #expect(driver.text.contains("Enter Add") && !driver.text.contains("Go to"))
    await driver.type("y-one")
    await driver.press(Key(.enter))
    #expect(driver.editor.outcome == nil && driver.words.contains("The section can't have this key."))
    await driver.press(.control("u"))
    await driver.type("x-one")
    await driver.press(Key(.enter))
    await driver.type("7")
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: ["x-one"]) == 7)
    #expect(driver.focusedLine.contains("x-one"))
  }

  @Test("The described keys that aren't set are offered, with type and description, by beginning and by word")
  func offers() async throws {
    let form = try FormIndex(
      parsingSchema: Array(
        #"""
        {"properties": {"license": {"type": "string", "description": "How others may use it."},
          "main": {"type": "string"}, "private": {"type": "boolean", "description": "No license is needed."},
          "log": {"type": "object", "properties": {"level": {"type": "integer"}}}}}
        """#.utf8))
    let store = try StoreEngine(form: form, layers: SettingsLayers(storage: MemoryStorage(#"{"main": "x"}"#)))
    let driver = EditorDriver(FormViewModel(store), start: ["main"])
    await driver.press(Key("A"))
    #expect(
      driver.words.contains("license Text How others may use it.") && driver.words.contains("log section"))
    await driver.type("lic")
    #expect(
      driver.words.contains("license") && driver.words.contains("private")
        && !driver.words.contains("log section"))
    await driver.press(Key(.tab), Key(.enter))
    await driver.type("MIT")
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: ["license"]) == "MIT")
    await driver.press(Key("A"), Key(.down), Key(.enter))
    #expect(driver.model.value(at: ["private"]) == true)
    await driver.press(Key("A"))
    await driver.type("main")
    await driver.press(Key(.enter))
    #expect(driver.words.contains("main is there already."))
  }

  @Test("A closed section offers its keys until all are set")
  func closedSection() async throws {
    let driver = try driver(at: ["log", "level"])
    #expect(!driver.text.contains("Add key"))
    await driver.press(Key("A"), Key(.tab), Key(.enter), Key("x"), Key(.enter))
    #expect(driver.model.value(at: ["log", "level"]) == "x")
    await driver.press(Key("A"))
    #expect(driver.editor.outcome == nil && driver.text.contains("All keys of log are set already."))
  }

  @Test("Given a section with keys of a pattern, when one is added by a line, then its value is asked for")
  func addingByLine() async throws {
    let driver = try plainDriver()
    #expect(await driver.type("add y-one").contains("The section can't have this key."))
    #expect(driver.answer.prompt == "Key: ")
    #expect(await driver.type("x-one").contains("x-one"))
    await driver.type("7")
    #expect(driver.model.value(at: ["x-one"]) == 7)
    let inner = try plainDriver()
    #expect(await inner.type("/log", "1", "add x-one").contains("The section can't have this key."))
  }

  @Test("Given an unapplied draft with an added key, when an editor starts, then it can be restored")
  func recovery() async throws {
    let form = try index().listing(new, of: nil)
    let earlier = FormViewModel(
      try StoreEngine(form: form, layers: SettingsLayers(storage: MemoryStorage("{}"))))
    try earlier.stage(1, at: ["x-one"])
    try earlier.stage("b", at: ["name"])
    let record = RecoveryRecord(
      earlier.review(), in: earlier.index, file: "/settings.json", time: 1_000_000)
    let leftover = RecoveryFolder.Leftover(path: "/a", record: record)
    let store = try StoreEngine(form: index(), layers: SettingsLayers(storage: MemoryStorage("{}")))
    let next = PlainDriver(FormViewModel(store), leftovers: [leftover])
    #expect(next.answer.text.contains("2 unsaved changes from "))
    await next.type("restore")
    #expect(next.model.review().changes.map(\.path) == [["name"], ["x-one"]])
  }

  @Test(
    "Given staged changes, when a further entry is listed, then the model keeps them and their undo steps"
  )
  func continuing() throws {
    let storage = MemoryStorage("{\"name\": \"a\"}")
    let model = FormViewModel(try StoreEngine(form: index(), layers: SettingsLayers(storage: storage)))
    try model.stage("b", at: ["name"])
    #expect(throws: UnknownSettingError.self) { try model.stage(1, at: ["x-one"]) }
    model.list(new)
    try model.stage(1, at: ["x-one"])
    #expect(model.review().changes.map(\.path) == [["name"], ["x-one"]])
    model.undo()
    model.undo()
    #expect(!model.hasChanges && !model.canUndo)
  }

  @Test("Given a listed entry, when the changes are moved onto other content, then the entry is still listed")
  func conflict() async throws {
    let storage = MemoryStorage("{\"name\": \"a\"}")
    let model = FormViewModel(try StoreEngine(form: index(), layers: SettingsLayers(storage: storage)))
    try model.stage("b", at: ["name"])
    model.list(new)
    let other = try StoreEngine(form: index(), layers: SettingsLayers(storage: storage))
    var draft = other.draft()
    try draft.stage("c", at: ["name"])
    try await other.apply(draft)
    try model.refresh()
    #expect(model.review().conflicts.map(\.path) == [["name"]])
    try model.stage(1, at: ["x-one"])
    model.resolve(["name"], keeping: .mine)
    try await model.apply()
    #expect(model.savedValue(at: ["x-one"]) == 1)
  }

  @Test("The entry at a path is the one that a section describes and the form doesn't list")
  func unlisted() throws {
    let index = try index()
    #expect(index.unlistedMember(at: ["x-one"]) == ["x-one"])
    #expect(index.unlistedMember(at: ["x-one", "inner"]) == ["x-one"])
    #expect(index.unlistedMember(at: ["$schema"]) == ["$schema"])
    for path: SettingPath in [
      [], ["name"], ["name", "x"], ["other"], ["log"], ["log", "x-one"],
    ] {
      #expect(index.unlistedMember(at: path) == nil, "\(path)")
    }
    #expect(index.listing(new, of: nil).unlistedMember(at: ["x-one"]) == nil)
  }
}
