import SettingsEditing
import SettingsSchemas
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Values that the form suggests")
struct SuggestionTests {
  private static let form = """
    {"title": "Server", "properties": {
      "host": {"title": "Host", "type": ["string", "null"], "default": "localhost", "maxLength": 20,
        "defaultSnippets": [{"label": "This machine", "description": "Reachable from here only.", "body": "${1:localhost}"}],
        "examples": ["0.0.0.0", "::"]},
      "port": {"title": "Port", "type": "integer", "examples": [80, 443]},
      "old": {"title": "Old", "type": "string", "deprecationMessage": "Use Host."}
    }}
    """

  private func model(_ text: String = "{}") throws -> FormViewModel {
    let form = try FormIndex(parsingSchema: Array(Self.form.utf8))
    return FormViewModel(
      try StoreEngine(form: form, layers: SettingsLayers(storage: MemoryStorage(text))))
  }

  private func driver(
    _ text: String = "{}", at path: SettingPath = ["host"], size: Size = Size(width: 80, height: 24)
  ) throws -> EditorDriver {
    EditorDriver(try model(text), size: size, start: path)
  }

  @Test("They are listed with the current value, and chosen")
  func choosing() async throws {
    let driver = try driver(#"{"host": "example.org"}"#)
    #expect(driver.words.contains("with 3 suggestions"))
    #expect(driver.focusedLine.contains("example.org ▾"))
    await driver.press(Key(.enter))
    #expect(driver.text.contains("(●) example.org"))
    expectGolden("suggestions-80x24", driver)
    await driver.press(Key(.home), Key(.down), Key(.enter))
    #expect(driver.model.value(at: ["host"]) == "0.0.0.0")
  }

  @Test("The list fits a small screen")
  func smallScreen() async throws {
    let driver = try driver(size: Size(width: 40, height: 10))
    await driver.press(Key(.enter))
    for choice in ["▸(●) This machine  default", "( ) 0.0.0.0", "( ) ::", "( ) none", "Another value…"] {
      #expect(driver.text.contains(choice))
    }
  }

  @Test("Another value can be typed, and is checked by the limits of the setting")
  func typing() async throws {
    let driver = try driver()
    await driver.press(Key(.enter), Key(.end), Key(.enter), .control("u"))
    await driver.type("example.com")
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: ["host"]) == "example.com")
    #expect(driver.model.review().problems.isEmpty)
  }

  @Test("A query that finds no value is the value; if it is refused, it stays to be corrected")
  func typingAnother() async throws {
    let driver = try driver()
    await driver.press(Key(.enter))
    await driver.type("example.net")
    #expect(driver.words.contains("Another value…"))
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: ["host"]) == "example.net")
    await driver.press(Key("j"), Key(.enter))
    await driver.type("much")
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: ["port"]) != "much")
    await driver.press(.control("u"))
    await driver.type("81")
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: ["port"]) == 81)
  }

  @Test("A number is suggested, too, and counted up and down as before")
  func number() async throws {
    let driver = try driver(at: ["port"])
    await driver.press(Key(.enter), Key(.enter))
    #expect(driver.model.value(at: ["port"]) == 80)
    await driver.press(Key("+"))
    #expect(driver.model.value(at: ["port"]) == 81)
  }

  @Test("The help pane says why a setting is deprecated")
  func deprecation() throws {
    #expect(try driver(at: ["old"]).words.contains("Deprecated: Use Host."))
  }

  // MARK: Line by line

  @Test("Line by line, they are listed, and chosen by number or typed")
  func plain() async throws {
    let driver = PlainDriver(try model())
    await driver.type("/host", "1")
    #expect(
      driver.answer.text.contains(
        """
        1. localhost, This machine: Reachable from here only., chosen
        2. 0.0.0.0
        3. ::

        """), "\(driver.answer.text)")
    await driver.type("2")
    #expect(driver.model.value(at: ["host"]) == "0.0.0.0")
    await driver.type("1", "\"4\"")
    #expect(driver.model.value(at: ["host"]) == "4")
  }

  @Test("Line by line, a suggested duration is chosen by its number, too, as the list says")
  func plainDuration() async throws {
    let form = """
      {"properties": {"wait": {"type": "string", "format": "duration", "examples": ["PT1M", "PT1H"]}}}
      """
    let store = try StoreEngine(
      form: FormIndex(parsingSchema: Array(form.utf8)), layers: SettingsLayers(storage: MemoryStorage("{}")))
    let driver = PlainDriver(FormViewModel(store))
    await driver.type("/wait", "1", "2")
    #expect(driver.model.value(at: ["wait"]) == "PT1H")
  }

  @Test("Line by line, a setting says why it is deprecated")
  func plainDeprecation() async throws {
    let driver = PlainDriver(try model())
    await driver.type("/old", "1")
    #expect(driver.answer.text.contains("Deprecated: Use Host."))
  }
}
