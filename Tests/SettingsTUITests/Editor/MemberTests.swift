import Observation
import SettingsEditing
import SettingsSchemas
import Synchronization
import TestSupport
import Testing

@testable import SettingsTUI

/// A file is its owner's: the editor shows, edits, adds and removes also what no form describes.
@MainActor
@Suite("Members that no form describes")
struct MemberTests {
  private static let form = #"""
    {"type": "object", "properties": {
      "name": {"type": "string"}, "level": {"type": "string", "enum": ["info", "debug"], "default": "info"},
      "group": {"type": "array", "items": {"type": "object", "properties": {"a": {"type": "integer", "default": 1}}}},
      "either": {"oneOf": [{"type": "boolean"}, {"type": "object", "required": ["kind"], "properties": {"kind": {"const": "x"}}}]},
      "free": {"type": "array"},
      "closed": {"type": "object", "additionalProperties": false, "properties": {"in": {"type": "integer"}}}
    }}
    """#

  private func driver(_ text: String, form: String? = Self.form, at path: SettingPath? = nil) throws
    -> EditorDriver
  {
    try driver(MemoryStorage(text), text, form: form, at: path)
  }

  private func driver(
    _ storage: MemoryStorage, _ text: String, form: String? = Self.form, at path: SettingPath? = nil
  ) throws -> EditorDriver {
    let index =
      try form.map { try FormIndex(parsingSchema: Array($0.utf8)) }
      ?? FormIndex(FormSchema(describingNothingIn: try JSONDocument(parsing: Array(text.utf8))))
    let store = try StoreEngine(form: index, layers: SettingsLayers(storage: storage))
    return EditorDriver(FormViewModel(store), size: Size(width: 100, height: 30), start: path)
  }

  private func text(_ driver: EditorDriver) throws -> String {
    String(decoding: try driver.model.candidate(), as: UTF8.self)
  }

  // MARK: - Shown

  @Test(
    "Given an app's editor, then the members of the file have rows although the app's form doesn't list them")
  func embedded() async throws {
    let driver = try driver(#"{"name": "x", "mine": {"level": 3}, "other": [1]}"#)
    #expect(driver.text.contains("mine") && driver.text.contains("level     3"))
    await driver.press(Key("/"))
    await driver.type("mine")
    #expect(driver.text.contains("mine") && !driver.text.contains("nothing found"))
  }

  @Test(
    "Keys that the form doesn't describe have rows in groups, alternatives and lists",
    arguments: [
      (#"{"group": [{"a": 2, "own": true}]}"#, ["group", "0", "own"]),
      (#"{"either": {"kind": "x", "own": {"deep": 1}}}"#, ["either", "own", "deep"]),
      (#"{"either": {"kind": "wrong", "own": 1}}"#, ["either", "own"]),
      (#"{"free": [{"b": [1, {"c": 2}]}]}"#, ["free", "0", "b", "1", "c"]),
      (#"{"mine": {"list": [[1], {"k": null}]}}"#, ["mine", "list", "1", "k"]),
      (#"{"a.b": {"c.d": 1}}"#, ["a.b", "c.d"]),
    ] as [(String, SettingPath)])
  func parts(_ text: String, _ path: SettingPath) async throws {
    let driver = try driver(text)
    let position = try #require(driver.model.index.position(containing: path))
    let entry = driver.model.index.settings[position]
    #expect(
      driver.editor.core.placesToOpen(for: path, of: entry).last?.part == (entry.path == path ? nil : path))
    let opened = driver.editor.core.placesToOpen(for: path, of: entry)
    _ = driver.editor.perform(.goPart(path, of: position))
    #expect(driver.editor.screens.count == opened.count)
    await driver.press(Key(.end))
    let key = try #require(path.keys.last)
    #expect(driver.text.contains(key), "\(driver.text)")
  }

  @Test("Given another process that adds, changes the type of and removes members, then the rows follow")
  func outside() async throws {
    let text = #"{"name": "x", "a": 1, "b": {"c": 1}, "d": 2}"#
    let storage = MemoryStorage(text)
    let driver = try driver(storage, text)
    let document = try JSONDocument(parsing: Array(text.utf8))
    let other = try StoreEngine(
      form: FormIndex(FormSchema(describingNothingIn: document)).listing(.all, of: document),
      layers: SettingsLayers(storage: storage))
    var draft = other.draft()
    draft.stage([StagedValue(try #require(other.index[["a"]]), value: ["k": true])])
    _ = draft.removeUndescribed(at: ["b"])
    try await other.apply(draft)
    driver.editor.takeStored()
    await driver.press(.control("l"))
    #expect(driver.model.index.section(at: ["a"]) != nil && driver.model.index.section(at: ["b"]) == nil)
    #expect(driver.text.contains("k ") && !driver.text.contains("c  "))
    #expect(driver.model.value(at: ["d"]) == 2)
  }

  @Test("The editor lists members in the app's own model: observers hear of it, and the store keeps its form")
  func appModel() async throws {
    let storage = MemoryStorage(#"{"name": "x", "mine": {"level": 3}}"#)
    let store = try StoreEngine(
      form: FormIndex(parsingSchema: Array(Self.form.utf8)), layers: SettingsLayers(storage: storage),
      options: StoreOptions(refresh: .manual))
    let model = FormViewModel(store)
    let positions = model.store.index.settings.map(\.path)
    let observed = Mutex(0)
    withObservationTracking {
      _ = model.value(at: ["name"])
    } onChange: {
      observed.withLock { $0 += 1 }
    }
    let driver = EditorDriver(model, start: ["name"])
    #expect(driver.model === model && model.index[["mine", "level"]] != nil)
    #expect(observed.withLock(\.self) == 1)
    #expect(model.store.index.settings.map(\.path) == positions)
    await driver.press(Key(.enter))
    await driver.type("y")
    await driver.press(Key(.enter), Key("s"), Key("s"))
    #expect(driver.words.contains("Applied 1 change."))
    try model.stage("debug", at: ["level"])
    #expect(model.savedValue(at: ["name"]) == "y" && model.value(at: ["level"]) == "debug")
    #expect(model.review().changes.map(\.path) == [["level"]])
  }

  // MARK: - Changed

  @Test("A key is added to a section that no form describes, and what is typed tells its type")
  func adding() async throws {
    let driver = try driver(#"{"mine": {"level": 3}}"#, at: ["mine", "level"])
    for (key, typed) in [("t", "some text"), ("n", "12"), ("b", "true"), ("z", "null"), ("l", "[1]")] {
      await driver.press(Key("A"))
      await driver.type(key)
      await driver.press(Key(.enter))
      await driver.type(typed)
      await driver.press(Key(.enter))
    }
    #expect(
      try text(driver)
        == #"{"mine": {"level": 3, "t": "some text", "n": 12, "b": true, "z": null, "l": [1]}}"#)
    for _ in 0..<5 { await driver.press(Key("u")) }
    #expect(!driver.model.hasChanges)
  }

  @Test("A key that is one keystroke away from a described one is added only after the person says so again")
  func misspelled() async throws {
    let driver = try driver("{}")
    await driver.press(Key("A"))
    await driver.type("nmae")
    await driver.press(Key(.enter))
    #expect(driver.words.contains("The form has name instead; Enter adds nmae all the same."))
    await driver.press(Key(.enter))
    await driver.type("x")
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: ["nmae"]) == "x")
  }

  @Test(
    "One key removes a setting, a member, a section with everything in it, an entry and an element",
    arguments: [
      (["name"], [], #"{"mine": {"x": 1, "y": {"z": 2}}, "free": [1, 2]}"#),
      (["mine", "x"], [], #"{"name": "n", "mine": {"y": {"z": 2}}, "free": [1, 2]}"#),
      (["mine", "x"], [Key(.tab)], #"{"name": "n", "free": [1, 2]}"#),
      (["free"], [Key(.enter)], #"{"name": "n", "mine": {"x": 1, "y": {"z": 2}}, "free": [2]}"#),
    ] as [(SettingPath, [Key], String)])
  func removing(_ path: SettingPath, _ keys: [Key], _ expected: String) async throws {
    let driver = try driver(
      #"{"name": "n", "mine": {"x": 1, "y": {"z": 2}}, "free": [1, 2]}"#, at: path)
    for key in keys { await driver.press(key) }
    await driver.press(Key("d"))
    #expect(try text(driver) == expected)
    await driver.press(Key("u"))
    #expect(!driver.model.hasChanges)
  }

  @Test("After an apply, a removed member has no row, and the review undoes it byte for byte")
  func removed() async throws {
    let driver = try driver(#"{"name": "n", "mine": {"x": 1}}"#, at: ["mine", "x"])
    await driver.press(Key(.tab), Key("d"), Key("s"), Key("s"))
    #expect(!driver.model.hasChanges && driver.model.index.section(at: ["mine"]) == nil)
    #expect(!driver.text.contains("mine"))
  }

  @Test("A member gets another key, in a section and in a value")
  func renaming() async throws {
    let driver = try driver(#"{"mine": {"x": 1, "y": 2}, "free": [{"k": 1, "m": 2}]}"#, at: ["mine", "x"])
    await driver.press(Key(.function(2)), .control("u"))
    await driver.type("first")
    await driver.press(Key(.enter))
    #expect(try text(driver) == #"{"mine": {"first": 1, "y": 2}, "free": [{"k": 1, "m": 2}]}"#)
    let list = try self.driver(#"{"free": [{"k": 1, "m": 2}]}"#, at: ["free"])
    await list.press(Key(.enter), Key(.enter), Key("N"), .control("u"))
    await list.type("n")
    await list.press(Key(.enter))
    #expect(try text(list) == #"{"free": [{"n": 1, "m": 2}]}"#)
  }

  @Test("A rename is one change in the list, in the counts, in the review, in its outcome and in the history")
  func renameOnce() async throws {
    let driver = try driver("{\n  // mine\n  \"mine\": 1,\n  \"other\": 2\n}\n", at: ["mine"])
    await driver.press(Key(.function(2)), .control("u"))
    await driver.type("yours")
    await driver.press(Key(.enter))
    #expect(driver.model.stagedCount == 1)
    await driver.press(Key("s"))
    #expect(driver.words.contains("1 of 1 change"), "\(driver.text)")
    #expect(driver.words.contains("renamed from mine") && !driver.text.contains("removed"), "\(driver.text)")
    await driver.press(Key(" "))
    #expect(driver.words.contains("0 of 1 change") && driver.words.contains("1 left out"), "\(driver.text)")
    await driver.press(Key(" "), Key("s"))
    #expect(driver.words.contains("Applied 1 change."), "\(driver.text)")
    let entry = try #require(try driver.model.store.history().first)
    #expect(entry.description.contains("1 change\n  mine renamed to yours"), "\(entry)")
    #expect(try text(driver) == "{\n  // mine\n  \"yours\": 1,\n  \"other\": 2\n}\n")
  }

  @Test("A member that has another key, or was added and undone, leaves no row behind")
  func noGhosts() async throws {
    let driver = try driver("{\"mine\": 1, \"other\": 2}", at: ["mine"])
    func rename(to key: String) async {
      await driver.press(Key(.function(2)), .control("u"))
      await driver.type(key)
      await driver.press(Key(.enter))
    }
    func rows() -> [String] {
      ["mine", "yours", "theirs", "new"].filter { key in
        driver.text.split(separator: "\n").contains { $0.contains(" \(key)  ") || $0.contains("▸\(key)  ") }
      }
    }
    await rename(to: "yours")
    #expect(rows() == ["yours"], "\(driver.text)")
    await rename(to: "theirs")
    #expect(rows() == ["theirs"], "\(driver.text)")
    await driver.press(Key("u"))
    #expect(rows() == ["yours"], "\(driver.text)")
    await driver.press(Key("u"))
    #expect(rows() == ["mine"], "\(driver.text)")
    await driver.press(.control("r"))
    #expect(rows() == ["yours"], "\(driver.text)")
    await driver.type("/mine")
    #expect(driver.words.contains("nothing found"), "\(driver.text)")
    await driver.press(Key(.escape), Key("u"), Key("A"))
    await driver.type("new")
    await driver.press(Key(.enter))
    await driver.type("3")
    await driver.press(Key(.enter))
    #expect(rows() == ["mine", "new"], "\(driver.text)")
    await driver.press(Key("d"))
    #expect(rows() == ["mine"], "\(driver.text)")
    await driver.press(Key("u"))
    #expect(rows() == ["mine", "new"], "\(driver.text)")
    await driver.press(Key("u"))
    #expect(rows() == ["mine"], "\(driver.text)")
  }

  @Test("A rename that wasn't applied before a crash is offered as one, and keeps its comments")
  func restoredRename() async throws {
    let file = "{\n  // mine\n  \"mine\": 1,\n  \"other\": 2\n}\n"
    let first = try driver(file, at: ["mine"])
    await first.press(Key(.function(2)), .control("u"))
    await first.type("yours")
    await first.press(Key(.enter))
    let record = try #require(
      RecoveryRecord(first.editor.core.recoveryRecord(file: "/f.json", time: 1_000_000).bytes))
    let next = try driver(file)
    next.editor.listMembers(of: [RecoveryFolder.Leftover(path: "/a", record: record)])
    #expect(next.editor.offer(RecoveryFolder.Leftover(path: "/a", record: record)))
    await next.press(.control("l"))
    #expect(
      next.words.contains("1 unsaved change from") && next.words.contains("mine renamed to yours"),
      "\(next.text)")
    await next.press(Key("r"))
    #expect(try text(next) == text(first) && text(next).contains("// mine\n  \"yours\""))
    #expect(next.model.stagedCount == 1)
  }

  @Test("What is staged inside of an object goes along when it gets another key, and comes back with an undo")
  func renamedWithChanges() async throws {
    let driver = try driver(
      "{\n  \"obj\": {\n    // about x\n    \"x\": 1,\n    \"y\": 2\n  }\n}\n", at: ["obj", "x"])
    try driver.model.stage(7, at: ["obj", "x"])
    let before = try text(driver)
    _ = driver.editor.perform(.rename(["obj"], to: ["objn"]))
    #expect(try text(driver) == "{\n  \"objn\": {\n    // about x\n    \"x\": 7,\n    \"y\": 2\n  }\n}\n")
    driver.model.undo()
    #expect(try text(driver) == before && before.contains("\"x\": 7"))
  }

  @Test("A record with a time that no date has is left alone")
  func recordOutOfTime() throws {
    let driver = try driver("{\"a\": 1}")
    try driver.model.stage(2, at: ["a"])
    for time in [Int64.max / 1_000, Int64.min / 1_000, -1] {
      #expect(RecoveryRecord(driver.editor.core.recoveryRecord(file: "/f.json", time: time).bytes) == nil)
    }
  }

  @Test("An entry of an object that gets another key is one row of the review")
  func renamedEntry() async throws {
    let driver = try driver("{\"mine\": [{\"a\": 1, \"b\": 2}]}")
    let entry = try #require(driver.model.index[["mine"]])
    let place = try #require(
      ValuePlace.places(on: ["mine", "0"], in: entry, driver.model.value(at: ["mine"])).last)
    _ = driver.editor.perform(.edit(.rename("a", to: "c", in: place)))
    await driver.press(Key("s"))
    #expect(driver.words.contains("renamed from mine.0.a"), "\(driver.text)")
    #expect(!driver.words.contains("added 1") && !driver.words.contains("removed 1"), "\(driver.text)")
  }

  @Test("The review says which comments and commented-out settings go with a section, an element or a member")
  func losses() async throws {
    let driver = try driver(
      "{\n  \"mine\": {\n    // about a\n    \"a\": 1,\n    // \"b\": 2,\n    // \"c\": 3\n  },\n"
        + "  \"group\": [\n    {\n      // \"a\": 5\n    }\n  ],\n  \"name\": \"x\"\n}\n")
    driver.model.removeUndescribed(at: ["mine"])
    try driver.model.stage([], at: ["group"])
    await driver.press(Key("s"))
    #expect(
      driver.words.contains("Comments and 2 commented-out settings go with it"), "\(driver.text)")
    #expect(driver.words.contains("1 commented-out setting goes with it"), "\(driver.text)")
  }

  @Test("The review says that comments go with an old value of another kind, also in a list")
  func lossOfReplaced() async throws {
    let driver = try driver(
      "{\n  // about mine\n  \"mine\": [\n    // one\n    1\n  ],\n  \"group\": [\n    { \"a\": 1 },\n    {\n      // the ui\n      \"b\": 2\n    }\n  ]\n}\n"
    )
    try driver.model.stage(5, at: ["mine"])
    try driver.model.stage([["a": 1], "y"], at: ["group"])
    await driver.press(Key("s"))
    #expect(driver.words.split(separator: "omments go with the old value").count == 3, "\(driver.text)")
    let text = String(decoding: try driver.model.candidate(), as: UTF8.self)
    #expect(text.contains("// about mine") && !text.contains("// one") && !text.contains("// the ui"))
  }

  @Test(
    "The review says that the comment about a removed member goes, and names none that stays",
    arguments: [
      ("{\n  \"a\": 1,\n\n  // about it\n  \"mine\": 1\n}\n", true),
      ("{\n  \"a\": 1,\n  \"mine\": 1 // about it\n}\n", true),
      ("{\n  \"a\": 1,\n\n  // Others\n\n  \"mine\": 1\n}\n", false),
    ])
  func lossBeside(_ text: String, isLost: Bool) async throws {
    let driver = try driver(text)
    driver.model.reset([try #require(driver.model.index[["mine"]])])
    await driver.press(Key("s"))
    #expect(driver.words.contains("A comment goes with it") == isLost, "\(driver.text)")
    await driver.press(Key("s"))
    #expect(String(decoding: driver.model.store.document.bytes, as: UTF8.self).contains("//") != isLost)
  }

  @Test("A comment of several lines is edited in several lines, and one of one line grows")
  func longComment() async throws {
    let driver = try driver("{\n  // one\n  // two\n  \"mine\": 1,\n  \"other\": 2\n}\n", at: ["mine"])
    await driver.press(Key("#"), Key(.end))
    await driver.type("!")
    #expect(driver.editor.top is TextScreen)
    await driver.press(.control("s"))
    #expect(try text(driver).contains("  // one\n  // two!\n  \"mine\""))
    let short = try self.driver("{\n  \"mine\": 1,\n  \"other\": 2\n}\n", at: ["other"])
    await short.press(Key("#"))
    await short.type("a")
    await short.press(.control("o"), Key(.enter))
    await short.type("b")
    await short.press(.control("s"))
    #expect(try text(short).contains("  // a\n  // b\n"))
  }

  @Test("What is typed as the JSON of a section is offered again after a crash, but no secret")
  func sectionText() async throws {
    let first = try driver(#"{"mine": {"a": 1}}"#, at: ["mine", "a"])
    await first.press(Key(.tab), Key("J"), .control("u"))
    await first.type("{\"a\": 2, ")
    let record = try #require(
      RecoveryRecord(first.editor.core.recoveryRecord(file: "/f.json", time: 1_000_000).bytes))
    #expect(record.text?.path == ["mine"] && record.text?.text.contains("\"a\": 2, ") == true)
    let next = try driver(#"{"mine": {"a": 1}}"#)
    #expect(next.editor.offer(RecoveryFolder.Leftover(path: "/a", record: record)))
    await next.press(.control("l"), Key("r"))
    #expect(next.editor.top is TextScreen && next.text.contains("\"a\": 2, "), "\(next.text)")
  }

  @Test("Line by line, the reason is printed when the JSON of a section or a key is refused")
  func plainReasons() async throws {
    let plain = PlainDriver(try driver(#"{"closed": {"in": 1}, "mine": {"a": 1}}"#).model)
    let page = await plain.type("T")
    let line = try #require(page.split(separator: "\n").first { $0.contains(". mine: ") })
    await plain.type("J \(line.prefix { $0 != "." })")
    let answer = await plain.type("{\"a\": ")
    #expect(answer.contains("Not taken: "), "\(answer)")
    await plain.type("")
  }

  @Test("A key is renamed to one that the form describes, if its value fits")
  func renamedToField() async throws {
    let driver = try driver(#"{"group": [{"own": 2, "b": "x"}]}"#, at: ["group"])
    await driver.press(Key(.enter), Key(.enter))
    while !driver.focusedLine.contains("own"), !driver.focusedLine.contains("b  ") {
      await driver.press(Key(.down))
    }
    let isOwn = driver.focusedLine.contains("own")
    await driver.press(Key("N"), .control("u"))
    await driver.type("a")
    await driver.press(Key(.enter))
    if isOwn {
      #expect(try text(driver) == #"{"group": [{"a": 2, "b": "x"}]}"#)
    } else {
      #expect(driver.words.contains("whole number"), "\(driver.text)")
    }
  }

  @Test("Elements of a list without a described type are typed, and inserted before others")
  func untypedLists() async throws {
    let driver = try driver(#"{"free": []}"#, at: ["free"])
    await driver.press(Key(.enter))
    for word in ["12", "text", "true", "null"] {
      await driver.press(Key("a"))
      await driver.type(word)
      await driver.press(Key(.enter))
    }
    await driver.press(Key("g"))
    for word in ["second", "first"] {
      await driver.press(Key("i"))
      await driver.type(word)
      await driver.press(Key(.enter))
    }
    #expect(driver.model.value(at: ["free"]) == ["first", "second", 12, "text", true, .null])
  }

  @Test("A value with secrets gets no key that wouldn't hide them")
  func secretKeys() async throws {
    let form = #"""
      {"type": "object", "properties": {"box": {"type": "array", "items": {"type": "object", "properties": {
        "token": {"type": "string", "writeOnly": true}}}}}}
      """#
    let driver = try driver(#"{"box": [{"token": "QSEC"}]}"#, form: form, at: ["box"])
    await driver.press(Key(.enter), Key(.enter), Key("D"))
    await driver.type("2")
    await driver.press(Key(.enter))
    #expect(driver.words.contains("The value has secrets that the other key wouldn't hide"))
    #expect(!driver.model.hasChanges && !driver.text.contains("QSEC"))
  }

  @Test("A value of another type can be typed where no form describes one")
  func otherType() async throws {
    let driver = try driver(#"{"mine": {"x": 1}}"#, at: ["mine", "x"])
    await driver.press(Key("t"))
    await driver.type(#"{"k": [1]}"#)
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: ["mine", "x"]) == ["k": [1]])
    await driver.press(Key("s"))
    #expect(driver.words.contains("object"), "\(driver.text)")
  }

  @Test("A key of a field that isn't set leads to the field")
  func keyOfField() async throws {
    let driver = try driver(#"{"group": [{"own": 1}]}"#, at: ["group"])
    await driver.press(Key("v"), Key(.enter), Key(.enter), Key("a"), Key("a"), Key(.enter))
    await driver.type("7")
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: ["group"]) == [["own": 1, "a": 7]])
  }

  // MARK: - Set values and defaults

  @Test("The default is stored if it is typed or asked for, and told from a set value in groups, too")
  func pinning() async throws {
    let driver = try driver(#"{"group": [{}]}"#, at: ["level"])
    await driver.press(Key("S"))
    #expect(try text(driver) == #"{"level": "info", "group": [{}]}"#)
    await driver.press(Key("u"))
    _ = driver.editor.perform(
      .goPart(["group", "0", "a"], of: try #require(driver.model.index.position(of: ["group"]))))
    await driver.press(.control("l"))
    #expect(!driver.focusedLine.contains("○") && !driver.focusedLine.contains("●"))
    await driver.press(Key("S"))
    #expect(driver.focusedLine.contains("●") && driver.model.value(at: ["group"]) == [["a": 1]])
    await driver.press(Key("u"), Key(.enter))
    await driver.type("1")
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: ["group"]) == [["a": 1]])
  }

  // MARK: - As text

  @Test("Keys that were typed in the person's own editor are staged, and those that are missing are removed")
  func asText() async throws {
    let driver = try driver(#"{"name": "n", "mine": {"x": 1}, "gone": {"y": 1}, "kind": 5}"#)
    await driver.press(Key("E"))
    await driver.finishEditing(
      #"{"name": "n", "mine": {"x": 1, "z": [true]}, "kind": {"now": "object"}, "quite.new": {"a": 1}}"#)
    #expect(
      try text(driver)
        == #"{"name": "n", "mine": {"x": 1, "z": [true]}, "kind": {"now": "object"}, "quite.new": {"a": 1}}"#)
    await driver.press(Key("u"))
    #expect(!driver.model.hasChanges)
  }

  @Test("A key that can't be staged opens the text again with the reason")
  func refusedInText() async throws {
    let driver = try driver(#"{"closed": {"in": 1}}"#)
    await driver.press(Key("E"))
    await driver.finishEditing(#"{"closed": {"in": 1, "out": 2}}"#)
    #expect(driver.words.contains("closed.out") && !driver.model.hasChanges)
    await driver.press(Key("e"))
    #expect(driver.given.contains(#""out": 2"#) && driver.given.contains("// ! "))
  }

  // MARK: - Public files

  nonisolated static let files: [(schema: String, file: String)] = {
    guard TestData.has("schemastore"), let folders = try? TestData.names(in: "schemastore/test") else {
      return []
    }
    return folders.flatMap { folder in
      ((try? TestData.names(in: "schemastore/test/" + folder)) ?? []).filter { $0.hasSuffix(".json") }.map {
        ("schemastore/schemas/\(folder).json", "schemastore/test/\(folder)/\($0)")
      }
    }
  }()

  @Test(
    "Given any public file with its schema, then each leaf of the file has a row",
    .enabled(if: TestData.has("schemastore"), "the test data is missing"), arguments: [false, true])
  func everyLeaf(hasForm: Bool) async throws {
    #expect(!Self.files.isEmpty)
    var count = 0
    for (schema, file) in Self.files {
      let bytes = try TestData.bytes(file)
      let document = try JSONDocument(parsing: bytes)
      let form = hasForm ? String(decoding: try TestData.bytes(schema), as: UTF8.self) : nil
      let core = try driver(String(decoding: bytes, as: UTF8.self), form: form).editor.core
      let shown = Self.shownPaths(core)
      let leaves = Self.leaves(of: document.root.value, at: .root)
      let hidden = leaves.filter { !shown.contains($0) }
      #expect(hidden.isEmpty, "\(file)")
      count += leaves.count
    }
    #expect(count > 1000)
  }

  /// Returns the paths of all rows, those that open inside of values included.
  private static func shownPaths(_ core: EditorCore) -> Set<SettingPath> {
    var paths: Set<SettingPath> = []
    func add(_ place: ValuePlace, _ value: JSONValue?) {
      paths.insert(place.path)
      guard let value else { return }
      if case .flags = place.setting.kind, case .array(let elements) = value {
        // The row shows all choices.
        for index in elements.indices { paths.insert(place.path.appending(index)) }
      }
      let opened = place.opened(for: value)
      let inner = opened.steps.count == place.steps.count ? value : core.value(at: opened)
      let rows = CollectionRows(opened, value: inner, library: core.index.library)
      for row in 0..<rows.count {
        let part = rows.place(at: row)
        add(part, rows.ownValue(of: part))
      }
    }
    for row in core.outline.rows {
      switch row {
      case .item(.setting(let position)):
        let entry = core.index.settings[position]
        add(ValuePlace(entry), core.model.value(at: entry.path))
      case .heading(let node): paths.insert(core.outline.nodes[node].path)
      case .note, .prefix, .item: break
      }
    }
    return paths
  }

  private static func leaves(of value: JSONValue, at path: SettingPath) -> [SettingPath] {
    switch value {
    case .object(let object) where !object.members.isEmpty:
      object.members.flatMap { leaves(of: $0.value, at: path.appending($0.key)) }
    case .array(let elements) where !elements.isEmpty:
      elements.enumerated().flatMap { leaves(of: $0.element, at: path.appending($0.offset)) }
    default: [path]
    }
  }
}
