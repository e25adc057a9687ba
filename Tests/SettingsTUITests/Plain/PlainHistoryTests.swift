import SettingsEditing
import Testing

@testable import SettingsTUI

@MainActor
@Suite("The file's history in the plain editor")
struct PlainHistoryTests {
  private let host: SettingPath = ["network", "host"]

  /// A driver whose model was applied once, from one host to another.
  private func driver() async throws -> PlainDriver {
    let driver = PlainDriver(try TestForm.model(#"{"network": {"host": "10.0.0.1"}}"#))
    await driver.type("/host", "1", "example.com", "s", "s")
    return driver
  }

  @Test("lists the versions, shows the changes of one, reviews a rollback to it, and rolls back")
  func rollsBack() async throws {
    let driver = try await driver()
    let list = await driver.type("H")
    #expect(list.hasPrefix("\nHistory\n2 versions, the newest first.\n1. 20"))
    #expect(list.contains(": 1 change, now\n2. 20") && list.contains(": another program\n"))
    #expect(await driver.type("1").contains("Host  10.0.0.1 → example.com\n"))
    await driver.type("")
    #expect(await driver.type("r 1").contains("This version is the stored one."))
    let review = await driver.type("r 2")
    #expect(review.hasPrefix("\nRoll back to 20"))
    #expect(review.contains("1 change\n1. Host: example.com, will be 10.0.0.1\n"))
    #expect(await driver.type("s").hasPrefix("Rolled back: 1 change.\n"))
    #expect(driver.model.savedValue(at: host) == "10.0.0.1")
    #expect(await driver.type("H").contains("rolled back, now\n"))
  }

  @Test("returns question by question, and a rollback keeps staged changes")
  func stays() async throws {
    let driver = try await driver()
    await driver.type("/use proxy", "1", "H", "r 2")
    #expect(await driver.type("").contains("2 versions"))
    #expect(driver.model.savedValue(at: host) == "example.com")
    await driver.type("r 2", "s")
    #expect(driver.model.savedValue(at: host) == "10.0.0.1")
    #expect(driver.model.hasChanges)
  }

  @Test("reports that it is empty, and never prints a secret")
  func secrets() async throws {
    let store = try StoreEngine(
      form: FormIndex(TestForm.schema), layers: SettingsLayers(storage: MemoryStorage()))
    let driver = PlainDriver(FormViewModel(store))
    #expect(await driver.type("H").contains("Nothing has been stored yet."))
    await driver.type("", "/password", "1", "s3cret", "s", "s", "H", "1")
    #expect(driver.transcript.contains("Password  "))
    #expect(!driver.transcript.replacing("New value: s3cret\n", with: "").contains("s3cret"))
  }
}
