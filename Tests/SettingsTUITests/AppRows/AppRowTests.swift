import SettingsEditing
import Synchronization
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Rows that the running app provides")
struct AppRowTests {
  /// An editor with the focus on the setting of the cache.
  private func driver(hooks: (any SettingsHooks)? = AppForm.Hooks()) throws -> EditorDriver {
    EditorDriver(try AppForm.model(hooks: hooks), start: ["cache", "limit"])
  }

  @Test("Visible details are loaded when they are first shown, and again with each tick")
  func loading() async throws {
    let driver = try driver()
    #expect(driver.editor.loadDetails(again: false) == [.load([.detail("fileSize")])])
    #expect(driver.editor.loadDetails(again: false) == [])
    driver.report(.detail("fileSize", text: "12 kB"))
    #expect(driver.text.contains("File Size     12 kB"))
    #expect(driver.editor.nextTick == .seconds(1))
    await driver.tick()
    #expect(driver.effects == [.load([.detail("fileSize")])])
    driver.report(.detail("fileSize", text: "13 kB"))
    #expect(driver.text.contains("File Size     13 kB"))
  }

  @Test("A detail that takes long isn't loaded twice at the same time, and shows its previous text")
  func slowDetail() async throws {
    let driver = try driver()
    driver.report(.detail("fileSize", text: "12 kB"))
    await driver.tick()
    await driver.tick()
    await driver.tick()
    #expect(driver.effects == [.load([.detail("fileSize")])])
    #expect(driver.text.contains("12 kB"))
  }

  @Test("Details and live text that aren't on the screen cause no timer")
  func invisible() async throws {
    let driver = try driver()
    await driver.press(Key("/"))
    #expect(driver.editor.nextTick == nil)
    #expect(driver.editor.loadDetails(again: true) == [])
    await driver.press(Key(.escape), .control("g"))
    await driver.type("tools")
    await driver.press(Key(.enter))
    #expect(driver.editor.nextTick == nil)
    #expect(driver.editor.loadDetails(again: true) == [])
  }

  @Test("Headers and footers are asked for again while the screen is idle")
  func footer() async throws {
    let state = Box("connected")
    let driver = try driver(hooks: AppForm.Hooks(text: { _ in state.text }))
    #expect(driver.text.contains("connected"))
    state.text = "no network"
    #expect(driver.editor.nextTick == .seconds(1))
    await driver.tick()
    #expect(driver.text.contains("no network"))
  }

  @Test("Enter runs an action, whose progress and result are shown in its row")
  func action() async throws {
    let driver = try driver()
    await driver.press(Key("j"), Key("j"))
    #expect(driver.focusedLine.contains("Forget Cache  Enter runs it"))
    await driver.press(Key(.enter))
    #expect(driver.effects == [.run(action: "forgetCache")])
    #expect(driver.focusedLine.contains("Forget Cache  Running…"))
    driver.report(.progress("forgetCache", text: "3 of 10 files"))
    #expect(driver.focusedLine.contains("3 of 10 files…"))
    driver.report(.progress("forgetCache", text: "removed 10 files"))
    driver.report(.ended("forgetCache", .done))
    #expect(driver.focusedLine.contains("Removed 10 files"))
    #expect(!driver.focusedLine.contains("…"))
    #expect(!driver.model.hasChanges)
  }

  @Test("The screen works while an action runs, and the action isn't run twice at the same time")
  func running() async throws {
    let driver = try driver()
    await driver.press(Key("j"), Key("j"), Key(.enter), Key(.enter))
    #expect(driver.effects == [.run(action: "forgetCache")])
    #expect(driver.text.contains("Forget Cache is running already."))
    await driver.press(Key("k"), Key("k"), Key("+"))
    #expect(driver.model.value(at: ["cache", "limit"]) == 65)
    driver.report(.ended("forgetCache", .done))
    await driver.press(Key("j"), Key("j"), Key(.enter))
    #expect(driver.effects == [.run(action: "forgetCache"), .run(action: "forgetCache")])
  }

  @Test("An error of an action is shown in its row, and in full in the help")
  func failure() async throws {
    let driver = try driver()
    await driver.press(Key("j"), Key("j"), Key(.enter))
    driver.report(.ended("forgetCache", .failed, error: "the disk is full\nand slow"))
    #expect(driver.focusedLine.contains("The disk is full…"))
    #expect(driver.text.contains("and slow"))
  }

  @Test("Esc and Ctrl-C cancel the focused action", arguments: [Key(.escape), .control("c")])
  func cancel(key: Key) async throws {
    let driver = try driver()
    await driver.press(Key("j"), Key("j"), Key(.enter), key)
    #expect(driver.effects.last == .cancel(action: "forgetCache"))
    #expect(driver.focusedLine.contains("Is being canceled…"))
    #expect(driver.editor.outcome == nil)
    driver.report(.ended("forgetCache", .canceled))
    #expect(driver.focusedLine.contains("Canceled"))
  }

  @Test("Leaving while an action runs asks first, and cancels it")
  func leaving() async throws {
    let driver = try driver()
    await driver.press(Key("j"), Key("j"), Key(.enter), Key("k"), Key("q"))
    #expect(driver.words.contains("Forget Cache is still running."))
    await driver.press(Key("s"))
    #expect(driver.editor.outcome == nil)
    await driver.press(Key("q"), Key("c"))
    #expect(driver.effects.suffix(2) == [.cancel(action: "forgetCache"), .close])
    #expect(driver.editor.outcome?.ending == .left)
  }

  private static func title(_ key: String) -> String { key.prefix(1).uppercased() + key.dropFirst() }

  /// A form with a section in place, one as a link, and rows among its settings.
  private func placed() throws -> FormViewModel {
    func setting(_ key: String) -> FormItem {
      .setting(FormSetting(key: key, title: Self.title(key), kind: .boolean, defaultValue: .bool(false)))
    }
    func section(_ key: String, isInline: Bool) -> FormItem {
      var section = FormSection(key: key, title: Self.title(key), items: [setting("inside\(key)")])
      section.isInline = isInline
      return .section(section)
    }
    let root = FormSection(
      key: "", title: "App",
      attributes: SettingKeyword.Attributes(
        header: "top", footer: "bottom",
        details: [FormRow(name: "speed", title: "Speed", place: .before("second"))],
        actions: [
          FormRow(name: "help", title: "Help", place: .header),
          FormRow(name: "renew", title: "Renew", place: .footer),
          FormRow(name: "last", title: "Last"),
        ]),
      items: [
        setting("first"), section("here", isInline: true), section("elsewhere", isInline: false),
        setting("second"),
        .section(FormSection(key: "below", title: "Below", items: [setting("third")])),
      ])
    return FormViewModel(
      try StoreEngine(
        form: FormIndex(FormSchema(root: root)), layers: SettingsLayers(storage: MemoryStorage("{}")),
        hooks: AppForm.Hooks()))
  }

  @Test("Line by line, a section in place has its title above its rows, which rows after it aren't below")
  func placesInLines() async throws {
    let driver = PlainDriver(try placed())
    let listed = try #require(driver.editor.finishListing()).text
    let lines = listed.split(separator: "\n", omittingEmptySubsequences: false)
    let title = try #require(lines.firstIndex(of: "Here."), "\(listed)")
    #expect(lines[title - 1].contains(" First") && lines[title + 1].contains(" Insidehere"))
    #expect(lines[title + 2] == "" && lines[title + 3].contains(" Elsewhere"))
    #expect(lines.count { $0.contains("Here.") } == 1)
    #expect(await driver.type("more") == "That is all.\n")
  }

  @Test("Rows and sections are where the form places them, and a link leads to its section")
  func places() async throws {
    let driver = EditorDriver(try placed(), size: Size(width: 80, height: 40))
    let order = [
      "Text of top", "Help", "First", "Here", "Insidehere", "Elsewhere", "Speed", "Second", "Last", "Below",
      "Third", "Text of bottom", "Renew",
    ]
    var rest = driver.text[...]
    for word in order {
      let found = rest.firstRange(of: word)
      #expect(found != nil, "\(word) in \(driver.text)")
      rest = rest[(found?.upperBound ?? rest.startIndex)...]
    }
    #expect(!driver.text.contains("Insideelsewhere"))
    // A link right after a section in place isn't a row of that section.
    let lines = driver.text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.split(separator: "│").last ?? ""
    }
    let end = try #require(lines.firstIndex { $0.contains("Insidehere") })
    #expect(
      lines[end + 1].allSatisfy(\.isWhitespace) && lines[end + 2].contains("Elsewhere"), "\(driver.text)")
    while !driver.focusedLine.contains("section of 1 setting") { await driver.press(Key("j")) }
    await driver.press(Key(.enter))
    #expect(driver.text.contains("Insideelsewhere") && !driver.text.contains("Insidehere"))
    await driver.press(Key("/"))
    await driver.type("insidehere")
    await driver.press(Key(.enter))
    #expect(driver.focusedLine.contains("Insidehere") && driver.text.contains("Second"))
  }

  @Test("In the plain editor, the items have the same order")
  func plainPlaces() throws {
    let driver = PlainDriver(try placed())
    let lines = driver.report(.detail("speed", text: "1"))
    let titles = lines.split(separator: "\n").compactMap { line -> String? in
      guard let dot = line.firstIndex(of: "."), Int(line[..<dot]) != nil else { return nil }
      return String(line[line.index(dot, offsetBy: 2)...].prefix { $0.isLetter })
    }
    #expect(
      titles == [
        "Help", "First", "Insidehere", "Elsewhere", "Speed", "Second", "Last", "Renew", "Below",
      ])
  }

  @Test("A struct with names and a text is chosen by name, typed by its text, and edited by its members")
  func presets() async throws {
    func member(_ key: String) -> FormItem {
      .setting(FormSetting(key: key, title: Self.title(key), kind: .integer(NumberLimits()), defaultValue: 1))
    }
    var window = FormSetting(
      key: "window", title: "Window",
      kind: .object(FormSection(key: "window", title: "Window", items: [member("width"), member("height")])),
      defaultValue: ["width": 80, "height": 24])
    window.textTemplate = "{width} × {height}"
    window.presets = [
      FormChoice(value: ["width": 80, "height": 24], title: "Classic"),
      FormChoice(value: ["width": 132, "height": 43], title: "Wide"),
    ]
    let form = FormSchema(root: FormSection(key: "", title: "App", items: [.setting(window)]))
    let driver = EditorDriver(
      FormViewModel(
        try StoreEngine(form: FormIndex(form), layers: SettingsLayers(storage: MemoryStorage("{}")))))
    #expect(driver.focusedLine.contains("Classic"))
    await driver.press(Key(.enter), Key(.down), Key(.enter))
    #expect(driver.model.value(at: ["window"]) == ["width": 132, "height": 43])
    #expect(driver.focusedLine.contains("Wide"))
    try driver.model.stage(["width": 100, "height": 30], at: ["window"])
    await driver.press(Key("l"))
    #expect(driver.text.contains("Height") && driver.text.contains("30"))
    #expect(PlainDriver(driver.model).answer.text.contains("100 × 30"))
  }

  @Test("Without the app its rows are left out")
  func withoutApp() async throws {
    let driver = try driver(hooks: nil)
    #expect(!driver.text.contains("File Size") && !driver.text.contains("Forget Cache"))
    #expect(driver.editor.nextTick == nil)
    await driver.press(Key("/"))
    await driver.type("cache")
    #expect(!driver.text.contains("Forget Cache"))
  }

  @Test("A section that a rule hides has no rows")
  func hiddenSection() async throws {
    let driver = EditorDriver(try AppForm.model())
    #expect(driver.text.contains("Forget Cache"))
    try driver.model.stage(.string(""), at: ["fileName"])
    driver.editor.core.noteChange()
    await driver.press(Key("k"))
    #expect(!driver.text.contains("Forget Cache"))
    #expect(driver.text.contains("Export Everything"))
    await driver.press(Key("a"))
    #expect(driver.text.contains("Forget Cache"))
  }

  @Test("A search finds rows, after the settings whose titles begin with the query")
  func search() async throws {
    let driver = try driver()
    await driver.press(Key("/"))
    await driver.type("file")
    let lines = driver.text.split(separator: "\n").filter { $0.contains("File") }
    #expect(lines.first?.contains("File Name") ?? false)
    #expect(lines.dropFirst().first?.contains("File Size") ?? false)
    await driver.press(Key(.down), Key(.enter))
    #expect(driver.focusedLine.contains("File Size"))
    await driver.press(Key("n"))
    #expect(driver.focusedLine.contains("File Name"))
  }

  @Test("A detail can be copied")
  func copying() async throws {
    let driver = try driver()
    driver.report(.detail("fileSize", text: "12 kB"))
    await driver.press(Key("j"), Key("c"))
    #expect(driver.effects == [.copy("12 kB")])
  }
}

/// Text of an app, which changes.
private final class Box: Sendable {
  private let content: Mutex<String>

  init(_ text: String) {
    content = Mutex(text)
  }

  var text: String {
    get { content.withLock { $0 } }
    set { content.withLock { $0 = newValue } }
  }
}
