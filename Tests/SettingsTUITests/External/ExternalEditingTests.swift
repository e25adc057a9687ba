import SettingsEditing
import SettingsSchemas
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
@Suite("Editing in the person's own editor")
struct ExternalEditingTests {
  private let period: SettingPath = ["calculation", "timePeriod"]

  private func driver(_ text: String = #"{"network": {"host": "10.0.0.1"}}"#, at path: SettingPath) throws
    -> EditorDriver
  {
    EditorDriver(try TestForm.model(text), start: path)
  }

  @Test("A value is JSON below comments that explain it, and is staged when it comes back")
  func value() async throws {
    let driver = try driver(at: period)
    await driver.press(Key("e"))
    #expect(
      driver.given == """
        // Time Period
        // Days the average looks back.
        // Whole number from 1 to 30, in days.
        7

        """)
    await driver.finishEditing(driver.given.replacing("\n7\n", with: "\n 12 // better\n"))
    #expect(driver.model.value(at: period) == .number(JSONNumber(12)))
    #expect(driver.text.contains("Staged 1 change; u undoes it"))
  }

  @Test("A blank text of the whole draft resets nothing: it is asked about")
  func blank() async throws {
    let driver = try driver(at: period)
    await driver.press(Key("E"))
    await driver.finishEditing(" \n")
    #expect(!driver.model.hasChanges)
    #expect(driver.words.contains("The text is empty;"))
    await driver.press(Key("g"))
    #expect(!driver.model.hasChanges && driver.editor.screens.isEmpty)
  }

  @Test("A string is the text below the scissors line, without the last line break")
  func text() async throws {
    let path: SettingPath = ["display", "notes"]
    let driver = try driver(at: path)
    await driver.press(Key("e"))
    #expect(driver.given.hasSuffix(">8 ------------------------\nfirst\nsecond\n"))
    #expect(driver.given.split(separator: "\n").prefix(3).allSatisfy { $0.hasPrefix("# ") })
    await driver.finishEditing(driver.given.replacing("second", with: "# second\n\nthird"))
    #expect(driver.model.value(at: path) == .string("first\n# second\n\nthird"))
  }

  @Test("From the text screen it continues with the typed text, and stages the result")
  func fromTextScreen() async throws {
    let path: SettingPath = ["display", "notes"]
    let driver = try driver(at: path)
    await driver.press(Key(.enter))
    #expect(driver.text.contains("Editor"))
    await driver.type("e")
    #expect(driver.given == "")
    await driver.press(.alt("e"))
    #expect(driver.given.hasSuffix(">8 ------------------------\nfirst\nseconde\n"), "\(driver.given)")
    await driver.finishEditing(driver.given)
    #expect(driver.text.contains("Nothing was changed") && driver.text.contains("seconde"))
    await driver.press(Key(.function(4)))
    await driver.finishEditing(driver.given.replacing("seconde", with: "third"))
    #expect(driver.model.value(at: path) == .string("first\nthird"))
    #expect(driver.text.contains("Staged 1 change") && driver.text.contains("Calculation"))
  }

  @Test(
    "Every text is read back unchanged",
    arguments: ["", "a", "a\n", "\n", "\n\n", "a\r\nb", "# x", "日本語 👩‍👩‍👧", "\u{1B}[31m"])
  func roundTrip(_ text: String) async throws {
    let path: SettingPath = ["display", "notes"]
    let driver = try driver(at: path)
    try driver.model.stage(.string(text), at: path)
    await driver.press(Key("e"))
    await driver.finishEditing(driver.given.replacing("Notes\n", with: "Notes!\n"))
    #expect(driver.model.value(at: path) == .string(text))
    #expect(driver.text.contains("Nothing was changed"))
  }

  @Test("An invalid text is offered again with its problem, and nothing is lost")
  func invalid() async throws {
    let driver = try driver(at: period)
    await driver.press(Key("e"))
    await driver.finishEditing("99\n")
    #expect(driver.text.contains("Use 30 or less"))
    #expect(!driver.model.hasChanges)
    await driver.press(Key(.escape))
    #expect(driver.text.contains("would lose the text"))
    await driver.press(Key("e"))
    #expect(driver.given.hasPrefix("// ! Use 30 or less") && driver.given.hasSuffix("99\n"))
    await driver.finishEditing("// ! Use 30\n[\n")
    await driver.press(Key("e"))
    #expect(driver.given.split(separator: "\n").count { $0.hasPrefix("// ! ") } == 1)
    await driver.finishEditing(driver.given)
    #expect(driver.words.contains("[ Edit again ]"))
    await driver.press(Key("g"))
    #expect(!driver.words.contains("[ Edit again ]") && !driver.model.hasChanges)
  }

  @Test("Text that is edited again and left as it is stays until it is discarded on purpose")
  func editingAgain() async throws {
    let driver = try driver(at: period)
    await driver.press(Key("E"))
    let wrong = driver.given.replacing(#"// "timePeriod": 7"#, with: #""timePeriod": seven"#)
    await driver.finishEditing(wrong)
    for _ in 0..<3 {
      await driver.press(Key("e"))
      #expect(driver.given.contains("seven"))
      // The program is left without a change.
      await driver.finishEditing(driver.given)
      #expect(driver.words.contains("[ Edit again ]"))
    }
    await driver.press(Key("e"))
    await driver.finishEditing(driver.given, failure: "“vi” ended with status 1.")
    #expect(driver.words.contains("ended with status 1"))
    await driver.press(Key("e"))
    await driver.finishEditing(driver.given.replacing("seven", with: "9"))
    #expect(driver.model.value(at: period) == .number(JSONNumber(9)))
  }

  @Test(
    "When the program and the editor are terminated, the saved text is staged, so that the next start offers it"
  )
  func ended() async throws {
    let driver = try driver(at: period)
    await driver.press(Key("e"))
    await driver.finishEditing("12\n", failure: "“vi” was ended by signal 15.")
    #expect(!driver.model.hasChanges)
    await driver.send(.ended(signal: 15))
    #expect(driver.model.value(at: period) == .number(JSONNumber(12)))
    #expect(driver.editor.outcome?.ending == .signal(15) && driver.editor.outcome?.stagedCount == 1)
  }

  @Test("The problem in the text names its line after the added one")
  func line() async throws {
    let driver = try driver(at: period)
    await driver.press(Key("E"))
    await driver.finishEditing(driver.given.replacing(#"// "timePeriod": 7"#, with: #""timePeriod": x"#))
    for _ in 0..<2 {
      await driver.press(Key("e"))
      let lines = driver.given.split(separator: "\n", omittingEmptySubsequences: false)
      let number = try #require(lines.firstIndex { $0.contains(#""timePeriod": x"#) }) + 1
      #expect(lines.first?.hasPrefix("// ! \(number):19: ") == true, "\(lines.first ?? "")")
      await driver.finishEditing(driver.given + "\n")
    }
  }

  @Test("Only the first problem is shown, with the number of the others")
  func severalProblems() async throws {
    let driver = try driver(at: period)
    await driver.press(Key("E"))
    await driver.finishEditing(
      driver.given.replacing(#"// "timePeriod": 7"#, with: #""timePeriod": 99"#)
        .replacing(#""10.0.0.1""#, with: "5"))
    #expect(driver.words.contains("Use 30 or less"), "\(driver.text)")
    #expect(driver.words.contains("1 more problem follows."), "\(driver.text)")
  }

  @Test("Giving up changes nothing")
  func givingUp() async throws {
    let driver = try driver(at: period)
    await driver.press(Key("+"), Key("e"))
    await driver.finishEditing("wrong")
    await driver.press(Key("g"))
    #expect(driver.model.value(at: period) == .number(JSONNumber(8)))
    #expect(driver.focusedLine.contains("Time Period"))
  }

  @Test("A failure of the program is reported; its text can still be staged")
  func failing() async throws {
    let driver = try driver(at: period)
    await driver.press(Key("e"))
    await driver.finishEditing(nil, failure: "“vi” was not found.")
    #expect(driver.text.contains("“vi” was not found"))
    await driver.press(Key("e"))
    await driver.finishEditing("9\n", failure: "“vi” ended with status 1.")
    #expect(!driver.model.hasChanges)
    await driver.press(Key("t"))
    #expect(driver.model.value(at: period) == .number(JSONNumber(9)))
    await driver.press(Key("u"), Key("e"))
    await driver.finishEditing(driver.given, failure: "“vi” ended with status 1.")
    #expect(driver.words.contains("“vi” ended with status 1. Nothing was changed."))
    #expect(!driver.model.hasChanges)
  }

  @Test("Secrets and read-only settings are never written to the text")
  func secrets() async throws {
    for path: SettingPath in [["network", "password"], ["display", "version"]] {
      let driver = try driver(at: path)
      await driver.press(Key("e"))
      #expect(driver.effects.isEmpty)
    }
    let driver = try driver(#"{"network": {"password": "hunter2"}}"#, at: period)
    await driver.press(Key("E"))
    #expect(!driver.given.contains("hunter2") && !driver.given.contains("password"))
  }

  @Test("All settings as text: unset ones are comments, and changes are staged as one step")
  func draft() async throws {
    let driver = try driver(
      #"{"network": {"host": "a", "password": "hunter2"}, "language": null}"#, at: period)
    await driver.press(Key("+"), Key("E"))
    let given = driver.given
    #expect(given.contains(#"    "host": "a","#) && given.contains(#"    // "useProxy": false,"#))
    #expect(given.contains(#"    "timePeriod": 8,"#) && given.contains("Days the average looks back."))
    #expect(given.contains(#"Any of 3: "monday", "friday", "sunday""#))
    var edited = given.replacing(#"// "useProxy": false"#, with: #""useProxy": true"#)
    edited = edited.replacing(#"    "host""#, with: #"    // "host""#)
    edited = edited.replacing(#""timePeriod": 8"#, with: #""timePeriod": 9"#)
    await driver.finishEditing(edited)
    #expect(driver.model.value(at: ["network", "useProxy"]) == .bool(true))
    #expect(!driver.model.isSet(["network", "host"]))
    #expect(driver.model.value(at: period) == .number(JSONNumber(9)))
    #expect(driver.model.isSet(["network", "password"]) && !driver.model.isStaged(["network", "password"]))
    #expect(driver.model.isSet(["language"]) && driver.text.contains("Staged 3 changes"))
    await driver.press(Key("u"))
    #expect(driver.model.stagedCount == 1)
  }

  @Test(
    "Comments of the file are in the text of all settings, and what is written or changed there is staged")
  func comments() async throws {
    let text = """
      {
        // All of it.
        "network": {
          // Ours.
          "host": "a",
          "useProxy": true
        }
      }
      """
    let driver = try driver(text, at: period)
    await driver.press(Key("E"))
    #expect(
      driver.given.contains("    // Ours.\n    \"host\": \"a\",")
        && driver.given.contains("  // All of it.\n"))
    await driver.finishEditing(driver.given + "\n")
    #expect(!driver.model.hasChanges)
    await driver.press(Key("E"))
    await driver.finishEditing(
      driver.given.replacing("// Ours.", with: "// Theirs.\n    // Not ours.")
        .replacing("    \"useProxy\": true", with: "    // Why not?\n    \"useProxy\": false"))
    #expect(driver.model.value(at: ["network", "useProxy"]) == false)
    let comments = driver.model.review().comments
    #expect(comments.map(\.path) == [["network", "host"], ["network", "useProxy"]], "\(comments)")
    #expect(comments.map(\.text) == ["Theirs.\nNot ours.", "Why not?"])
    #expect(driver.words.contains("Staged 3 changes; u undoes them."), "\(driver.words)")
    await driver.press(Key("u"))
    #expect(!driver.model.hasChanges)
    await driver.press(.control("r"))
    #expect(driver.model.review().comments == comments)
  }

  /// Edits the whole text of a file by replacing words, and returns the new content.
  private func edited(
    _ text: String, form: String = "{}", _ replacements: (String, String)...
  ) async throws -> String {
    let store = try StoreEngine(
      form: FormIndex(try FormSchema(parsingSchema: Array(form.utf8))),
      layers: SettingsLayers(storage: MemoryStorage(text)))
    let driver = EditorDriver(FormViewModel(store))
    await driver.press(Key("E"))
    let new = replacements.reduce(driver.given) { text, pair in
      #expect(text.contains(pair.0), "\(text)")
      return text.replacing(pair.0, with: pair.1)
    }
    await driver.finishEditing(new)
    #expect(!driver.words.contains("Edit again"), "\(driver.text)")
    return String(decoding: try driver.model.candidate(), as: UTF8.self)
  }

  @Test("Comments of members that nobody touched stay, whatever is set, unset or removed around them")
  func commentsAround() async throws {
    let form = """
      {"properties": {"port": {"type": "integer"}, "bind": {"type": "string", "default": "::"},
        "hosts": {"type": "array", "items": {"type": "string"}}}}
      """
    let file = "{\n  // Behind the proxy.\n  \"port\": 8080,\n  \"hosts\": [\"a\"]\n}\n"
    #expect(try await edited(file, form: form, ("8080", "8081")) == file.replacing("8080", with: "8081"))
    let unset = try await edited(
      file, form: form, ("\"hosts\": [", "// \"hosts\": ["), ("\"a\"", "// \"a\""), ("],", "// ],"))
    #expect(unset == "{\n  // Behind the proxy.\n  \"port\": 8080\n}\n")
    let other = "{\n  \"a\": 1,\n  // mine\n  \"gone\": true,\n  \"b\": 2,\n  \"c\": 3\n}\n"
    #expect(
      try await edited(other, ("  \"gone\": true,\n", "")) == "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}\n")
    #expect(
      try await edited(other, ("\"a\": 1,", "// \"a\": 1,"))
        == "{\n  // mine\n  \"gone\": true,\n  \"b\": 2,\n  \"c\": 3\n}\n")
  }

  @Test("A comment above a new key is written there, also one of a member that has this key now, or a copy")
  func commentsOfNewKeys() async throws {
    let file = "{\n  \"a\": 1,\n\n  // The b\n  \"b\": 2\n}\n"
    let new = try await edited(file, ("\"a\": 1,", "\"a\": 1,\n  // brand new\n  \"n\": 5,"))
    #expect(new.contains("  // brand new\n  \"n\": 5") && new.contains("\n  // The b\n  \"b\": 2"), "\(new)")
    #expect(try await edited(file, ("\"b\": 2", "\"bb\": 2")).contains("  // The b\n  \"bb\": 2"))
    #expect(
      try await edited(file, ("// The b\n", "// The bee\n"), ("\"b\": 2", "\"bb\": 2"))
        .contains("  // The bee\n  \"bb\": 2"))
    let copied = try await edited(file, ("\"b\": 2,", "\"b\": 2,\n  // The b\n  \"n\": 1,"))
    #expect(
      copied.contains("  // The b\n  \"b\": 2") && copied.contains("  // The b\n  \"n\": 1"), "\(copied)")
    #expect(
      try await edited("{\n  \"a\": 1\n}\n", ("  // a.", "  // above\n  // a.")).contains(
        "  // above\n  \"a\": 1"))
  }

  @Test("Given a staged comment, when the text has the stored one again, then nothing is staged")
  func commentAsStored() async throws {
    let driver = try driver("{\n  // Ours.\n  \"language\": null\n}\n", at: period)
    driver.model.stageComment("Theirs.", above: ["language"])
    await driver.press(Key("E"))
    await driver.finishEditing(driver.given.replacing("// Theirs.", with: "// Ours."))
    #expect(!driver.model.hasChanges && driver.model.review().comments.isEmpty)
  }

  @Test("Comments that nobody touched stay as they are, whatever else is changed and whatever they say")
  func untouchedComments() async throws {
    let driver = try driver(
      """
      {
        // first
        //
        // second, after an empty line
        "network": {
          // Host. Text.
          "host": "a"
        }
      }
      """, at: period)
    await driver.press(Key("E"))
    let explanation = try #require(
      driver.given.split(separator: "\n").map(\.trimmed).first { $0.hasPrefix("// Host") })
    await driver.finishEditing(driver.given.replacing("\"host\": \"a\"", with: "\"host\": \"b\""))
    #expect(driver.model.value(at: ["network", "host"]) == "b")
    #expect(driver.model.review().comments.isEmpty, "\(driver.model.review().comments) \(explanation)")
  }

  @Test(
    "A comment that would be lost is refused with its words, and the text is opened again",
    arguments: [
      ("\"host\": \"a\",", "\"host\": \"a\", // LOST"), ("\"host\": \"a\",", "\"host\": \"a\",\n/* LOST */"),
      ("\n}", "\n}\n// LOST"),
    ])
  func lostComments(old: String, new: String) async throws {
    let driver = try driver(#"{"network": {"host": "a"}}"#, at: period)
    await driver.press(Key("E"))
    try #require(driver.given.contains(old))
    await driver.finishEditing(driver.given.replacing(old, with: new, maxReplacements: 1))
    #expect(!driver.model.hasChanges)
    #expect(driver.words.contains("LOST"), "\(driver.text)")
  }

  @Test("The text of all settings with another layout stages nothing")
  func unchangedDraft() async throws {
    let driver = try driver(at: period)
    await driver.press(Key("+"), Key("E"))
    await driver.finishEditing(driver.given.replacing("  ", with: " "))
    #expect(driver.text.contains("Nothing was changed"))
    #expect(driver.model.stagedCount == 1)
  }

  @Test(
    "In the text of all settings an unknown key is refused, and an invalid value can be staged")
  func invalidDraft() async throws {
    let driver = try driver(at: period)
    await driver.press(Key("E"))
    await driver.finishEditing(driver.given.replacing(#""host""#, with: #""hots""#))
    #expect(driver.text.contains("hots") && driver.text.contains("Edit again"))
    #expect(!driver.text.contains("Stage as it is"))
    await driver.press(Key("e"))
    await driver.finishEditing(driver.given.replacing(#"// "timePeriod": 7"#, with: #""timePeriod": 99"#))
    await driver.press(Key("e"))
    await driver.finishEditing(driver.given.replacing(#""hots""#, with: #""host""#))
    #expect(driver.text.contains("Use 30 or less") && driver.text.contains("Stage as it is"))
    await driver.press(Key("t"))
    #expect(driver.model.value(at: period) == .number(JSONNumber(99)))
  }
}

/// These tests set variables of the process, one after the other.
@Suite("The person's own editor", .serialized)
struct ExternalEditorTests {
  private func edit(_ text: String, _ command: String) -> ExternalEditor.Result {
    setenv("VISUAL", command, 1)
    defer { unsetenv("VISUAL") }
    return ExternalEditor.edit(text, named: "value.txt")
  }

  @Test("It gets a file that only its owner can read, and no file is left")
  func file() throws {
    let result = edit(
      "x",
      "f() { stat -c '%a' \"$1\" \"${1%/*}\"; echo \"$1\"; touch \"$1~\"; }; g() { f \"$1\" >\"$1.tmp\"; mv \"$1.tmp\" \"$1\"; }; g"
    )
    let lines = try #require(result.text).split(separator: "\n").map(String.init)
    #expect(lines.count == 3 && lines[0] == "600" && lines[1] == "700")
    #expect(access(lines[2], F_OK) != 0)
    let folder = lines[2].split(separator: "/").dropLast().joined(separator: "/")
    #expect(access("/" + folder, F_OK) != 0)
    #expect(result.failure == nil)
  }

  @Test("The shell splits the variable into words, and the text may contain anything")
  func words() {
    let text = "'\"$HOME\\ \n日本語\n"
    #expect(edit(text, "sed -i -e 's/HOME/X  Y/'") == .init(text: "'\"$X  Y\\ \n日本語\n", failure: nil))
  }

  @Test("Failures are reported with the text that is left")
  func failures() throws {
    #expect(edit("x", "false") == .init(text: "x", failure: "“false” ended with status 1."))
    #expect(edit("x", "no-such-editor-at-all 2>/dev/null").failure?.contains("was not found") == true)
    #expect(edit("x", "rm").text == nil)
    #expect(edit("x", "rm").failure?.contains("left no file") == true)
    #expect(edit("x", "printf '\\377' >").failure?.contains("UTF-8") == true)
    #expect(edit("x", "kill -9 $$;").failure?.contains("signal 9") == true)
  }
}
