import SettingsEditing
import Testing

@testable import SettingsTUI

/// The kind of error that these tests end: a key that is listed, and does nothing.
@MainActor
@Suite("A key that is listed acts, or says why not")
struct PageKeysTests {
  /// How to open a page.
  struct Page: Sendable, CustomTestStringConvertible {
    let place: KeyContext
    let start: SettingPath
    let keys: [Key]

    init(_ place: KeyContext, at start: SettingPath = ["calculation", "timePeriod"], _ keys: Key...) {
      (self.place, self.start, self.keys) = (place, start, keys)
    }

    var testDescription: String { place.rawValue }
  }

  nonisolated private static let pages = [
    Page(.settings), Page(.settings, at: ["network", "useProxy"]),
    Page(.settings, at: ["display", "labels"]),
    Page(.sections, Key(.tab)), Page(.field, Key(.enter)),
    Page(.list, at: ["display", "colors"], Key(.enter)),
    Page(.dictionary, at: ["display", "labels"], Key(.enter)),
    Page(.object, at: ["display", "servers"], Key(.enter), Key(.enter)),
    Page(.key, at: ["display", "labels"], Key(.enter), Key("a")),
    Page(.text, at: ["display", "notes"], Key(.enter)),
    Page(.picker, at: ["calculation", "mode"], Key(.enter)),
    Page(.checklist, at: ["calculation", "activeDays"], Key(.enter)), Page(.search, Key("/")),
    Page(.filter, Key("T"), Key("f")), Page(.palette, Key(":")),
    Page(.filePath, Key("o")), Page(.copy, Key("c")), Page(.review, Key("+"), Key("s")),
    Page(.rollback, Key("+"), Key("s"), Key("s"), Key("+"), Key("s"), Key("s"), Key("H"), Key("j"), Key("r")),
    Page(.problems, at: ["network", "host"], Key("!")), Page(.tree, Key("T")),
    Page(.prompt, Key("T"), Key("#")),
    Page(.why, Key("w")), Page(.prompt, Key("+"), Key("s"), Key("M")),
    Page(.history, Key("+"), Key("s"), Key("s"), Key("H")), Page(.dialog, Key("+"), Key("q")),
    Page(.reading, Key("?")),
  ]

  private static let file = #"{"calculation": {"timePeriod": 3}, "network": {"host": 5}}"#

  @Test("With a form", arguments: pages)
  func described(_ page: Page) async throws {
    try await check(page) { try TestForm.model(Self.file) }
  }

  @Test("In the smallest window, a page shows what has the focus and how to see its keys", arguments: pages)
  func smallest(_ page: Page) async throws {
    let driver = EditorDriver(
      try TestForm.model(Self.file), size: Size(width: 40, height: 10), start: page.start)
    for key in page.keys { await driver.press(key) }
    let lines = driver.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 10)
    #expect(!driver.focusedLine.isEmpty && driver.frame.cursor.y < 9, "\(driver.text)")
    let footer = try #require(lines.last)
    #expect(page.place == .reading || footer.contains("Keys") || footer.hasSuffix("?"), "\(driver.text)")
  }

  nonisolated private static let undescribed = [
    Page(.settings, at: ["n"]), Page(.settings, at: ["name"]), Page(.sections, Key(.tab)),
    Page(.field, at: ["n"], Key(.enter)), Page(.list, at: ["list"], Key(.enter)),
    Page(.tree, at: ["map"], Key("T")), Page(.review, at: ["n"], Key("+"), Key("s")),
    Page(.why, at: ["n"], Key("w")), Page(.copy, at: ["n"], Key("c")),
  ]

  @Test("Without a form", arguments: undescribed)
  func undescribed(_ page: Page) async throws {
    try await check(page) {
      let form = FormIndex(FormSchema(root: FormSection(key: "", title: "File", items: [])))
      let text = #"{"$schema": "x", "name": "a", "n": 1, "list": [1, 2], "map": {"a": {"b": 1}}}"#
      return FormViewModel(
        try StoreEngine(form: form, layers: SettingsLayers(storage: MemoryStorage(text))))
    }
  }

  /// Presses the first key of each command that doesn't only move, or edit text: something is different then, or the hint line says why
  /// not.
  private func check(_ page: Page, model: () throws -> FormViewModel) async throws {
    for binding in EditorKeys.standard[page.place].bindings where binding.command.isListed {
      guard let key = binding.keys.first else { continue }
      // Others test times.
      await Task.yield()
      let driver = EditorDriver(try model(), size: Size(width: 72, height: 14), start: page.start)
      for key in page.keys { await driver.press(key) }
      #expect(
        (driver.editor.screens.last?.keyContext ?? driver.editor.browse.keyContext) == page.place,
        "\(driver.text)")
      let before = (driver.text, driver.effects.count, driver.model.changeCount, driver.frame.cursor)
      await driver.press(key)
      let after = (driver.text, driver.effects.count, driver.model.changeCount, driver.frame.cursor)
      let acts = before != after || driver.editor.outcome != nil || driver.editor.context.message != nil
      #expect(acts, "\(key.plainName): \(binding.title)")
    }
  }
}
