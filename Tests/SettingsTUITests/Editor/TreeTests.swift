import SettingsEditing
import SettingsSchemas
import Testing

@testable import SettingsTUI

@MainActor
@Suite("The file as a tree")
struct TreeTests {
  private static let text = """
    {
      // Look
      "font": { "size": 14, "face": "Mono" }, // in px
      "words": ["a", "b"],

      /* Secrets */
      "token": "QSEC"
    }

    """

  private static let form = #"""
    {"type": "object", "properties": {"font": {"type": "object", "properties": {"size": {"type": "integer"}}},
      "token": {"type": "string", "writeOnly": true}}}
    """#

  private func driver(_ text: String = Self.text, size: Size = Size(width: 80, height: 24)) throws
    -> EditorDriver
  {
    let store = try StoreEngine(
      form: FormIndex(try FormSchema(parsingSchema: Array(Self.form.utf8))),
      layers: SettingsLayers(storage: MemoryStorage(text)))
    return EditorDriver(FormViewModel(store), size: size)
  }

  private func text(_ driver: EditorDriver) throws -> String {
    String(decoding: try driver.model.candidate(), as: UTF8.self)
  }

  private func replaceText(_ driver: EditorDriver, by text: String) async {
    driver.editor.onTop { top in
      guard var screen = top as? TextScreen else { return }
      screen.clear()
      top = screen
    }
    await driver.paste(text)
  }

  @Test("The tree has all members with their comments, and masks secrets")
  func screen() async throws {
    let driver = try driver()
    await driver.press(Key("T"))
    expectGolden("tree-80x24", driver)
    for (width, height) in [(40, 10), (80, 24), (160, 40)] {
      await driver.resize(width, height)
      #expect(!driver.text.contains("QSEC"))
    }
  }

  @Test("Values are folded and unfolded, one by one and all")
  func folding() async throws {
    let driver = try driver()
    await driver.press(Key("T"), Key("g"), Key(.down), Key(.down), Key(.left))
    #expect(!driver.text.contains("face") && driver.text.contains("\"a\""))
    await driver.press(Key(.right), Key(.right))
    #expect(driver.focusedLine.contains("size  14"))
    await driver.press(Key(.left))
    #expect(driver.focusedLine.contains("font"))
    await driver.press(Key("z"))
    #expect(!driver.text.contains("face") && !driver.text.contains("\"a\""))
    await driver.press(Key("z"))
    #expect(driver.text.contains("face") && driver.text.contains("\"a\""))
  }

  @Test("A path is found, copied, and printed after leaving")
  func paths() async throws {
    let driver = try driver()
    await driver.press(Key("T"), Key("f"))
    await driver.type("words.1")
    await driver.press(Key(.enter), Key(.escape))
    #expect(driver.focusedLine.contains("1  \"b\""))
    await driver.press(Key("c"), Key(.enter))
    #expect(driver.effects.last == .copy("words.1"))
    await driver.press(Key(.down), Key(.enter))
    #expect(driver.effects.last == .copy("b"))
    await driver.press(Key(.escape), Key("P"))
    #expect(driver.editor.outcome?.printedPath == ["words", "1"])
  }

  @Test("A comment is edited, undone, reviewed and applied with nothing else")
  func comments() async throws {
    let driver = try driver()
    await driver.press(Key("T"), Key("g"), Key(.down), Key(.down), Key(.down), Key("#"))
    await driver.type("in points")
    await driver.press(Key(.enter))
    #expect(driver.words.contains("// in points") && driver.text.contains("● 1 change"))
    await driver.press(Key("u"))
    #expect(try text(driver) == Self.text && !driver.model.hasChanges)
    await driver.press(.control("r"), Key("s"))
    #expect(driver.words.contains("Comment font.size added in points"))
    await driver.press(Key("s"))
    #expect(driver.words.contains("Applied the comments.") && !driver.model.hasChanges)
    #expect(
      String(decoding: driver.model.store.document.bytes, as: UTF8.self)
        == Self.text.replacing("{ \"size\"", with: "{ /* in points */ \"size\""))
  }

  @Test("Given a comment that is replaced, then both reviews have it before and after, and Enter leads to it")
  func reviewedComment() async throws {
    let text = "{\n  // Old\n  \"a\": 1,\n  \"b\": 2\n}\n"
    let driver = try driver(text)
    await driver.press(Key("T"), Key("g"), Key(.down), Key("#"), .control("u"))
    await driver.type("New")
    await driver.press(Key(.enter), Key("s"))
    #expect(driver.words.contains("Comment a Old → New"))
    await driver.press(Key(" "), Key("R"))
    #expect(driver.words.contains("A comment is written with the changes; u undoes it."))
    await driver.press(Key("f"))
    await driver.type("old")
    #expect(driver.words.contains("1 of 1"))
    await driver.press(Key(.enter), Key(.enter))
    #expect(driver.editor.screens.last is TreeScreen && driver.focusedLine.contains("a  1"))
    let plain = PlainDriver(driver.model)
    #expect(await plain.type("s").contains("Comment of a: Old, will be New\n"))
    driver.model.stageComment("", above: ["a"])
    #expect(await plain.type("l").contains("Comment of a: removed, Old\n"))
  }

  @Test("Given a comment on a part of a secret, then the review doesn't show what was there")
  func commentInSecret() async throws {
    let driver = try driver(#"{"token": {/* QSEC */ "x": 1}}"#)
    driver.model.stageComment("mine", above: ["token", "x"])
    let changes = driver.editor.core.commentChanges(of: driver.model.review())
    #expect(changes == [.added("mine")])
  }

  @Test("The tree opens at the value that has the focus, in lists, too")
  func opening() async throws {
    let driver = try driver()
    _ = driver.editor.perform(
      .goPart(["words", "1"], of: try #require(driver.model.index.position(of: ["words"]))))
    await driver.press(Key("T"))
    #expect(driver.focusedLine.contains("1  \"b\""))
    await driver.press(Key("T"))
    #expect(driver.editor.screens.last is CollectionScreen)
  }

  @Test("A staged comment survives a crash")
  func recovery() async throws {
    let first = try driver()
    await first.press(Key("T"), Key("g"), Key(.down), Key(.down), Key(.down), Key("#"))
    await first.type("in points")
    await first.press(Key(.enter))
    let record = first.editor.core.recoveryRecord(file: "/settings.json", time: 1_000_000)
    let read = try #require(RecoveryRecord(record.bytes))
    #expect(read == record)
    let next = try driver()
    #expect(next.editor.offer(RecoveryFolder.Leftover(path: "/a", record: read)))
    await next.press(.control("l"), Key("r"))
    #expect(try text(next).contains("/* in points */"))
  }

  @Test("An empty comment removes the one that describes a value, and no heading")
  func removingComment() async throws {
    let driver = try driver("{\n  // Old\n  \"a\": 1, // behind\n  \"b\": 2\n}\n")
    await driver.press(Key("T"), Key("g"), Key(.down), Key("#"), .control("u"), Key(.enter))
    #expect(try text(driver) == "{\n  \"a\": 1, // behind\n  \"b\": 2\n}\n")
  }

  @Test("A comment about something else isn't shown as one of the member below, and an empty key is seen")
  func freeComment() async throws {
    let driver = try driver("{\n  // Free\n\n  // Own\n  \"\": 1,\n\n  \"b\": 2\n}\n")
    await driver.press(Key("T"), Key("g"), Key(.down))
    #expect(driver.focusedLine.trimmed.hasSuffix("// Free"), "\(driver.text)")
    await driver.press(Key("d"))
    #expect(driver.words.contains("This comment describes no single value"))
    for key in ["d", "J", "C", "Y", "P", "#"] { await driver.press(Key(Character(key))) }
    #expect(!driver.model.hasChanges && driver.editor.screens.count == 1 && driver.editor.outcome == nil)
    await driver.press(Key(.down))
    #expect(driver.focusedLine.contains("\"\"  1  // Own"), "\(driver.text)")
    let plain = await PlainDriver(driver.model).type("T")
    #expect(plain.contains("2. Comment: Free\n3. \"\": 1, comment: Own\n"), "\(plain)")
    await driver.press(Key("h"), Key("T"))
    #expect(driver.text.contains("\"\""), "\(driver.text)")
  }

  @Test(
    "A comment that looks like members is masked where there are secrets, and is neither copied nor found")
  func secretsInComments() async throws {
    let text =
      "{\n  // \"token\": \"QSEC\", \"x\": 1\n\n  // says \"a\": no secret\n  \"token\": \"QSEC\", // { \"token\": \"QSEC\" }\n  \"font\": {\n    // \"s\": 1, \"t\": 2\n\n    \"size\": 1\n  }\n}\n"
    let driver = try driver(text)
    await driver.press(Key("T"), Key("g"), Key(.down), Key("c"))
    #expect(!driver.text.contains("QSEC") && driver.text.contains("// ********"), "\(driver.text)")
    #expect(driver.text.contains("// \"s\": 1, \"t\": 2"))
    #expect(driver.effects.isEmpty)
    #expect(await !PlainDriver(driver.model).type("T").contains("QSEC"))
  }

  @Test("Comments at the brackets of objects and lists have rows, with commented-out members after them")
  func commentsAtBrackets() async throws {
    let driver = try driver(
      "{ // all\n  \"a\": [\n    1\n    // last\n  ],\n  \"b\": {\n    // none\n  },\n  \"c\": 1\n  // end\n  // \"d\": 2\n}\n"
    )
    let plain = await PlainDriver(driver.model).type("T")
    let rows = plain.split(separator: "\n").filter { $0.first?.isNumber == true }.map {
      $0.drop { $0 != " " }.dropFirst()
    }
    #expect(
      rows == [
        "The whole file: 3 parts", "Comment: all", "a: 1 part", "a.0: 1", "Comment: last", "b: {}",
        "Comment: none", "c: 1",
        "Comment: end", "d: 2, commented out",
      ], "\(plain)")
  }

  @Test("Enter goes to the value among the settings, and one key removes it")
  func editing() async throws {
    let driver = try driver()
    await driver.press(Key("T"), Key("f"))
    await driver.type("face")
    await driver.press(Key(.enter), Key(.enter))
    #expect(driver.editor.screens.isEmpty && driver.focusedLine.contains("face"))
    await driver.press(Key("T"), Key("d"))
    #expect(try text(driver).contains(#""font": { "size": 14 }"#))
  }

  @Test("A comment of several lines that is only looked at stays as it is, and a correction keeps its lines")
  func severalLines() async throws {
    let text = "{\n  // line one\n  //   line two\n  \"a\": 1\n}\n"
    let driver = try driver(text)
    await driver.press(Key("T"), Key("g"), Key(.down), Key("#"), .control("s"))
    #expect(!driver.model.hasChanges)
    await driver.press(Key("#"))
    await driver.type("!")
    await driver.press(.control("s"))
    #expect(try self.text(driver).contains("// line one\n") && self.text(driver).contains("line two!\n"))
  }

  @Test(
    "A section is edited as JSON in place, with its comments kept"
  )
  func sectionAsJSON() async throws {
    let driver = try driver()
    await driver.press(Key("T"), Key("g"), Key(.down), Key(.down), Key("J"))
    #expect(driver.words.contains("\"face\": \"Mono\""))
    await replaceText(driver, by: #"{"size": 16, "face": "Mono"}"#)
    await driver.press(.control("s"))
    #expect(try text(driver) == Self.text.replacing("14", with: "16"))
    await driver.press(Key("u"))
    #expect(try text(driver) == Self.text)
  }

  @Test("A section with an error is edited as JSON, and a new error is refused")
  func wrongSection() async throws {
    let driver = try driver(#"{"font": {"size": "big", "face": "Mono"}}"#)
    await driver.press(Key("T"), Key("g"), Key(.down), Key("J"))
    await replaceText(driver, by: #"{"size": "big", "face": "Serif"}"#)
    await driver.press(.control("s"))
    #expect(try text(driver).contains("Serif"))
    await driver.press(Key("J"))
    await replaceText(driver, by: #"{"size": true, "face": "Serif"}"#)
    await driver.press(.control("s"))
    #expect(driver.editor.screens.last is TextScreen)
  }

  @Test("The whole file as JSON masks secrets, which stay as they are")
  func fileAsJSON() async throws {
    let driver = try driver()
    await driver.press(Key("T"), Key("g"), Key("J"))
    #expect(driver.words.contains("\"token\": \"********\""))
    await replaceText(driver, by: #"{"words": ["a"], "token": "typed"}"#)
    await driver.press(.control("s"))
    #expect(driver.words.contains("token can't be changed here") && !driver.model.hasChanges)
    await replaceText(driver, by: #"{"words": ["a"], "token": "********"}"#)
    await driver.press(.control("s"))
    #expect(try text(driver).contains("QSEC") && text(driver).contains(#""words": ["a"]"#))
    #expect(driver.model.value(at: ["font", "size"]) == nil)
  }

  @Test("Neither a secret nor what holds one is copied")
  func copying() async throws {
    let driver = try driver()
    await driver.press(Key("T"), Key("G"), Key("c"), Key(.down), Key(.enter))
    #expect(driver.words.contains("The value is a secret and is not copied."))
    await driver.press(Key(.escape), Key("g"), Key("c"), Key(.down), Key(.enter))
    #expect(driver.words.contains("The value holds secrets and is not copied."))
    #expect(driver.effects.isEmpty)
  }
}
