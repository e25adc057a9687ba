import Foundation
import Testing

@testable import Settings

/// Documents of earlier versions, as the store of a form reads and stores them.
@Suite("Documents of earlier versions")
struct MigratedDocumentTests {
  private func store(
    _ properties: String, _ text: String?, root: String = "", above: [SettingsLayer] = []
  ) throws -> (store: StoreEngine, storage: MemoryStorage) {
    let storage = text.map { MemoryStorage($0) } ?? MemoryStorage()
    let form = #"{"x-form": 1, "type": "object"\#(root), "properties": {\#(properties)}}"#
    let index = FormIndex(try FormSchema(parsing: Array(form.utf8)))
    let layers = SettingsLayers(storage: storage, above: above)
    return (try StoreEngine(form: index, layers: layers), storage)
  }

  private func apply(_ edits: [(SettingPath, JSONValue)], to store: StoreEngine) async throws {
    var draft = store.draft()
    for (path, value) in edits { try draft.stage(value, at: path) }
    try await store.apply(draft)
  }

  private static let server = """
    "name": {"type": "string", "default": ""},
    "server": {"type": "object", "properties": {
      "port": {"type": "integer", "minimum": 1, "maximum": 100, "default": 80, "x-setting": {"was": "/port"}}}}
    """

  @Test(
    "A value at a former place is checked there, with its key and its position, and prevents no other apply")
  func checked() async throws {
    let (store, storage) = try store(Self.server, "{\n  \"port\": 500\n}")
    #expect(
      store.problems.map(\.description) == [
        "2:11: error: port (now server.port): Use 100 or less instead of 500.",
        "2:3: warning: port: It is server.port in this version; the next apply moves it.",
      ])
    #expect(store.origin(at: ["server", "port"])?.description == "settings.json:2:11")
    try await apply([(["name"], "x")], to: store)
    #expect(try JSONValue(parsing: storage.text ?? "") == ["name": "x", "server": ["port": 500]])
  }

  @Test("A move takes the comments of the value along, and leaves the others where they are")
  func comments() async throws {
    let (store, storage) = try store(
      Self.server,
      """
      // mine
      {
        // behind the proxy
        "port": 8, // for now

        // who
        "name": "a"
      }
      """)
    try await apply([(["name"], "b")], to: store)
    #expect(
      storage.text == """
        // mine
        {
          // who
          "name": "b",
          "server": {
            // behind the proxy
            "port": 8 /* for now */
          }
        }
        """)
  }

  private static let lists = """
    "note": {"type": "string", "default": ""},
    "items": {"type": "array", "items": {"type": "object", "properties": {
      "size": {"type": "integer", "default": 1},
      "label": {"type": "string", "default": "", "x-setting": {"was": "name"}}}}},
    "byKey": {"type": "object", "additionalProperties": {"type": "object", "properties": {
      "label": {"type": "string", "default": "", "x-setting": {"was": "name"}}}}}
    """

  @Test(
    "Members of structs in lists and dictionaries move, and unknown members and other elements stay as they are"
  )
  func members() async throws {
    let (store, storage) = try store(
      Self.lists,
      #"{"items": [{"name": "precious", "x": 1}, {"label": "b"}], "byKey": {"k": {"name": "c", "y": []}}}"#)
    let draft = store.draft()
    #expect(draft.value(at: ["items"]) == [["label": "precious", "x": 1], ["label": "b"]])
    #expect(store.problems.count { $0.description.contains("items.0.name: It is items.0.label") } == 1)
    try await apply([(["items"], [["label": "precious", "x": 1, "size": 4], ["label": "b"]])], to: store)
    #expect(
      storage.text
        == #"{"items": [{"size": 4, "label": "precious", "x": 1}, {"label": "b"}], "byKey": {"k": {"label": "c", "y": []}}}"#
    )
  }

  @Test(
    "Who removes a part of a value doesn't get what the same value has at the part's former place",
    arguments: [
      (
        #"{"servers": [{"host": "a", "address": "b", "port": 1}, {"host": "c"}]}"#, ["servers", "0", "host"],
        #"{"servers": [{"port": 1}, {"host": "c"}]}"#
      ),
      (
        #"{"servers": [{"host": "a", "address": "b"}, {"host": "c", "address": "d"}]}"#, ["servers", "0"],
        #"{"servers": [{"host": "c", "address": "d"}]}"#
      ),
      (#"{"d": {"rouge": 5, "red": 6, "blue": 1}}"#, ["d", "red"], #"{"d": {"blue": 1}}"#),
      (#"{"d": {"rouge": 5, "red": 6, "blue": 1}}"#, ["d", "blue"], #"{"d": {"rouge": 5, "red": 6}}"#),
    ] as [(String, SettingPath, String)])
  func removedPart(text: String, path: SettingPath, expected: String) async throws {
    let (store, storage) = try store(
      #"""
      "servers": {"type": "array", "items": {"type": "object", "properties": {
        "host": {"type": "string", "x-setting": {"was": ["address"]}}, "port": {"type": "integer"}}}},
      "d": {"type": "object", "additionalProperties": {"type": "integer"}, "propertyNames": {"oneOf": [
        {"const": "red", "x-setting": {"was": ["rouge"]}}, {"const": "blue"}]}}
      """#, text)
    let entry = try #require(store.index.entry(containing: path))
    var draft = store.draft()
    let value = draft.value(at: entry.path)
    var edits = JSONEdits()
    for part in store.index.removals(of: path, in: value, of: entry) { edits.remove(at: part) }
    draft.stage([StagedValue(entry, value: try value?.applying(edits))])
    _ = try await store.apply(draft)
    #expect(try JSONValue(parsing: #require(storage.text)) == JSONValue(parsing: expected))
  }

  @Test(
    "If both places have a value, an unrelated apply keeps both, and a reset of the current one removes both")
  func both() async throws {
    let (store, storage) = try store(Self.server, #"{"port": 1, "server": {"port": 2}}"#)
    #expect(store.draft().value(at: ["server", "port"]) == 2)
    #expect(store.problems.map(\.path) == [["port"]])
    try await apply([(["name"], "x")], to: store)
    #expect(try JSONValue(parsing: storage.text ?? "") == ["port": 1, "server": ["port": 2], "name": "x"])
    var draft = store.draft()
    try draft.reset(["server", "port"])
    try await store.apply(draft)
    #expect(try JSONValue(parsing: storage.text ?? "") == ["server": [:], "name": "x"])
  }

  private static let choices = """
    "level": {"type": "string", "oneOf": [{"const": "low", "title": "Low"},
      {"const": "urgent", "title": "Urgent", "x-setting": {"was": ["high", "top"]}}]},
    "levels": {"type": "object", "additionalProperties": {"type": "string", "oneOf": [{"const": "low", "title": "Low"},
      {"const": "urgent", "title": "Urgent", "x-setting": {"was": ["high"]}}]}},
    "flags": {"type": "array", "uniqueItems": true, "x-setting": {"flags": true}, "items": {"type": "string",
      "oneOf": [{"const": "red", "title": "Red"}, {"const": "lime", "title": "Lime", "x-setting": {"was": "green"}}]}},
    "target": {"type": "object", "oneOf": [
      {"title": "Disk", "x-setting": {"was": "file"}, "type": "object", "required": ["disk"],
        "additionalProperties": false, "properties": {"disk": {"title": "Disk", "type": "object", "properties": {
          "place": {"title": "Place", "type": "string", "x-setting": {"was": "path"}}}}}},
      {"title": "None", "type": "object", "required": ["none"], "additionalProperties": false,
        "properties": {"none": {"title": "None", "type": "object", "properties": {}}}}]}
    """

  @Test(
    "Former choices and alternatives become today's",
    arguments: [
      (#"{"level": "top"}"#, #"{"level": "urgent"}"#), (#"{"level": "low"}"#, #"{"level": "low"}"#),
      (#"{"levels": {"a": "high", "b": "low"}}"#, #"{"levels": {"a": "urgent", "b": "low"}}"#),
      (#"{"flags": ["green", "red"]}"#, #"{"flags": ["lime", "red"]}"#),
      (#"{"flags": "green"}"#, #"{"flags": ["lime"]}"#),
      (#"{"target": {"file": {"path": "/x"}}}"#, #"{"target": {"disk": {"place": "/x"}}}"#),
    ])
  func cases(old: String, new: String) throws {
    let (store, _) = try store(Self.choices, old)
    #expect(store.document.bytes == Array(new.utf8))
    #expect(store.problems.allSatisfy { $0.severity == .warning })
    #expect(store.problems.isEmpty == (old == new))
  }

  private static let types = """
    "tags": {"type": "array", "items": {"type": "string", "minLength": 2}, "x-setting": {"was": "tag"}},
    "timeout": {"type": "string", "format": "duration", "x-setting": {"unit": "ms"}},
    "times": {"type": "array", "items": {"type": "string", "format": "duration"}, "x-setting": {"unit": "minutes"}},
    "plain": {"type": "string", "format": "duration"},
    "count": {"type": "integer"}, "ratio": {"type": "number"}
    """

  @Test("What loses nothing is converted and told; nothing else is")
  func conversions() throws {
    let (store, _) = try store(
      Self.types, #"{"tag": "x", "timeout": 1500, "times": 2, "plain": 3, "count": 3.0, "ratio": 3}"#)
    #expect(
      String(decoding: store.document.bytes, as: UTF8.self)
        == #"{"tags": ["x"], "timeout": "PT1.5S", "times": ["PT120S"], "plain": 3, "count": 3.0, "ratio": 3}"#
    )
    let told = store.problems.map(\.description)
    #expect(told.contains("1:9: error: tag (now tags.0): Use at least 2 characters instead of 1."))
    #expect(told.contains { $0.hasPrefix("1:52: error: plain: Use a duration in weeks") }, "\(told)")
    #expect(told.contains { $0.hasPrefix("1:14: warning: timeout: This number counts ms") }, "\(told)")
    #expect(told.count { $0.contains("error") } == 2, "\(told)")
  }

  @Test("A foreign schema converts nothing")
  func foreign() throws {
    let form = try FormSchema(
      written: Array(
        #"{"type": "object", "properties": {"tags": {"type": "array", "items": {"type": "string"}}}}"#.utf8))
    var index = FormIndex(form)
    #expect(FormValidator(index).read(try JSONDocument(parsing: Array(#"{"tags": "x"}"#.utf8))).isMigrated)
    var other = form
    other.source = SourceSchema(root: JSONSchema(keywords: [.type([.object])]))
    index = FormIndex(other)
    #expect(!FormValidator(index).read(try JSONDocument(parsing: Array(#"{"tags": "x"}"#.utf8))).isMigrated)
  }

  @Test("A secret at a former place is in no message")
  func secret() throws {
    let (store, _) = try store(
      #""token": {"type": "string", "writeOnly": true, "minLength": 9, "x-setting": {"was": "key"}}"#,
      #"{"key": "s3cret"}"#)
    #expect(store.problems.count == 2)
    #expect(!store.problems.contains { $0.description.contains("s3cret") })
  }

  @Test("The secret of an alternative with another key stays secret in the stored text")
  func secretAlternative() throws {
    let form = try FormSchema(
      written: Array(
        #"""
        {"x-form": 1, "type": "object", "properties": {"login": {"type": "object", "oneOf": [
          {"title": "Token", "x-setting": {"was": "key"}, "type": "object", "required": ["token"],
            "additionalProperties": false, "properties": {"token": {"title": "Token", "type": "object", "properties": {
              "value": {"title": "Value", "type": "string", "writeOnly": true}}}}},
          {"title": "None", "type": "object", "required": ["none"], "additionalProperties": false,
            "properties": {"none": {"title": "None", "type": "object", "properties": {}}}}]}}}
        """#.utf8))
    let secrecy = FormIndex(form).secrecy(at: .root)
    #expect(secrecy.hidesPart(of: ["login": ["key": ["value": "s3cret"]]]))
    #expect(!secrecy.hidesPart(of: ["login": ["none": ["value": "x"]]]))
  }

  // MARK: - Migrations

  private static let migrations = #"""
    , "x-migrations": [{"read": ["legacy"]}, {"read": ["address"], "write": ["host", "port"]},
      {"read": ["interval"], "write": ["interval"], "before": 2}, {"read": ["old.*.x"], "before": 3}]
    """#
  private static let migrated = """
    "name": {"type": "string"}, "host": {"type": "string", "default": ""}, "port": {"type": "integer", "default": 1},
    "interval": {"type": "integer", "default": 1}, "old": {"type": "object", "additionalProperties": {
      "type": "object", "properties": {"y": {"type": "integer"}}}}
    """

  @Test("A program other than the app removes what the form says, and says what only the app converts")
  func withoutApp() async throws {
    let (store, storage) = try store(
      Self.migrated, #"{"legacy": 1, "address": "a:2", "interval": 3, "old": {"k": {"x": 1}}}"#,
      root: Self.migrations)
    let told = store.problems.map(\.description)
    #expect(told.contains { $0.contains("warning: legacy: The app doesn't use this value") }, "\(told)")
    #expect(told.contains { $0.contains("warning: address: Change this value in the app") }, "\(told)")
    #expect(told.contains { $0.contains("warning: interval: Change this value in the app") }, "\(told)")
    try await apply([(["name"], "b")], to: store)
    // The version stays, because the app still has to convert the interval, and so do later migrations.
    #expect(
      try JSONValue(parsing: storage.text ?? "") == [
        "name": "b", "address": "a:2", "interval": 3, "old": ["k": ["x": 1]],
      ])
  }

  @Test("A document has the version of its form after an apply, and one of a later version is told")
  func versions() async throws {
    let root = #", "x-migrations": [{"read": ["old.*.x"], "before": 3}]"#
    let (store, storage) = try store(Self.migrated, #"{"old": {"k": {"x": 1, "y": 2}}}"#, root: root)
    try await apply([(["port"], 5)], to: store)
    #expect(storage.text == #"{"$version": 3, "port": 5, "old": {"k": {"y": 2}}}"#)
    let (new, newStorage) = try self.store(Self.migrated, nil, root: root)
    try await apply([(["port"], 5)], to: new)
    #expect(try JSONValue(parsing: newStorage.text ?? "") == ["$version": 3, "port": 5])
    let (later, _) = try self.store(Self.migrated, #"{"$version": 4, "old": {"k": {"x": 1}}}"#, root: root)
    #expect(later.problems.contains { $0.description.contains("Use a newer version of the app") })
    #expect(later.document.root["old"]?["k"]?["x"] != nil)
  }

  /// A form of a list whose elements are read from earlier versions by a former key, and by a conversion.
  private func list(_ migrations: FormMigration...) throws -> FormValidator {
    var form = try FormSchema(
      parsing: Array(
        #"""
        {"x-form": 1, "type": "object", "properties": {
          "unit": {"type": "string"},
          "items": {"type": "array", "items": {"type": "object", "properties": {
            "size": {"type": "integer", "maximum": 100000, "x-setting": {"was": "bytes"}},
            "label": {"type": "string"}}}}}}
        """#.utf8))
    form.migrations = migrations
    return FormValidator(FormIndex(form))
  }

  @Test(
    "Each of many elements is moved and converted, and a problem of the last one has its position")
  func manyElements() throws {
    let count = 4_000
    let validator = try list(
      FormMigration(reading: [["items", "*", "name"]], writing: [["items", "*", "label"]]) { values in
        [values[0].map { .string(($0.text ?? "") + "!") }]
      })
    let lines = (0..<count).map { #"{"name": "n\#($0)", "bytes": \#($0 == count - 1 ? 100_001 : $0)}"# }
    let text = "{\"items\": [\n" + lines.joined(separator: ",\n") + "\n]}"
    let read = validator.read(try JSONDocument(parsingStored: Array(text.utf8)))
    let elements = Array(try #require(read.document.root["items"]).elements)
    #expect(elements.count == count)
    for (index, element) in elements.enumerated() {
      guard
        element.value == [
          "label": .string("n\(index)!"), "size": .number(JSONNumber(index == count - 1 ? 100_001 : index)),
        ]
      else {
        Issue.record("\(index): \(element.value)")
        return
      }
    }
    let error = try #require(read.problems.first { $0.severity == .error })
    #expect(error.position?.line == count + 1)
    #expect(error.description.contains("items.\(count - 1).bytes (now items.\(count - 1).size)"), "\(error)")
    #expect(read.problems.filter { $0.severity == .warning }.count == 2 * count)
  }

  @Test("A value that all elements are converted with is read by each, and then removed")
  func sharedValue() throws {
    let validator = try list(
      FormMigration(reading: [["items", "*", "name"], ["unit"]], writing: [["items", "*", "label"]]) {
        values in
        [values[0].map { .string(($0.text ?? "") + (values[1]?.text ?? "?")) }]
      })
    let read = validator.read(
      try JSONDocument(parsingStored: Array(#"{"unit": "k", "items": [{"name": "a"}, {"name": "b"}]}"#.utf8)))
    #expect(read.document.root.value == ["items": [["label": "ak"], ["label": "bk"]]])
  }

  @Test(
    "A conversion into a place that can't have a value leaves that value as it is, and converts the others")
  func impossiblePlace() throws {
    let validator = try list(
      FormMigration(reading: [["items", "*", "name"]], writing: [["items", "*", "label", "text"]]) { [$0[0]] }
    )
    let read = validator.read(
      try JSONDocument(parsingStored: Array(#"{"items": [{"name": "a", "label": "x"}, {"name": "b"}]}"#.utf8))
    )
    #expect(
      read.document.root.value == ["items": [["name": "a", "label": "x"], ["label": ["text": "b"]]]])
  }

  @Test("A variable with a former name, a former value or a former type has its effect, with a warning")
  func variables() throws {
    let (store, _) = try store(
      Self.types + "," + Self.choices, "{}",
      above: [
        .environment(
          prefix: "APP", variables: ["APP_TAG": "one", "APP_TIMEOUT": "2000", "APP_LEVEL": "high"])
      ])
    let draft = store.draft()
    #expect(draft.effectiveValue(at: ["tags"]) == ["one"])
    #expect(draft.effectiveValue(at: ["timeout"]) == "PT2S")
    #expect(draft.effectiveValue(at: ["level"]) == "urgent")
    #expect(store.layerProblems.count == 3)
    #expect(store.layerProblems.allSatisfy { $0.severity == .warning })
  }
}
