import Settings
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Changes that a plain editor before left behind")
struct PlainRecoveryTests {
  private let host: SettingPath = ["network", "host"]
  private let proxy: SettingPath = ["network", "useProxy"]

  /// What an editor leaves behind in which changes are staged.
  private func leftover(
    _ path: String, _ changes: [(path: SettingPath, value: JSONValue?)]
  ) throws -> RecoveryFolder.Leftover {
    let form = try TestForm.model("{}")
    form.stage(changes)
    return .init(path: path, record: RecoveryRecord(form.review(), file: "/settings.json", time: 1_000_000))
  }

  @Test("are offered at the start, and restored as one step")
  func restores() async throws {
    let left = try leftover("/a", [(host, "new"), (proxy, true)])
    let driver = PlainDriver(try TestForm.model("{}"), leftovers: [left])
    #expect(driver.answer.text.contains("2 unsaved changes from "))
    #expect(driver.answer.text.contains("restore stages that again, discard forgets it"))
    #expect(await driver.type("restore").hasPrefix("Restored; 2 changes."))
    #expect(driver.settled.map(\.path) == ["/a"])
    #expect(driver.form.value(at: host) == "new")
    await driver.type("u")
    #expect(!driver.form.hasChanges)
    #expect(await driver.type("restore").contains("No editor before"))
  }

  @Test("are forgotten when they are discarded, and only then")
  func discards() async throws {
    let left = try leftover("/a", [(host, "new")])
    let driver = PlainDriver(try TestForm.model("{}"), leftovers: [left])
    // Nobody has to answer: a script goes on as ever.
    await driver.type("/use proxy", "1", "1", "y", "a", "t")
    #expect(driver.settled.isEmpty)
    #expect(await driver.type("discard").hasPrefix("Forgotten."))
    #expect(driver.settled.map(\.path) == ["/a"])
    #expect(!driver.form.hasChanges)
  }

  @Test("are offered one editor after the other")
  func several() async throws {
    let left = [try leftover("/a", [(host, "new")]), try leftover("/b", [(proxy, true)])]
    let driver = PlainDriver(try TestForm.model("{}"), leftovers: left)
    #expect(driver.answer.text.contains("network.host. 1 more such editor follows."))
    #expect(await driver.type("discard").contains("network.useProxy."))
    await driver.type("restore")
    #expect(driver.settled.map(\.path) == ["/a", "/b"])
    #expect(driver.form.value(at: proxy) == true && driver.form.stagedCount == 1)
  }

  @Test("are asked for again where they were secrets")
  func secrets() async throws {
    let left = try leftover("/a", [(["network", "password"], "s3cret")])
    let driver = PlainDriver(try TestForm.model("{}"), leftovers: [left])
    #expect(driver.answer.text.contains("network.password is a secret, which was not kept: type it again."))
    await driver.type("restore")
    #expect(!driver.form.hasChanges && driver.settled.count == 1)
  }
}
