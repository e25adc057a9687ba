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
    "a with a number applies for so many seconds; confirm keeps the changes",
    arguments: ["a 600", "Apply  600"])
  func confirms(apply: String) async throws {
    let driver = try await driver(apply)
    #expect(driver.answer.text.contains("Not confirmed: the old settings come back in "))
    let left = try #require(try driver.form.store.pendingConfirmation()).remaining()
    #expect((.seconds(500)...(.seconds(600))).contains(left))
    #expect(await driver.type("confirm").hasPrefix("Confirmed: the new settings stay."))
    #expect(try driver.form.store.pendingConfirmation() == nil)
    #expect(driver.form.savedValue(at: host) == "new")
    #expect(await !driver.type("l").contains("Not confirmed"))
    #expect(driver.editor.nextTick == nil)
  }

  @Test("take back returns to the old settings at once")
  func takesBack() async throws {
    let driver = try await driver("a 600")
    #expect(await driver.type("take back").hasPrefix("Taken back: the old settings are in place again."))
    #expect(driver.form.savedValue(at: host) == "old")
    for line in ["confirm", "take back"] { #expect(await driver.type(line).hasPrefix("No changes wait")) }
  }

  @Test(
    "What is no number of seconds applies nothing",
    arguments: ["a 0", "a x", "a -5", "a 99999999999", "a 1 2"])
  func wrongTimes(apply: String) async throws {
    let driver = try await driver(apply)
    #expect(driver.answer.text.contains("is no number of the list and no command"))
    #expect(driver.form.hasChanges)
  }

  @Test("While an apply waits, the next one has to be confirmed, too, and the review says so")
  func second() async throws {
    let driver = try await driver("a 90")
    await driver.type("/use proxy", "1", "1", "y")
    #expect(await driver.type("s").contains("They, too, go back unless they are confirmed within 60 s."))
    await driver.type("a")
    #expect(!driver.form.hasChanges)
    await driver.type("take back")
    #expect(driver.form.savedValue(at: host) == "old")
  }

  @Test("Leaving while an apply waits asks what is to become of it")
  func leaving() async throws {
    for (word, value) in [("c", "new"), ("t", "old"), ("u", "new")] {
      let driver = try await driver("a 600")
      #expect(
        await driver.type("q").contains(" s. c confirms, t takes back, u leaves it open"))
      #expect(await driver.type("").contains("goes on"))
      #expect(driver.editor.outcome == nil)
      await driver.type("q", word)
      #expect(driver.editor.outcome?.ending == .left)
      #expect(driver.form.savedValue(at: host) == .string(value))
      #expect((try driver.form.store.pendingConfirmation() != nil) == (word == "u"))
    }
  }

  @Test("Leaving with changes that are applied for a while asks about those, too")
  func leavingWithChanges() async throws {
    let driver = PlainDriver(try TestForm.model(#"{"network": {"host": "old"}}"#))
    await driver.type("/host", "1", "1", "new", "q")
    #expect(await driver.type("a 600").contains("c confirms, t takes back"))
    await driver.type("c")
    #expect(driver.editor.outcome?.ending == .left)
    #expect(driver.form.savedValue(at: host) == "new")
  }

  @Test("When the time is nearly over, that is told once")
  func timeNearlyOver() async throws {
    let driver = try await driver("a 10")
    #expect(driver.editor.tick()?.hasSuffix(" s are left to confirm.\n") == true)
    #expect(driver.editor.tick() == nil)
    let far = try await self.driver("a 600")
    #expect(far.editor.tick() == nil)
    #expect(try #require(far.editor.nextTick) > .seconds(500))
  }

  @Test("When the old settings come back, by the clock or by somebody else, that is told")
  func takenBackElsewhere() async throws {
    let storage = MemoryStorage(#"{"network": {"host": "old"}}"#)
    let form = UntypedViewModel(try UntypedStore(form: FormIndex(TestForm.schema), storage: storage))
    let driver = PlainDriver(form)
    await driver.type("/host", "1", "1", "new", "a 600")
    let other = try UntypedStore(form: FormIndex(TestForm.schema), storage: storage)
    try await other.cancel(#require(try other.pendingConfirmation()).id)
    #expect(driver.editor.tick() == "The changes were not confirmed; the old settings are in place again.\n")
    #expect(driver.editor.nextTick == nil && driver.editor.tick() == nil)
    #expect(await driver.type("/host").contains("1. Host: old"))
  }

  @Test("What somebody else confirms is told, and waits no more")
  func confirmedElsewhere() async throws {
    let driver = try await driver("a 600")
    try driver.form.store.confirm(#require(try driver.form.store.pendingConfirmation()).id)
    #expect(driver.editor.takeStored() == "The changes were confirmed by somebody else.\n")
    #expect(driver.editor.takeStored() == nil)
  }

  @Test("What waits when the editor is opened is told at the start")
  func atStart() async throws {
    let form = try await driver("a 600").form
    #expect(PlainDriver(form).answer.text.contains("Not confirmed: the old settings come back in"))
  }
}
