import SettingsEditing
import Testing

@testable import SettingsTUI

/// Reviews of lists, dictionaries and long strings.
@MainActor
@Suite("The parts of changed values in the review")
struct ReviewPartsTests {
  private static let stored = #"""
    {"display": {
      "servers": [{"name": "eu", "tls": true}, {"name": "us", "tls": true}, {"name": "asia", "tls": false}],
      "labels": {"x": "Date", "y": "Weight", "z": "Depth"},
      "notes": "The quick brown fox jumps over the lazy dog,\nand nobody knows why it does that every day."}}
    """#

  static func model() throws -> FormViewModel {
    let model = try TestForm.model(stored)
    try model.stage(
      [["name": "asia", "tls": false], ["name": "eu", "tls": false], ["name": "africa", "tls": false]],
      at: ["display", "servers"])
    try model.stage(["x": "Date", "y": "Mass", "w": "Width"], at: ["display", "labels"])
    try model.stage(
      "The quick red fox jumps over the lazy dog,\nand nobody knows why it does that every single day.",
      at: ["display", "notes"])
    try model.stage(["red", "blue", "white"], at: ["display", "colors"])
    return model
  }

  @Test("The review names the one of two equal elements that is removed or moved")
  func equalElements() async throws {
    let storage = MemoryStorage(
      """
      {"display": {"servers": [
        // one
        {"name": "a", "tls": true},
        // two
        {"name": "a", "tls": true}
      ]}}
      """)
    let model = FormViewModel(
      try StoreEngine(form: FormIndex(TestForm.schema), layers: SettingsLayers(storage: storage)))
    let core = EditorDriver(model).editor.core
    let path: SettingPath = ["display", "servers"]
    let list = ValuePlace(try #require(core.index[path]))
    guard case .list(let kind, _) = list.setting.kind else {
      Issue.record("no list")
      return
    }
    let first = list.element(.index(0), kind: kind)
    func parts() -> [SettingPartChange.ID] { core.model.review().changes.flatMap(\.parts).map(\.id) }
    core.perform(.remove(first))
    #expect(parts() == [.init(path: path.appending(0), kind: .remove)])
    core.perform(.undo)
    #expect(!core.model.hasChanges)
    core.perform(.exchange(0, with: 1, in: list))
    #expect(parts().map(\.kind) == [.move])
    core.perform(.remove(first))
    #expect(parts() == [.init(path: path.appending(1), kind: .remove)])
    core.perform(.undo)
    #expect(parts().map(\.kind) == [.move])
    core.perform(.redo)
    try await core.model.apply()
    #expect(storage.text?.contains("// one") == true && storage.text?.contains("// two") == false)
  }

  private func review() async throws -> EditorDriver {
    let driver = EditorDriver(try Self.model())
    await driver.press(Key("s"))
    return driver
  }

  @Test("An element is left out, and applied later")
  func leavingOut() async throws {
    let driver = try await review()
    while !driver.focusedLine.contains("africa") { await driver.press(Key("j")) }
    await driver.press(Key(" "))
    #expect(driver.focusedLine.contains("[ ]"))
    #expect(driver.words.contains("[-] Servers"))
    #expect(driver.words.contains("4 of 4 changes, without 1 part"))
    await driver.press(Key("s"))
    #expect(
      driver.model.savedValue(at: ["display", "servers"])
        == [["name": "asia", "tls": false], ["name": "eu", "tls": false]])
    #expect(driver.model.stagedCount == 1)
    await driver.press(Key("s"))
    #expect(driver.words.contains("0 of 1 change") && driver.words.contains("africa"))
    await driver.press(Key("g"), Key(" "), Key("s"))
    #expect(!driver.model.hasChanges)
  }

  @Test("A setting of which each part is left out is left out itself")
  func allParts() async throws {
    let driver = try await review()
    while !driver.focusedLine.contains("Labels") { await driver.press(Key("j")) }
    await driver.press(Key("j"), Key(" "), Key("j"), Key(" "), Key("j"), Key(" "))
    #expect(driver.words.contains("[ ] Labels") && driver.words.contains("3 of 4 changes"))
    // Keeping one part again keeps only that.
    await driver.press(Key(" "))
    #expect(driver.words.contains("[-] Labels") && driver.words.contains("4 of 4 changes, without 2 parts"))
    await driver.press(Key("k"), Key("k"), Key("k"), Key(" "), Key(" "))
    #expect(driver.words.contains("[✓] Labels"))
  }

  @Test("A part is unstaged, and the step undone")
  func unstaging() async throws {
    let driver = try await review()
    while !driver.focusedLine.contains("africa") { await driver.press(Key("j")) }
    await driver.press(Key("R"))
    #expect(!driver.words.contains("africa added"))
    #expect(
      driver.model.value(at: ["display", "servers"]) == [
        ["name": "asia", "tls": false], ["name": "eu", "tls": false],
      ])
    await driver.press(Key("u"))
    #expect(driver.words.contains("africa added"))
  }

  @Test("Changes that rules derive follow, and vanish with what causes them")
  func derived() async throws {
    let model = try TestForm.ruledModel()
    try model.stage(true, at: ["network", "useProxy"])
    let driver = EditorDriver(model)
    await driver.press(Key("s"))
    #expect(
      driver.words.contains(
        "Changed by rules Time Period calculation.timePeriod » recalculate 7 days → 14 days"))
    #expect(driver.words.contains("1 of 1 change, triggers recalculate"))
    await driver.press(Key(" "))
    #expect(!driver.words.contains("Changed by rules"))
  }

  @Test("The line editor lists the parts, and unstages one")
  func plain() async throws {
    let driver = PlainDriver(try Self.model())
    let review = await driver.type("s")
    #expect(
      review.contains(
        """
        1. Notes: “brown” becomes “red”, “single” is added
        2. Colors: red, green, blue, will be red, blue, white
        3. Colors, 1: removed, green
        4. Colors, 2: added, white
        5. Labels: 3 entries, 1 unchanged
        6. Labels, y: Weight, will be Mass
        7. Labels, z: removed, Depth
        8. Labels, w: added, Width
        9. Servers: 3 elements
        10. Servers, 0 asia: moved from place 2
        11. Servers, 1 eu, Tls: true, will be false
        12. Servers, 1 us: removed, Name: us, Tls: true
        13. Servers, 2 africa: added, Name: africa, Tls: false
        """), "\(review)")
    await driver.type("R 8")
    #expect(driver.model.value(at: ["display", "labels"]) == ["x": "Date", "y": "Mass"])
  }
}
