import SettingsEditing
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Problems of parts of a value")
struct PartProblemTests {
  private let servers: SettingPath = ["display", "servers"]

  private func model() throws -> FormViewModel {
    try TestForm.model(#"{"display": {"servers": [{"name": "eu", "tls": 5}, {"name": 7, "tls": true}]}}"#)
  }

  @Test("The help of a setting and the plain editor say which part has the problem")
  func setting() async throws {
    let driver = EditorDriver(try model(), size: Size(width: 120, height: 40), start: servers)
    #expect(driver.words.contains("! display.servers.0.tls: "))
    #expect(driver.words.contains("! display.servers.1.name: "))
    let details = await PlainDriver(try model(), start: servers).type("i 5")
    #expect(details.contains("! display.servers.0.tls: "), "\(details)")
  }

  @Test("The screen of a list shows the problems of the element with the focus, and marks the others")
  func element() async throws {
    let driver = EditorDriver(try model(), start: servers)
    await driver.press(Key(.enter))
    #expect(driver.text.contains("servers.0.tls: ") && !driver.text.contains("servers.1.name: "))
    await driver.press(Key(.down))
    #expect(driver.text.contains("servers.1.name: ") && !driver.text.contains("servers.0.tls: "))
    #expect(driver.text.split(separator: "\n").count { $0.hasPrefix(" ○!") } == 2)
    await driver.press(Key(.enter))
    #expect(driver.text.contains("\n ! Use text instead of 7."))
    #expect(!driver.text.contains("servers."))
    await driver.press(Key(.down))
    #expect(!driver.text.contains("\n ! Use text instead of 7."))
  }

  @Test("The review says which part has the problem")
  func review() async throws {
    let driver = EditorDriver(try TestForm.model(), size: Size(width: 120, height: 30), start: servers)
    try driver.model.stage(
      [["name": "eu", "tls": true], ["name": 7, "tls": true]], at: servers)
    await driver.press(Key("s"))
    #expect(driver.words.contains("! display.servers.1.name: "))
    await driver.press(Key("s"))
    #expect(driver.words.contains("Not applied: display.servers.1.name: "))
    let count = driver.words.split(separator: " ").count { $0 == "display.servers.1.name:" }
    #expect(count == 2)
  }
}
