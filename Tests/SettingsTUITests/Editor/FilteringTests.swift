import SettingsEditing
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Filters, going to a path, and sections as a whole")
struct FilteringTests {
  private func driver(_ text: String = #"{"network": {"host": "10.0.0.1"}}"#, at path: SettingPath? = nil)
    throws
    -> EditorDriver
  {
    EditorDriver(try TestForm.model(text), start: path)
  }

  @Test("f switches between all settings, changed ones, and those that differ from their default")
  func filters() async throws {
    let driver = try driver(at: ["calculation", "timePeriod"])
    await driver.press(Key("+"), Key(.tab), Key("g"), Key(.tab), Key("f"))
    #expect(driver.text.contains("only changed"))
    #expect(driver.focusedLine.contains("Time Period"))
    #expect(!driver.text.contains("Host") && !driver.text.contains("Network"))
    await driver.press(Key("f"))
    #expect(driver.text.contains("only not default"))
    #expect(driver.text.contains("Time Period") && driver.text.contains("Host"))
    #expect(!driver.text.contains("Damping"))
    await driver.press(Key("f"))
    #expect(driver.text.contains("Damping") && driver.text.contains("Network"))
    #expect(driver.focusedLine.contains("Time Period"))
  }

  @Test("A value that is set but equals its default is not “not default”")
  func equalToDefault() async throws {
    let driver = try driver(#"{"calculation": {"timePeriod": 7, "damping": 0.5}}"#)
    await driver.press(Key("f"), Key("f"))
    #expect(driver.text.contains("Damping") && !driver.text.contains("Time Period"))
  }

  @Test("Without settings to show, the filter says how to show others")
  func nothing() async throws {
    let driver = try driver("{}")
    await driver.press(Key("f"))
    #expect(driver.text.contains("There are no changes; f shows"))
    await driver.press(Key("j"), Key(.enter), Key("r"), Key(.tab), Key("j"), Key("l"), Key("f"), Key("f"))
    #expect(driver.text.contains("Language"))
  }

  @Test("Undo removes a row from the changed ones, and the focus stays near")
  func undo() async throws {
    let driver = try driver(at: ["calculation", "timePeriod"])
    await driver.press(Key("+"), Key("j"), Key("+"), Key("f"), Key("G"))
    #expect(driver.focusedLine.contains("Damping"))
    await driver.press(Key("u"))
    #expect(driver.focusedLine.contains("Time Period"))
    await driver.press(Key("u"))
    #expect(driver.text.contains("There are no changes"))
  }

  @Test("Going to a setting that is filtered out reveals only that one")
  func reveals() async throws {
    let driver = try driver(at: ["calculation", "timePeriod"])
    await driver.press(Key("+"), Key("f"), .control("g"))
    await driver.type("network.host")
    await driver.press(Key(.enter))
    #expect(driver.focusedLine.contains("Host"))
    #expect(!driver.text.contains("Use Proxy"))
  }

  @Test(
    "Enter also goes to a JSON Pointer, a section, and a path into a value",
    arguments: [
      ("/network/host", "Host"), ("network", "Use Proxy"), ("display.servers.0.name", "Name"),
      ("/network/retry", "Attempts"), ("network.retry.delay", "Delay"),
    ])
  func paths(_ text: String, _ title: String) async throws {
    let driver = try driver()
    await driver.press(.control("g"))
    await driver.type(text)
    await driver.press(Key(.enter))
    #expect(driver.focusedLine.contains(title))
  }

  @Test("An unknown path is reported with the nearest one, and Esc goes back")
  func nowhere() async throws {
    let driver = try driver()
    await driver.press(.control("g"))
    await driver.type("network.hots")
    await driver.press(Key(.enter))
    #expect(driver.text.contains("perhaps you mean network.host"))
    await driver.press(Key(.escape))
    #expect(driver.focusedLine.contains("Language"))
  }

  @Test("A section is reset as one step, undone as one, and unstaged as one")
  func sections() async throws {
    let driver = try driver(
      #"{"network": {"host": "a", "useProxy": true, "retry": {"attempts": 5}}, "language": null}"#)
    await driver.press(Key(.tab), Key("j"), Key("j"), Key("r"))
    #expect(driver.model.stagedCount == 3)
    #expect(driver.text.contains("Reset 3 settings of Network"))
    await driver.press(Key("u"))
    #expect(!driver.model.hasChanges)
    await driver.press(Key("r"), Key("R"))
    #expect(!driver.model.hasChanges)
    await driver.press(Key("u"))
    #expect(driver.model.stagedCount == 3)
  }

  @Test("The whole form is reset at its root, except for read-only settings")
  func wholeForm() async throws {
    let driver = try driver(#"{"network": {"host": "a"}, "language": null, "display": {"version": 1}}"#)
    await driver.press(Key(.tab), Key("g"), Key("r"))
    #expect(driver.model.stagedCount == 2)
    #expect(!driver.model.isStaged(["display", "version"]))
  }
}
