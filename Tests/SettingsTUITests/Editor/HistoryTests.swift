import SettingsEditing
import Testing

@testable import SettingsTUI

@MainActor
@Suite("History and confirmations")
struct HistoryTests {
  private let period: SettingPath = ["calculation", "timePeriod"]

  private func driver(_ text: String = "{}") throws -> EditorDriver {
    EditorDriver(try TestForm.model(text), start: period)
  }

  private func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

  @Test("A rollback is reviewed, keeps staged changes, and is a version itself")
  func rollback() async throws {
    let driver = try driver()
    await driver.press(
      Key("+"), Key("s"), Key("s"), Key("+"), Key("s"), Key("s"), Key("j"), Key("+"), Key("H"))
    await driver.press(Key("r"))
    #expect(driver.text.contains("This version is the stored one"))
    await driver.press(Key("j"), Key("r"))
    #expect(driver.text.contains("Roll back to") && driver.text.contains("9 days → 8 days"))
    await driver.press(Key(" "), Key("d"), Key("u"), Key("m"))
    #expect(driver.model.savedValue(at: period) == number(9))
    await driver.press(Key("s"))
    #expect(driver.model.savedValue(at: period) == number(8))
    #expect(driver.model.stagedCount == 1)
    await driver.press(Key("H"))
    #expect(driver.focusedLine.contains("rolled back"))
  }

  @Test("The review of a rollback to a version without a file says that the file is removed")
  func removal() async throws {
    let layers = SettingsLayers(storage: MemoryStorage())
    let store = try StoreEngine(form: FormIndex(TestForm.schema), layers: layers)
    let driver = EditorDriver(FormViewModel(store), start: period)
    await driver.press(Key("+"), Key("s"), Key("s"), Key("H"), Key("G"), Key("r"))
    #expect(driver.text.contains("8 days → 7 days"))
    #expect(driver.words.contains("The file is removed, because it didn't exist in that version."))
    await driver.press(Key("s"))
    #expect(!store.draft().hasStoredMember(at: period))
  }

  @Test("What the upgrade of an app stores has rows of its own in the review and in the history")
  func upgrades() async throws {
    let form = #"""
      {"x-form": 1, "type": "object", "properties": {"level": {"type": "integer", "title": "Level"},
        "port": {"type": "integer", "title": "Port", "x-setting": {"was": "p"}}}}
      """#
    let layers = SettingsLayers(storage: MemoryStorage(#"{"level": 1, "p": 80}"#))
    let store = try StoreEngine(form: FormIndex(FormSchema(parsing: Array(form.utf8))), layers: layers)
    let driver = EditorDriver(FormViewModel(store), start: ["level"])
    await driver.press(Key("+"), Key("s"))
    #expect(
      driver.words.contains("Stored by the upgrade of the app") && driver.words.contains("1 of 1 change"))
    await driver.press(Key("j"), Key(" "))
    #expect(driver.focusedLine.contains("Port") && !driver.focusedLine.contains("[ ]"))
    await driver.press(Key("s"), Key("H"))
    #expect(driver.text.contains("Stored by the upgrade of the app"))
  }

  @Test("A message is typed in the review and recorded in the history")
  func message() async throws {
    let driver = try driver()
    await driver.press(Key("+"), Key("s"), Key("M"))
    await driver.type("quarterly setup")
    #expect(driver.text.contains("Message: quarterly setup") && driver.model.hasChanges)
    await driver.press(Key(.enter), Key("M"), Key("x"), Key(.escape))
    #expect(driver.text.contains("Message: quarterly setup") && !driver.text.contains("setupx"))
    await driver.press(Key("s"), Key("H"))
    #expect(driver.focusedLine.contains("quarterly setup"))
  }

  @Test("Applying with a time limit while leaving asks before the editor closes")
  func applyingOnLeaving() async throws {
    let driver = try driver()
    await driver.press(Key("+"), Key("q"), Key("a"), Key("T"), Key("s"))
    #expect(driver.editor.outcome == nil && driver.words.contains("changes are not confirmed"))
    await driver.press(Key("c"))
    #expect(driver.editor.outcome?.ending == .left)
  }

  @Test("An empty history says that it is empty")
  func empty() async throws {
    let model = FormViewModel(
      try StoreEngine(form: FormIndex(TestForm.schema), layers: SettingsLayers(storage: MemoryStorage())))
    let driver = EditorDriver(model)
    await driver.press(Key("H"), Key("j"), Key(.enter), Key("r"), Key("K"), Key(.escape))
    #expect(driver.focusedLine.contains("Language"))
  }

  @Test("An apply with a time limit shows the seconds left until a key confirms it")
  func confirms() async throws {
    let driver = try driver()
    await driver.press(Key("+"), Key("s"), Key("T"), Key("T"))
    #expect(driver.text.contains("unless confirmed within 1 min"))
    await driver.press(Key("s"))
    // A slow machine may have counted some seconds already.
    let banner = #/Changes by ada roll back in [1-6]\d s unless confirmed: K confirms, X cancels/#
    #expect(driver.text.contains(banner))
    #expect(driver.editor.nextTick == .milliseconds(1500) || driver.editor.nextTick == .seconds(1))
    await driver.press(Key("K"))
    #expect(!driver.text.contains("roll back in") && driver.text.contains("the new settings stay"))
    #expect(driver.model.savedValue(at: period) == number(8))
    #expect(driver.editor.nextTick == nil)
    await driver.press(Key("K"))
    #expect(driver.text.contains("No changes are waiting"))
  }

  @Test("A key cancels a pending confirmation, and staged changes stay")
  func cancels() async throws {
    let driver = try driver()
    await driver.press(Key("+"), Key("s"), Key("T"), Key("s"), Key("j"), Key("+"), Key("X"))
    #expect(driver.model.savedValue(at: period) == number(7))
    #expect(driver.model.stagedCount == 1)
    #expect(
      driver.text.contains("the previous settings are restored") && !driver.text.contains("roll back in"))
  }

  @Test("Leaving while a confirmation is pending asks what to do", arguments: ["c", "t", "u"])
  func leaving(_ answer: Character) async throws {
    let driver = try driver()
    await driver.press(Key("+"), Key("s"), Key("T"), Key("s"), Key("q"))
    #expect(driver.editor.outcome == nil)
    #expect(driver.words.contains("changes are not confirmed"))
    await driver.press(Key("s"))
    #expect(driver.editor.outcome == nil)
    await driver.press(Key("q"), Key(answer))
    #expect(driver.editor.outcome?.ending == .left)
    #expect(driver.model.savedValue(at: period) == number(answer == "t" ? 7 : 8))
    #expect((try driver.model.store.pendingConfirmation() != nil) == (answer == "u"))
  }

  @Test(
    "While a confirmation is pending, the next apply has to be confirmed, too, and the review says so from the start"
  )
  func second() async throws {
    let driver = try driver()
    await driver.press(Key("+"), Key("s"), Key("T"), Key("s"), Key("+"), Key("s"))
    #expect(driver.text.contains("unless confirmed within 1 min"))
    await driver.press(Key("s"))
    #expect(!driver.model.hasChanges)
    await driver.press(Key("X"))
    #expect(driver.model.savedValue(at: period) == number(7))
  }
}
