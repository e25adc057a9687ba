import SettingsEditing
import Testing

@testable import SettingsTUI

@MainActor
@Suite("The problems")
struct ProblemsTests {
  private static let stored = #"""
    {"$schema": "x", "calculation": {"timePeriod": 99, "mdoe": "linear"}, "network": {"host": 5}, "colour": "red"}
    """#

  private func driver(_ size: Size = Size(width: 80, height: 24)) throws -> EditorDriver {
    EditorDriver(try TestForm.model(Self.stored), size: size)
  }

  @Test("The list has all problems that the title counts")
  func list() async throws {
    let driver = try driver()
    await driver.press(Key("!"), Key("G"))
    expectGolden("problems-80x24", driver)
  }

  @Test("A wrong value has the color of problems, and its reason where there is room")
  func row() throws {
    let driver = try driver(Size(width: 100, height: 24))
    #expect(driver.words.contains("99 days Use 30 or less instead of 99."))
    let y = try #require(driver.text.split(separator: "\n").firstIndex { $0.contains("Time Period") })
    #expect(driver.frame.grid.row(y).contains { $0.character == "9" && $0.style.role == .problem })
    expectGolden("wrong-100x24", driver)
  }

  @Test("Enter goes to the setting, and keys go from problem to problem")
  func jumping() async throws {
    let driver = try driver()
    await driver.press(Key("!"), Key("g"), Key(.enter))
    #expect(driver.focusedLine.contains("Time Period"))
    await driver.press(Key("p"))
    #expect(driver.focusedLine.contains("mdoe") && driver.words.contains("Setting 2 of 4 with problems"))
    await driver.press(Key("p"))
    #expect(driver.focusedLine.contains("Host"))
    await driver.press(Key("p"), Key("p"))
    #expect(driver.focusedLine.contains("Time Period"))
    await driver.press(Key("P"))
    #expect(driver.focusedLine.contains("colour"))
  }

  @Test("An unknown key is explained, removed, and back after an undo")
  func unknownKey() async throws {
    let driver = try driver()
    await driver.press(Key("!"))
    await driver.type("fcolour")
    await driver.press(Key(.enter), Key(.enter))
    #expect(driver.words.contains("Check the key \"colour\", which the form does not know."))
    await driver.press(Key("d"))
    #expect(driver.model.stagedCount == 1 && driver.words.contains("colour will be removed; u undoes it."))
    #expect(driver.editor.core.summary.allProblems.count == 3)
    await driver.press(Key("u"))
    #expect(driver.editor.core.summary.allProblems.count == 4)
    await driver.press(.control("r"), Key(.escape), Key(.escape), Key("s"))
    #expect(driver.words.contains("colour") && driver.text.contains("red"))
    await driver.press(Key("s"))
    #expect(driver.words.contains("Applied 1 change."))
    #expect(!driver.model.hasChanges)
    #expect(driver.editor.core.summary.allProblems.count == 3)
  }

  @Test("The removal of an unknown key can be unstaged and left out")
  func leavingOutRemoval() async throws {
    let driver = try driver()
    await driver.press(Key("!"), Key("G"), Key("d"), Key(.escape), Key("s"), Key(" "))
    #expect(driver.words.contains("0 of 1 change"))
    await driver.press(Key("R"))
    #expect(!driver.model.hasChanges)
  }

  @Test("Without problems, the keys say so")
  func none() async throws {
    let driver = EditorDriver(try TestForm.model())
    await driver.press(Key("p"))
    #expect(driver.words.contains("There are no problems."))
    await driver.press(Key("!"))
    #expect(driver.words.contains("There are no problems."))
  }
}

/// The conflicts in the list of problems.
@MainActor
@Suite("The conflicts among the problems")
struct ListedConflictTests {
  private func model() throws -> (FormViewModel, MemoryStorage) {
    let storage = MemoryStorage("{}")
    return (
      FormViewModel(
        try StoreEngine(form: FormIndex(TestForm.schema), layers: SettingsLayers(storage: storage))), storage
    )
  }

  /// Opens the problems after another process has changed a setting with a staged change.
  private func driver() async throws -> EditorDriver {
    let (model, storage) = try model()
    let driver = EditorDriver(model, start: ["calculation", "timePeriod"])
    await driver.press(Key("+"))
    _ = storage.commit(
      Array(#"{"calculation": {"timePeriod": 20, "damping": 7}}"#.utf8), expecting: storage.read()?.revision)
    driver.editor.takeStored()
    await driver.send(.resized)
    await driver.press(Key(.escape), Key("!"))
    return driver
  }

  @Test("Conflicts come first, and are explained")
  func list() async throws {
    let driver = try await driver()
    expectGolden("problems-conflict-80x24", driver)
  }

  @Test("Return goes to the setting of a conflict")
  func jumping() async throws {
    let driver = try await driver()
    #expect(driver.words.contains("Conflict: another process set it to 20 days"))
    await driver.press(Key("j"), Key("k"), Key(.enter))
    #expect(driver.focusedLine.contains("Time Period"))
  }

  @Test("A conflict is resolved in the list", arguments: [("m", 8), ("t", 20)])
  func resolving(key: String, value: Int) async throws {
    let driver = try await driver()
    await driver.press(Key(Character(key)))
    #expect(driver.editor.core.summary.allConflicts.isEmpty)
    #expect(driver.model.value(at: ["calculation", "timePeriod"]) == .number(JSONNumber(value)))
    #expect(!driver.words.contains("Conflict:"))
    await driver.press(Key("m"))
    #expect(driver.words.contains("The problem isn't a conflict."))
  }

  @Test("A conflict can be filtered for")
  func filter() async throws {
    let driver = try await driver()
    await driver.press(Key("f"))
    await driver.type("conflict")
    #expect(driver.words.contains("1 of 2"))
  }

  @Test("The line-by-line editor lists conflicts with the problems")
  func plain() async throws {
    let (model, storage) = try model()
    let driver = PlainDriver(model, start: ["calculation", "timePeriod"])
    await driver.type("2", "8")
    _ = storage.commit(
      Array(#"{"calculation": {"timePeriod": 20}}"#.utf8), expecting: storage.read()?.revision)
    _ = driver.editor.takeStored()
    let text = await driver.type("!")
    #expect(
      text.contains("calculation.timePeriod: Conflict: another process set it to 20 days"), "\(text)")
    await driver.type("t 1")
    #expect(model.value(at: ["calculation", "timePeriod"]) == 20)
  }
}
