import Settings
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

  @Test("The versions show with what each changed, the newest first")
  func list() async throws {
    let driver = try driver()
    await driver.press(Key("+"), Key("s"), Key("s"), Key("+"), Key("s"), Key("s"), Key("H"))
    #expect(driver.focusedLine.contains("1 change, now") && driver.focusedLine.contains("ada"))
    #expect(driver.text.contains("Time Period  8 → 9"))
    await driver.press(Key("j"))
    #expect(driver.text.contains("Time Period  7 → 8"))
    await driver.press(Key(.enter))
    #expect(driver.text.contains("revision"))
    await driver.press(Key(.escape), Key(.escape))
    #expect(driver.focusedLine.contains("Time Period"))
  }

  @Test("Rolling back is reviewed, keeps what is staged, and is a version itself")
  func rollback() async throws {
    let driver = try driver()
    await driver.press(
      Key("+"), Key("s"), Key("s"), Key("+"), Key("s"), Key("s"), Key("j"), Key("+"), Key("H"))
    await driver.press(Key("r"))
    #expect(driver.text.contains("This is what is stored now"))
    await driver.press(Key("j"), Key("r"))
    #expect(driver.text.contains("Roll back to") && driver.text.contains("9 days → 8 days"))
    await driver.press(Key(" "), Key("d"), Key("u"), Key("m"))
    #expect(driver.form.savedValue(at: period) == number(9))
    await driver.press(Key("s"))
    #expect(driver.form.savedValue(at: period) == number(8))
    #expect(driver.form.stagedCount == 1)
    await driver.press(Key("H"))
    #expect(driver.focusedLine.contains("rolled back"))
  }

  @Test("A message is typed in the review and stands in the history")
  func message() async throws {
    let driver = try driver()
    await driver.press(Key("+"), Key("s"), Key("e"))
    await driver.type("quarterly setup")
    #expect(driver.text.contains("Message: quarterly setup") && driver.form.hasChanges)
    await driver.press(Key(.enter), Key("e"), Key("x"), Key(.escape))
    #expect(driver.text.contains("Message: quarterly setup") && !driver.text.contains("setupx"))
    await driver.press(Key("s"), Key("H"))
    #expect(driver.focusedLine.contains("quarterly setup"))
  }

  @Test("Applying on leaving with a time limit asks before the editor is gone")
  func applyingOnLeaving() async throws {
    let driver = try driver()
    await driver.press(Key("+"), Key("q"), Key("a"), Key("w"), Key("s"))
    #expect(driver.editor.outcome == nil && driver.words.contains("wait for a confirmation"))
    await driver.press(Key("c"))
    #expect(driver.editor.outcome?.ending == .left)
  }

  @Test("Without any version the history says so")
  func empty() async throws {
    let form = UntypedViewModel(try UntypedStore(form: FormIndex(TestForm.schema), storage: MemoryStorage()))
    let driver = EditorDriver(form)
    await driver.press(Key("H"), Key("j"), Key(.enter), Key("r"), Key("K"), Key(.escape))
    #expect(driver.focusedLine.contains("Language"))
  }

  @Test("An apply with a time limit shows the seconds left until a key confirms it")
  func confirms() async throws {
    let driver = try driver()
    await driver.press(Key("+"), Key("s"), Key("w"), Key("w"))
    #expect(driver.text.contains("unless confirmed within 1 min"))
    await driver.press(Key("s"))
    // A slow machine may have counted some seconds already.
    let banner = #/Changes by ada go back in [1-6]\d s unless confirmed: K keeps, X takes back/#
    #expect(driver.text.contains(banner))
    #expect(driver.editor.nextTick == .milliseconds(1500) || driver.editor.nextTick == .seconds(1))
    await driver.press(Key("K"))
    #expect(!driver.text.contains("go back in") && driver.text.contains("the new settings stay"))
    #expect(driver.form.savedValue(at: period) == number(8))
    #expect(driver.editor.nextTick == nil)
    await driver.press(Key("K"))
    #expect(driver.text.contains("No changes wait"))
  }

  @Test("A key takes an apply back before its time is over, and what is staged stays")
  func takesBack() async throws {
    let driver = try driver()
    await driver.press(Key("+"), Key("s"), Key("w"), Key("s"), Key("j"), Key("+"), Key("X"))
    #expect(driver.form.savedValue(at: period) == number(7))
    #expect(driver.form.stagedCount == 1)
    #expect(
      driver.text.contains("the old settings are in place again") && !driver.text.contains("go back in"))
  }

  @Test("Leaving while changes wait asks what to do about them", arguments: ["c", "t", "u"])
  func leaving(_ answer: Character) async throws {
    let driver = try driver()
    await driver.press(Key("+"), Key("s"), Key("w"), Key("s"), Key("q"))
    #expect(driver.editor.outcome == nil)
    #expect(driver.words.contains("wait for a confirmation"))
    await driver.press(Key("s"))
    #expect(driver.editor.outcome == nil)
    await driver.press(Key("q"), Key(answer))
    #expect(driver.editor.outcome?.ending == .left)
    #expect(driver.form.savedValue(at: period) == number(answer == "t" ? 7 : 8))
    #expect((try driver.form.store.pendingConfirmation() != nil) == (answer == "u"))
  }

  @Test("While an apply waits, the next one has to be confirmed, too, and the review says so from the start")
  func second() async throws {
    let driver = try driver()
    await driver.press(Key("+"), Key("s"), Key("w"), Key("s"), Key("+"), Key("s"))
    #expect(driver.text.contains("unless confirmed within 1 min"))
    await driver.press(Key("s"))
    #expect(!driver.form.hasChanges)
    await driver.press(Key("X"))
    #expect(driver.form.savedValue(at: period) == number(7))
  }
}
