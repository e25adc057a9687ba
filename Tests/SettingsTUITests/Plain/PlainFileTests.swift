import Foundation
import SettingsEditing
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Other files in the plain editor")
struct PlainFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "plain-\(UUID())")
  private let period: SettingPath = ["calculation", "timePeriod"]

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  private func path(_ name: String) -> String { folder.appending(path: name).path }
  private func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }
  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  @Test("o stages the values of a file that can be staged, and says which can't; undo takes one step")
  func load() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let driver = PlainDriver(try TestForm.model())
    try write(
      #"{"calculation": {"timePeriod": 99, "damping": 0.5}, "colour": 1, "display": {"version": 3}}"#,
      "a preset.json")
    let reply = await driver.type("o \(path("a preset.json"))")
    #expect(reply.contains("1 value is invalid: calculation.timePeriod: Use 30 or less"))
    #expect(reply.contains("The form doesn't know 1 key: colour."))
    #expect(reply.contains("1 setting is read-only: display.version."))
    #expect(await driver.type("s").contains("Staged 1 change"))
    #expect(driver.model.stagedCount == 1)
    await driver.type("undo")
    #expect(!driver.model.hasChanges)
    try write("{", "broken.json")
    #expect(await driver.type("load \(path("broken.json"))").contains("broken.json: "))
    // The path is asked for again.
    #expect(await driver.type(path("none.json")).contains("can't be read"))
    #expect(driver.answer.prompt == "Path: ")
    try write("{}", "empty.json")
    #expect(await driver.type(path("empty.json")).contains("has no other values than the draft."))
  }

  @Test("save writes the draft to a file, and asks before it replaces one; nothing is applied")
  func save() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let driver = PlainDriver(try TestForm.model())
    try driver.model.stage(9, at: period)
    #expect(await driver.type("W \(path("copy.json"))").contains("nothing was applied."))
    #expect(try text("copy.json").contains("\"timePeriod\": 9"))
    try write("mine", "copy.json")
    #expect(await driver.type("save \(path("copy.json"))").contains("copy.json exists already."))
    await driver.type("")
    #expect(try text("copy.json") == "mine")
    await driver.type(path("copy.json"), "r")
    #expect(try text("copy.json").contains("\"timePeriod\": 9"))
    #expect(await driver.type("save \(path("none/copy.json"))").contains("can't be written"))
    #expect(driver.model.stagedCount == 1)
  }
}
