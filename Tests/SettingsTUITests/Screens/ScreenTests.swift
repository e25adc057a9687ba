import SettingsEditing
import SettingsSystem
import Testing

@testable import SettingsTUI

@MainActor
@Suite("How the screens look")
struct ScreenTests {
  /// For pages with a layout of their own in the smallest window. The others are compared at one size, and `PageKeysTests` opens each page
  /// in the smallest one. Wider windows only add room, except for the main screen.
  nonisolated private static let twoSizes = [(40, 10), (80, 24)]

  private func driver(
    _ size: (Int, Int) = (80, 24), at path: SettingPath? = nil, _ glyphs: Glyphs = Glyphs()
  ) throws -> EditorDriver {
    EditorDriver(try TestForm.model(), size: Size(width: size.0, height: size.1), glyphs: glyphs, start: path)
  }

  @Test("The main screen", arguments: twoSizes + [(160, 40)])
  func browse(_ size: (Int, Int)) async throws {
    let driver = try driver(size, at: ["calculation", "timePeriod"])
    await driver.press(Key("+"))
    expectGolden("browse-\(size.0)x\(size.1)", driver)
    await driver.press(Key(.tab))
    if size.0 < 160 { expectGolden("sections-\(size.0)x\(size.1)", driver) }
  }

  @Test("The main screen in a locale without UTF-8")
  func ascii() async throws {
    let driver = try driver(at: ["display", "title"], Glyphs(.ascii))
    #expect(driver.text.allSatisfy { $0.isASCII })
    expectGolden("browse-ascii", driver)
  }

  @Test("An open field")
  func field() async throws {
    let driver = try driver(at: ["calculation", "timePeriod"])
    await driver.press(Key(.enter), Key(.end), Key("9"))
    expectGolden("field-80x24", driver)
  }

  @Test("Picking a choice", arguments: twoSizes)
  func picker(_ size: (Int, Int)) async throws {
    let driver = try driver(size, at: ["calculation", "mode"])
    await driver.press(Key(.enter), Key(.down))
    expectGolden("picker-\(size.0)x\(size.1)", driver)
  }

  @Test("Checking flags")
  func checklist() async throws {
    let driver = try driver(at: ["calculation", "activeDays"])
    await driver.press(Key(.enter), Key("j"), Key(" "))
    expectGolden("checklist-80x24", driver)
  }

  @Test("The elements of a list")
  func list() async throws {
    let driver = try driver(at: ["display", "colors"])
    await driver.press(Key(.enter), Key("j"))
    expectGolden("list-80x24", driver)
  }

  @Test("The fields of an object")
  func object() async throws {
    let driver = try driver(at: ["display", "servers"])
    await driver.press(Key(.enter), Key(.enter))
    expectGolden("object-80x24", driver)
  }

  @Test("Text of several lines")
  func text() async throws {
    let driver = try driver(at: ["display", "notes"])
    await driver.press(Key(.enter), Key(.down))
    expectGolden("text-80x24", driver)
  }

  @Test("Searching", arguments: twoSizes)
  func search(_ size: (Int, Int)) async throws {
    let driver = try driver(size)
    await driver.press(Key("/"))
    await driver.type("me")
    expectGolden("search-\(size.0)x\(size.1)", driver)
  }

  @Test("The review", arguments: twoSizes)
  func review(_ size: (Int, Int)) async throws {
    let driver = try driver(size, at: ["calculation", "mode"])
    await driver.press(Key("+"), Key("j"), Key("+"), Key("s"), Key("j"), Key(" "))
    expectGolden("review-\(size.0)x\(size.1)", driver)
  }

  @Test("The review of lists, dictionaries and long strings", arguments: twoSizes)
  func reviewParts(_ size: (Int, Int)) async throws {
    let driver = EditorDriver(try ReviewPartsTests.model(), size: Size(width: size.0, height: size.1))
    await driver.press(Key("s"), Key("j"), Key("j"), Key("j"), Key(" "))
    if size.1 < 20 { await driver.press(Key("G")) }
    expectGolden("parts-\(size.0)x\(size.1)", driver)
  }

  @Test("The question on leaving")
  func leave() async throws {
    let driver = try driver(at: ["calculation", "mode"])
    await driver.press(Key("+"), Key("q"))
    expectGolden("leave-80x24", driver)
  }

  @Test("Only changed settings")
  func filtered() async throws {
    let driver = try driver(at: ["calculation", "timePeriod"])
    await driver.press(Key("+"), Key("j"), Key("+"), Key(.tab), Key("g"), Key(.tab), Key("f"))
    expectGolden("changed-80x24", driver)
  }

  @Test("Rows of the app")
  func appRows() async throws {
    let driver = EditorDriver(try AppForm.model())
    driver.report(.detail("fileSize", text: "12 kB"))
    await driver.press(Key("j"), Key("j"), Key("j"), Key(.enter), Key("k"), Key(.enter))
    driver.report(.progress("export", text: "3 of 10 files"))
    driver.report(.ended("forgetCache", .failed, error: "The disk is full; remove something first."))
    expectGolden("rows-80x24", driver)
  }

  @Test("The commands of a screen")
  func palette() async throws {
    let driver = try driver(at: ["calculation", "timePeriod"])
    await driver.press(Key(":"))
    expectGolden("palette-80x24", driver)
    await driver.type("un")
    expectGolden("palette-query-80x24", driver)
  }

  @Test("The path of another file")
  func filePath() async throws {
    let driver = try driver(at: ["calculation", "timePeriod"])
    await driver.press(Key("o"))
    await driver.type("presets/fast.json")
    expectGolden("load-80x24", driver)
  }

  @Test("Copying")
  func copying() async throws {
    let driver = try driver(at: ["calculation", "timePeriod"])
    try driver.model.stage(.string("hunter2"), at: ["network", "password"])
    try driver.model.reset(["network", "host"])
    await driver.press(Key("+"), Key("c"), Key("G"))
    expectGolden("copy-80x24", driver)
  }

  @Test("The history and a rollback", arguments: twoSizes)
  func history(_ size: (Int, Int)) async throws {
    let driver = try driver(size, at: ["calculation", "timePeriod"])
    await driver.press(
      Key("+"), Key("s"), Key("s"), Key("+"), Key("j"), Key("+"), Key("s"), Key("s"), Key("H"))
    expectGolden("history-\(size.0)x\(size.1)", driver)
    await driver.press(Key("j"), Key("r"))
    if size.0 == 80 { expectGolden("rollback-80x24", driver) }
  }

  @Test("A pending confirmation", arguments: twoSizes)
  func confirmation(_ size: (Int, Int)) async throws {
    let driver = try driver(size, at: ["calculation", "timePeriod"])
    await driver.press(Key("+"), Key("s"), Key("T"), Key("T"), Key("T"), Key("T"), Key("T"))
    if size.0 == 80 { expectGolden("within-80x24", driver) }
    await driver.press(Key("s"))
    expectGolden("banner-\(size.0)x\(size.1)", driver)
  }

  @Test("The reasons of a value", arguments: twoSizes)
  func why(_ size: (Int, Int)) async throws {
    let driver = EditorDriver(
      try TestForm.ruledModel(), size: Size(width: size.0, height: size.1),
      start: ["calculation", "timePeriod"])
    try driver.model.stage(.bool(true), at: ["network", "useProxy"])
    await driver.press(Key("w"))
    expectGolden("why-\(size.0)x\(size.1)", driver)
  }

  @Test("What rules hide, lock and derive")
  func rules() async throws {
    let driver = EditorDriver(try TestForm.ruledModel(), start: ["network", "useProxy"])
    await driver.press(Key(" "), Key(.tab), Key("k"), Key(.tab))
    expectGolden("rules-80x24", driver)
  }

  @Test("Settings that are new since the last apply", arguments: twoSizes)
  func newSettings(_ size: (Int, Int)) async throws {
    let driver = EditorDriver(
      try NewSettingsForm.model(), size: Size(width: size.0, height: size.1), start: ["network", "useProxy"])
    expectGolden("new-\(size.0)x\(size.1)", driver)
    await driver.press(Key(" "), Key(.down))
    if size.0 == 80 { expectGolden("new-changed-80x24", driver) }
    await driver.press(Key("/"))
    await driver.type("@new")
    if size.0 == 80 { expectGolden("new-search-80x24", driver) }
  }

  @Test("Settings that are new, in a locale without UTF-8")
  func newSettingsInASCII() async throws {
    let driver = EditorDriver(
      try NewSettingsForm.model(), glyphs: Glyphs(.ascii), start: ["network", "useProxy"])
    #expect(driver.text.allSatisfy { $0.isASCII })
    expectGolden("new-ascii", driver)
  }

  @Test("Unsaved changes are offered", arguments: twoSizes)
  func recovery(_ size: (Int, Int)) async throws {
    let driver = try driver(size)
    let changes = [
      RecoveryRecord.Change(path: ["calculation", "timePeriod"], value: .number(JSONNumber(9)), base: nil),
      RecoveryRecord.Change(path: ["network", "host"], value: .string("b"), base: nil),
    ]
    let record = RecoveryRecord(
      file: "/settings.json", time: WallTime.now.milliseconds / 1_000, changes: changes,
      secrets: [["network", "password"]])
    #expect(driver.editor.offer(RecoveryFolder.Leftover(path: "/none", record: record)))
    await driver.send(.resized)
    let time = WallTime(milliseconds: record.time * 1_000).shortLocalText()
    expectGolden("recovery-\(size.0)x\(size.1)", driver, masking: (time, "09:30"))
  }

  @Test("Text from the person's own editor that can't be staged")
  func external() async throws {
    let driver = try driver(at: ["calculation", "timePeriod"])
    await driver.press(Key("E"))
    await driver.finishEditing(driver.given.replacing(#"// "timePeriod": 7"#, with: #""timePeriod": 99"#))
    expectGolden("external-80x24", driver)
  }

  @Test("A conflict with another process", arguments: twoSizes)
  func conflict(_ size: (Int, Int)) async throws {
    let storage = MemoryStorage("{}")
    let model = FormViewModel(
      try StoreEngine(form: FormIndex(TestForm.schema), layers: SettingsLayers(storage: storage)))
    let driver = EditorDriver(
      model, size: Size(width: size.0, height: size.1), start: ["calculation", "timePeriod"])
    await driver.press(Key("+"))
    _ = storage.commit(
      Array(#"{"calculation": {"timePeriod": 20}}"#.utf8), expecting: storage.read()?.revision)
    driver.editor.takeStored()
    await driver.send(.resized)
    expectGolden("conflict-\(size.0)x\(size.1)", driver)
    await driver.press(Key("d"))
    if size.0 == 80 { expectGolden("conflict-review-80x24", driver) }
  }

  @Test(
    "Given a conflict in the smallest window, then its hint is whole, and the keys that decide it are shown")
  func smallConflict() async throws {
    let storage = MemoryStorage("{}")
    let model = FormViewModel(
      try StoreEngine(form: FormIndex(TestForm.schema), layers: SettingsLayers(storage: storage)))
    let driver = EditorDriver(
      model, size: Size(width: 40, height: 10), start: ["calculation", "timePeriod"])
    await driver.press(Key("+"))
    _ = storage.commit(
      Array(#"{"calculation": {"timePeriod": 20}}"#.utf8), expecting: storage.read()?.revision)
    driver.editor.takeStored()
    await driver.send(.resized)
    #expect(driver.words.contains("Another process changed Time Period, too."), "\(driver.text)")
    await driver.press(Key(.escape))
    #expect(
      driver.words.contains("20 days; s decides") && driver.words.contains("s Decide"), "\(driver.text)")
    await driver.press(Key("!"))
    #expect(driver.words.contains("m Keep yours t Take theirs"), "\(driver.text)")
    await driver.press(Key(.escape), Key("s"))
    #expect(driver.words.contains("m Keep yours t Take theirs"), "\(driver.text)")
  }

  @Test("The keys and the details")
  func reading() async throws {
    let driver = try driver(at: ["calculation", "mode"])
    await driver.press(Key("?"))
    expectGolden("keys-80x24", driver)
    await driver.press(Key(.escape), Key("i"))
    expectGolden("details-80x24", driver)
  }

  @Test("Every state has a mark, whatever the colors")
  func styles() async throws {
    let driver = try driver(at: ["calculation", "timePeriod"])
    await driver.press(Key("+"))
    let y = driver.frame.cursor.y
    let row = driver.frame.grid.row(y)
    #expect(row.contains { $0.character == "●" && $0.style == Style(.changed) })
    #expect(row.contains { $0.character == "▸" } && row.contains { $0.style.ground == .focus })
    #expect(row.contains { $0.character == "»" && $0.style.role == .sideEffect })
    #expect(driver.text.contains("● 1 change"))
  }

  @Test("No control character of a value reaches the grid")
  func noControlCharacters() async throws {
    let driver = try driver(at: ["display", "title"])
    #expect(driver.text.contains("^[[31m"))
    let isClean = driver.frame.grid.cells.allSatisfy { cell in
      cell.isContinuation || cell.character.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }
    #expect(isClean)
  }
}
