import SettingsEditing
import Testing

@testable import SettingsTUI

/// Two things must not happen: that what another process has stored is replaced without a conflict, and that what is typed for one element
/// goes to another.
@MainActor
@Suite("When another process changes a value while it is being edited")
struct ChangedWhileEditingTests {
  private let period: SettingPath = ["calculation", "timePeriod"]
  private let servers: SettingPath = ["display", "servers"]

  private func make(_ text: String = "{}", at path: SettingPath) throws -> (EditorDriver, MemoryStorage) {
    let storage = MemoryStorage(text)
    let model = FormViewModel(
      try StoreEngine(form: FormIndex(TestForm.schema), layers: SettingsLayers(storage: storage)))
    return (EditorDriver(model, size: Size(width: 100, height: 30), start: path), storage)
  }

  /// Stores content as another process does, which the editor hears of.
  private func store(_ text: String, in storage: MemoryStorage, _ driver: EditorDriver) async {
    _ = storage.commit(Array(text.utf8), expecting: storage.read()?.revision)
    driver.editor.takeStored()
    await driver.send(.resized)
  }

  private func conflict(_ driver: EditorDriver) throws -> SettingConflict {
    let conflicts = driver.model.review().conflicts
    try #require(conflicts.count == 1)
    return conflicts[0]
  }

  // MARK: - Conflicts

  @Test("Given a field, when its value is changed, then what is typed is a conflict with the other value")
  func field() async throws {
    let (driver, storage) = try make(#"{"calculation": {"timePeriod": 20}}"#, at: period)
    await driver.press(Key(.enter), .control("u"), Key("2"), Key("1"))
    await store(#"{"calculation": {"timePeriod": 25}}"#, in: storage, driver)
    await driver.press(Key(.enter))
    let conflict = try conflict(driver)
    #expect(conflict.base == 20 && conflict.mine == 21 && conflict.theirs == 25)
    #expect(driver.words.contains("Another process changed Time Period, too."))
    await driver.press(Key("u"))
    #expect(!driver.model.hasChanges && driver.model.value(at: period) == 25)
  }

  @Test(
    "Given a field, when the model has read the new value before the editor hears of it, then it is a conflict"
  )
  func fieldOfEarlyModel() async throws {
    let (driver, storage) = try make(#"{"calculation": {"timePeriod": 20}}"#, at: period)
    await driver.press(Key(.enter), .control("u"), Key("2"), Key("1"))
    _ = storage.commit(
      Array(#"{"calculation": {"timePeriod": 25}}"#.utf8), expecting: storage.read()?.revision)
    try driver.model.refresh()
    await driver.press(Key(.enter))
    #expect(try conflict(driver).theirs == 25)
  }

  @Test("Given a field, when its value was typed again as it was, then the other value stays")
  func sameValue() async throws {
    let (driver, storage) = try make(#"{"calculation": {"timePeriod": 20}}"#, at: period)
    await driver.press(Key(.enter), .control("u"))
    await driver.type("20.0")
    await store(#"{"calculation": {"timePeriod": 25}}"#, in: storage, driver)
    await driver.press(Key(.enter))
    #expect(!driver.model.hasChanges && driver.model.value(at: period) == 25)
    #expect(driver.words.contains("Another process changed Time Period meanwhile; its value stays."))
  }

  @Test("Given a field, when only other settings are changed, then there is no conflict")
  func otherSetting() async throws {
    let (driver, storage) = try make(at: period)
    await driver.press(Key(.enter), .control("u"), Key("2"), Key("1"))
    await store(#"{"calculation": {"damping": 0.5}}"#, in: storage, driver)
    await driver.press(Key(.enter))
    #expect(driver.model.review().conflicts.isEmpty)
    #expect(driver.model.value(at: period) == 21)
  }

  @Test("Given a text screen, when its text is changed, then the typed text is a conflict")
  func text() async throws {
    let notes: SettingPath = ["display", "notes"]
    let (driver, storage) = try make(#"{"display": {"notes": "one\ntwo"}}"#, at: notes)
    await driver.press(Key(.enter))
    await store(#"{"display": {"notes": "ONE\ntwo"}}"#, in: storage, driver)
    await driver.type(" mine")
    await driver.press(.control("s"))
    let conflict = try conflict(driver)
    #expect(conflict.base == "one\ntwo" && conflict.mine == "one\ntwo mine" && conflict.theirs == "ONE\ntwo")
  }

  @Test("Given a check list, when the other process checks something else, then both are checked")
  func checklist() async throws {
    let days: SettingPath = ["calculation", "activeDays"]
    let (driver, storage) = try make(#"{"calculation": {"activeDays": ["monday"]}}"#, at: days)
    await driver.press(Key(.enter))
    await store(#"{"calculation": {"activeDays": ["monday", "sunday"]}}"#, in: storage, driver)
    await driver.press(Key("j"), Key(" "), Key(.enter))
    #expect(driver.model.review().conflicts.isEmpty)
    #expect(driver.model.value(at: days) == ["monday", "sunday", "friday"])
    let change = try #require(driver.model.review().changes.first)
    #expect(change.old == ["monday", "sunday"])
  }

  @Test(
    "Given choices, when another one is stored, then the one that was chosen before changes nothing")
  func picker() async throws {
    let mode: SettingPath = ["calculation", "mode"]
    let (driver, storage) = try make(#"{"calculation": {"mode": "linear"}}"#, at: mode)
    await driver.press(Key(.enter))
    await store(#"{"calculation": {"mode": "average"}}"#, in: storage, driver)
    await driver.press(Key(.enter))
    #expect(!driver.model.hasChanges)
    #expect(driver.words.contains("Another process changed Mode meanwhile; its value stays."))
  }

  @Test("Given choices, when another one is stored, then the choice of a third one is a conflict")
  func pickerOfThird() async throws {
    let (driver, storage) = try make(#"{"language": "english"}"#, at: ["language"])
    await driver.press(Key(.enter), Key(.end))
    await store(#"{"language": "deutsch"}"#, in: storage, driver)
    await driver.press(Key(.enter))
    let conflict = try conflict(driver)
    #expect(conflict.base == "english" && conflict.mine == .null && conflict.theirs == "deutsch")
  }

  @Test("Given the draft as text that has an error, when settings are stored meanwhile, then they stay")
  func draftAsText() async throws {
    let (driver, storage) = try make(
      #"{"calculation": {"timePeriod": 9, "damping": 0.2}, "network": {"host": "a"}}"#, at: period)
    await driver.press(Key("E"))
    let text = driver.given.replacing(#""timePeriod": 9"#, with: #""timePeriod": 10"#)
      .replacing(#""host": "a""#, with: #""host": "mine""#)
    await driver.finishEditing(text + "{")
    await store(
      #"{"calculation": {"timePeriod": 9, "damping": 0.5}, "network": {"host": "theirs"}}"#, in: storage,
      driver)
    await driver.press(Key("e"))
    await driver.finishEditing(text)
    #expect(driver.model.value(at: period) == 10)
    #expect(driver.model.stagedCount == 2)
    let conflict = try conflict(driver)
    #expect(conflict.base == "a" && conflict.mine == "mine" && conflict.theirs == "theirs")
  }

  @Test("Given a value as text that has an error, when it is changed meanwhile, then the text is a conflict")
  func valueAsText() async throws {
    let labels: SettingPath = ["display", "labels"]
    let (driver, storage) = try make(#"{"display": {"labels": {"x": "a", "y": "b"}}}"#, at: labels)
    await driver.press(Key("e"))
    let text = driver.given.replacing(#""a""#, with: #""mine""#)
    await driver.finishEditing(text + "{")
    await store(#"{"display": {"labels": {"x": "a", "y": "theirs"}}}"#, in: storage, driver)
    await driver.press(Key("e"))
    await driver.finishEditing(text)
    let conflict = try conflict(driver)
    #expect(conflict.mine == ["x": "mine", "y": "b"] && conflict.theirs == ["x": "a", "y": "theirs"])
  }

  @Test("Given the plain editor asks for a value, when it is changed, then what is typed is a conflict")
  func plain() async throws {
    let storage = MemoryStorage(#"{"calculation": {"timePeriod": 20}}"#)
    let model = FormViewModel(
      try StoreEngine(form: FormIndex(TestForm.schema), layers: SettingsLayers(storage: storage)))
    let driver = PlainDriver(model, start: period)
    await driver.type("2")
    _ = storage.commit(
      Array(#"{"calculation": {"timePeriod": 25}}"#.utf8), expecting: storage.read()?.revision)
    _ = driver.editor.takeStored()
    let reply = await driver.type("21")
    #expect(model.review().conflicts.first?.theirs == 25, "\(driver.transcript)")
    #expect(reply.contains("Another process changed Time Period, too."))
  }

  // MARK: - Elements that move

  private let two = #"{"display": {"servers": [{"name": "a"}, {"name": "b"}]}}"#
  private let three = #"{"display": {"servers": [{"name": "new"}, {"name": "a"}, {"name": "b"}]}}"#

  @Test(
    "Given a field of an element, when another one is inserted before it, then the field stays with its element"
  )
  func movedElement() async throws {
    let (driver, storage) = try make(two, at: servers)
    await driver.press(Key(.enter), Key(.enter), Key(.enter), .control("u"))
    await driver.type("mine")
    await store(three, in: storage, driver)
    #expect(driver.text.contains("Servers › 1"))
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: servers) == [["name": "new"], ["name": "mine"], ["name": "b"]])
    #expect(driver.model.review().conflicts.isEmpty)
  }

  @Test("Given the focus on an element, when another one is inserted before it, then the focus stays on it")
  func movedFocus() async throws {
    let (driver, storage) = try make(two, at: servers)
    await driver.press(Key(.enter), Key("j"))
    await store(three, in: storage, driver)
    await driver.press(Key("d"))
    #expect(driver.model.value(at: servers) == [["name": "new"], ["name": "a"]])
  }

  @Test(
    "Given a field of an element, when the element is removed, then its screen closes and nothing is staged")
  func removedElement() async throws {
    let (driver, storage) = try make(two, at: servers)
    await driver.press(Key(.enter), Key(.enter), Key(.enter), .control("u"))
    await driver.type("mine")
    await store(#"{"display": {"servers": []}}"#, in: storage, driver)
    #expect(driver.words.contains("Another process removed the element that was edited here"))
    await driver.press(Key(.enter))
    #expect(!driver.model.hasChanges)
  }

  @Test(
    "Given an element is gone before the editor hears of it, then the next key isn't meant for what is below")
  func removedBeforeKey() async throws {
    let (driver, storage) = try make(two, at: servers)
    await driver.press(Key(.enter), Key("j"), Key(.enter))
    _ = storage.commit(
      Array(#"{"display": {"servers": [{"name": "a"}]}}"#.utf8), expecting: storage.read()?.revision)
    try driver.model.refresh()
    await driver.press(Key("d"))
    #expect(!driver.model.hasChanges)
    #expect(driver.words.contains("Another process removed the element that was open here"))
  }

  @Test("Given a new element, when it is undone in its screen, then the screen closes")
  func undoneElement() async throws {
    let (driver, _) = try make(two, at: servers)
    await driver.press(Key(.enter), Key("a"))
    #expect(driver.text.contains("Servers › 2"))
    await driver.press(Key("u"))
    #expect(!driver.text.contains("Servers › 2"))
    #expect(!driver.model.hasChanges)
  }
}
