import SettingsEditing
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Moving through sections and settings")
struct BrowsingTests {
  private func driver(at path: SettingPath? = nil, width: Int = 80, height: Int = 24) throws -> EditorDriver {
    EditorDriver(try TestForm.model(), size: Size(width: width, height: height), start: path)
  }

  @Test("The cursor is on the focused row in every frame")
  func cursor() async throws {
    let driver = try driver()
    #expect(driver.focusedLine.contains("Language"))
    await driver.press(Key("j"))
    #expect(driver.focusedLine.contains("Mode"))
    await driver.press(Key(.tab))
    #expect(driver.focusedLine.contains("Trend"))
    await driver.press(Key(.down))
    #expect(driver.focusedLine.contains("Calculation"))
  }

  @Test("The editor opens at a setting, at a section, or at the first setting if the form has neither")
  func start() async throws {
    #expect(try driver(at: ["calculation", "cutoff"]).focusedLine.contains("Cutoff"))
    #expect(try driver(at: ["network"]).focusedLine.contains("Use Proxy"))
    #expect(try driver(at: ["unknown"]).focusedLine.contains("Language"))
  }

  @Test("Headings are skipped in both directions")
  func headings() async throws {
    let driver = try driver(at: ["calculation", "cutoff"])
    await driver.press(Key(.tab), Key("g"), Key(.tab), Key("G"))
    #expect(driver.focusedLine.contains("Version"))
    await driver.press(Key("g"))
    #expect(driver.focusedLine.contains("Language"))
    for _ in 0..<30 { await driver.press(Key("j")) }
    #expect(driver.focusedLine.contains("Version"))
    for _ in 0..<30 { await driver.press(Key("k")) }
    #expect(driver.focusedLine.contains("Language"))
  }

  @Test("Back at the first setting, what is above it is visible again", arguments: [12, 14, 24])
  func aboveFirst(height: Int) async throws {
    let driver = try driver(height: height)
    let start = driver.text
    await driver.press(Key("G"), Key("g"))
    #expect(driver.text == start)
    await driver.press(Key("G"))
    for _ in 0..<30 { await driver.press(Key("k")) }
    #expect(driver.text == start)
  }

  @Test("Choosing a section shows its settings; Enter goes to them and Esc back")
  func sections() async throws {
    let driver = try driver()
    await driver.press(Key(.tab), Key("j"), Key("j"))
    #expect(driver.text.contains("Use Proxy") && !driver.text.contains("Time Period"))
    await driver.press(Key(.enter))
    #expect(driver.focusedLine.contains("Use Proxy"))
    await driver.press(Key(.escape))
    #expect(driver.focusedLine.contains("Network"))
  }

  @Test("Sections are closed and opened")
  func folding() async throws {
    let driver = try driver()
    await driver.press(Key(.tab), Key("j"), Key("j"), Key("h"))
    let isFolded = !driver.text.split(separator: "\n").contains { $0.hasPrefix("     Retry") }
    #expect(isFolded)
    await driver.press(Key("l"), Key("j"))
    #expect(driver.focusedLine.contains("Retry"))
  }

  @Test("In a narrow window the tree and the settings share one column")
  func narrow() async throws {
    let driver = try driver(width: 40, height: 10)
    #expect(driver.focusedLine.contains("Language"))
    await driver.press(Key("h"))
    #expect(driver.focusedLine.contains("Trend"))
    await driver.press(Key("j"), Key("j"), Key(.enter))
    #expect(driver.focusedLine.contains("Use Proxy"))
  }

  @Test("Advanced settings are shown on request, and the focus stays")
  func advanced() async throws {
    let driver = try driver(at: ["network", "retry", "attempts"])
    #expect(!driver.text.contains("Delay"))
    #expect(driver.text.contains("1 advanced setting hidden"))
    await driver.press(Key("a"))
    #expect(driver.text.contains("Delay"))
    #expect(driver.focusedLine.contains("Attempts"))
    await driver.press(Key("a"))
    #expect(!driver.text.contains("Delay"))
  }

  @Test("Going to a hidden setting reveals only that one")
  func revealed() async throws {
    let driver = try driver()
    await driver.press(Key("/"))
    await driver.type("delay")
    await driver.press(Key(.enter))
    #expect(driver.focusedLine.contains("Delay"))
  }

  @Test("A click goes to a row, and a second one opens it")
  func mouse() async throws {
    let driver = try driver()
    let lines = driver.text.split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(lines.firstIndex { $0.contains("Time Period") })
    await driver.click(40, row)
    #expect(driver.focusedLine.contains("Time Period"))
    await driver.click(40, row)
    await driver.press(Key(.end))
    await driver.type("1")
    #expect(driver.focusedLine.contains("71"))
    await driver.click(1, 1)
    #expect(driver.focusedLine.contains("71"))
  }

  @Test("The list of keys comes from the map that handles them")
  func keys() async throws {
    let driver = try driver(width: 120, height: 120)
    await driver.press(Key("?"))
    for binding in EditorKeys.standard[.settings].bindings where !binding.keys.isEmpty {
      #expect(driver.text.contains(binding.title))
    }
    await driver.press(Key(.escape))
    #expect(driver.focusedLine.contains("Language"))
  }

  @Test("Every screen draws in every size from 1×1 up")
  func allSizes() async throws {
    let driver = try driver()
    let ways: [[Key]] = [
      [], [Key(.tab)], [Key(.enter)], [Key(.escape), Key("/"), Key("e")], [Key(.escape), Key("?")],
      [Key(.escape), Key("j"), Key("+"), Key("s")], [Key(.escape), Key("q")], [Key(.escape), Key("i")],
    ]
    for way in ways {
      await driver.resize(80, 24)
      await driver.press(way.first ?? Key(.escape))
      for key in way.dropFirst() { await driver.press(key) }
      for size in [(1, 1), (2, 50), (40, 10), (41, 11), (71, 12), (72, 13), (139, 30), (140, 40), (400, 120)]
      {
        await driver.resize(size.0, size.1)
        #expect(driver.frame.cursor.x < size.0 && driver.frame.cursor.y < size.1)
      }
    }
  }
}
