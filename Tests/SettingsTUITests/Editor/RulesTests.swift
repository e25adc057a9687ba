import SettingsEditing
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Rules in the editor")
struct RulesTests {
  private let proxy: SettingPath = ["network", "useProxy"]

  private func driver(at path: SettingPath, _ text: String = "{}") throws -> EditorDriver {
    EditorDriver(try TestForm.ruledModel(text), start: path)
  }

  @Test("Hidden settings and sections are left out, and follow the values that their rule reads")
  func hiding() async throws {
    let driver = try driver(at: proxy)
    #expect(!driver.text.contains("Host") && !driver.text.contains("Retry"))
    await driver.press(Key(" "))
    #expect(driver.text.contains("Host") && driver.text.contains("Retry"))
    #expect(driver.focusedLine.contains("Use Proxy"))
    await driver.press(Key("u"))
    #expect(!driver.text.contains("Host") && !driver.text.contains("Retry"))
  }

  @Test("All settings are shown on request, hidden ones with a mark")
  func showAll() async throws {
    let driver = try driver(at: proxy)
    await driver.press(Key("a"), Key("j"))
    #expect(driver.focusedLine.contains("◌ ▸Host"))
    #expect(driver.text.contains("Hidden by a rule; w shows why"))
    await driver.press(Key("a"))
    #expect(!driver.text.contains("Host"))
    #expect(driver.focusedLine.contains("Use Proxy"))
  }

  @Test("Going to a setting that a rule hides reveals only that one")
  func jump() async throws {
    let driver = try driver(at: proxy)
    await driver.press(.control("g"))
    await driver.type("network.retry.attempts")
    await driver.press(Key(.enter))
    #expect(driver.focusedLine.contains("Attempts"))
    #expect(!driver.text.contains("Host"))
  }

  @Test("A setting that a rule disables or locks has a mark, can't be changed, and explains why")
  func disabled() async throws {
    let driver = try driver(at: ["calculation", "damping"])
    #expect(driver.focusedLine.contains("⊘ ▸Damping"))
    await driver.press(Key("+"), Key(.enter), Key("e"))
    #expect(!driver.model.hasChanges && driver.effects.isEmpty)
    #expect(driver.text.contains("A rule disables Damping; w shows why"))
    try driver.model.stage(.bool(true), at: proxy)
    await driver.press(Key("j"), Key(.enter))
    #expect(driver.focusedLine.contains("= ▸Active Days"))
    #expect(driver.text.contains("A rule locks Active Days; w shows why"))
  }

  @Test("A derived value has a mark, and is highlighted for a moment when it changes")
  func derived() async throws {
    let driver = try driver(at: proxy)
    await driver.press(Key(" "), Key(.tab), Key("k"), Key(.tab))
    let line = driver.text.split(separator: "\n").first { $0.contains("Time Period") }
    #expect(line?.contains("◇") == true && line?.contains("14 days ◂ updated") == true)
    #expect(driver.editor.nextTick == .milliseconds(1500))
    _ = driver.editor.tick()
    await driver.send(.resized)
    #expect(!driver.text.contains("◂ updated"))
    #expect(driver.editor.nextTick == nil)
  }

  @Test("Why shows the origin of the value and the rules with current values, and goes to their settings")
  func why() async throws {
    let driver = try driver(at: ["calculation", "timePeriod"])
    try driver.model.stage(.bool(true), at: proxy)
    await driver.press(Key("w"))
    #expect(driver.text.contains("Value    14") && driver.text.contains("derived by a rule"))
    #expect(driver.focusedLine.contains("Use Proxy"))
    await driver.press(Key(.enter))
    #expect(driver.focusedLine.contains("Use Proxy") && driver.text.contains("[✓] true"))
  }

  @Test("Why also shows what depends on a setting, and goes there, even if it is hidden")
  func dependents() async throws {
    let driver = try driver(at: proxy)
    await driver.press(Key("w"))
    #expect(driver.text.contains("What depends on it"))
    #expect(driver.words.contains("Calculation › Time Period: 7 days its default"), "\(driver.text)")
    #expect(driver.words.contains("Network › Host: example.org whether it is shown"), "\(driver.text)")
    while !driver.focusedLine.contains("Host") {
      let line = driver.focusedLine
      await driver.press(Key("j"))
      try #require(driver.focusedLine != line)
    }
    await driver.press(Key(.enter))
    #expect(driver.focusedLine.contains("Host"))
  }

  @Test("Why also explains settings and sections that no rule affects")
  func whyNot() async throws {
    let driver = try driver(at: ["display", "title"])
    await driver.press(Key("w"), Key("j"), Key(.enter))
    #expect(driver.text.contains("No rule involves it."))
    await driver.press(Key("w"), Key(.tab), Key("w"))
    #expect(driver.text.contains("Display"))
    await driver.press(Key(.escape))
    #expect(driver.text.contains("Window Title"))
  }

  @Test("A violated constraint is a problem of its settings, and stops the apply")
  func constraint() async throws {
    let driver = try driver(at: proxy)
    await driver.press(Key(" "), .control("g"))
    await driver.type("network.retry.attempts")
    await driver.press(Key(.enter), Key(.enter), .control("u"))
    await driver.type("20")
    await driver.press(Key(.enter))
    #expect(driver.text.contains("Try no more often than there are days."))
    await driver.press(Key("w"))
    #expect(driver.text.contains("violated"))
    await driver.press(Key(.escape), Key("s"), Key("s"))
    #expect(driver.text.contains("Not applied"))
  }
}
