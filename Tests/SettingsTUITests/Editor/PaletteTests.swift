import SettingsEditing
import Testing

@testable import SettingsTUI

@MainActor
@Suite("The commands of a screen, chosen by name")
struct PaletteTests {
  private let period: SettingPath = ["calculation", "timePeriod"]

  private func driver(
    at path: SettingPath, size: Size = Size(width: 100, height: 60), keys: EditorKeys = .standard
  ) throws -> EditorDriver {
    EditorDriver(try TestForm.model(), size: size, start: path, keys: keys)
  }

  @Test("A command is found by a part of its description or name, and runs where the list was opened")
  func running() async throws {
    let driver = try driver(at: period)
    await driver.press(Key(":"))
    #expect(driver.text.contains("Commands of Settings"))
    await driver.type("up by one")
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: period) == .number(JSONNumber(8)))
    #expect(driver.focusedLine.contains("Time Period"))
    await driver.press(Key(":"))
    await driver.type("editAll")
    await driver.press(Key(.enter))
    #expect(driver.given.contains("timePeriod"))
  }

  @Test("Each command has its key, and those that only move the focus are left out")
  func keys() async throws {
    let driver = try driver(at: period)
    await driver.press(Key(":"))
    #expect(driver.text.contains("s      Review and apply the changes"))
    #expect(!driver.text.contains("Half a page up"))
    #expect(driver.text.split(separator: "\n").count { $0.contains("Switch panes") } == 1)
  }

  @Test("A command that can't be performed now says why, and one that doesn't apply is left out")
  func refusals() async throws {
    let driver = try driver(at: period)
    await driver.press(Key(":"))
    #expect(driver.text.contains("There are no staged changes."))
    #expect(!driver.text.contains("Set to yes"))
    await driver.type("undo")
    #expect(driver.text.contains(Message.nothingToUndo.text))
    await driver.press(Key(.enter))
    #expect(driver.text.contains("Commands of Settings") && driver.text.contains(Message.nothingToUndo.text))
    await driver.press(Key(.escape))
    #expect(driver.focusedLine.contains("Time Period"))
    await driver.press(Key("+"), Key(":"))
    await driver.type("undo")
    await driver.press(Key(.enter))
    #expect(!driver.model.hasChanges)
  }

  @Test("A path goes to its setting or section")
  func paths() async throws {
    let driver = try driver(at: period)
    await driver.press(Key(":"))
    await driver.type("network.host")
    #expect(driver.text.contains("Go to network.host."))
    await driver.press(Key(.enter))
    #expect(driver.focusedLine.contains("Host"))
    await driver.press(Key(":"))
    await driver.type("calculation")
    await driver.press(Key(.enter))
    #expect(driver.text.contains("Time Period") && !driver.text.contains("Commands of"))
    await driver.press(Key(":"))
    await driver.type("network.hots")
    await driver.press(Key(.enter))
    #expect(driver.text.contains("Commands of Settings"))
  }

  @Test("A read-only setting refuses its commands with the reason")
  func readOnly() async throws {
    let driver = try driver(at: ["display", "version"])
    await driver.press(Key(":"))
    await driver.type("change the setting")
    #expect(driver.text.contains("Version is read-only."))
  }

  @Test("The commands of the review, of lists and of the history work, too")
  func otherScreens() async throws {
    let driver = try driver(at: period)
    await driver.press(Key("+"), Key("s"), Key(":"))
    #expect(driver.text.contains("Commands of Review") && !driver.text.contains("Resolve the conflict"))
    await driver.type("leave it out")
    await driver.press(Key(.enter))
    #expect(driver.words.contains("[ ] Time Period"))
    await driver.press(Key(":"))
    await driver.type("apply")
    await driver.press(Key(.enter))
    #expect(driver.text.contains("Every change is left out"))
    await driver.press(Key(.escape), Key(" "), Key("s"), Key("H"), Key(":"))
    await driver.type("roll back to")
    #expect(driver.text.contains("This version is the stored one."))
    let list = try self.driver(at: ["display", "colors"])
    await list.press(Key(.enter), Key(":"))
    await list.type("duplicate")
    await list.press(Key(.enter))
    #expect(list.model.value(at: ["display", "colors"]) == ["red", "red", "green", "blue"])
  }

  @Test("A click runs a command, also in the smallest window")
  func mouse() async throws {
    let driver = try driver(at: period, size: Size(width: 40, height: 10))
    await driver.press(Key(":"))
    await driver.type("keys of")
    let lines = driver.text.split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(lines.firstIndex { $0.contains("All keys of this screen") })
    await driver.click(8, row)
    #expect(driver.text.contains("Keys of “Settings”"))
  }

  @Test("Another key opens the list, and the list shows the chosen keys")
  func rebound() async throws {
    let keys = try EditorKeys(
      parsing: #"{"everywhere": {"palette": "F2"}, "settings": {"undo": "z"}, "palette": {"accept": "F3"}}"#)
    let driver = try driver(at: period, keys: keys)
    await driver.press(Key("+"), Key(":"))
    #expect(!driver.text.contains("Commands of"))
    await driver.press(Key(.function(2)))
    await driver.type("undo")
    #expect(driver.focusedLine.contains("undo") && driver.text.contains("z  "))
    await driver.press(Key(.function(3)))
    #expect(!driver.model.hasChanges)
  }

  @Test("No query, no match and going back change nothing")
  func nothing() async throws {
    let driver = try driver(at: period)
    await driver.press(Key(":"))
    await driver.type("qqqq")
    #expect(driver.text.contains("nothing found"))
    await driver.press(Key(.enter), Key(.escape))
    #expect(driver.focusedLine.contains("Time Period") && !driver.model.hasChanges)
  }
}
