import Settings
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Changes that an earlier plain editor left behind")
struct PlainRecoveryTests {
  private let host: SettingPath = ["network", "host"]
  private let proxy: SettingPath = ["network", "useProxy"]

  /// The recovery file of an editor with staged changes.
  private func leftover(
    _ path: String, _ changes: [(path: SettingPath, value: JSONValue?)]
  ) throws -> RecoveryFolder.Leftover {
    let model = try TestForm.model("{}")
    for (path, value) in changes {
      if let value { try model.stage(value, at: path) } else { try model.reset(path) }
    }
    return .init(
      path: path,
      record: RecoveryRecord(model.review(), file: "/settings.json", time: 1_000_000))
  }

  @Test("are offered at the start, and restored as one step")
  func restores() async throws {
    let left = try leftover("/a", [(host, "new"), (proxy, true)])
    let driver = PlainDriver(try TestForm.model("{}"), leftovers: [left])
    #expect(driver.answer.text.contains("2 unsaved changes from "))
    #expect(driver.answer.text.contains("restore stages them, discard discards them"))
    #expect(await driver.type("restore").hasPrefix("Restored; 2 changes."))
    #expect(driver.removed.map(\.path) == ["/a"])
    #expect(driver.model.value(at: host) == "new")
    await driver.type("u")
    #expect(!driver.model.hasChanges)
    #expect(await driver.type("restore").contains("no changes to restore"))
  }

  @Test("are removed when they are discarded, and not before")
  func discards() async throws {
    let left = try leftover("/a", [(host, "new")])
    let driver = PlainDriver(try TestForm.model("{}"), leftovers: [left])
    // The offer needs no answer, so that scripts work as without it.
    await driver.type("/use proxy", "1", "1", "y", "a", "t")
    #expect(driver.removed.isEmpty)
    #expect(await driver.type("discard").hasPrefix("Discarded."))
    #expect(driver.removed.map(\.path) == ["/a"] && !driver.model.hasChanges)
  }

  @Test("are offered one editor after the other")
  func several() async throws {
    let left = [try leftover("/a", [(host, "new")]), try leftover("/b", [(proxy, true)])]
    let driver = PlainDriver(try TestForm.model("{}"), leftovers: left)
    #expect(driver.answer.text.contains("network.host: new"))
    #expect(driver.answer.text.contains("1 more draft follows."))
    #expect(await driver.type("discard").contains("network.useProxy: "))
    await driver.type("restore")
    #expect(driver.removed.map(\.path) == ["/a", "/b"])
    #expect(driver.model.value(at: proxy) == true && driver.model.stagedCount == 1)
  }

  @Test("are asked for again where they were secrets")
  func secrets() async throws {
    let left = try leftover("/a", [(["network", "password"], "s3cret")])
    let driver = PlainDriver(try TestForm.model("{}"), leftovers: [left])
    #expect(driver.answer.text.contains("network.password is a secret, which was not saved; type it again."))
    await driver.type("restore")
    #expect(!driver.model.hasChanges && driver.removed.count == 1)
  }
}
