import SettingsEditing
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
      record: RecoveryRecord(model.review(), in: model.index, file: "/settings.json", time: 1_000_000))
  }

  @Test("are offered at the start, and restored as one step")
  func restores() async throws {
    let left = try leftover("/a", [(host, "new"), (proxy, true)])
    let driver = PlainDriver(try TestForm.model("{}"), leftovers: [left])
    #expect(driver.answer.text.contains("2 unsaved changes from "))
    #expect(
      driver.answer.text.contains("Type restore or discard; otherwise they are offered at the next start."))
    #expect(await driver.type("restore").hasPrefix("Staged 2 changes; u undoes them."))
    #expect(driver.removed.map(\.path) == ["/a"])
    #expect(driver.model.value(at: host) == "new")
    await driver.type("u")
    #expect(!driver.model.hasChanges)
    #expect(await driver.type("restore").contains("is neither"))
  }

  @Test("are removed when they were discarded and the editor is left, and not before")
  func discards() async throws {
    let left = try leftover("/a", [(host, "new")])
    let driver = PlainDriver(try TestForm.model("{}"), leftovers: [left])
    // The offer needs no answer, so that scripts work as without it.
    await driver.type("/use proxy", "1", "s", "s")
    #expect(await driver.type("discard").hasPrefix("Discarded; u asks again"))
    #expect(driver.removed.isEmpty && !driver.model.hasChanges)
    await driver.type("q")
    #expect(driver.removed.map(\.path) == ["/a"])
  }

  @Test("are offered one editor after the other")
  func several() async throws {
    let left = [try leftover("/a", [(host, "new")]), try leftover("/b", [(proxy, true)])]
    let driver = PlainDriver(try TestForm.model("{}"), leftovers: left)
    #expect(driver.answer.text.contains("network.host: example.org → new"))
    #expect(driver.answer.text.contains("1 more draft follows."))
    #expect(await driver.type("discard").contains("network.useProxy: "))
    await driver.type("restore")
    #expect(driver.removed.map(\.path) == ["/b"])
    #expect(driver.model.value(at: proxy) == true && driver.model.stagedCount == 1)
  }

  @Test("are asked for again where they were secrets")
  func secrets() async throws {
    let left = try leftover("/a", [(["network", "password"], "s3cret")])
    let driver = PlainDriver(try TestForm.model("{}"), leftovers: [left])
    #expect(driver.answer.text.contains("network.password is a secret, which was not saved; type it again."))
    await driver.type("discard", "q")
    #expect(!driver.model.hasChanges && driver.removed.count == 1)
  }
}
