import Settings
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Rules in the editor")
struct RulesTests {
  private let proxy: SettingPath = ["network", "useProxy"]

  private func driver(at path: SettingPath, _ text: String = "{}") throws -> EditorDriver {
    EditorDriver(try TestForm.ruledModel(text), start: path)
  }

  @Test("Hidden settings and sections are left out, and come and go with what their rule reads")
  func hiding() async throws {
    let driver = try driver(at: proxy)
    #expect(!driver.text.contains("Host") && !driver.text.contains("Retry"))
    await driver.press(Key(" "))
    #expect(driver.text.contains("Host") && driver.text.contains("Retry"))
    #expect(driver.focusedLine.contains("Use Proxy"))
    await driver.press(Key("u"))
    #expect(!driver.text.contains("Host") && !driver.text.contains("Retry"))
  }

  @Test("All settings show on request, hidden ones marked as such")
  func showAll() async throws {
    let driver = try driver(at: proxy)
    await driver.press(Key("a"), Key("j"))
    #expect(driver.focusedLine.contains("◌ ▸Host"))
    #expect(driver.text.contains("A rule hides it; w says why"))
    await driver.press(Key("a"))
    #expect(!driver.text.contains("Host"))
    #expect(driver.focusedLine.contains("Use Proxy"))
  }

  @Test("Going to a hidden setting shows that one alone")
  func jump() async throws {
    let driver = try driver(at: proxy)
    await driver.press(Key(":"))
    await driver.type("network.retry.attempts")
    await driver.press(Key(.enter))
    #expect(driver.focusedLine.contains("Attempts"))
    #expect(!driver.text.contains("Host"))
  }

  @Test("A setting without use or locked by a rule carries a sign, is not changed, and says why")
  func disabled() async throws {
    let driver = try driver(at: ["calculation", "damping"])
    #expect(driver.focusedLine.contains("⊘ ▸Damping"))
    await driver.press(Key("+"), Key(.enter), Key("e"))
    #expect(!driver.form.hasChanges && driver.effects.isEmpty)
    #expect(driver.text.contains("has no use now; w says why"))
    driver.form.stage(.bool(true), at: proxy)
    await driver.press(Key("j"), Key(.enter))
    #expect(driver.focusedLine.contains("= ▸Active Days"))
    #expect(driver.text.contains("A rule locks Active Days; w says why"))
  }

  @Test("What rules derive is marked, and pointed out for a moment when it changes")
  func derived() async throws {
    let driver = try driver(at: proxy)
    await driver.press(Key(" "), Key(.tab), Key("k"), Key(.tab))
    let line = driver.text.split(separator: "\n").first { $0.contains("Time Period") }
    #expect(line?.contains("◇") == true && line?.contains("14 days ◂ new") == true)
    #expect(driver.editor.nextTick == .milliseconds(1500))
    driver.editor.tick()
    await driver.send(.resized)
    #expect(!driver.text.contains("◂ new"))
    #expect(driver.editor.nextTick == nil)
  }

  @Test("Why shows the value's source, the rules with the values of now, and goes to them")
  func why() async throws {
    let driver = try driver(at: ["calculation", "timePeriod"])
    driver.form.stage(.bool(true), at: proxy)
    await driver.press(Key("w"))
    #expect(driver.text.contains("Value    14") && driver.text.contains("derived by a rule"))
    #expect(driver.focusedLine.contains("Use Proxy"))
    await driver.press(Key(.enter))
    #expect(driver.focusedLine.contains("Use Proxy") && driver.text.contains("[✓] yes"))
  }

  @Test("Why also shows what depends on a setting, and goes there, even to what is hidden")
  func dependents() async throws {
    let driver = try driver(at: proxy)
    await driver.press(Key("w"))
    #expect(driver.text.contains("What depends on it"))
    #expect(driver.words.contains("Calculation › Time Period: 7 days its default"), "\(driver.text)")
    #expect(driver.words.contains("Network › Host: example.org whether it shows"), "\(driver.text)")
    while !driver.focusedLine.contains("Host") {
      let line = driver.focusedLine
      await driver.press(Key("j"))
      try #require(driver.focusedLine != line)
    }
    await driver.press(Key(.enter))
    #expect(driver.focusedLine.contains("Host"))
  }

  @Test("Why nothing is hidden or required is said as well, also of a section")
  func whyNot() async throws {
    let driver = try driver(at: ["display", "title"])
    await driver.press(Key("w"), Key("j"), Key(.enter))
    #expect(driver.text.contains("No rule has to do with it."))
    await driver.press(Key("w"), Key(.tab), Key("w"))
    #expect(driver.text.contains("Display"))
    await driver.press(Key(.escape))
    #expect(driver.text.contains("Window Title"))
  }

  @Test("A constraint that does not hold is a problem of the settings it is about, and stops the apply")
  func constraint() async throws {
    let driver = try driver(at: proxy)
    await driver.press(Key(" "), Key(":"))
    await driver.type("network.retry.attempts")
    await driver.press(Key(.enter), Key(.enter), .control("u"))
    await driver.type("20")
    await driver.press(Key(.enter))
    #expect(driver.text.contains("Try no more often than there are days."))
    await driver.press(Key("w"))
    #expect(driver.text.contains("does not hold"))
    await driver.press(Key(.escape), Key("s"), Key("s"))
    #expect(driver.text.contains("Not applied"))
  }
}
