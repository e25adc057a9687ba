import SettingsEditing
import Testing

@testable import SettingsTUI

@MainActor
@Suite("What a person chose in the review")
struct ReviewChoicesTests {
  private let password: SettingPath = ["network", "password"]
  private let period: SettingPath = ["calculation", "timePeriod"]

  private func driver() throws -> EditorDriver {
    let driver = EditorDriver(try TestForm.model())
    try driver.model.stage(.number(JSONNumber(9)), at: period)
    try driver.model.stage("hunter2", at: password)
    return driver
  }

  /// Opens the review, and leaves out the password.
  private func leaveOutPassword(_ driver: EditorDriver) async {
    await driver.press(Key("s"), Key("G"), Key(" "))
    #expect(driver.focusedLine.contains("[ ] Password"))
  }

  @Test(
    "A change that is left out, the confirmation time and the message stay when a person looks at a setting")
  func looking() async throws {
    let driver = try driver()
    await leaveOutPassword(driver)
    await driver.press(Key("T"), Key("T"), Key("M"))
    await driver.type("new period")
    await driver.press(Key(.enter), Key(.enter))
    #expect(driver.focusedLine.contains("Password"))
    await driver.press(Key("s"))
    #expect(driver.words.contains("[ ] Password"))
    #expect(driver.words.contains("1 of 2 changes"))
    #expect(driver.words.contains("Rolled back unless confirmed within 1 min"))
    #expect(driver.words.contains("Message: new period"))
  }

  @Test(
    "What an apply leaves out is left out of the next review, too, and only an explicit choice applies it")
  func nextReview() async throws {
    let driver = try driver()
    await leaveOutPassword(driver)
    await driver.press(Key("s"))
    #expect(driver.model.savedValue(at: period) == .number(JSONNumber(9)))
    await driver.press(Key("s"), Key("s"))
    #expect(driver.words.contains("[ ] Password"))
    #expect(driver.words.contains("Every change is left out; Space keeps the change of a row."))
    #expect(driver.model.savedValue(at: password) == "")
    await driver.press(Key(" "), Key("s"))
    #expect(driver.model.savedValue(at: password) == "hunter2")
  }

  @Test(
    "The focus stays on the same button when others come or go: Back never becomes Apply",
    arguments: [false, true])
  func focusedButton(comes: Bool) async throws {
    let driver = try driver()
    try driver.model.stage("average", at: ["calculation", "mode"])
    driver.model.undo()
    await driver.press(Key("s"), Key(.tab), Key(.tab))
    #expect(!driver.words.contains("Apply & Restart"))
    if comes {
      await driver.press(.control("r"))
    } else {
      await driver.press(Key("u"), Key("u"))
    }
    #expect(driver.words.contains("Apply & Restart") == comes)
    #expect(driver.words.contains("There are no changes.") == !comes)
    await driver.press(Key(.enter))
    #expect(!(driver.editor.screens.last is ReviewScreen))
    #expect(driver.model.savedValue(at: period) == 7 && driver.model.hasChanges == comes)
  }

  @Test("Another value of what was left out is kept")
  func changedAgain() async throws {
    let driver = try driver()
    await leaveOutPassword(driver)
    await driver.press(Key(.enter), Key(.enter))
    await driver.type("hunter3")
    await driver.press(Key(.enter), Key("s"))
    #expect(driver.words.contains("[✓] Password"))
  }

  @Test("Undoing and redoing what was left out doesn't apply it")
  func undoing() async throws {
    let driver = try driver()
    await leaveOutPassword(driver)
    await driver.press(Key("u"))
    #expect(!driver.model.isStaged(password))
    await driver.press(.control("r"))
    #expect(driver.words.contains("[ ] Password"))
  }

  @Test("A part that is left out stays left out when another part changes, and after an apply")
  func parts() async throws {
    let driver = EditorDriver(try ReviewPartsTests.model())
    await driver.press(Key("s"))
    while !driver.focusedLine.contains("africa") { await driver.press(Key("j")) }
    await driver.press(Key(" "), Key(.escape))
    let servers: SettingPath = ["display", "servers"]
    guard case .array(var elements)? = driver.model.value(at: servers) else {
      Issue.record("no list")
      return
    }
    elements[0] = ["name": "asia", "tls": true]
    try driver.model.stage(.array(elements), at: servers)
    await driver.press(Key("s"))
    #expect(driver.words.contains("[-] Servers") && driver.words.contains("without 1 part"))
    await driver.press(Key("s"))
    #expect(driver.model.stagedCount == 1)
    await driver.press(Key("s"))
    #expect(driver.words.contains("[ ] Servers") && driver.words.contains("0 of 1 change"))
  }

  @Test("A review without changes offers no apply")
  func empty() async throws {
    let driver = EditorDriver(try TestForm.model(), start: ["calculation", "timePeriod"])
    await driver.press(Key("s"))
    #expect(driver.editor.screens.isEmpty && driver.words.contains("There are no staged changes."))
    await driver.press(Key("+"), Key("s"), Key("u"))
    #expect(driver.words.contains("There are no changes.") && driver.words.contains("[ Back ]"))
    #expect(!driver.text.contains("Apply"))
    await driver.press(Key("s"))
    #expect(driver.words.contains("There is nothing to apply."))
    expectGolden("review-empty-80x24", driver)
  }
}
