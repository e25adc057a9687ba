import SettingsEditing
import SettingsSystem
import Testing

@testable import SettingsTUI

@MainActor
@Suite("How the screens look")
struct ScreenTests {
  nonisolated static let sizes = [(40, 10), (80, 24), (160, 40)]
  /// Wider windows only add room around a box.
  nonisolated static let sizesOfBoxes = [(40, 10), (80, 24)]

  private func driver(_ size: (Int, Int), at path: SettingPath? = nil, _ glyphs: Glyphs = Glyphs()) throws
    -> EditorDriver
  {
    EditorDriver(try TestForm.model(), size: Size(width: size.0, height: size.1), glyphs: glyphs, start: path)
  }

  @Test("The main screen", arguments: sizes + [(400, 30)])
  func browse(_ size: (Int, Int)) async throws {
    let driver = try driver(size, at: ["calculation", "timePeriod"])
    await driver.press(Key("+"))
    expectGolden("browse-\(size.0)x\(size.1)", driver)
    await driver.press(Key(.tab))
    expectGolden("sections-\(size.0)x\(size.1)", driver)
  }

  @Test("The main screen in a locale without UTF-8")
  func ascii() async throws {
    let driver = try driver((80, 24), at: ["display", "title"], Glyphs(.ascii))
    #expect(driver.text.allSatisfy { $0.isASCII })
    expectGolden("browse-ascii", driver)
  }

  @Test("An open field", arguments: sizesOfBoxes)
  func field(_ size: (Int, Int)) async throws {
    let driver = try driver(size, at: ["calculation", "timePeriod"])
    await driver.press(Key(.enter), Key(.end), Key("9"))
    expectGolden("field-\(size.0)x\(size.1)", driver)
  }

  @Test("Picking a choice", arguments: sizesOfBoxes)
  func picker(_ size: (Int, Int)) async throws {
    let driver = try driver(size, at: ["calculation", "mode"])
    await driver.press(Key(.enter), Key(.down))
    expectGolden("picker-\(size.0)x\(size.1)", driver)
  }

  @Test("Checking flags")
  func checklist() async throws {
    let driver = try driver((80, 24), at: ["calculation", "activeDays"])
    await driver.press(Key(.enter), Key("j"), Key(" "))
    expectGolden("checklist-80x24", driver)
  }

  @Test("The elements of a list", arguments: sizes)
  func list(_ size: (Int, Int)) async throws {
    let driver = try driver(size, at: ["display", "colors"])
    await driver.press(Key(.enter), Key("j"))
    expectGolden("list-\(size.0)x\(size.1)", driver)
  }

  @Test("The fields of an object")
  func object() async throws {
    let driver = try driver((80, 24), at: ["display", "servers"])
    await driver.press(Key(.enter), Key(.enter))
    expectGolden("object-80x24", driver)
  }

  @Test("Text of several lines")
  func text() async throws {
    let driver = try driver((80, 24), at: ["display", "notes"])
    await driver.press(Key(.enter), Key(.down))
    expectGolden("text-80x24", driver)
  }

  @Test("Searching", arguments: sizes)
  func search(_ size: (Int, Int)) async throws {
    let driver = try driver(size)
    await driver.press(Key("/"))
    await driver.type("me")
    expectGolden("search-\(size.0)x\(size.1)", driver)
  }

  @Test("The review", arguments: sizes + [(400, 30)])
  func review(_ size: (Int, Int)) async throws {
    let driver = try driver(size, at: ["calculation", "mode"])
    await driver.press(Key("+"), Key("j"), Key("+"), Key("s"), Key("j"), Key(" "))
    expectGolden("review-\(size.0)x\(size.1)", driver)
  }

  @Test("The review of lists, dictionaries and long strings", arguments: sizes)
  func reviewParts(_ size: (Int, Int)) async throws {
    let driver = EditorDriver(try ReviewPartsTests.model(), size: Size(width: size.0, height: size.1))
    await driver.press(Key("s"), Key("j"), Key("j"), Key("j"), Key(" "))
    expectGolden("parts-\(size.0)x\(size.1)", driver)
    if size.1 < 20 {
      await driver.press(Key("G"))
      expectGolden("parts-end-\(size.0)x\(size.1)", driver)
    }
  }

  @Test("The question on leaving", arguments: sizesOfBoxes)
  func leave(_ size: (Int, Int)) async throws {
    let driver = try driver(size, at: ["calculation", "mode"])
    await driver.press(Key("+"), Key("q"))
    expectGolden("leave-\(size.0)x\(size.1)", driver)
  }

  @Test("Only changed settings", arguments: [(40, 10), (80, 24)])
  func filtered(_ size: (Int, Int)) async throws {
    let driver = try driver(size, at: ["calculation", "timePeriod"])
    await driver.press(Key("+"), Key("j"), Key("+"), Key(.tab), Key("g"), Key(.tab), Key("f"))
    expectGolden("changed-\(size.0)x\(size.1)", driver)
  }

  @Test("Rows of the app", arguments: [(40, 10), (80, 24)])
  func appRows(_ size: (Int, Int)) async throws {
    let driver = EditorDriver(try AppForm.model(), size: Size(width: size.0, height: size.1))
    driver.report(.detail("fileSize", text: "12 kB"))
    await driver.press(Key("j"), Key("j"), Key("j"), Key(.enter), Key("k"), Key(.enter))
    driver.report(.progress("export", text: "3 of 10 files"))
    driver.report(.ended("forgetCache", .failed, error: "The disk is full; remove something first."))
    expectGolden("rows-\(size.0)x\(size.1)", driver)
  }

  @Test("The commands of a screen", arguments: [(40, 10), (80, 24)])
  func palette(_ size: (Int, Int)) async throws {
    let driver = try driver(size, at: ["calculation", "timePeriod"])
    await driver.press(Key(":"))
    expectGolden("palette-\(size.0)x\(size.1)", driver)
    await driver.type("un")
    expectGolden("palette-query-\(size.0)x\(size.1)", driver)
  }

  @Test("The path of another file", arguments: [(40, 10), (80, 24)])
  func filePath(_ size: (Int, Int)) async throws {
    let driver = try driver(size, at: ["calculation", "timePeriod"])
    await driver.press(Key("o"))
    await driver.type("presets/fast.json")
    expectGolden("load-\(size.0)x\(size.1)", driver)
  }

  @Test("Copying", arguments: sizesOfBoxes)
  func copying(_ size: (Int, Int)) async throws {
    let driver = try driver(size, at: ["calculation", "timePeriod"])
    try driver.model.stage(.string("hunter2"), at: ["network", "password"])
    try driver.model.reset(["network", "host"])
    await driver.press(Key("+"), Key("c"), Key("G"))
    expectGolden("copy-\(size.0)x\(size.1)", driver)
  }

  @Test("The history and a rollback", arguments: sizes)
  func history(_ size: (Int, Int)) async throws {
    let driver = try driver(size, at: ["calculation", "timePeriod"])
    await driver.press(
      Key("+"), Key("s"), Key("s"), Key("+"), Key("j"), Key("+"), Key("s"), Key("s"), Key("H"))
    expectGolden("history-\(size.0)x\(size.1)", driver)
    await driver.press(Key("j"), Key("r"))
    expectGolden("rollback-\(size.0)x\(size.1)", driver)
  }

  @Test("A pending confirmation", arguments: sizes)
  func confirmation(_ size: (Int, Int)) async throws {
    let driver = try driver(size, at: ["calculation", "timePeriod"])
    await driver.press(Key("+"), Key("s"), Key("T"), Key("T"), Key("T"), Key("T"), Key("T"))
    expectGolden("within-\(size.0)x\(size.1)", driver)
    await driver.press(Key("s"))
    expectGolden("banner-\(size.0)x\(size.1)", driver)
  }

  @Test("The reasons of a value", arguments: sizes)
  func why(_ size: (Int, Int)) async throws {
    let driver = EditorDriver(
      try TestForm.ruledModel(), size: Size(width: size.0, height: size.1),
      start: ["calculation", "timePeriod"])
    try driver.model.stage(.bool(true), at: ["network", "useProxy"])
    await driver.press(Key("w"))
    expectGolden("why-\(size.0)x\(size.1)", driver)
  }

  @Test("What rules hide, lock and derive", arguments: [(40, 10), (80, 24)])
  func rules(_ size: (Int, Int)) async throws {
    let driver = EditorDriver(
      try TestForm.ruledModel(), size: Size(width: size.0, height: size.1), start: ["network", "useProxy"])
    await driver.press(Key(" "), Key(.tab), Key("k"), Key(.tab))
    expectGolden("rules-\(size.0)x\(size.1)", driver)
  }

  @Test("Settings that are new since the last apply", arguments: [(40, 10), (80, 24)])
  func newSettings(_ size: (Int, Int)) async throws {
    let driver = EditorDriver(
      try NewSettingsForm.model(), size: Size(width: size.0, height: size.1), start: ["network", "useProxy"])
    expectGolden("new-\(size.0)x\(size.1)", driver)
    await driver.press(Key(" "), Key(.down))
    expectGolden("new-changed-\(size.0)x\(size.1)", driver)
    await driver.press(Key("/"))
    await driver.type("@new")
    expectGolden("new-search-\(size.0)x\(size.1)", driver)
  }

  @Test("Settings that are new, in a locale without UTF-8")
  func newSettingsInASCII() async throws {
    let driver = EditorDriver(
      try NewSettingsForm.model(), glyphs: Glyphs(.ascii), start: ["network", "useProxy"])
    #expect(driver.text.allSatisfy { $0.isASCII })
    expectGolden("new-ascii", driver)
  }

  @Test("Unsaved changes are offered", arguments: sizesOfBoxes)
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

  @Test("Text from the person's own editor that can't be staged", arguments: [(40, 10), (80, 24)])
  func external(_ size: (Int, Int)) async throws {
    let driver = try driver(size, at: ["calculation", "timePeriod"])
    await driver.press(Key("E"))
    await driver.finishEditing(driver.given.replacing(#"// "timePeriod": 7"#, with: #""timePeriod": 99"#))
    expectGolden("external-\(size.0)x\(size.1)", driver)
  }

  @Test("A conflict with another process", arguments: sizes)
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
    expectGolden("conflict-review-\(size.0)x\(size.1)", driver)
  }

  @Test("The keys and the details")
  func reading() async throws {
    let driver = try driver((80, 24), at: ["calculation", "mode"])
    await driver.press(Key("?"))
    expectGolden("keys-80x24", driver)
    await driver.press(Key(.escape), Key("i"))
    expectGolden("details-80x24", driver)
  }

  @Test("Every state has a mark, whatever the colors")
  func styles() async throws {
    let driver = try driver((80, 24), at: ["calculation", "timePeriod"])
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
    let driver = try driver((80, 24), at: ["display", "title"])
    #expect(driver.text.contains("^[[31m"))
    let isClean = driver.frame.grid.cells.allSatisfy { cell in
      cell.isContinuation || cell.character.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }
    #expect(isClean)
  }
}
