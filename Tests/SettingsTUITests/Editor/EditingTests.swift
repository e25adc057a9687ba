import SettingsEditing
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Editing values")
struct EditingTests {
  private func driver(at path: SettingPath) throws -> EditorDriver {
    EditorDriver(try TestForm.model(), start: path)
  }

  @Test("Typing replaces a default or a value that is set, and after an arrow key continues it")
  func typingOverDefault() async throws {
    let driver = EditorDriver(try TestForm.model("{}"), start: ["network", "host"])
    await driver.press(Key(.enter))
    await driver.type("a.org")
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: ["network", "host"]) == "a.org")
    await driver.press(Key(.enter), Key(.right))
    await driver.type("/x")
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: ["network", "host"]) == "a.org/x")
    await driver.press(Key(.enter))
    await driver.type("b")
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: ["network", "host"]) == "b")
  }

  @Test("Enter and Space toggle a Boolean setting; y and n set it")
  func booleans() async throws {
    let path: SettingPath = ["network", "useProxy"]
    let driver = try driver(at: path)
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: path) == .bool(true))
    await driver.press(Key(" "))
    #expect(driver.model.value(at: path) == .bool(false))
    await driver.press(Key("y"), Key("y"))
    #expect(driver.model.value(at: path) == .bool(true))
    await driver.press(Key("n"))
    #expect(driver.model.value(at: path) == .bool(false))
  }

  @Test("A number is checked while it is typed, and refused outside of its limits")
  func numbers() async throws {
    let path: SettingPath = ["calculation", "timePeriod"]
    let driver = try driver(at: path)
    await driver.press(Key(.enter), .control("u"))
    await driver.type("31")
    #expect(driver.text.contains("Use 30 or less"))
    await driver.press(Key(.enter))
    #expect(!driver.model.isStaged(path))
    await driver.press(Key(.backspace), Key("0"), Key(.enter))
    #expect(driver.model.value(at: path) == .number(JSONNumber(30)))
    #expect(driver.model.isStaged(path))
  }

  @Test("Text that isn't a number is explained and refused")
  func noNumber() async throws {
    let path: SettingPath = ["calculation", "timePeriod"]
    let driver = try driver(at: path)
    await driver.press(Key(.enter))
    await driver.type("x")
    let before = driver.text
    #expect(before.contains("!"))
    await driver.press(Key(.enter))
    #expect(!driver.model.isStaged(path))
    await driver.press(Key(.escape))
    #expect(driver.model.value(at: path) == .number(JSONNumber(7)))
  }

  @Test("Plus and minus step a number inside its limits")
  func steps() async throws {
    let driver = try driver(at: ["calculation", "timePeriod"])
    await driver.press(Key("+"), Key("+"), Key("-"))
    #expect(driver.model.value(at: ["calculation", "timePeriod"]) == .number(JSONNumber(8)))
    await driver.press(Key("j"), Key("+"))
    let damping = driver.model.value(at: ["calculation", "damping"])
    #expect(damping?.description == "0.4" || damping?.description == "0.40")
  }

  @Test("A choice is picked from a list, and Esc keeps the old value")
  func choices() async throws {
    let path: SettingPath = ["calculation", "mode"]
    let driver = try driver(at: path)
    await driver.press(Key(.enter), Key(.down))
    #expect(driver.text.contains("Smooths the last days."))
    await driver.press(Key(.escape))
    #expect(!driver.model.isStaged(path))
    await driver.press(Key(.enter), Key(.down), Key(.enter))
    #expect(driver.model.value(at: path) == .string("average"))
  }

  @Test("Flags are checked in a list and kept in the form's order")
  func flags() async throws {
    let path: SettingPath = ["calculation", "activeDays"]
    let driver = try driver(at: path)
    await driver.press(Key(.enter), Key("j"), Key("j"), Key(" "), Key("k"), Key(" "), Key(.enter))
    #expect(
      driver.model.value(at: path) == .array([.string("monday"), .string("friday"), .string("sunday")]))
  }

  @Test("A key sets an optional setting to none, and no other one")
  func none() async throws {
    let driver = try driver(at: ["language"])
    await driver.press(Key("x"))
    #expect(driver.model.value(at: ["language"]) == .null)
    let other = try self.driver(at: ["network", "useProxy"])
    await other.press(Key("x"))
    #expect(!other.model.hasChanges)
  }

  @Test("Opening and closing the field of a setting without a value keeps it without a value")
  func untouchedNone() async throws {
    let driver = try driver(at: ["calculation", "cutoff"])
    await driver.press(Key(.enter), Key(.enter))
    #expect(!driver.model.hasChanges)
  }

  @Test("A secret is masked while it is typed, and revealed on request")
  func secrets() async throws {
    let path: SettingPath = ["network", "password"]
    let driver = try driver(at: path)
    await driver.press(Key(.enter))
    await driver.type("hunter2")
    #expect(!driver.text.contains("hunter2"))
    await driver.press(.control("t"))
    #expect(driver.text.contains("hunter2"))
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: path) == .string("hunter2"))
    #expect(!driver.text.contains("hunter2"))
    await driver.press(Key("s"))
    #expect(!driver.text.contains("hunter2"))
  }

  @Test("Pasted text is inserted unchanged and runs no keys")
  func pasting() async throws {
    let path: SettingPath = ["network", "host"]
    let driver = try driver(at: path)
    await driver.paste("qqq")
    #expect(!driver.model.hasChanges && driver.editor.outcome == nil)
    await driver.press(Key(.enter), .control("u"))
    await driver.paste("q\u{1B}sd")
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: path) == .string("q\u{1B}sd"))
  }

  @Test("A read-only setting is shown and not changed")
  func readOnly() async throws {
    let driver = try driver(at: ["display", "version"])
    await driver.press(Key(.enter), Key("+"), Key("r"))
    #expect(!driver.model.hasChanges)
    #expect(driver.text.contains("is read-only"))
  }

  @Test("A setting is reset and unstaged, and both can be undone and redone")
  func resetRevertUndo() async throws {
    let path: SettingPath = ["network", "host"]
    let driver = try driver(at: path)
    await driver.press(Key("r"))
    #expect(driver.model.value(at: path) == .string("example.org"))
    await driver.press(Key("u"))
    #expect(driver.model.value(at: path) == .string("10.0.0.1"))
    await driver.press(.control("r"))
    #expect(driver.model.value(at: path) == .string("example.org"))
    await driver.press(Key("R"))
    #expect(driver.model.value(at: path) == .string("10.0.0.1"))
    #expect(!driver.model.isStaged(path))
  }

  @Test("Text of several lines is edited in its own screen")
  func multiline() async throws {
    let path: SettingPath = ["display", "notes"]
    let driver = try driver(at: path)
    await driver.press(Key(.enter), Key(.down), Key(.end), Key(.enter))
    await driver.type("third")
    await driver.press(.control("s"))
    #expect(driver.model.value(at: path) == .string("first\nsecond\nthird"))
  }

  @Test("Leaving changed text asks, and only a clear answer discards it")
  func multilineAsks() async throws {
    let driver = try driver(at: ["display", "notes"])
    await driver.press(Key(.enter), Key("X"), Key(.escape))
    #expect(driver.text.contains("Discard"))
    await driver.press(Key("g"), Key("Y"), Key(.escape), Key("t"))
    #expect(driver.model.value(at: ["display", "notes"]) == .string("first\nsecondXY"))
    await driver.press(Key(.enter), Key("Z"), Key(.escape), Key("d"))
    #expect(driver.model.value(at: ["display", "notes"]) == .string("first\nsecondXY"))
  }

  @Test("Malformed JSON is explained and stays open")
  func json() async throws {
    let path: SettingPath = ["display", "extra"]
    let driver = try driver(at: path)
    await driver.press(Key(.enter), Key("["), .control("s"))
    #expect(!driver.model.isStaged(path))
    #expect(driver.text.contains("!"))
    await driver.press(Key(.backspace), .control("s"))
    #expect(!driver.model.isStaged(path))
    await driver.press(Key(.enter))
    for _ in 0..<20 { await driver.press(.control("k")) }
    await driver.type("[1, 2]")
    await driver.press(.control("s"))
    #expect(driver.model.value(at: path) == .array([.number(JSONNumber(1)), .number(JSONNumber(2))]))
  }

  @Test("Going right opens a choice but doesn't toggle a Boolean setting")
  func goingRight() async throws {
    let driver = try driver(at: ["network", "useProxy"])
    await driver.press(Key(.right), Key("l"))
    #expect(!driver.model.hasChanges)
    let other = try self.driver(at: ["calculation", "mode"])
    await other.press(Key(.right))
    #expect(other.text.contains("Best for steady trends."))
  }

  @Test("The text null is a string, also in an optional setting")
  func nullText() async throws {
    let path: SettingPath = ["calculation", "cutoff"]
    let driver = try driver(at: path)
    await driver.press(Key(.enter))
    await driver.type("null")
    #expect(driver.text.contains("!"))
    await driver.press(Key(.enter))
    #expect(!driver.model.isStaged(path))
  }

  @Test("A read-only list can be opened but not changed")
  func readOnlyList() async throws {
    let list = FormSetting(
      key: "list", title: "List", kind: .list(.string(TextLimits()), ListLimits()),
      defaultValue: .array([.string("one")]), traits: .readOnly)
    let schema = FormSchema(root: FormSection(key: "", title: "Root", items: [.setting(list)]))
    let driver = EditorDriver(
      FormViewModel(
        try StoreEngine(form: FormIndex(schema), layers: SettingsLayers(storage: MemoryStorage()))))
    await driver.press(Key(.enter))
    #expect(driver.focusedLine.contains("one"))
    await driver.press(Key("d"), Key("a"), Key("x"), Key(.enter), Key("<"), Key(.escape))
    #expect(!driver.model.hasChanges)
  }
}
