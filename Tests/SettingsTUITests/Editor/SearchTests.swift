import Settings
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Searching")
struct SearchTests {
  private func find(_ query: String) -> [String] {
    let index = FormIndex(TestForm.schema)
    var texts = SearchTexts(index)
    let found = texts.find(query) {
      index.settings[$0].setting.text(for: index.settings[$0].setting.defaultValue)
    }
    return found.map { index.settings[$0].setting.title }
  }

  @Test("The whole title comes first, then beginnings, words, parts, values, help and scattered letters")
  func ranking() {
    #expect(find("mode").first == "Mode")
    #expect(find("period") == ["Time Period"])
    #expect(find("Trends") == ["Mode"])
    #expect(find("tmprd") == ["Time Period"])
    #expect(find("example.org") == ["Host"])
    #expect(find("looks back") == ["Time Period"])
    #expect(find("t").first == "Time Period")
  }

  @Test("All words have to be found, anywhere and in any case")
  func words() {
    #expect(find("PERIOD average") == ["Time Period"])
    #expect(find("period nowhere").isEmpty)
    #expect(find("   ").isEmpty)
    #expect(find("日本").contains("Window Title"))
  }

  @Test("A setting is found by the values that it could have, too")
  func choices() throws {
    let index = FormIndex(TestForm.schema)
    for entry in index.settings {
      guard case .choice(let choices) = entry.setting.kind else { continue }
      for choice in choices { #expect(find(choice.title).contains(entry.setting.title), "\(choice.title)") }
    }
    #expect(index.settings.contains { if case .choice = $0.setting.kind { true } else { false } })
  }

  @Test("Going on with a query finds the same as typing it at once")
  func narrowing() {
    let index = FormIndex(TestForm.schema)
    for query in ["time period", "re", "e", "display.la", "how much", "日本語", "tmp"] {
      var texts = SearchTexts(index)
      var typed = ""
      var found: [Int] = []
      for character in query {
        typed.append(character)
        found = texts.find(typed) { _ in "" }
      }
      var fresh = SearchTexts(index)
      #expect(found == fresh.find(query) { _ in "" }, "\(query)")
    }
  }

  @Test("A secret's value is not found")
  func secrets() async throws {
    let driver = EditorDriver(try TestForm.model(), start: ["network", "password"])
    await driver.press(Key(.enter))
    await driver.type("hunter2")
    await driver.press(Key(.enter), Key("/"))
    await driver.type("hunter2")
    #expect(driver.text.contains("nothing found"))
  }

  @Test("A changed value is found by its new text")
  func changedValue() async throws {
    let driver = EditorDriver(try TestForm.model(), start: ["network", "host"])
    await driver.press(Key("/"))
    await driver.type("zebra")
    await driver.press(Key(.escape), Key(.enter), .control("u"))
    await driver.type("zebra")
    await driver.press(Key(.enter), Key("/"))
    await driver.type("zebra")
    #expect(driver.text.contains("1 found"))
  }

  @Test("Enter goes to what was found, n and N go on from there, Esc goes back")
  func goingOn() async throws {
    let driver = EditorDriver(try TestForm.model(), start: ["display", "notes"])
    await driver.press(Key("/"))
    await driver.type("e")
    await driver.press(Key(.escape))
    #expect(driver.focusedLine.contains("Notes"))
    await driver.press(Key("/"))
    await driver.type("use")
    await driver.press(Key(.enter))
    #expect(driver.focusedLine.contains("Use Proxy"))
    let first = driver.focusedLine
    await driver.press(Key("n"), Key("N"))
    #expect(driver.focusedLine == first)
    #expect(!driver.form.hasChanges)
  }

  @Test("A query that fits all of a large form is answered in linear time")
  func large() {
    let index = FormIndex(TestForm.large(20_000))
    var texts = SearchTexts(index)
    let found = texts.find("s") { _ in "x" }
    #expect(found.count == 20_000)
    #expect(texts.find("setting 7 of 1999") { _ in "x" }.first == 19_997)
  }
}
