import SettingsEditing
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Choices that the running app offers")
struct OfferedChoiceTests {
  private static let columns: [FormChoice] = [
    FormChoice(value: .string("kg"), title: "Weight", help: "In kilograms."),
    FormChoice(value: .string("cm"), title: "Size"),
  ]

  private func driver(
    _ text: String = "{}", hooks: (any SettingsHooks)? = AppForm.Hooks(),
    at path: SettingPath = ["chart", "column"]
  ) throws -> EditorDriver {
    EditorDriver(try AppForm.model(text, hooks: hooks), start: path)
  }

  @Test("Choices are loaded when their setting is first shown, and again when they are opened")
  func loading() async throws {
    let driver = try driver()
    let first = driver.editor.loadDetails(again: false)
    #expect(first.contains(.load([.choices("columns"), .choices("ports")])))
    #expect(driver.editor.loadDetails(again: true) == [])
    driver.report(.choices("columns", .success(Self.columns)))
    driver.report(.choices("ports", .success([])))
    #expect(driver.focusedLine.contains("Column    Weight ▾"))
    await driver.press(Key(.enter))
    #expect(driver.effects == [.load([.choices("columns")])])
    #expect(driver.text.contains("(●) Weight  default"))
  }

  @Test("The picker opens at once, and takes the choices when the app has provided them")
  func waiting() async throws {
    let driver = try driver(#"{"chart": {"column": "cm"}}"#)
    await driver.press(Key(.enter))
    #expect(driver.text.contains("Asking the app…"))
    #expect(driver.text.contains("(●) cm"))
    driver.report(.choices("columns", .success(Self.columns)))
    #expect(driver.focusedLine.contains("(●) Size"))
    await driver.press(Key(.up), Key(.enter))
    #expect(driver.model.value(at: ["chart", "column"]) == "kg")
  }

  @Test("A value that the app doesn't offer is kept and shown, with a note")
  func otherValue() async throws {
    let driver = try driver(#"{"chart": {"column": "lb"}}"#)
    driver.report(.choices("columns", .success(Self.columns)))
    #expect(driver.focusedLine.contains("lb ▾"))
    #expect(driver.text.contains("The app does not offer this value now"))
    #expect(driver.model.review().problems.isEmpty)
    await driver.press(Key(.enter))
    #expect(driver.text.contains("(●) lb"))
    await driver.press(Key(.enter))
    #expect(!driver.model.hasChanges)
  }

  @Test("Another value can be typed, and is checked by the limits of the setting")
  func typing() async throws {
    let driver = try driver()
    driver.report(.choices("columns", .success(Self.columns)))
    await driver.press(Key(.enter), Key(.end), Key(.enter), .control("u"))
    await driver.type("pounds")
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: ["chart", "column"]) == "pounds")
    await driver.press(Key("t"), .control("u"))
    await driver.type("much too long")
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: ["chart", "column"]) == "pounds")
  }

  @Test("An optional setting offers no value, too")
  func none() async throws {
    let driver = try driver()
    driver.report(.choices("columns", .success(Self.columns)))
    await driver.press(Key(.enter), Key(.down), Key(.down), Key(.enter))
    #expect(driver.model.value(at: ["chart", "column"]) == .null)
  }

  @Test("If the app fails to offer values, the reason is shown, and a value can be typed")
  func failure() async throws {
    let driver = try driver(at: ["chart", "port"])
    await driver.press(Key(.enter))
    driver.report(.choices("ports", .failure(.init(reason: "the scanner is off"))))
    await driver.press(Key(.end))
    #expect(driver.words.contains("The app can't offer values: the scanner is off"))
    await driver.press(Key(.enter), .control("u"), Key("9"), Key(.enter))
    #expect(driver.model.value(at: ["chart", "port"]) == 9)
  }

  @Test("Without the app the setting is edited by its type")
  func withoutApp() async throws {
    let driver = try driver(hooks: nil)
    #expect(driver.editor.loadDetails(again: false) == [])
    await driver.press(Key(.enter), .control("u"), Key("m"), Key(.enter))
    #expect(driver.model.value(at: ["chart", "column"]) == "m")
  }

  // MARK: Line by line

  @Test("Line by line, the choices are listed, and chosen by number or typed")
  func plain() async throws {
    let driver = PlainDriver(try AppForm.model())
    await driver.type("/column", "1")
    #expect(driver.answer.effects == [.load([.choices("columns")])])
    let list = driver.report(.choices("columns", .success(Self.columns)))
    #expect(
      list.contains("\n1. kg, Weight: In kilograms., chosen\n2. cm, Size\n3. none: No value at all.\n"),
      "\(list)")
    await driver.type("2")
    #expect(driver.model.value(at: ["chart", "column"]) == "cm")
    await driver.type("1")
    driver.report(.choices("columns", .success(Self.columns)))
    await driver.type("7")
    #expect(driver.model.value(at: ["chart", "column"]) == "cm")
    await driver.type("seven")
    #expect(driver.model.value(at: ["chart", "column"]) == "seven")
  }

  @Test("Line by line, a number is the value of a number's setting")
  func plainNumber() async throws {
    let driver = PlainDriver(try AppForm.model())
    await driver.type("/port", "1")
    let choice = FormChoice(value: .number(JSONNumber(8080)), title: "Proxy")
    let list = driver.report(.choices("ports", .success([choice])))
    #expect(list.contains("\n- 8080, Proxy\n"), "\(list)")
    await driver.type("1")
    #expect(driver.model.value(at: ["chart", "port"]) == 1)
  }
}
