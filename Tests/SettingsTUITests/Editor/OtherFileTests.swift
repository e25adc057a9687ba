import SettingsEditing
import SettingsSystem
import Testing

@testable import SettingsTUI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@MainActor
@Suite("Loading another file into the draft, and saving the draft to another file")
struct OtherFileTests {
  private let period: SettingPath = ["calculation", "timePeriod"]
  private let host: SettingPath = ["network", "host"]
  private let folder = FolderForTest()

  private func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

  private func load(_ text: String, _ driver: EditorDriver) async throws {
    let path = folder.path + "/preset.json"
    try POSIXFileSystem().replaceFile(atPath: path, with: Array(text.utf8))
    await driver.press(Key("o"))
    await driver.paste(path)
    await driver.press(Key(.enter))
  }

  @Test("Values that differ are staged as one step; other settings stay as they are")
  func loading() async throws {
    let driver = EditorDriver(try TestForm.model(), start: period)
    try driver.model.stage("mine", at: host)
    try driver.model.stage(.bool(true), at: ["network", "useProxy"])
    try await load(
      #"{"$schema": "x", "calculation": {"timePeriod": 9, "damping": 0.35}, "network": {"host": "b"}} // preset"#,
      driver)
    #expect(driver.text.contains("Staged 2 changes; u undoes them."))
    #expect(driver.model.value(at: period) == number(9) && driver.model.value(at: host) == "b")
    #expect(driver.model.value(at: ["network", "useProxy"]) == .bool(true))
    await driver.press(Key("u"))
    #expect(driver.model.value(at: host) == "mine" && driver.model.value(at: period) == number(7))
  }

  @Test(
    "Invalid values, unknown keys and read-only settings are reported, and the other values are staged on request"
  )
  func problems() async throws {
    let driver = EditorDriver(try TestForm.model(), size: Size(width: 100, height: 30), start: period)
    try await load(
      #"{"calculation": {"timePeriod": 99, "damping": 0.5}, "colour": 1, "display": {"version": 3}}"#, driver)
    #expect(driver.words.contains("1 value is invalid: calculation.timePeriod: Use 30 or less"))
    #expect(driver.words.contains("The form doesn't know 1 key: colour."))
    #expect(driver.words.contains("1 setting is read-only: display.version."))
    #expect(!driver.model.hasChanges)
    await driver.press(Key("s"))
    #expect(driver.model.stagedCount == 1)
    #expect(driver.model.value(at: ["calculation", "damping"]) == .number(try #require(JSONNumber("0.5"))))
  }

  @Test("Something else in the place of a section is invalid, and not unknown")
  func notASection() async throws {
    let driver = EditorDriver(try TestForm.model(), size: Size(width: 100, height: 30), start: period)
    try await load(#"{"network": 5, "calculation": {"damping": 0.5}}"#, driver)
    #expect(driver.words.contains("1 value is invalid: network: Use an object instead of a whole number."))
    #expect(!driver.words.contains("doesn't know"))
  }

  @Test("A file that can't be read is reported, and its path stays to be corrected")
  func unreadable() async throws {
    let driver = EditorDriver(try TestForm.model(), size: Size(width: 160, height: 30), start: period)
    try await load("{\"calculation\": ", driver)
    #expect(driver.words.contains("preset.json: 1:17: Expected a value"))
    await driver.press(.control("w"), .control("w"))
    await driver.type("none.json")
    await driver.press(Key(.enter))
    #expect(driver.words.contains("none.json can't be read: No such file or directory."))
    await driver.press(.control("u"), Key(.enter))
    #expect(driver.words.contains("Type a path."))
    await driver.paste(folder.path)
    await driver.press(Key(.enter))
    #expect(driver.words.contains("isn't a regular file."))
    await driver.press(Key(.escape))
    #expect(driver.focusedLine.contains("Time Period") && !driver.model.hasChanges)
  }

  @Test("A file with the values of the draft stages nothing")
  func same() async throws {
    let driver = EditorDriver(try TestForm.model(), size: Size(width: 160, height: 30), start: period)
    try await load(#"{"network": {"host": "10.0.0.1"}, "calculation": {"timePeriod": 7}}"#, driver)
    #expect(driver.words.contains("has no other values than the draft.") && !driver.model.hasChanges)
  }

  private func save(_ name: String, _ driver: EditorDriver) async -> String {
    await driver.press(Key("W"))
    await driver.paste(folder.path + "/" + name)
    await driver.press(Key(.enter))
    return folder.path + "/" + name
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try POSIXFileSystem().readFile(atPath: path, atMost: 1 << 20), as: UTF8.self)
  }

  @Test("The settings with the staged changes are written; nothing is applied")
  func saving() async throws {
    let driver = EditorDriver(try TestForm.model(), size: Size(width: 120, height: 24), start: period)
    await driver.press(Key("+"))
    let path = await save("copy.json", driver)
    #expect(driver.words.contains("Saved to \(path); nothing was applied."))
    #expect(try text(path) == #"{"calculation": {"timePeriod": 8}, "network": {"host": "10.0.0.1"}}"#)
    #expect(driver.model.stagedCount == 1 && driver.model.savedValue(at: period) == number(7))
    let umask = umask(0)
    Glibc.umask(umask)
    #expect(try POSIXFileSystem().resolvedStatus(atPath: path).mode & 0o777 == 0o644 & ~UInt32(umask))
  }

  @Test("A file isn't replaced without an answer")
  func replacing() async throws {
    let driver = EditorDriver(try TestForm.model(), size: Size(width: 120, height: 24), start: period)
    let path = folder.path + "/copy.json"
    try POSIXFileSystem().replaceFile(atPath: path, with: Array("old".utf8))
    _ = await save("copy.json", driver)
    #expect(driver.words.contains("Its content will be lost."))
    #expect(try text(path) == "old")
    await driver.press(Key("c"), Key(.enter), Key("r"))
    #expect(driver.words.contains("Saved to"))
    #expect(try text(path).hasPrefix("{"))
    // The replaced file was readable only by its owner.
    #expect(try POSIXFileSystem().resolvedStatus(atPath: path).mode & 0o777 == 0o600)
  }

  @Test("Only the owner can read a file with secrets")
  func secrets() async throws {
    let driver = EditorDriver(try TestForm.model(), size: Size(width: 120, height: 24), start: period)
    try driver.model.stage("hunter2", at: ["network", "password"])
    let path = await save("copy.json", driver)
    #expect(driver.words.contains("readable only by you"))
    #expect(try POSIXFileSystem().resolvedStatus(atPath: path).mode & 0o777 == 0o600)
    #expect(try text(path).contains("hunter2"))
    #expect(!driver.text.contains("hunter2"))
  }

  @Test("In the smallest window, the whole reason is shown")
  func smallWindow() async throws {
    let driver = EditorDriver(try TestForm.model(), size: Size(width: 40, height: 10), start: period)
    await driver.press(Key("o"))
    await driver.paste("/none/preset.json")
    await driver.press(Key(.enter))
    #expect(driver.words.contains("No such file or directory."))
  }

  @Test("A folder that doesn't exist is reported, and the path stays")
  func missingFolder() async throws {
    let driver = EditorDriver(try TestForm.model(), size: Size(width: 160, height: 24), start: period)
    _ = await save("none/copy.json", driver)
    #expect(driver.words.contains("can't be written: No such file or directory."))
    #expect(driver.words.contains("Save to another file"))
  }
}

@MainActor
@Suite("Completing the path of another file")
struct CompletingFilePathTests {
  private let folder = FolderForTest()

  /// The prompt with the folder typed, and some names in it.
  private func driver(
    _ names: [String], opening key: Key = Key("o")
  ) async throws -> EditorDriver {
    for name in names {
      try POSIXFileSystem().replaceFile(atPath: folder.path + "/" + name, with: Array("{}".utf8))
    }
    let driver = EditorDriver(try TestForm.model(), start: ["calculation", "timePeriod"])
    await driver.press(key)
    await driver.paste(folder.path + "/")
    return driver
  }

  @Test(
    "Tab completes what all names share, a second Tab shows them, and the next key hides them",
    arguments: ["o", "W"])
  func shared(key: String) async throws {
    let driver = try await driver(
      ["preset-a.json", "preset-b.json", ".preset", "other"], opening: Key(Character(key)))
    #expect(driver.text.contains("Tab Complete"))
    await driver.type("p")
    await driver.press(Key(.tab))
    #expect(driver.text.contains("/preset- ") && !driver.text.contains("preset-a.json"))
    await driver.press(Key(.tab))
    #expect(driver.words.contains("preset-a.json preset-b.json"))
    await driver.type("b")
    #expect(!driver.text.contains("preset-a.json"))
    await driver.press(Key(.tab))
    #expect(driver.text.contains("/preset-b.json "))
  }

  @Test("Text after the caret stays")
  func caret() async throws {
    let driver = try await driver(["preset.json"])
    await driver.type("p.bak")
    await driver.press(Key(.left), Key(.left), Key(.left), Key(.left), Key(.tab))
    #expect(driver.text.contains("/preset.json.bak"))
  }

  @Test("A name with control characters is shown safely, and can be loaded")
  func controlCharacters() async throws {
    let driver = try await driver(["a\u{1B}[31m", "a\u{1B}[32m"])
    await driver.press(Key(.tab), Key(.tab))
    let grid = driver.frame.grid
    for y in 0..<24 {
      #expect(grid.row(y).allSatisfy { !$0.character.isNewline && $0.character != "\u{1B}" })
    }
    await driver.type("1")
    await driver.press(Key(.tab), Key(.enter))
    #expect(driver.words.contains("has no other values than"))
  }

  @Test("A folder that can't be read, and a beginning of no name, are reported")
  func problems() async throws {
    let driver = try await driver(["a"])
    await driver.type("none/x")
    await driver.press(Key(.tab))
    #expect(driver.words.contains("none/ can't be read: No such file or directory."))
    await driver.press(.control("w"), .control("w"))
    await driver.type("zzz")
    await driver.press(Key(.tab))
    #expect(driver.words.contains("No file or folder has a path that starts like this."))
  }

  @Test("The names to choose from", arguments: [(40, 10), (80, 24)])
  func screens(_ size: (Int, Int)) async throws {
    let driver = EditorDriver(
      try TestForm.model(), size: Size(width: size.0, height: size.1), start: ["calculation", "timePeriod"])
    await driver.press(Key("o"))
    await driver.type("presets/")
    let names =
      ["fast.json", "slow.json", "日本語.json", "team", "tab\there.json"]
      + (10..<80).map { "variant-\($0).json" }
    let listing = FolderListing(names: names.sorted(), folders: ["team"])
    var screen = try #require(driver.editor.screens.last as? FilePathScreen)
    _ = screen.take(PathCompletion(PathBeginning("presets/"), listing: listing))
    driver.editor.screens = [screen]
    await driver.send(.resized)
    expectGolden("complete-\(size.0)x\(size.1)", driver)
  }
}

/// A temporary folder for one test.
private final class FolderForTest {
  let path: String

  init() {
    var template = Array("/tmp/settings-files-XXXXXX".utf8CString)
    _ = mkdtemp(&template)
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    for name in (try? POSIXFileSystem().names(inFolder: path)) ?? [] { unlink(path + "/" + name) }
    rmdir(path)
  }
}
