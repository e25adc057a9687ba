import TestSupport
import Testing

@testable import SettingsForm
@testable import SettingsSchemas
@testable import SettingsValidation

/// The official test suite of JSON Schema, <https://github.com/json-schema-org/JSON-Schema-Test-Suite>.
@Suite(
  "JSON Schema's own test suite",
  .enabled(if: TestData.has("JSON-Schema-Test-Suite"), "the test data has no JSON-Schema-Test-Suite"))
struct JSONSchemaSuiteTests {
  private static let suite = "JSON-Schema-Test-Suite/"
  private static let drafts = ["draft4", "draft6", "draft7", "draft2019-09", "draft2020-12"]

  /// The formats that are checked; others are annotations.
  private static let formats = [
    "date", "time", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "uri", "uri-reference",
    "uuid",
    "json-pointer", "regex", "unknown",
  ]

  /// Cases with another result, by the reason. One whose result agrees fails the test.
  private static let exceptions: [String: [String]] = [
    "keywords beside a reference are obeyed in all drafts, as editors do": [4, 6, 7].map {
      "draft\($0)/ref.json: ref overrides any sibling keywords: ref valid, maxItems ignored"
    },
    "a whole number may be written with a fraction of zeros, as in later drafts": [
      "draft4/optional/zeroTerminatedFloats.json: some languages do not distinguish between different types of numeric value: a float is not an integer even without fractional part"
    ],
    "the content of strings is not checked": [
      "validation of string-encoded content based on media type: an invalid JSON document",
      "validation of binary string-encoding: an invalid base64 string (% is not a valid character)",
      "validation of binary-encoded media type documents: a validly-encoded invalid JSON document",
      "validation of binary-encoded media type documents: an invalid base64 string that is valid JSON",
    ].map { "draft7/optional/content.json: \($0)" },
    "a metaschema of the author's own tells the dialect, but its vocabularies are not read": [
      "draft2019-09/vocabulary.json: schema that uses custom metaschema with with no validation vocabulary: no validation: invalid number, but it still validates",
      "draft2020-12/vocabulary.json: schema that uses custom metaschema with with no validation vocabulary: no validation: invalid number, but it still validates",
      "draft2020-12/optional/format-assertion.json: schema that uses custom metaschema with format-assertion: false: format-assertion: false: invalid string",
      "draft2020-12/optional/format-assertion.json: schema that uses custom metaschema with format-assertion: true: format-assertion: true: invalid string",
    ],
  ]

  private static let exceptionNames = Set(exceptions.values.joined())

  /// A file of the suite, without its draft.
  struct File: CustomTestStringConvertible {
    let draft: String
    let name: String

    var testDescription: String { "\(draft)/\(name)" }
    var path: String { "\(JSONSchemaSuiteTests.suite)tests/\(draft)/\(name)" }
  }

  static var files: [File] {
    drafts.flatMap { draft in
      ["", "optional/"].flatMap { folder in
        ((try? TestData.names(in: "\(suite)tests/\(draft)/\(folder)")) ?? [])
          .filter { $0.hasSuffix(".json") }.map { File(draft: draft, name: folder + $0) }
      }
    }
  }

  static var formatFiles: [File] {
    drafts.flatMap { draft in
      formats.map { File(draft: draft, name: "optional/format/\($0).json") }.filter { TestData.has($0.path) }
    }
  }

  @Test("Every case of a keyword's file has the expected result", arguments: files)
  func keyword(_ file: File) throws {
    try run(file, checksFormats: false)
  }

  @Test("Every case of a format that is checked has the expected result", arguments: formatFiles)
  func format(_ file: File) throws {
    try run(file, checksFormats: true)
  }

  @Test("A form that is opened from a schema judges values as the schema does", arguments: openedFiles)
  func opened(_ file: File) throws {
    let document = try JSONDocument(parsing: TestData.bytes(file.path), dialect: .strict)
    for group in document.root.value.elementList {
      let schema = try #require(group.member("schema"))
      let forms = [
        (schema, { (data: JSONValue) in data }),
        (
          ["type": "object", "properties": ["v": ["type": "array", "items": schema]]],
          { (data: JSONValue) in ["v": [data]] }
        ),
        (
          ["type": "object", "properties": ["v": schema]],
          { (data: JSONValue) in ["v": data] }
        ),
      ]
      // References are relative to the outermost schema.
      let isRelative = schema.description.contains("\"$")
      for (form, document) in isRelative ? Array(forms.prefix(1)) : forms {
        let index = try FormIndex(parsingSchema: Array(form.description.utf8), at: "", Self.remotes)
        for test in try #require(group.member("tests")).elementList {
          let data = try #require(test.member("data"))
          let text = try JSONDocument(parsing: Array(document(data).description.utf8))
          let problems = FormValidator(index).problems(in: text).filter { $0.severity == .error }
          #expect(
            .bool(problems.isEmpty) == test.member("valid"), "\(form): \(document(data)): \(problems)")
        }
      }
    }
  }

  @Test(
    "A part that can't be used refuses no value, whatever it was meant to say", arguments: openedFiles)
  func unusablePart(_ file: File) throws {
    func refuses(_ schema: JSONValue, _ data: JSONValue) -> Bool {
      let bundle = SchemaBundler.bundle(schema, documents: Self.remotes, patterns: PatternCache())
      return CompiledSchema(bundle.source.root, library: SchemaLibrary(bundle.source)).problems(of: data)
        .contains { $0.severity == .error }
    }
    let document = try JSONDocument(parsing: TestData.bytes(file.path), dialect: .strict)
    for group in document.root.value.elementList {
      let schema = try #require(group.member("schema"))
      let values = try #require(group.member("tests")).elementList.compactMap { $0.member("data") }
      for place in schema.schemaPlaces(at: .root) {
        func version(_ part: JSONValue) throws -> JSONValue {
          guard !place.isRoot else { return part }
          var edit = JSONEdits()
          edit.set(part, at: place)
          return try #require(try schema.applying(edit))
        }
        let damaged = try version(["$ref": "missing.json"])
        // Of all schemas, these two refuse the least and the most.
        let bounds = try [version(true), version(false)]
        for value in values where refuses(damaged, value) {
          #expect(bounds.allSatisfy { refuses($0, value) }, "\(damaged) refuses \(value)")
        }
      }
    }
  }

  /// The files of the latest draft, whose schemas can look like forms of this library.
  static var openedFiles: [File] {
    files.filter {
      $0.draft == "draft2020-12" && !$0.name.contains("/") && $0.name != "vocabulary.json"
    }
  }

  private static let remotes = SchemaDocuments { address in
    let start = "http://localhost:1234/"
    guard address.hasPrefix(start) else { return nil }
    return try? TestData.bytes(suite + "remotes/" + address.dropFirst(start.count))
  }

  private func run(_ file: File, checksFormats: Bool) throws {
    let document = try JSONDocument(parsing: TestData.bytes(file.path), dialect: .strict)
    let groups = document.root.value.elementList
    #expect(!groups.isEmpty)
    for group in groups {
      let name = "\(file.testDescription): \(group.member("description")?.text ?? "")"
      let json = try #require(group.member("schema")).naming(file.draft)
      let bundle = SchemaBundler.bundle(json, documents: Self.remotes, patterns: PatternCache())
      let schema = CompiledSchema(bundle.source.root, library: SchemaLibrary(bundle.source))
      for test in try #require(group.member("tests")).elementList {
        let data = try #require(test.member("data"))
        let problems = schema.problems(of: data)
        let isValid = !problems.contains { $0.severity == .error || checksFormats && $0.reason.isFormat }
        let title = "\(name): \(test.member("description")?.text ?? "")"
        let isAsExpected = .bool(isValid) == test.member("valid")
        #expect(isAsExpected != Self.exceptionNames.contains(title), "\(title) \(json) \(bundle.warnings)")
      }
    }
  }
}

extension JSONValue {
  /// Returns a schema that names its draft.
  fileprivate func naming(_ draft: String) -> JSONValue {
    guard case .object(var schema) = self, schema["$schema"] == nil else { return self }
    let number = draft.dropFirst("draft".count)
    schema["$schema"] = .string(
      "http://json-schema.org/draft\(number.count == 1 ? "-0" : "/")\(number)/schema#")
    return .object(schema)
  }
}

extension JSONValue {
  /// The paths of a schema and of all schemas inside.
  fileprivate func schemaPlaces(at path: SettingPath) -> [SettingPath] {
    var places = [path]
    for member in object?.members ?? [] {
      let inner = path.appending(member.key)
      switch (SubschemaPlace(keyword: member.key), member.value) {
      case (.schema, _): places += member.value.schemaPlaces(at: inner)
      case (.list, .array(let schemas)):
        for (index, schema) in schemas.enumerated() {
          places += schema.schemaPlaces(at: inner.appending(String(index)))
        }
      case (.table, .object(let table)),
        (nil, .object(let table)) where member.key == "$defs":
        for named in table.members { places += named.value.schemaPlaces(at: inner.appending(named.key)) }
      default: break
      }
    }
    return places
  }
}

extension FormProblem.Reason {
  fileprivate var isFormat: Bool {
    if case .format = self { return true }
    return false
  }
}
