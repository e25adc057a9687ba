import SettingsEditing
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Questions and messages about a state that has ended")
struct OutdatedQuestionTests {
  private let period: SettingPath = ["calculation", "timePeriod"]

  private func make(_ text: String?) throws -> (driver: EditorDriver, storage: MemoryStorage) {
    let storage = MemoryStorage(text)
    let model = FormViewModel(
      try StoreEngine(form: FormIndex(TestForm.schema), layers: SettingsLayers(storage: storage)))
    return (EditorDriver(model, start: period), storage)
  }

  /// Acts as another process that stores text, or deletes the file.
  private func write(_ text: String?, to storage: MemoryStorage, _ driver: EditorDriver) async {
    _ = storage.commit(text.map { Array($0.utf8) }, expecting: storage.read()?.revision)
    driver.editor.takeStored()
    await driver.send(.resized)
  }

  @Test("The question about a deleted file disappears when the file is back")
  func deletion() async throws {
    let (driver, storage) = try make(#"{"network": {"host": "a"}}"#)
    await driver.press(Key("+"))
    await write(nil, to: storage, driver)
    #expect(driver.words.contains("Another process deleted settings.json."))
    await write(#"{"network": {"host": "a"}}"#, to: storage, driver)
    #expect(!driver.text.contains("deleted"))
    #expect(driver.words.contains("Another process changed the file"))
    #expect(driver.model.stagedCount == 1)
  }

  @Test(
    "Given an apply that failed because of the file, when the file is another one, then the review no longer says why"
  )
  func failure() async throws {
    let (driver, storage) = try make("{}")
    await driver.press(Key("+"), Key("s"))
    _ = storage.commit(Array("{".utf8), expecting: storage.read()?.revision)
    await driver.press(Key("s"))
    let failure = try #require(driver.editor.context.failure)
    #expect(driver.words.contains(failure.prefix(20)), "\(driver.text)")
    await write("{\"language\": null}", to: storage, driver)
    #expect(driver.editor.context.failure == nil && !driver.words.contains(failure.prefix(20)))
    #expect(driver.model.stagedCount == 1)
  }

  @Test("The question about a conflict disappears when the file has the old value again")
  func conflict() async throws {
    let (driver, storage) = try make("{}")
    await driver.press(Key("+"))
    await write(#"{"calculation": {"timePeriod": 20}}"#, to: storage, driver)
    #expect(driver.words.contains("Time Period has another value in the file than here"))
    await write("{}", to: storage, driver)
    #expect(!driver.words.contains("has another value"))
    #expect(driver.model.stagedCount == 1)
  }

  @Test(
    "When the file comes back with another value, the question about the conflict replaces that about the deletion"
  )
  func replaced() async throws {
    let (driver, storage) = try make(#"{"network": {"host": "a"}}"#)
    await driver.press(Key("+"))
    await write(nil, to: storage, driver)
    await write(#"{"calculation": {"timePeriod": 20}}"#, to: storage, driver)
    #expect(driver.words.contains("Time Period has another value in the file than here"))
    #expect(driver.editor.screens.count == 1)
  }

  @Test("The question about a pending confirmation shows the time left, and disappears with it")
  func confirmation() async throws {
    let (driver, _) = try make("{}")
    try driver.model.stage(.number(8), at: period)
    driver.editor.core.reviewChoices.confirmWithin = .seconds(600)
    await driver.press(Key("s"), Key("s"), Key("q"))
    #expect(driver.words.contains("Without a confirmation they are rolled back in"))
    let pending = try #require(driver.editor.core.pending)
    _ = try driver.model.store.confirm(pending.id)
    await driver.tick()
    #expect(!driver.words.contains("Without a confirmation"))
    #expect(driver.editor.screens.isEmpty && driver.editor.outcome == nil)
  }

  @Test("A file that can't be read and is then deleted doesn't count as readable")
  func absent() async throws {
    let (driver, storage) = try make(nil)
    await write("{", to: storage, driver)
    #expect(driver.text.contains("Expected"))
    await write(nil, to: storage, driver)
    #expect(driver.text.contains("The file doesn't exist; all settings have their defaults."))
    #expect(!driver.text.contains("can be read again"))
  }
}
