import SettingsEditing
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Undo after an apply")
struct UndoingAppliesTests {
  private let period: SettingPath = ["calculation", "timePeriod"]

  private func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

  private func appliedDriver() async throws -> EditorDriver {
    let driver = EditorDriver(try TestForm.model("{}"), start: period)
    await driver.press(Key("+"), Key("s"), Key("s"))
    #expect(driver.model.savedValue(at: period) == number(8))
    return driver
  }

  @Test("With nothing to undo, it offers to roll back the apply, which is reviewed")
  func offer() async throws {
    let driver = try await appliedDriver()
    await driver.press(Key("u"))
    #expect(driver.words.contains("Undo the apply") && driver.words.contains("changed Time Period"))
    await driver.press(Key("r"))
    #expect(driver.text.contains("Roll back to") && driver.text.contains("8 days → 7 days"))
    await driver.press(Key("s"))
    #expect(driver.model.savedValue(at: period) == number(7))
    await driver.press(Key("u"))
    #expect(driver.text.contains(Message.nothingToUndo.text))
  }

  @Test("A change that the apply left out is undone first")
  func leftOut() async throws {
    let driver = EditorDriver(try TestForm.model("{}"), start: period)
    await driver.press(Key("+"), Key("j"), Key("+"), Key("s"), Key("j"), Key(" "), Key("s"))
    #expect(driver.model.stagedCount == 1 && driver.text.contains("Applied 1 change."))
    await driver.press(Key("u"))
    #expect(!driver.model.hasChanges && driver.text.contains("Undone"))
    #expect(driver.model.savedValue(at: period) == number(8))
    await driver.press(.control("r"))
    #expect(driver.model.stagedCount == 1)
    await driver.press(Key("u"), Key("u"))
    #expect(driver.words.contains("Undo the apply"))
  }

  @Test("After another process has stored something, changes that are still staged can be undone")
  func otherProcessBelowChanges() async throws {
    let driver = EditorDriver(try TestForm.model("{}"), start: period)
    await driver.press(Key("+"))
    var draft = driver.model.store.draft()
    try draft.stage(.bool(true), at: ["network", "useProxy"])
    _ = try await driver.model.store.apply(draft)
    try driver.model.refresh()
    await driver.press(Key("u"))
    #expect(!driver.model.hasChanges && driver.model.value(at: ["network", "useProxy"]) == true)
  }

  @Test("An edit is undone first, and cancel changes nothing")
  func edits() async throws {
    let driver = try await appliedDriver()
    await driver.press(Key("+"), Key("u"))
    #expect(!driver.model.hasChanges && !driver.words.contains("Undo the apply"))
    await driver.press(Key("u"), Key("c"))
    #expect(driver.model.savedValue(at: period) == number(8) && driver.focusedLine.contains("Time Period"))
  }

  @Test(
    "After another process has stored something, it isn't offered, because the rollback would undo that, too")
  func otherProcess() async throws {
    let driver = try await appliedDriver()
    var draft = driver.model.store.draft()
    try draft.stage(.bool(true), at: ["network", "useProxy"])
    _ = try await driver.model.store.apply(draft)
    try driver.model.refresh()
    await driver.press(Key("u"))
    #expect(driver.text.contains(Message.nothingToUndo.text))
  }

  @Test("In an editor that has applied nothing, it isn't offered")
  func nothingApplied() async throws {
    let driver = EditorDriver(try TestForm.model(), start: period)
    await driver.press(Key("u"))
    #expect(driver.text.contains(Message.nothingToUndo.text))
  }
}
