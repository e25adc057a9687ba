import SettingsEditing
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Applies to be confirmed in the plain editor")
struct PlainConfirmingTests {
  private let host: SettingPath = ["network", "host"]

  /// A driver with a change that was applied for ten minutes.
  private func driver() async throws -> PlainDriver {
    let driver = PlainDriver(try TestForm.model(#"{"network": {"host": "old"}}"#))
    await driver.type("/host", "1", "new", "s", "T", "T", "T", "T", "T", "s")
    return driver
  }

  @Test("T in the review applies for a time; K keeps the changes")
  func confirms() async throws {
    let driver = try await driver()
    #expect(driver.answer.text.contains("Not confirmed: the changes are rolled back in "))
    let left = try #require(try driver.model.store.pendingConfirmation()).remaining()
    #expect((.seconds(500)...(.seconds(600))).contains(left))
    #expect(await driver.type("K").hasPrefix("Confirmed: the new settings stay."))
    #expect(try driver.model.store.pendingConfirmation() == nil)
    #expect(driver.model.savedValue(at: host) == "new")
    #expect(await !driver.type("redraw").contains("Not confirmed"))
    #expect(driver.editor.nextTick == nil)
  }

  @Test("X restores the previous settings at once")
  func takesBack() async throws {
    let driver = try await driver()
    #expect(await driver.type("X").hasPrefix("Canceled: the previous settings are restored."))
    #expect(driver.model.savedValue(at: host) == "old")
    for line in ["K", "X"] { #expect(await driver.type(line).hasPrefix("No changes are waiting")) }
  }

  @Test("While a confirmation is pending, the next apply has to be confirmed, too, and the review says so")
  func second() async throws {
    let driver = try await driver()
    await driver.type("/use proxy", "1")
    #expect(await driver.type("s").contains("Rolled back unless confirmed within 1 min"))
    await driver.type("s")
    #expect(!driver.model.hasChanges)
    await driver.type("X")
    #expect(driver.model.savedValue(at: host) == "old")
  }

  @Test("Leaving while a confirmation is pending asks what to do")
  func leaving() async throws {
    for (word, value) in [("c", "new"), ("t", "old"), ("u", "new")] {
      let driver = try await driver()
      #expect(await driver.type("q").contains("1. Confirm, c\n2. Roll them back, t\n3. Undecided, u\n"))
      await driver.type("")
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
    await driver.type("/host", "1", "new", "q", "a", "T", "T", "T", "T", "T")
    #expect(await driver.type("s").contains("1. Confirm, c\n2. Roll them back, t"))
    await driver.type("c")
    #expect(driver.editor.outcome?.ending == .left)
    #expect(driver.model.savedValue(at: host) == "new")
  }

  @Test("When the time is nearly over, one reminder is printed")
  func timeNearlyOver() async throws {
    let editor = try await driver().editor
    let pending = try #require(editor.core.pending)
    #expect(editor.reminder(of: pending, timeLeft: .seconds(11)) == nil)
    #expect(editor.reminder(of: pending, timeLeft: .seconds(9)) == "9 s left to confirm.\n")
    #expect(editor.reminder(of: pending, timeLeft: .seconds(8)) == nil)
  }

  @Test("Until the reminder, nothing is printed and the editor sleeps")
  func timeLeft() async throws {
    let editor = try await driver().editor
    #expect(editor.tick() == nil)
    #expect(try #require(editor.nextTick) > .seconds(500))
  }

  @Test("When a confirmation expires, or another process cancels it, that is reported")
  func canceledElsewhere() async throws {
    let storage = MemoryStorage(#"{"network": {"host": "old"}}"#)
    let model = FormViewModel(
      try StoreEngine(form: FormIndex(TestForm.schema), layers: SettingsLayers(storage: storage)))
    let driver = PlainDriver(model)
    await driver.type("/host", "1", "new", "s", "T", "T", "T", "T", "T", "s")
    let other = try StoreEngine(form: FormIndex(TestForm.schema), layers: SettingsLayers(storage: storage))
    try await other.cancel(#require(try other.pendingConfirmation()).id)
    #expect(
      driver.editor.tick() == "Another process canceled the changes; the previous settings are restored.\n")
    #expect(driver.editor.nextTick == nil && driver.editor.tick() == nil)
    #expect(await driver.type("/host").contains("1. Host: old"))
  }

  @Test("When another process confirms, that is reported, and nothing is pending")
  func confirmedElsewhere() async throws {
    let driver = try await driver()
    try driver.model.store.confirm(#require(try driver.model.store.pendingConfirmation()).id)
    #expect(driver.editor.takeStored() == "Another process confirmed the changes.\n")
    #expect(driver.editor.takeStored() == nil)
  }

  @Test("When a confirmation is pending at the start, that is reported")
  func atStart() async throws {
    let model = try await driver().model
    #expect(PlainDriver(model).answer.text.contains("Not confirmed: the changes are rolled back in"))
  }
}
