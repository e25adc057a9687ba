import Foundation
import Testing

@testable import Settings

/// One list of steps leads from an old document to today's, for the app and for programs that can't run its code.
@Suite("Steps from an old document to today's")
struct StepTests {
  /// A form as the app has it, with the code of its migrations, and as other programs read it.
  private struct Forms {
    let app: FormSchema
    let exported: FormSchema

    init(_ properties: String, root: String = "", _ migrations: [FormMigration] = []) throws {
      let text = #"{"x-form": 1, "type": "object"\#(root), "properties": {\#(properties)}}"#
      var form = try FormSchema(parsing: Array(text.utf8))
      form.migrations = migrations
      app = form
      exported = try FormSchema(parsing: form.bytes)
    }
  }

  private func read(_ text: String, _ form: FormSchema) throws -> MigratedDocument {
    FormValidator(FormIndex(form)).read(try JSONDocument(parsingStored: Array(text.utf8)))
  }

  private func text(_ read: MigratedDocument) -> String {
    String(decoding: read.document.bytes, as: UTF8.self)
  }

  private func store(_ form: FormSchema, _ text: String) throws -> (StoreEngine, MemoryStorage) {
    let storage = MemoryStorage(text)
    return (try StoreEngine(form: FormIndex(form), layers: SettingsLayers(storage: storage)), storage)
  }

  private static let out = """
    "note": {"type": "string", "default": ""},
    "out": {"type": "object", "x-setting": {"was": "report"}, "properties": {
      "bytes": {"type": "integer", "default": 0}, "tint": {"type": "string", "enum": ["red", "green"], "default": "red"}}}
    """

  private static func kilobytes(before version: Int? = 1) -> FormMigration {
    FormMigration(reading: [["out", "bytes"]], writing: [["out", "bytes"]], before: version) { values in
      values[0]?.number?.integer(as: Int.self).map { [.number(JSONNumber($0 * 1024))] }
    }
  }

  private static let color = FormMigration(reading: [["out", "tint"]], writing: [["out", "tint"]]) { values in
    values[0]?.text.map { [.string($0.lowercased())] }
  }

  // MARK: - The app

  @Test("A value in a section that was renamed is converted before the document gets its version")
  func renamedSection() throws {
    let forms = try Forms(Self.out, [Self.kilobytes()])
    #expect(
      text(try read(#"{"report": {"bytes": 4}}"#, forms.app)) == #"{"$version": 1, "out": {"bytes": 4096}}"#)
    #expect(
      text(try read(#"{"$version": 1, "out": {"bytes": 4096}}"#, forms.app))
        == #"{"$version": 1, "out": {"bytes": 4096}}"#)
  }

  @Test(
    "A value of an earlier type in a renamed section is converted, at the path that it had and at the one that it has"
  )
  func renamedAndRetyped() throws {
    var old = Self.color
    (old.reads, old.writes) = ([["report", "tint"]], [["report", "tint"]])
    for migration in [Self.color, old] {
      let read = try read(#"{"report": {"tint": "RED"}}"#, try Forms(Self.out, [migration]).app)
      #expect(text(read) == #"{"out": {"tint": "red"}}"#)
      #expect(!read.problems.contains { $0.severity == .error })
    }
  }

  @Test("A migration that merges two values keeps the comment of the one that is there")
  func mergedComments() throws {
    let merge = FormMigration(reading: [["width"], ["height"]], writing: [["size"]]) { values in
      [.string(values.map { $0.map { "\($0)" } ?? "?" }.joined(separator: "x"))]
    }
    let form = try Forms(#""size": {"type": "string"}"#, [merge]).app
    #expect(
      text(try read("{\n  // in rows\n  \"height\": 3\n}", form))
        == "{\n  // in rows\n  \"size\": \"?x3\"\n}")
  }

  @Test("A setting takes a value from a path in a section that has another name now")
  func pathInRenamedSection() throws {
    let properties = Self.out.replacing(
      #""tint": {"type": "string", "#,
      with: #""tint": {"type": "string", "x-setting": {"was": "report.color"}, "#)
    let read = try read(
      #"{"report": {"color": "GREEN", "bytes": 1}}"#, try Forms(properties, [Self.color]).app)
    #expect(
      text(read) == #"{"out": {"tint": "green", "bytes": 1}}"#
        || text(read) == #"{"out": {"bytes": 1, "tint": "green"}}"#)
  }

  private static let items = """
    "note": {"type": "string", "default": ""},
    "items": {"type": "array", "x-setting": {"was": "list"}, "items": {"type": "object", "properties": {
      "tint": {"type": "string", "enum": ["red", "green"]}}}},
    "byKey": {"type": "object", "additionalProperties": {"type": "object", "properties": {
      "tint": {"type": "string", "enum": ["red", "green"]}}}}
    """

  private static func tints(_ path: String, was former: String) -> [FormMigration] {
    [
      FormMigration(moving: [path, "*", former], to: [path, "*", "tint"]),
      FormMigration(reading: [[path, "*", "tint"]], writing: [[path, "*", "tint"]]) { values in
        values[0]?.text.map { [.string($0.lowercased())] }
      },
    ]
  }

  @Test("Members of elements and of entries are renamed and converted, in a list that was renamed, too")
  func members() throws {
    let form = try Forms(
      Self.items, Self.tints("items", was: "color") + Self.tints("byKey", was: "color")
    ).app
    let read = try read(
      #"{"list": [{"color": "RED"}, {"tint": "green"}, {"color": "x"}], "byKey": {"k": {"color": "GREEN", "y": 1}}}"#,
      form)
    #expect(
      text(read)
        == #"{"items": [{"tint": "red"}, {"tint": "green"}, {"tint": "x"}], "byKey": {"k": {"tint": "green", "y": 1}}}"#
    )
    let error = try #require(read.problems.first { $0.severity == .error })
    #expect(error.description.contains("list.2.color (now items.2.tint)"), "\(error)")
  }

  @Test("A migration that names a list by its former name finds the elements")
  func formerPathOfList() throws {
    let old = FormMigration(reading: [["list", "*", "tint"]], writing: [["list", "*", "tint"]]) { values in
      values[0]?.text.map { [.string($0.lowercased())] }
    }
    let form = try Forms(Self.items, [old]).app
    #expect(text(try read(#"{"list": [{"tint": "RED"}]}"#, form)) == #"{"items": [{"tint": "red"}]}"#)
    #expect(text(try read(#"{"items": [{"tint": "RED"}]}"#, form)) == #"{"items": [{"tint": "red"}]}"#)
  }

  @Test("The app's conversion gets a value before it would become a list of one")
  func conversionsLast() throws {
    let split = FormMigration(reading: [["tags"]], writing: [["tags"]]) { values in
      values[0]?.text.map { [.array($0.split(separator: ",").map { .string(String($0)) })] }
    }
    let form = try Forms(#""tags": {"type": "array", "items": {"type": "string"}}"#, [split]).app
    #expect(text(try read(#"{"tags": "a,b"}"#, form)) == #"{"tags": ["a", "b"]}"#)
  }

  @Test(
    "A key of a dictionary that is a case with another name now is renamed, and what is under it is converted"
  )
  func keys() throws {
    let form = try Forms(
      #"""
      "limits": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "integer"}},
        "propertyNames": {"oneOf": [{"const": "low"}, {"const": "high", "x-setting": {"was": ["top"]}}]}}
      """#)
    for form in [form.app, form.exported] {
      let read = try read(#"{"limits": {"top": 3, "low": [1]}}"#, form)
      #expect(text(read) == #"{"limits": {"high": [3], "low": [1]}}"#)
      #expect(read.problems.allSatisfy { $0.severity == .warning }, "\(read.problems)")
      let both = try self.read(#"{"limits": {"top": [3], "high": [1]}}"#, form)
      #expect(text(both) == #"{"limits": {"top": [3], "high": [1]}}"#)
      #expect(
        both.problems.map(\.description) == [
          #"1:13: error: limits.top: Remove the key "top", which isn't used, because limits.high has a value."#
        ])
    }
  }

  private static let nested = #"""
    "servers": {"type": "array", "x-setting": {"was": "server"}, "items": {"type": "object", "properties": {
      "port": {"type": "integer", "x-setting": {"was": "prt"}},
      "tags": {"type": "array", "items": {"type": "string", "oneOf": [{"const": "a", "x-setting": {"was": ["b"]}}]}},
      "target": {"type": "object", "oneOf": [
        {"title": "Disk", "x-setting": {"was": "file"}, "type": "object", "required": ["disk"],
          "additionalProperties": false, "properties": {"disk": {"title": "Disk", "type": "object", "properties": {
            "wait": {"type": "string", "format": "duration", "x-setting": {"unit": "seconds"}}}}}}]}}}},
    "span": {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2, "x-setting": {"range": true}}
    """#

  @Test("Each move and each conversion is a step with its places, also inside of lists and alternatives")
  func list() throws {
    let migration = FormMigration(moving: ["servers", "*", "label"], to: ["servers", "*", "tags"])
    let steps = try Forms(Self.nested, [migration]).app.steps.map { step in
      let kind = if case .move = step.action { "move" } else { "convert" }
      return "\(kind) \(step.reads[0])".replacing("\"*\"", with: "*")
    }
    let moves = ["move server", "move servers.*.prt", "move servers.*.target.file"]
    #expect(
      steps == moves + ["move servers.*.label"] + [
        "move server", "convert servers", "move servers.*.prt", "convert servers.*.tags",
        "move servers.*.target.file", "convert servers.*.target.disk.wait", "convert servers.*.tags.*",
      ])
  }

  @Test("A step sees what the steps before it have made, in a value that became a list, too")
  func nestedSteps() throws {
    let form = try Forms(Self.nested)
    for form in [form.app, form.exported] {
      let read = try read(
        #"{"server": {"prt": 1, "tags": "b", "target": {"file": {"wait": 3}}}, "span": null}"#, form)
      #expect(
        text(read)
          == #"{"servers": [{"port": 1, "tags": ["a"], "target": {"disk": {"wait": "PT3S"}}}], "span": null}"#
      )
      // A range of no numbers isn't one.
      #expect(read.problems.filter { $0.severity == .error }.map(\.path) == [["span"]], "\(read.problems)")
    }
  }

  @Test("A value that is removed by its former name stays, if a setting has taken it over")
  func removal() throws {
    let form = try Forms(
      #""port": {"type": "integer", "x-setting": {"was": "p"}}"#, [FormMigration(reading: [["p"]])]
    ).app
    #expect(text(try read(#"{"p": 8080}"#, form)) == #"{"port": 8080}"#)
  }

  @Test("Null of an optional that became a list is an empty list, and null of an optional stays")
  func nullBecomesList() throws {
    let form = try Forms(
      #"""
      "tags": {"type": "array", "items": {"type": "string"}}, "names": {"type": ["array", "null"], "items": {"type": "string"}}
      """#
    ).app
    let read = try read(#"{"tags": null, "names": null}"#, form)
    #expect(text(read) == #"{"tags": [], "names": null}"#)
    #expect(read.problems.allSatisfy { $0.severity == .warning })
  }

  // MARK: - Versions

  @Test("A version that isn't a number is an error, and no migration with a version runs")
  func malformedVersion() throws {
    let form = try Forms(Self.out, [Self.kilobytes()]).app
    let read = try read(#"{"$version": "1", "out": {"bytes": 4}}"#, form)
    #expect(text(read) == #"{"$version": "1", "out": {"bytes": 4}}"#)
    let errors = read.problems.filter { $0.severity == .error }
    #expect(errors.map(\.path) == [["$version"]])
    #expect(errors.first?.position?.column == 14)
  }

  @Test("A document of a newer version is read as it is, and the only advice is a newer version of the app")
  func newerVersion() throws {
    for migrations in [[], [Self.kilobytes()]] {
      let form = try Forms(
        Self.out + #", "tags": {"type": "array", "items": {"type": "string"}}"#, migrations
      ).app
      let (store, _) = try store(
        form, #"{"$version": 2, "report": {"bytes": "a lot"}, "tags": "a", "new": 1}"#)
      #expect(
        store.document.bytes
          == Array(#"{"$version": 2, "report": {"bytes": "a lot"}, "tags": "a", "new": 1}"#.utf8))
      let error = try #require(
        SettingsStoreError(invalid: store.snapshot, file: "settings.json"))
      #expect(
        error.description
          == "settings.json:1:2: error: \"$version\": Use a newer version of the app: this file was written by a newer "
          + "version, and has version 2 instead of \(migrations.count).")
    }
  }

  // MARK: - Other programs

  @Test("A program without the app's code leaves the value and the version where the app finds them")
  func withoutApp() async throws {
    let forms = try Forms(Self.out, [Self.kilobytes()])
    let stored = #"{"report": {"bytes": 4, "tint": "green"}}"#
    let (store, storage) = try store(forms.exported, stored)
    #expect(
      store.problems.contains {
        $0.description.contains("warning: report.bytes: Change this value in the app")
      }, "\(store.problems)")
    var draft = store.draft()
    try draft.stage("x", at: ["note"])
    try await store.apply(draft)
    let now = try #require(storage.text)
    #expect(try JSONValue(parsing: now) == ["note": "x", "report": ["bytes": 4], "out": ["tint": "green"]])
    #expect(
      try read(now, forms.app).document.root.value
        == ["$version": 1, "note": "x", "out": ["bytes": 4096, "tint": "green"]])
  }

  @Test(
    "A program without the app's code refuses a new value that the app would convert, and accepts a reset")
  func refused() async throws {
    let forms = try Forms(Self.out, [Self.kilobytes()])
    for stored in [#"{"report": {"bytes": 4}}"#, #"{"out": {"bytes": 4}}"#] {
      let (store, storage) = try store(forms.exported, stored)
      var draft = store.draft()
      try draft.stage(5, at: ["out", "bytes"])
      #expect(draft.review().obstacles.map(\.message).contains { $0.contains("Change it in the app") })
      await #expect(throws: ApplyError.self) { try await store.apply(draft) }
      #expect(storage.text == stored)
    }
    let (store, storage) = try store(forms.exported, #"{"out": {"bytes": 4}}"#)
    var draft = store.draft()
    try draft.reset(["out", "bytes"])
    try await store.apply(draft)
    #expect(try JSONValue(parsing: storage.text ?? "") == ["out": [:]])
  }

  @Test("A dictionary that only the app can make a list of isn't wrapped into one")
  func dictionaryToList() async throws {
    let migration = FormMigration(reading: [["servers"]], writing: [["servers"]]) { values in
      guard case .object(let object)? = values[0] else { return nil }
      return [.array(object.members.map { ["name": .string($0.key), "port": $0.value] })]
    }
    let forms = try Forms(
      """
      "note": {"type": "string"}, "servers": {"type": "array", "items": {"type": "object", "properties": {
        "name": {"type": "string"}, "port": {"type": "integer"}}}}
      """, [migration])
    let (store, storage) = try store(forms.exported, #"{"servers": {"a": 1}}"#)
    var draft = store.draft()
    try draft.stage("x", at: ["note"])
    try await store.apply(draft)
    #expect(storage.text == #"{"note": "x", "servers": {"a": 1}}"#)
    #expect(
      try read(#"{"servers": {"a": 1}}"#, forms.app).document.root.value
        == ["servers": [["name": "a", "port": 1]]])
  }

  @Test("If a document has nothing to convert, any program gives it the version of its values")
  func nothingToConvert() async throws {
    let forms = try Forms(Self.out, [Self.kilobytes()])
    let (store, storage) = try store(forms.exported, #"{"note": "a"}"#)
    var draft = store.draft()
    try draft.stage(5, at: ["out", "bytes"])
    try await store.apply(draft)
    let now = try #require(storage.text)
    #expect(try JSONValue(parsing: now) == ["$version": 1, "note": "a", "out": ["bytes": 5]])
    #expect(try read(now, forms.app).document.root["out"]?["bytes"]?.integer() == 5)
  }

  @Test("A document that the app edits as a whole is changed by no other program")
  func wholeDocument() async throws {
    let edit = FormMigration(reading: [.root], writing: [.root], before: 1) { $0 }
    let forms = try Forms(Self.out, [edit])
    let (store, storage) = try store(forms.exported, #"{"report": {"bytes": 4}}"#)
    var draft = store.draft()
    try draft.stage("x", at: ["note"])
    await #expect(throws: ApplyError.self) { try await store.apply(draft) }
    #expect(storage.text == #"{"report": {"bytes": 4}}"#)
    let (empty, emptyStorage) = try self.store(forms.exported, "{}")
    draft = empty.draft()
    try draft.stage("x", at: ["note"])
    try await empty.apply(draft)
    #expect(try JSONValue(parsing: emptyStorage.text ?? "") == ["$version": 1, "note": "x"])
  }

  @Test("Moves inside elements need no code, and other programs make them")
  func movesWithoutApp() throws {
    let forms = try Forms(
      Self.items, [FormMigration(moving: ["byKey", "*", "color"], to: ["byKey", "*", "tint"])])
    let old = #"{"byKey": {"k": {"color": "red"}, "l": {"color": "red", "tint": "green"}}}"#
    for form in [forms.app, forms.exported] {
      let read = try read(old, form)
      #expect(text(read) == #"{"byKey": {"k": {"tint": "red"}, "l": {"color": "red", "tint": "green"}}}"#)
      #expect(read.problems.map(\.path) == [["byKey", "k", "color"], ["byKey", "l", "color"]])
      #expect(read.problems.last?.message.contains("which isn't used") == true)
    }
  }

  // MARK: - Layers and plans

  @Test("Of the values of several earlier versions, the latest counts, also if the section of today is there")
  func latest() throws {
    let form = try Forms(
      #"""
      "net": {"type": "object", "x-setting": {"was": ["network", "lan"]}, "properties": {
        "tok": {"type": "string", "default": "", "x-setting": {"was": "token"}}, "url": {"type": "string", "default": ""}}}
      """#
    ).app
    for today in ["", #", "net": {"url": "u"}"#] {
      let read = try read(#"{"lan": {"token": "oldest"}, "network": {"token": "later"}\#(today)}"#, form)
      #expect(read.document.node(at: ["net", "tok"])?.value == "later")
    }
  }

  @Test("What a move inside of elements and entries takes to a secret is secret where it was")
  func secrets() throws {
    let index = FormIndex(
      try Forms(
        #"""
        "l": {"type": "array", "items": {"type": "object", "properties": {"pw": {"type": "string", "writeOnly": true}}}},
        "d": {"type": "object", "additionalProperties": {"type": "object", "properties": {"pw": {"type": "string", "writeOnly": true}}}},
        "n": {"type": "string", "default": ""}
        """#,
        [
          FormMigration(moving: ["l", "*", "s"], to: ["l", "*", "pw"]),
          FormMigration(moving: ["d", "*", "s"], to: ["d", "*", "pw"]),
        ]
      ).exported)
    for path: SettingPath in [["l", "3", "s"], ["d", "bob", "s"]] {
      #expect(index.secrecy(at: path).masked("hunter2") == Secrecy.mask, "\(path)")
    }
    #expect(index.secrecy(at: ["n"]).masked("open") == "open")
  }

  @Test("A move to a secret out of what has no parts today hides the old value")
  func secretsWithoutParts() throws {
    let index = FormIndex(
      try Forms(
        #"""
        "x": {"type": "string", "default": ""},
        "l": {"type": "array", "items": {"type": "object", "properties": {"pw": {"type": "string", "writeOnly": true}}}}
        """#, [FormMigration(moving: ["x", "*", "s"], to: ["l", "*", "pw"])]
      ).exported)
    #expect(index.secrecy(at: ["x"]).masked([["s": "hunter2"]]) == [["s": Secrecy.mask]])
    #expect(index.secrecy(at: ["l", "0", "pw"]).masked("hunter2") == Secrecy.mask)
  }

  @Test("A required setting keeps no variable from having a name, a type or a value of an earlier version")
  func required() throws {
    let form = try Forms(
      #"""
      "token": {"type": "string"}, "timeout": {"type": "string", "format": "duration", "x-setting": {"unit": "seconds", "was": "t"}},
      "order": {"type": "string", "oneOf": [{"const": "ascending", "x-setting": {"was": ["smallestFirst"]}}, {"const": "descending"}]}
      """#, root: #", "required": ["token"]"#
    ).app
    let layers = SettingsLayers(
      storage: MemoryStorage("{}"),
      above: [.environment(prefix: "APP", variables: ["APP_T": "3", "APP_ORDER": "smallestFirst"])])
    let store = try StoreEngine(form: FormIndex(form), layers: layers)
    #expect(store.draft().effectiveValue(at: ["timeout"]) == "PT3S")
    #expect(store.draft().effectiveValue(at: ["order"]) == "ascending")
    #expect(store.layerProblems.allSatisfy { $0.severity == .warning })
  }

  @Test("A key that only the app's code uses is known to a program with the exported form")
  func skipped() throws {
    var form = try Forms(#""cache": {"type": "string"}, "note": {"type": "string"}"#).app
    guard case .setting(var setting) = form.root.items[0] else { return }
    setting.traits.insert(.skipped)
    form.root.items[0] = .setting(setting)
    let exported = try FormSchema(parsing: form.exported.bytes)
    #expect(exported == form.exported)
    #expect(exported.root.items.map(\.key) == ["note"])
    #expect(try read(#"{"cache": "x", "cach": "y"}"#, exported).problems.map(\.path) == [["cach"]])
  }
}
