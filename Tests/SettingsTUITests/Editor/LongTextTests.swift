import SettingsEditing
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Text that is longer than its place")
struct LongTextTests {
  private let notes: SettingPath = ["display", "notes"]

  // MARK: - The text editor

  @Test("Lines of text that begin or continue outside the window are marked")
  func markedLines() async throws {
    let driver = EditorDriver(try TestForm.model(), size: Size(width: 40, height: 10), start: notes)
    await driver.press(Key(.enter))
    #expect(!driver.text.contains("‹"))
    await driver.press(Key(.home, modifiers: .control))
    await driver.type(String(repeating: "0123456789", count: 5))
    #expect(driver.text.contains("1‹") && driver.text.contains("2‹"))
    await driver.press(Key(.home))
    #expect(!driver.text.contains("‹"))
    #expect(driver.text.contains("1 0123456789") && driver.text.contains("›\n"))
  }

  @Test("Text that is being typed is staged when the editor is terminated, also while it is asked about")
  func terminated() async throws {
    for asks in [false, true] {
      let driver = EditorDriver(try TestForm.model(), start: notes)
      await driver.press(Key(.enter))
      await driver.type(" typed")
      if asks { await driver.press(Key(.escape)) }
      await driver.send(.ended(signal: 1))
      #expect(driver.model.value(at: notes) == "first\nsecond typed")
      #expect(driver.editor.outcome?.stagedCount == 1)
    }
  }

  @Test("Text that isn't a value is kept when the editor is terminated, and opens again")
  func terminatedMalformed() async throws {
    let extra: SettingPath = ["display", "extra"]
    let old = EditorDriver(try TestForm.model(), start: extra)
    await old.press(Key(.enter))
    await old.type("[")
    await old.send(.ended(signal: 15))
    let kept = try #require(old.editor.core.unstagedText)
    #expect(kept.path == extra && kept.text.contains("[{"))
    #expect(old.editor.outcome?.hasUnstagedText == true && !old.model.hasChanges)
    #expect(old.editor.core.edit(of: kept) != nil)
  }

  // MARK: - Messages

  @Test("The reasons why text and keys aren't accepted are shown completely", arguments: [40, 80])
  func reasons(_ columns: Int) async throws {
    let size = Size(width: columns, height: 24)
    let text = EditorDriver(try TestForm.model(), size: size, start: ["display", "extra"])
    await text.press(Key(.enter))
    await text.type(String(repeating: "x", count: 60))
    await text.press(.control("s"))
    #expect(text.words.contains("! 1:1: Expected a value, but found “x…”."))

    let keys = EditorDriver(try TestForm.model(), size: size, start: ["display", "labels"])
    await keys.press(Key(.enter), Key("a"))
    await keys.type("x")
    await keys.press(Key(.enter))
    #expect(!keys.text.contains("type…"))
    let notes = keys.text.split(separator: "\n").count { $0.contains("another one.") }
    #expect(notes == 1, "\(keys.text)")
  }

  @Test("A message that doesn't fit on its line continues above it", arguments: [40, 80])
  func message(_ columns: Int) async throws {
    let driver = EditorDriver(
      try TestForm.model(), size: Size(width: columns, height: 24), start: ["network", "host"])
    let sentence = "The first sentence says what happened. The second one says what a person can do about it."
    driver.editor.context.message = Message(sentence, role: .problem)
    await driver.send(.resized)
    let rows = driver.text.split(separator: "\n").suffix(3).joined(separator: " ")
    #expect(rows.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains("do about it."))
    #expect(driver.words.contains(sentence))
  }

  @Test("Only the screen on top shows a message")
  func messageBelowDialog() async throws {
    let driver = EditorDriver(
      try TestForm.model(), size: Size(width: 40, height: 24), start: ["network", "host"])
    try driver.model.stage("other", at: ["network", "host"])
    await driver.press(Key("q"))
    driver.editor.context.message = Message("A sentence that is longer than the line of the message.")
    await driver.send(.resized)
    #expect(driver.text.split(separator: "\n").count { $0.contains("A sentence that") } == 1)
    await driver.press(Key(.escape))
    #expect(driver.editor.screens.isEmpty)
  }

  // MARK: - Paths of sections

  private func deepModel() throws -> FormViewModel {
    var section = FormSection(
      key: "s9", title: "Section 9",
      items: [.setting(FormSetting(key: "leaf", title: "Leaf", kind: .boolean, defaultValue: false))])
    for level in (1...8).reversed() {
      section = FormSection(key: "s\(level)", title: "Section \(level)", items: [.section(section)])
    }
    let root = FormSection(
      key: "", title: "A form with a title that is too long for the line", items: [.section(section)])
    return FormViewModel(
      try StoreEngine(
        form: FormIndex(FormSchema(root: root)), layers: SettingsLayers(storage: MemoryStorage("{}"))))
  }

  @Test("A path that is too long for its line ends with the section that it names", arguments: [40, 80])
  func deepSection(_ columns: Int) async throws {
    let leaf = SettingPath((1...9).map { "s\($0)" } + ["leaf"])
    let driver = EditorDriver(try deepModel(), size: Size(width: columns, height: 24), start: leaf)
    let lines = driver.text.split(separator: "\n")
    #expect(lines[0].contains("Section 9"))
    #expect(lines.dropFirst().contains { $0.contains("… › Section") && $0.hasSuffix("Section 9") })
  }

  @Test("A long title of the form leaves room for the name of the screen")
  func screenName() async throws {
    let driver = EditorDriver(try deepModel(), size: Size(width: 40, height: 12))
    await driver.press(Key("!"))
    #expect(driver.text.split(separator: "\n")[0].contains("› Problems"))
  }

  @Test("Pieces of text that end where others are cut off end with an ellipsis")
  func cutPieces() {
    var frame = Frame(Size(width: 10, height: 1), glyphs: Glyphs())
    frame.draw([Span("abcd"), Span("efgh"), Span("ij")], x: 0, y: 0, columns: 8)
    #expect(frame.grid.text == "abcdefg…")
    frame.draw([Span("abcd"), Span("efgh"), Span("")], x: 0, y: 0, columns: 8)
    #expect(frame.grid.text == "abcdefgh")
    frame.draw([Span("日本語日"), Span("  "), Span("{1}")], x: 0, y: 0, columns: 7)
    #expect(frame.grid.text.hasPrefix("日本語…") && !frame.grid.text.contains("……"))
  }
}
