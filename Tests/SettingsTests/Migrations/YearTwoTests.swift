import Testing

@testable import Settings
@testable import SettingsEditing

/// An app in its second year: each change of a setting with each other, wherever settings can be.
///
/// For each pair there is a document of the first year and a form of the second. The app reads it; a program with the exported form changes
/// another setting first, and the app reads the result; and what the app stores is read again. No value is lost, or converted twice.
@Suite("The second year of an app")
struct YearTwoTests {
  /// A change of the setting `key`: its members before and after, the form after, and the app's migrations.
  struct Change: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let old: @Sendable (String) -> [String: JSONValue]
    let new: @Sendable (String) -> [String: JSONValue]
    let form: @Sendable (String) -> String
    /// The migrations, from the path of the object that has the setting.
    var migrations: @Sendable (SettingPath, String) -> [FormMigration] = { _, _ in [] }

    /// A change of the value alone.
    init(
      _ name: String, _ old: JSONValue, _ new: JSONValue, form: String, before version: Int? = nil,
      convert: (@Sendable (JSONValue) -> JSONValue?)? = nil
    ) {
      testDescription = name
      self.old = { [$0: old] }
      self.new = { [$0: new] }
      self.form = { "\"\($0)\": {\(form)}" }
      guard let convert else { return }
      migrations = { path, key in
        let path = path.appending(key)
        return [
          FormMigration(reading: [path], writing: [path], before: version) { values in
            values[0].flatMap(convert).map { [$0] }
          }
        ]
      }
    }

    init(
      _ name: String, old: @escaping @Sendable (String) -> [String: JSONValue],
      new: @escaping @Sendable (String) -> [String: JSONValue], form: @escaping @Sendable (String) -> String,
      migrations: @escaping @Sendable (SettingPath, String) -> [FormMigration]
    ) {
      testDescription = name
      (self.old, self.new, self.form, self.migrations) = (old, new, form, migrations)
    }

    /// The same change of a setting that has another name now.
    var renamed: Change {
      Change("renamed, \(testDescription)") { [old] key in
        Dictionary(uniqueKeysWithValues: old(key).map { ("\($0.key)Old", $0.value) })
      } new: { [new] in
        new($0)
      } form: { [form] key in
        let text = form(key)
        let was = "\"was\": \"\(key)Old\""
        return text.contains("{\"unit\"")
          ? text.replacing("{\"unit\"", with: "{\(was), \"unit\"")
          : String(text.dropLast()) + ", \"x-setting\": {\(was)}}"
      } migrations: { [migrations] in
        migrations($0, $1)
      }
    }
  }

  private static let values: [Change] = [
    Change("same value", 5, 5, form: #""type": "integer", "default": 1"#),
    Change("other default", 5, 5, form: #""type": "integer", "default": 2"#),
    Change("retyped", "5", 5, form: #""type": "integer""#) {
      $0.text.flatMap { Int($0) }.map { .number(JSONNumber($0)) }
    },
    Change(
      "case renamed", "high", "urgent",
      form:
        #""type": "string", "oneOf": [{"const": "low", "title": "L"}, {"const": "urgent", "title": "U", "x-setting": {"was": ["high"]}}]"#
    ),
    Change("one to list", "a", ["a"], form: #""type": "array", "items": {"type": "string"}"#),
    Change("null to list", .null, [], form: #""type": "array", "items": {"type": "string"}"#),
    Change("text to list", "a,b", ["a", "b"], form: #""type": "array", "items": {"type": "string"}"#) {
      $0.text.map { .array($0.split(separator: ",").map { .string(String($0)) }) }
    },
    Change(
      "dictionary to list", ["p": 1], [["name": "p", "port": 1]],
      form:
        #""type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}, "port": {"type": "integer"}}}"#
    ) {
      guard case .object(let object) = $0 else { return nil }
      return .array(object.members.map { ["name": .string($0.key), "port": $0.value] })
    },
    Change("tightened", 90, 30, form: #""type": "integer", "maximum": 30"#) {
      $0.number?.integer(as: Int.self).map { .number(JSONNumber(min($0, 30))) }
    },
    Change(
      "number to duration", 3, "PT3S",
      form: #""type": "string", "format": "duration", "x-setting": {"unit": "seconds"}"#),
    Change("another unit", 3, 3000, form: #""type": "integer""#, before: 1) {
      $0.number?.integer(as: Int.self).map { .number(JSONNumber($0 * 1000)) }
    },
  ]

  static let changes: [Change] =
    values.dropFirst() + values.map(\.renamed) + [
      Change(
        "added", old: { _ in [:] }, new: { _ in [:] },
        form: { #""\#($0)": {"type": "integer", "default": 1}"# }
      ) { _, _ in [] },
      Change(
        "removed", old: { ["\($0)Legacy": true] }, new: { _ in [:] },
        form: { #""\#($0)": {"type": "integer"}"# }
      ) {
        [FormMigration(reading: [$0.appending("\($1)Legacy")])]
      },
      Change(
        "split", old: { ["\($0)Address": "h:1"] }, new: { ["\($0)Host": "h", "\($0)Port": 1] },
        form: { #""\#($0)Host": {"type": "string"}, "\#($0)Port": {"type": "integer"}"# }
      ) { path, key in
        [
          FormMigration(
            reading: [path.appending("\(key)Address")],
            writing: [path.appending("\(key)Host"), path.appending("\(key)Port")]
          ) { values in
            let parts = values[0]?.text?.split(separator: ":").map(String.init) ?? []
            guard parts.count == 2, let port = Int(parts[1]) else { return nil }
            return [.string(parts[0]), .number(JSONNumber(port))]
          }
        ]
      },
      Change(
        "merged", old: { ["\($0)Host": "h", "\($0)Port": 1] }, new: { ["\($0)Address": "h:1"] },
        form: { #""\#($0)Address": {"type": "string"}"# }
      ) { path, key in
        [
          FormMigration(
            reading: [path.appending("\(key)Host"), path.appending("\(key)Port")],
            writing: [path.appending("\(key)Address")]
          ) { values in
            guard let host = values[0]?.text, let port = values[1]?.number else { return nil }
            return [.string("\(host):\(port)")]
          }
        ]
      },
      Change(
        "moved and retyped by path", old: { ["\($0)Color": "RED"] }, new: { ["\($0)Tint": "red"] },
        form: { #""\#($0)Tint": {"type": "string", "enum": ["red", "green"]}"# }
      ) { path, key in
        [
          FormMigration(moving: path.appending("\(key)Color"), to: path.appending("\(key)Tint")),
          FormMigration(reading: [path.appending("\(key)Tint")], writing: [path.appending("\(key)Tint")]) {
            values in
            values[0]?.text.map { [.string($0.lowercased())] }
          },
        ]
      },
    ]

  /// Where a setting is.
  enum Place: String, CaseIterable, Sendable {
    case root, section, renamedSection, list, dictionary

    var path: SettingPath {
      switch self {
      case .root: .root
      case .section, .renamedSection: ["sec"]
      case .list: ["list", "*"]
      case .dictionary: ["map", "*"]
      }
    }

    func properties(_ inner: String, keywords: String = "") -> String {
      let object = #""type": "object"\#(keywords), "properties": {\#(inner)}"#
      return switch self {
      case .root: inner
      case .section: #""sec": {\#(object)}"#
      case .renamedSection: #""sec": {\#(object), "x-setting": {"was": "oldSec"}}"#
      case .list: #""list": {"type": "array", "items": {\#(object)}}"#
      case .dictionary: #""map": {"type": "object", "additionalProperties": {\#(object)}}"#
      }
    }

    func document(_ members: [String: JSONValue], isOld: Bool) -> [String: JSONValue] {
      let object = Self.object(members)
      return switch self {
      case .root: members
      case .section: ["sec": object]
      case .renamedSection: [isOld ? "oldSec" : "sec": object]
      case .list: ["list": [object, object]]
      case .dictionary: ["map": ["k": object]]
      }
    }

    static func object(_ members: [String: JSONValue]) -> JSONValue {
      .object(
        JSONObject(
          distinct: members.sorted { $0.key < $1.key }.map { JSONObject.Member(key: $0.key, value: $0.value) }
        ))
    }
  }

  private func read(_ bytes: [UInt8], _ form: FormSchema) throws -> MigratedDocument {
    FormValidator(FormIndex(form)).read(try JSONDocument(parsingStored: bytes))
  }

  // A section whose name stays is in one that is renamed, too.
  @Test(
    "Two changes at once lose no value, and convert none twice",
    arguments: Place.allCases.filter { $0 != .section }, changes.indices)
  func pairs(place: Place, first: Int) async throws {
    for second in first..<Self.changes.count {
      let (one, two) = (Self.changes[first], Self.changes[second])
      let text = """
        {"x-form": 1, "type": "object", "properties": {"note": {"type": "string"},
        \(place.properties("\(one.form("a")), \(two.form("b"))"))}}
        """
      var form = try FormSchema(parsing: Array(text.utf8))
      form.migrations = one.migrations(place.path, "a") + two.migrations(place.path, "b")
      let old = one.old("a").merging(two.old("b")) { $1 }
      var expected = place.document(one.new("a").merging(two.new("b")) { $1 }, isOld: false)
      if form.documentVersion > 0 { expected["$version"] = 1 }
      let stored = Place.object(place.document(old, isOld: true))
      let pair = "\(one.testDescription) + \(two.testDescription): \(stored)"

      let app = try read(stored.bytes(), form)
      #expect(app.document.root.value == Place.object(expected), "\(pair)")
      #expect(!app.problems.contains { $0.severity == .error }, "\(pair): \(app.problems)")
      let again = try read(app.document.bytes, form)
      #expect(!again.isMigrated, "\(pair): \(again.document.root.value)")

      let exported = try FormSchema(parsing: form.bytes)
      let storage = MemoryStorage(stored.description)
      let other = try StoreEngine(form: FormIndex(exported), layers: SettingsLayers(storage: storage))
      var draft = other.draft()
      try draft.stage("x", at: ["note"])
      try await other.apply(draft)
      expected["note"] = "x"
      let after = try read(Array((storage.text ?? "").utf8), form)
      #expect(after.document.root.value == Place.object(expected), "\(pair), then \(storage.text ?? "")")
      #expect(!after.problems.contains { $0.severity == .error }, "\(pair): \(after.problems)")
    }
  }

  /// A form of the first year, with any values at the earlier places.
  private func firstYear(_ change: Change) throws -> FormSchema {
    let properties = ["note"] + change.old("a").keys.sorted()
    let text = properties.map { "\"\($0)\": {}" }.joined(separator: ", ")
    return try FormSchema(
      parsing: Array(#"{"x-form": 1, "title": "App", "type": "object", "properties": {\#(text)}}"#.utf8))
  }

  private func secondYear(_ change: Change) throws -> FormSchema {
    let text =
      #"{"x-form": 1, "title": "App", "type": "object", "properties": {"note": {}, \#(change.form("a"))}}"#
    var form = try FormSchema(parsing: Array(text.utf8))
    form.migrations = change.migrations(.root, "a")
    return form
  }

  @Test("A plan of the first year is applied in the second", arguments: changes.indices)
  func plans(number: Int) async throws {
    let change = Self.changes[number]
    let layers = SettingsLayers(storage: MemoryStorage("{}"))
    let old = try StoreEngine(form: FormIndex(firstYear(change)), layers: layers)
    var draft = old.draft()
    for (key, value) in change.old("a") { try draft.stage(value, at: [key]) }
    let plan = try SettingsPlan(parsing: SettingsPlan(draft, for: old).bytes)
    let form = try secondYear(change)
    let new = try StoreEngine(form: FormIndex(form), layers: layers)
    try await new.apply(plan)
    let stored = new.document.root.value.object
    var members = Dictionary(uniqueKeysWithValues: (stored?.members ?? []).map { ($0.key, $0.value) })
    members["$version"] = nil
    #expect(members == change.new("a"), "\(change.testDescription)")
  }

  @Test("After a downgrade, the version of the first year keeps all values", arguments: changes.indices)
  func downgrade(number: Int) async throws {
    let change = Self.changes[number]
    var values = change.new("a")
    let version = try secondYear(change).documentVersion
    if version > 0 { values["$version"] = .number(JSONNumber(version)) }
    let storage = MemoryStorage(Place.object(values).description)
    let store = try StoreEngine(
      form: FormIndex(firstYear(change)), layers: SettingsLayers(storage: storage))
    #expect(version == 0 || store.problems.contains { $0.message.contains("a newer version of the app") })
    var draft = store.draft()
    try draft.stage("x", at: ["note"])
    try await store.apply(draft)
    values["note"] = "x"
    #expect(
      try JSONValue(parsing: storage.text ?? "") == Place.object(values), "\(change.testDescription)")
  }

  @Test("The steps of several years run in their order, and only those that a file needs")
  func chains() throws {
    let text =
      #"{"x-form": 1, "type": "object", "properties": {"a": {"type": "integer", "x-setting": {"was": ["b", "c"]}}}}"#
    var form = try FormSchema(parsing: Array(text.utf8))
    func change(before version: Int, _ body: @escaping @Sendable (Int) -> Int) -> FormMigration {
      FormMigration(reading: [["a"]], writing: [["a"]], before: version) { values in
        values[0]?.number?.integer(as: Int.self).map { [.number(JSONNumber(body($0)))] }
      }
    }
    form.migrations = [change(before: 1) { $0 * 1000 }, change(before: 2) { $0 + 1 }]
    for stored in [#"{"c": 3}"#, #"{"$version": 1, "b": 3000}"#, #"{"$version": 2, "b": 3001}"#] {
      let read = try read(Array(stored.utf8), form)
      #expect(read.document.root.value == ["$version": 2, "a": 3001], "\(stored)")
      let exported = try self.read(Array(stored.utf8), FormSchema(parsing: form.bytes))
      let again = try self.read(exported.document.bytes, form)
      #expect(again.document.root.value == ["$version": 2, "a": 3001], "\(stored)")
    }
  }

  @Test(
    "A setting that has to be set now is an error at each place, beside values that move",
    arguments: Place.allCases)
  func required(place: Place) throws {
    let keywords = #", "required": ["needed"]"#
    let properties = place.properties(
      #""needed": {"type": "integer"}, "a": {"type": "integer", "x-setting": {"was": "aOld"}}"#,
      keywords: keywords)
    let text =
      #"{"x-form": 1, "type": "object"\#(place == .root ? keywords : ""), "properties": {\#(properties)}}"#
    let stored = Place.object(place.document(["aOld": 1], isOld: true))
    let read = try read(stored.bytes(), try FormSchema(parsing: Array(text.utf8)))
    #expect(read.document.root.value == Place.object(place.document(["a": 1], isOld: false)))
    let errors = read.problems.filter { $0.severity == .error }
    #expect(errors.count == (place == .list ? 2 : 1), "\(read.problems)")
    #expect(errors.allSatisfy { $0.isAboutMissingKey })
  }

  @Test("Variables and options with a name and a value of the first year", arguments: changes.indices)
  func variables(number: Int) throws {
    let change = Self.changes[number]
    var form = try FormSchema(
      parsing: Array(
        #"{"x-form": 1, "type": "object", "required": ["needed"], "properties": {"needed": {"type": "string"}, \#(change.form("a"))}}"#
          .utf8))
    form.migrations = change.migrations(.root, "a")
    // They have no version, so a value of today's type is one of today.
    guard form.documentVersion == 0, change.old("a").values.allSatisfy({ $0 != .null }) else { return }
    let text = change.old("a").mapValues { $0.text ?? $0.description }
    let variables = Dictionary(
      uniqueKeysWithValues: text.map { ("APP_" + SettingPath([$0.key]).variableName, $0.value) })
    let options = text.sorted { $0.key < $1.key }.flatMap {
      ["--" + SettingPath([$0.key]).optionName, $0.value]
    }
    for layer in [SettingsLayer.environment(prefix: "APP", variables: variables), .arguments(options)] {
      let layers = SettingsLayers(storage: MemoryStorage("{}"), above: [layer])
      let store = try StoreEngine(form: FormIndex(form), layers: layers)
      for (key, value) in change.new("a") {
        #expect(
          store.draft().effectiveValue(at: [key]) == value,
          "\(change.testDescription): \(store.layerProblems)")
      }
      #expect(!store.layerProblems.contains { $0.severity == .error }, "\(change.testDescription)")
    }
  }
}
