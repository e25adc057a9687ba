import SettingsEditing
import SettingsSchemas
import TestSupport
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Members that are commented out in the editor")
struct CommentedMemberScreenTests {
  private static let text = """
    {
      // Look
      "font": {
        "face": "Mono",
        "size": 14
      },
      // "zoom": 2,
      "env": {
        "A": "1", // first
        "B": "2"
      },
      "token": "QSEC",
      "locked": 1
    }

    """

  private static let form = #"""
    {"type": "object", "properties": {"font": {"type": "object", "properties": {"size": {"type": "integer"}}},
      "zoom": {"type": "integer", "default": 2}, "env": {"type": "object", "additionalProperties": {"type": "string"}},
      "locked": {"type": "integer", "readOnly": true}, "token": {"type": "string", "writeOnly": true}}}
    """#

  private func driver(_ text: String = Self.text) throws -> EditorDriver {
    try driver(in: MemoryStorage(text))
  }

  private func driver(in storage: MemoryStorage) throws -> EditorDriver {
    let store = try StoreEngine(
      form: FormIndex(try FormSchema(parsingSchema: Array(Self.form.utf8))),
      layers: SettingsLayers(storage: storage))
    return EditorDriver(FormViewModel(store), size: Size(width: 80, height: 30))
  }

  private func text(_ driver: EditorDriver) throws -> String {
    String(decoding: try driver.model.candidate(), as: UTF8.self)
  }

  private func go(_ path: String, _ driver: EditorDriver) async {
    await driver.press(Key("g"))
    while !driver.focusedLine.contains(path), !driver.focusedLine.isEmpty {
      let line = driver.focusedLine
      await driver.press(Key(.down))
      if driver.focusedLine == line { break }
    }
  }

  @Test("A section becomes a comment in the tree and comes back, with undo, review and apply")
  func tree() async throws {
    let driver = try driver()
    await driver.press(Key("T"))
    await go("font", driver)
    await driver.press(Key("C"))
    expectGolden("tree-commented", driver)
    let commented = Self.text.replacing(
      "  \"font\": {\n    \"face\": \"Mono\",\n    \"size\": 14\n  },\n",
      with: "  // \"font\": {\n  //   \"face\": \"Mono\",\n  //   \"size\": 14\n  // },\n")
    #expect(try text(driver) == commented)
    await driver.press(Key("u"))
    #expect(try text(driver) == Self.text && !driver.model.hasChanges)
    await driver.press(.control("r"), Key("s"))
    #expect(driver.words.contains("(kept as a comment)"))
    await driver.press(Key("s"))
    #expect(String(decoding: driver.model.store.document.bytes, as: UTF8.self) == commented)
    await driver.press(Key("T"))
    await go("// \"font\"", driver)
    await driver.press(Key(.enter))
    #expect(driver.words.contains("font is commented out; C comments it in."))
    await driver.press(Key("C"), Key("s"))
    #expect(driver.words.contains("(from its comment)"))
    await driver.press(Key("s"))
    #expect(String(decoding: driver.model.store.document.bytes, as: UTF8.self) == Self.text)
  }

  @Test("A setting comes out of its comment although its value is the default, and goes back")
  func setting() async throws {
    let driver = try driver()
    await go("zoom", driver)
    await driver.press(Key("C"))
    #expect(try text(driver) == Self.text.replacing("// \"zoom\"", with: "\"zoom\""))
    await driver.press(Key("C"))
    #expect(driver.words.contains("zoom isn't stored yet."))
    await driver.press(Key("s"), Key("s"))
    await go("zoom", driver)
    await driver.press(Key("C"))
    #expect(try text(driver) == Self.text)
  }

  @Test("An entry of a dictionary becomes a comment and comes back before anything is applied")
  func entry() async throws {
    let driver = try driver()
    await driver.press(Key("T"))
    await go("A  \"1\"", driver)
    await driver.press(Key("C"))
    #expect(try text(driver) == Self.text.replacing("\"A\": \"1\"", with: "// \"A\": \"1\""))
    await go("// \"A\"", driver)
    await driver.press(Key("C"))
    #expect(try text(driver) == Self.text && !driver.model.hasChanges)
  }

  @Test("Neither a secret nor a read-only setting becomes a comment, and a secret in a comment is masked")
  func refused() async throws {
    let driver = try driver(
      Self.text.replacing("  \"locked\"", with: "  // \"token\": \"OLD\",\n  \"locked\""))
    await driver.press(Key("T"))
    #expect(!driver.text.contains("OLD"))
    await go("token  ", driver)
    await driver.press(Key("C"))
    #expect(driver.words.contains("token holds a secret, which would be visible in a comment."))
    await go("locked", driver)
    await driver.press(Key("C"))
    #expect(driver.words.contains("is read-only"))
    #expect(!driver.model.hasChanges)
  }

  @Test("A staged comment of a member survives a crash")
  func recovery() async throws {
    let first = try driver()
    await first.press(Key("T"))
    await go("font", first)
    await first.press(Key("C"))
    await go("A  \"1\"", first)
    await first.press(Key("C"))
    let record = first.editor.core.recoveryRecord(file: "/settings.json", time: 1_000_000)
    let read = try #require(RecoveryRecord(record.bytes))
    #expect(read == record)
    let next = try driver()
    #expect(next.editor.offer(RecoveryFolder.Leftover(path: "/a", record: read)))
    await next.press(.control("l"))
    #expect(next.words.contains("(kept as a comment)"), "\(next.text)")
    await next.press(Key("r"))
    #expect(try text(next) == text(first) && text(next).contains("// \"A\""))
    await next.press(Key("s"), Key("s"))
    let entry = try #require(try next.model.store.history().first)
    #expect(entry.description.contains("(kept as a comment)"), "\(entry)")
    #expect(!entry.changes.map(\.historyJSON.description).joined().contains("kept"))
  }

  @Test("Given another program that changes the member, then it is a conflict, and theirs can be taken")
  func conflict() async throws {
    let storage = MemoryStorage(Self.text)
    let driver = try driver(in: storage)
    await driver.press(Key("T"))
    await go("A  \"1\"", driver)
    await driver.press(Key("C"))
    let theirs = Self.text.replacing("\"A\": \"1\"", with: "\"A\": \"9\"")
    _ = storage.commit(Array(theirs.utf8), expecting: storage.read()?.revision)
    driver.editor.takeStored()
    #expect(driver.model.draft.review().conflicts.map(\.path) == [["env"]])
    driver.model.resolve(["env"], keeping: .theirs)
    #expect(try text(driver) == theirs)
  }

  @Test("Given another program that changes something else, then the member stays a comment")
  func otherChange() async throws {
    let storage = MemoryStorage(Self.text)
    let driver = try driver(in: storage)
    _ = driver.editor.perform(.edit(.commentOut(["font"])))
    let theirs = Self.text.replacing("\"B\": \"2\"", with: "\"B\": \"3\"")
    _ = storage.commit(Array(theirs.utf8), expecting: storage.read()?.revision)
    driver.editor.takeStored()
    #expect(driver.model.draft.review().conflicts.isEmpty)
    #expect(try text(driver).contains("// \"font\": {") && text(driver).contains("\"B\": \"3\""))
  }

  @Test("A plan of the changes keeps the comments")
  func plan() async throws {
    let driver = try driver()
    for path in [["font"], ["env", "A"]] as [SettingPath] {
      _ = driver.editor.perform(.edit(.commentOut(path)))
    }
    _ = driver.editor.perform(.edit(.commentIn(["zoom"], 2)))
    let expected = try text(driver)
    let store = driver.model.store
    let plan = try SettingsPlan(parsing: SettingsPlan(driver.model.draft, for: store).bytes)
    _ = try await store.apply(plan)
    #expect(String(decoding: store.document.bytes, as: UTF8.self) == expected)
  }

  @Test("Line by line, a member becomes a comment by the number of its row, and comes back")
  func plain() async throws {
    let driver = try driver()
    let plain = PlainDriver(driver.model)
    func number(_ name: String, in page: String) throws -> String {
      let line = try #require(page.split(separator: "\n").first { $0.contains(". \(name): ") })
      return String(line.prefix { $0 != "." })
    }
    let page = await plain.type("T")
    #expect(page.contains("zoom: 2, commented out"))
    let commented = try await plain.type("C \(number("font", in: page))")
    #expect(commented.contains("font becomes a comment") && commented.contains("commented out"))
    #expect(try text(driver).contains("// \"font\": {\n  //   \"face\""))
    try await plain.type("C \(number("font", in: commented))")
    #expect(try text(driver) == Self.text)
  }
}
