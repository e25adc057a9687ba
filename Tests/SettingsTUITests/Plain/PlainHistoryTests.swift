import Settings
import Testing

@testable import SettingsTUI

@MainActor
@Suite("The file's history in the plain editor")
struct PlainHistoryTests {
  private let host: SettingPath = ["network", "host"]

  /// A driver whose model was applied once, from one host to another.
  private func driver() async throws -> PlainDriver {
    let driver = PlainDriver(try TestForm.model(#"{"network": {"host": "10.0.0.1"}}"#))
    await driver.type("/host", "1", "1", "example.com", "a")
    return driver
  }

  @Test("lists the versions, shows the changes of one, reviews a rollback to it, and rolls back")
  func rollsBack() async throws {
    let driver = try await driver()
    let list = await driver.type("history")
    #expect(list.hasPrefix("\n2 versions, the newest first.\n1. 20"))
    #expect(list.contains(", 1 change, now\n2. 20") && list.contains(", another program\n"))
    let now = await driver.type("1")
    #expect(now.contains("Host: 10.0.0.1, then example.com\n") && !now.contains("Roll back to"))
    await driver.type("")
    #expect(await driver.type("2").contains("1. Roll back to this version\n"))
    let review = await driver.type("1")
    #expect(review.hasPrefix("\nRoll back to the version of 20"))
    #expect(review.contains(": 1 change.\nHost: example.com, will be 10.0.0.1\n"))
    #expect(await driver.type("a").hasPrefix("Rolled back: 1 change.\n"))
    #expect(driver.model.savedValue(at: host) == "10.0.0.1")
    #expect(await driver.type("history").contains("rolled back, now\n"))
  }

  @Test("returns question by question, and a rollback keeps staged changes")
  func stays() async throws {
    let driver = try await driver()
    await driver.type("/use proxy", "1", "1", "y", "t", "history", "2", "1")
    #expect(await driver.type("").contains("1. Roll back to this version"))
    #expect(await driver.type("").contains("2 versions"))
    #expect(driver.model.savedValue(at: host) == "example.com")
    await driver.type("2", "1", "a")
    #expect(driver.model.savedValue(at: host) == "10.0.0.1")
    #expect(driver.model.hasChanges)
  }

  @Test("is listed again with l, and refuses a rollback that was reviewed before the file changed")
  func stale() async throws {
    let storage = MemoryStorage(#"{"network": {"host": "10.0.0.1"}}"#)
    let model = FormViewModel(
      try StoreEngine(form: FormIndex(TestForm.schema), layers: SettingsLayers(storage: storage)))
    let driver = PlainDriver(model)
    await driver.type("/host", "1", "1", "example.com", "a", "history", "2", "1")
    let other = #"{"network": {"host": "theirs", "useProxy": true}}"#
    _ = storage.commit(Array(other.utf8), expecting: storage.read()?.revision)
    #expect(await driver.type("a").contains("review the changes again"))
    // The review was made again.
    #expect(await driver.type("l").contains("Host: theirs, will be 10.0.0.1"))
    await driver.type("", "")
    #expect(await driver.type("l").contains("3 versions"))
    let answer = await driver.type("1")
    #expect(
      answer.contains("another program, 2 changes, now") && answer.contains("Host: example.com, then theirs"))
  }

  @Test("reports that it is empty, and never prints a secret")
  func secrets() async throws {
    let store = try StoreEngine(
      form: FormIndex(TestForm.schema), layers: SettingsLayers(storage: MemoryStorage()))
    let driver = PlainDriver(FormViewModel(store))
    #expect(await driver.type("history").contains("Nothing has been stored yet."))
    await driver.type("t", "/password", "1", "1", "s3cret", "a", "history", "1")
    #expect(driver.transcript.contains("Password: "))
    #expect(!driver.transcript.replacing("New value: s3cret\n", with: "").contains("s3cret"))
  }
}
