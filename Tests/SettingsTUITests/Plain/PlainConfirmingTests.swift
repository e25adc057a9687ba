import Settings
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Applies to be confirmed in the plain editor")
struct PlainConfirmingTests {
  private let host: SettingPath = ["network", "host"]

  /// A driver with a change that is applied as a line says.
  private func driver(_ apply: String) async throws -> PlainDriver {
    let driver = PlainDriver(try TestForm.model(#"{"network": {"host": "old"}}"#))
    await driver.type("/host", "1", "1", "new", apply)
    return driver
  }

  @Test(
    "a with a number of seconds applies until then; confirm keeps the changes",
    arguments: ["a 600", "Apply  600"])
  func confirms(apply: String) async throws {
    let driver = try await driver(apply)
    #expect(driver.answer.text.contains("Not confirmed: the changes are rolled back in "))
    let left = try #require(try driver.model.store.pendingConfirmation()).remaining()
    #expect((.seconds(500)...(.seconds(600))).contains(left))
    #expect(await driver.type("confirm").hasPrefix("Confirmed: the new settings stay."))
    #expect(try driver.model.store.pendingConfirmation() == nil)
    #expect(driver.model.savedValue(at: host) == "new")
    #expect(await !driver.type("l").contains("Not confirmed"))
    #expect(driver.editor.nextTick == nil)
  }

  @Test("cancel restores the previous settings at once")
  func takesBack() async throws {
    let driver = try await driver("a 600")
    #expect(await driver.type("cancel").hasPrefix("Canceled: the previous settings are restored."))
    #expect(driver.model.savedValue(at: host) == "old")
    for line in ["confirm", "cancel"] { #expect(await driver.type(line).hasPrefix("No changes are waiting")) }
  }

  @Test(
    "An invalid number of seconds applies nothing",
    arguments: ["a 0", "a x", "a -5", "a 99999999999", "a 1 2"])
  func wrongTimes(apply: String) async throws {
    let driver = try await driver(apply)
    #expect(driver.answer.text.contains("is neither a number in the list nor a command"))
    #expect(driver.model.hasChanges)
  }

  @Test("While a confirmation is pending, the next apply has to be confirmed, too, and the review says so")
  func second() async throws {
    let driver = try await driver("a 90")
    await driver.type("/use proxy", "1", "1", "y")
    #expect(
      await driver.type("s").contains("These changes, too, are rolled back unless confirmed within 1 min."))
    await driver.type("a")
    #expect(!driver.model.hasChanges)
    await driver.type("cancel")
    #expect(driver.model.savedValue(at: host) == "old")
  }

  @Test("Leaving while a confirmation is pending asks what to do")
  func leaving() async throws {
    for (word, value) in [("c", "new"), ("t", "old"), ("u", "new")] {
      let driver = try await driver("a 600")
      #expect(
        await driver.type("q").contains(" s. c confirms, t rolls them back, u leaves it open"))
      #expect(await driver.type("").contains("stays open"))
      #expect(driver.editor.outcome == nil)
      await driver.type("q", word)
      #expect(driver.editor.outcome?.ending == .left)
      #expect(driver.model.savedValue(at: host) == .string(value))
      #expect((try driver.model.store.pendingConfirmation() != nil) == (word == "u"))
    }
  }

  @Test("Applying with a time limit while leaving asks about the confirmation, too")
  func leavingWithChanges() async throws {
    let driver = PlainDriver(try TestForm.model(#"{"network": {"host": "old"}}"#))
    await driver.type("/host", "1", "1", "new", "q")
    #expect(await driver.type("a 600").contains("c confirms, t rolls them back"))
    await driver.type("c")
    #expect(driver.editor.outcome?.ending == .left)
    #expect(driver.model.savedValue(at: host) == "new")
  }

  @Test("When the time is nearly over, one reminder is printed")
  func timeNearlyOver() async throws {
    let editor = try await driver("a 600").editor
    let pending = try #require(editor.core.pending)
    #expect(editor.reminder(of: pending, timeLeft: .seconds(11)) == nil)
    #expect(editor.reminder(of: pending, timeLeft: .seconds(9)) == "9 s left to confirm.\n")
    #expect(editor.reminder(of: pending, timeLeft: .seconds(8)) == nil)
  }

  @Test("Until the reminder, nothing is printed and the editor sleeps")
  func timeLeft() async throws {
    let editor = try await driver("a 600").editor
    #expect(editor.tick() == nil)
    #expect(try #require(editor.nextTick) > .seconds(500))
  }

  @Test("When a confirmation expires, or another process cancels it, that is reported")
  func canceledElsewhere() async throws {
    let storage = MemoryStorage(#"{"network": {"host": "old"}}"#)
    let model = FormViewModel(
      try StoreEngine(form: FormIndex(TestForm.schema), layers: SettingsLayers(storage: storage)))
    let driver = PlainDriver(model)
    await driver.type("/host", "1", "1", "new", "a 600")
    let other = try StoreEngine(form: FormIndex(TestForm.schema), layers: SettingsLayers(storage: storage))
    try await other.cancel(#require(try other.pendingConfirmation()).id)
    #expect(
      driver.editor.tick() == "Another process canceled the changes; the previous settings are restored.\n")
    #expect(driver.editor.nextTick == nil && driver.editor.tick() == nil)
    #expect(await driver.type("/host").contains("1. Host: old"))
  }

  @Test("When another process confirms, that is reported, and nothing is pending")
  func confirmedElsewhere() async throws {
    let driver = try await driver("a 600")
    try driver.model.store.confirm(#require(try driver.model.store.pendingConfirmation()).id)
    #expect(driver.editor.takeStored() == "Another process confirmed the changes.\n")
    #expect(driver.editor.takeStored() == nil)
  }

  @Test("When a confirmation is pending at the start, that is reported")
  func atStart() async throws {
    let model = try await driver("a 600").model
    #expect(PlainDriver(model).answer.text.contains("Not confirmed: the changes are rolled back in"))
  }
}
