import SettingsEditing
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Pasting and clicking")
struct PastingTests {
  private let host: SettingPath = ["network", "host"]

  @Test("A field of text grows by pasted lines, which replace what is selected, and are undone")
  func lines() async throws {
    let driver = EditorDriver(try TestForm.model(), start: host)
    await driver.press(Key(.enter))
    await driver.paste("one\r\n\ntwo\nthree\n")
    #expect(driver.words.contains("The 3 pasted lines are edited here; ^S accepts the text."))
    await driver.type("!")
    await driver.press(.alt("u"), .alt("u"))
    #expect(!driver.text.contains("two"))
    await driver.press(.alt("r"))
    #expect(!driver.model.isStaged(host))
    await driver.press(.control("s"))
    #expect(driver.model.value(at: host) == "one\n\ntwo\nthree")
  }

  @Test("A key makes a field grow, with the caret where it was, and a number stays on its line")
  func growing() async throws {
    let driver = EditorDriver(try TestForm.model(), start: host)
    await driver.press(Key(.enter), Key(.left), Key(.enter, modifiers: .alt), Key("x"), .control("s"))
    #expect(driver.model.value(at: host) == "10.0.0.x1")
    let number = EditorDriver(try TestForm.model(), start: ["calculation", "timePeriod"])
    await number.press(Key(.enter), .control("o"))
    #expect(number.words.contains("Only text has several lines"))
    await number.paste("1\n2")
    #expect(number.words.contains("The 2 pasted lines were joined with spaces."))
  }

  @Test("The line break at the end of a pasted line is dropped without notice")
  func oneLine() async throws {
    let driver = EditorDriver(try TestForm.model(), start: host)
    await driver.press(Key(.enter), .control("u"))
    await driver.paste("one\n")
    #expect(!driver.text.contains("joined"))
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: host) == "one")
  }

  @Test("Text of several lines keeps its pasted lines")
  func severalLines() async throws {
    let driver = EditorDriver(try TestForm.model(), start: ["display", "notes"])
    await driver.press(Key(.enter))
    await driver.paste("\na\nb")
    await driver.press(.control("s"))
    #expect(driver.model.value(at: ["display", "notes"]) == "first\nsecond\na\nb")
  }

  @Test("Pasted text presses no button")
  func question() async throws {
    let driver = EditorDriver(try TestForm.model(), start: ["calculation", "timePeriod"])
    await driver.press(Key("+"), Key("q"))
    await driver.paste("d")
    #expect(driver.model.hasChanges && driver.editor.outcome == nil)
    #expect(driver.words.contains("Pasted text is inserted only where text is typed."))
  }

  @Test("A hint in the last line can be clicked")
  func hints() async throws {
    let driver = EditorDriver(try TestForm.model(), start: host)
    let line = try #require(driver.text.split(separator: "\n").last)
    let x = try #require(line.firstRange(of: "/ Search")).lowerBound
    await driver.click(line.distance(from: line.startIndex, to: x) + 3, 23)
    #expect(driver.text.contains("Type a part of a title"))
    await driver.click(3, 23)
    await driver.press(Key(.escape))
    let keys = try #require(driver.text.split(separator: "\n").last?.firstRange(of: "? Keys"))
    let last = try #require(driver.text.split(separator: "\n").last)
    await driver.click(last.distance(from: last.startIndex, to: keys.lowerBound), 23)
    #expect(driver.text.contains("Keys of “Settings”"))
  }

  @Test("The list of keys fits a narrow window, and can be scrolled")
  func narrowKeys() async throws {
    let driver = EditorDriver(try TestForm.model(), size: Size(width: 40, height: 10))
    await driver.press(Key("?"))
    #expect(driver.text.contains("PgDn Page down"))
    var lines: [Substring] = []
    for _ in 0..<20 {
      lines += driver.text.split(separator: "\n").dropFirst().dropLast()
      await driver.press(Key(" "))
    }
    #expect(
      lines.contains { $0.contains("conditions") }
        && lines.contains { $0.contains("Ctrl") || $0.contains("^R") })
    #expect(!lines.contains { $0.contains("…") })
  }

  @Test("The search names no key that it would take as a letter")
  func searchHints() async throws {
    let driver = EditorDriver(try TestForm.ruledModel())
    await driver.press(Key("/"))
    await driver.type("damping")
    #expect(driver.words.contains("Disabled by a rule") && !driver.text.contains("shows why"))
  }

  private func secretField(isMultiline: Bool) async throws -> EditorDriver {
    let secret = FormSetting(
      key: "pem", title: "Key", kind: .string(TextLimits(isMultiline: isMultiline)), traits: .secret)
    let form = FormSchema(root: FormSection(key: "", title: "App", items: [.setting(secret)]))
    let store = try StoreEngine(form: FormIndex(form), layers: SettingsLayers(storage: MemoryStorage("{}")))
    let driver = EditorDriver(FormViewModel(store), start: ["pem"])
    await driver.press(Key(.enter))
    return driver
  }

  @Test("A secret of several lines keeps its pasted lines")
  func secretOfSeveralLines() async throws {
    let driver = try await secretField(isMultiline: true)
    await driver.paste("BEGIN\nabc\nEND\n")
    #expect(driver.words.contains("The 3 pasted lines were kept;") && !driver.text.contains("abc"))
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: ["pem"]) == "BEGIN\nabc\nEND\n")
  }

  @Test(
    "A stored secret of several lines is never shown, stays unless something is typed, and is replaced as a whole"
  )
  func storedSecretOfSeveralLines() async throws {
    let secret = FormSetting(
      key: "pem", title: "Key", kind: .string(TextLimits(isMultiline: true)), traits: .secret)
    let form = FormSchema(root: FormSection(key: "", title: "App", items: [.setting(secret)]))
    let storage = MemoryStorage(#"{"pem": "BEGIN\nabc\nEND"}"#)
    let store = try StoreEngine(form: FormIndex(form), layers: SettingsLayers(storage: storage))
    let driver = EditorDriver(FormViewModel(store), start: ["pem"])
    await driver.press(Key(.enter))
    #expect(driver.editor.keyMap.keys(for: .reveal) == [.control("t")])
    await driver.press(.control("t"))
    #expect(!driver.text.contains("BEGIN") && !driver.text.contains("abc"))
    await driver.press(Key(.enter))
    #expect(!driver.model.hasChanges && !driver.text.contains("abc"))
    await driver.press(Key("e"))
    #expect(driver.effects.isEmpty && driver.words.contains("secrets are never written to other files"))
    await driver.press(Key(.enter))
    await driver.paste("BEGIN\nnew\nEND")
    await driver.press(Key(.enter), Key("s"))
    #expect(driver.model.value(at: ["pem"]) == "BEGIN\nnew\nEND")
    #expect(!driver.text.contains("new") && !driver.text.contains("abc"))
  }

  @Test("Given text that was deleted in one field, when it is inserted in another, then it is there")
  func deletedText() async throws {
    let driver = EditorDriver(try TestForm.model(#"{"network": {"host": "db1"}}"#), start: host)
    await driver.press(Key(.enter), .control("u"), Key(.escape), Key("/"), .control("y"))
    #expect(driver.words.contains("/ db1"))
    await driver.press(
      Key(.escape), Key(.enter), .control("a"), .control("k"), Key("x"), .control("y"), Key(.enter))
    #expect(driver.model.value(at: host) == "xdb1")
  }

  @Test(
    "Given a secret that was deleted in its field, when text is inserted elsewhere, then the secret isn't there"
  )
  func deletedSecret() async throws {
    let driver = EditorDriver(try TestForm.model("{}"), start: ["network", "password"])
    await driver.press(Key(.enter))
    await driver.type("hunter2")
    await driver.press(.control("u"), .control("y"), .control("w"), Key(.escape), Key("/"), .control("y"))
    #expect(!driver.text.contains("hunter2") && driver.editor.core.killed.isEmpty)
  }

  @Test("Several lines aren't joined to a secret of one line, since nobody would see it")
  func secretOfOneLine() async throws {
    let driver = try await secretField(isMultiline: false)
    await driver.paste("BEGIN\nabc\nEND\n")
    #expect(driver.words.contains("nothing was inserted"))
    await driver.paste("abc\n")
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: ["pem"]) == "abc")
  }
}
