import SettingsEditing
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Reviewing, applying and leaving")
struct LeavingTests {
  private func driver(at path: SettingPath = ["calculation", "timePeriod"]) throws -> EditorDriver {
    EditorDriver(try TestForm.model(), start: path)
  }

  @Test("Without changes q leaves at once", arguments: [Key("q"), .control("c")])
  func leaves(_ key: Key) async throws {
    let driver = try driver()
    await driver.press(key)
    #expect(driver.editor.outcome?.ending == .left)
    #expect(driver.effects == [.close])
  }

  @Test("With changes q asks, and staying loses nothing", arguments: [Key("q"), .control("c")])
  func asks(_ key: Key) async throws {
    let driver = try driver()
    await driver.press(Key("+"), key)
    #expect(driver.editor.outcome == nil)
    #expect(driver.text.contains("Discard"))
    for stay in [Key(.escape), .control("c"), Key("s")] {
      await driver.press(stay)
      #expect(driver.editor.outcome == nil)
      #expect(driver.model.stagedCount == 1)
      #expect(!driver.text.contains("Discard"))
      await driver.press(key)
    }
  }

  @Test("Discarding discards the draft and leaves")
  func discards() async throws {
    let driver = try driver()
    await driver.press(Key("+"), Key("q"), Key("d"))
    #expect(driver.editor.outcome?.ending == .left)
    #expect(driver.editor.outcome?.applied.isEmpty == true)
    #expect(driver.editor.outcome?.stagedCount == 0)
  }

  @Test("Apply on leaving shows the review first, then applies and leaves")
  func appliesOnLeaving() async throws {
    let driver = try driver()
    await driver.press(Key("+"), Key("q"), Key("a"))
    #expect(driver.text.contains("Review"))
    #expect(driver.editor.outcome == nil)
    await driver.press(Key("s"))
    #expect(driver.editor.outcome?.applied.map(\.path) == [["calculation", "timePeriod"]])
    #expect(driver.editor.outcome?.wantsRestart == false)
  }

  @Test("Applying from the review stays in the editor and reports what was done")
  func appliesAndStays() async throws {
    let driver = try driver()
    await driver.press(Key("+"), Key("s"), Key(.tab), Key(.enter))
    #expect(driver.editor.outcome == nil)
    #expect(!driver.model.hasChanges)
    #expect(driver.model.savedValue(at: ["calculation", "timePeriod"]) == .number(JSONNumber(8)))
    #expect(driver.text.contains("Applied 1 change."))
  }

  @Test("A change that requires a restart offers to apply and restart")
  func restart() async throws {
    let driver = try driver(at: ["calculation", "mode"])
    await driver.press(Key("+"), Key("s"))
    #expect(driver.text.contains("Apply & Restart"))
    await driver.press(Key(.tab), Key(.enter))
    #expect(driver.editor.outcome?.wantsRestart == true)
  }

  @Test("A restart can wait")
  func restartLater() async throws {
    let driver = try driver(at: ["calculation", "mode"])
    await driver.press(Key("+"), Key("s"), Key(.tab), Key(.right), Key(.enter))
    #expect(driver.editor.outcome == nil)
    #expect(!driver.model.hasChanges)
  }

  @Test("A change left out of the review stays staged; unstaging one can be undone")
  func leavesOutAndDrops() async throws {
    let driver = try driver()
    await driver.press(Key("+"), Key("j"), Key("+"), Key("s"), Key(" "), Key("s"))
    #expect(driver.model.isStaged(["calculation", "timePeriod"]))
    #expect(!driver.model.isStaged(["calculation", "damping"]))
    await driver.press(Key("s"), Key("R"))
    #expect(!driver.model.hasChanges)
    await driver.press(Key("u"))
    #expect(driver.model.stagedCount == 1)
  }

  @Test("The restart button follows the changes that are not left out")
  func restartFollowsKept() async throws {
    let driver = try driver(at: ["calculation", "mode"])
    await driver.press(Key("+"), Key("j"), Key("+"), Key("s"))
    #expect(driver.text.contains("Apply & Restart"))
    await driver.press(Key(" "))
    #expect(!driver.text.contains("Apply & Restart"))
  }

  @Test("A signal closes the editor and keeps staged changes")
  func signals() async throws {
    let driver = try driver()
    await driver.press(Key("+"))
    await driver.send(.ended(signal: 15))
    #expect(driver.editor.outcome?.ending == .signal(15))
    #expect(driver.editor.outcome?.stagedCount == 1)
    #expect(driver.model.stagedCount == 1)
  }

  @Test("Ctrl-Z suspends on every screen, also while text is typed")
  func suspends() async throws {
    let driver = try driver()
    await driver.press(.control("z"), Key(.enter), .control("z"), Key(.escape), Key("/"), .control("z"))
    #expect(driver.effects == [.suspend, .suspend, .suspend])
    #expect(driver.editor.outcome == nil)
  }

  @Test("A window too small for the editor loses nothing and works again when it is enlarged")
  func tooSmall() async throws {
    let driver = try driver()
    await driver.press(Key("+"))
    for size in [(39, 10), (40, 9), (10, 3), (1, 1)] {
      await driver.resize(size.0, size.1)
      await driver.press(Key("+"), Key("q"), Key("d"), Key(.enter), .control("c"))
      #expect(driver.editor.outcome == nil)
    }
    await driver.resize(39, 9)
    #expect(driver.text.contains("Enlarge the window"))
    await driver.resize(80, 24)
    #expect(driver.model.stagedCount == 1)
    #expect(driver.model.value(at: ["calculation", "timePeriod"]) == .number(JSONNumber(8)))
    #expect(driver.focusedLine.contains("Time Period"))
  }

  @Test("Esc at the outermost place never leaves")
  func escapeStays() async throws {
    let driver = try driver()
    for _ in 0..<6 { await driver.press(Key(.escape)) }
    #expect(driver.editor.outcome == nil)
    #expect(driver.text.contains("q leaves"))
  }
}
