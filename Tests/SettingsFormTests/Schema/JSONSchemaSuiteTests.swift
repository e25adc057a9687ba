import TestSupport
import Testing

@testable import SettingsForm
@testable import SettingsValidation

/// The official test suite of JSON Schema, <https://github.com/json-schema-org/JSON-Schema-Test-Suite>.
@Suite(
  "JSON Schema's own test suite",
  .enabled(if: TestData.has("JSON-Schema-Test-Suite"), "the test data has no JSON-Schema-Test-Suite"))
struct JSONSchemaSuiteTests {
  private static let suite = "JSON-Schema-Test-Suite/tests/draft2020-12/"

  /// Files of unsupported keywords, each with the reason. A form with such a keyword is refused, or keeps it without effect.
  private static let notCovered: [String: String] = [
    "anchor.json": "references to anchors are refused",
    "defs.json": "refers to the metaschema, another document",
    "dynamicRef.json": "dynamic references are refused",
    "refRemote.json": "references to other documents are refused: a form is one file",
    "unevaluatedItems.json": "refused: it would need to know what other keywords looked at",
    "unevaluatedProperties.json": "refused: it would need to know what other keywords looked at",
    "vocabulary.json": "metaschemas are not read: a form is JSON Schema 2020-12 as it is",
    "optional/anchor.json": "references to anchors are refused",
    "optional/cross-draft.json": "references to other documents are refused",
    "optional/dependencies-compatibility.json": "a keyword of older drafts",
    "optional/dynamicRef.json": "dynamic references are refused",
    "optional/format-assertion.json": "metaschemas are not read",
    "optional/id.json": "references by $id are refused",
  ]

  /// The formats that a form checks; others are annotations.
  private static let coveredFormats = [
    "date-time.json", "duration.json", "uri.json", "uuid.json", "unknown.json",
  ]

  /// Groups and cases with another result, by the reason. One whose result agrees fails the test.
  private static let exceptions: [String: [String]] = [
    "ISO 8601 allows it, and fractions of seconds are needed": [
      "optional/format/duration.json: validation of duration strings: fractional duration is not allowed by RFC 3339 ABNF",
      "optional/format/duration.json: validation of duration strings: years and days cannot appear without months",
      "optional/format/duration.json: validation of duration strings: hours and seconds cannot appear without minutes",
    ],
    "it refers to itself, and a form is finite": [
      "ref.json: root pointer ref", "ref.json: Recursive references between schemas",
    ],
    "unevaluatedProperties is refused": [
      "not.json: collect annotations inside a 'not', even if collection is disabled",
      "ref.json: ref creates new scope when adjacent to keywords",
    ],
    "references by $id, to anchors and to other documents are refused": [
      "ref.json: remote ref, containing refs itself", "ref.json: refs with relative uris and defs",
      "ref.json: relative refs with absolute uris and defs",
      "ref.json: $id must be resolved against nearest parent, not just immediate parent",
      "ref.json: order of evaluation: $id and $ref",
      "ref.json: order of evaluation: $id and $anchor and $ref",
      "ref.json: order of evaluation: $id and $ref on nested schema",
      "ref.json: simple URN base URI with $ref via the URN",
      "ref.json: URN base URI with URN and JSON pointer ref",
      "ref.json: URN base URI with URN and anchor ref", "ref.json: URN ref with nested pointer ref",
      "ref.json: ref to if", "ref.json: ref to then", "ref.json: ref to else",
      "ref.json: ref with absolute-path-reference",
      "optional/unknownKeyword.json: $id inside an unknown keyword is not a real identifier",
    ],
  ]

  private static let exceptionNames = Set(exceptions.values.joined())

  static var files: [String] {
    let names = ["", "optional/"].flatMap { folder in
      ((try? TestData.names(in: Self.suite + folder)) ?? []).filter { $0.hasSuffix(".json") }.map {
        folder + $0
      }
    }
    return names.filter { notCovered[$0] == nil }.sorted()
  }

  @Test("Every case of a keyword's file has the expected result", arguments: files)
  func keyword(_ file: String) throws {
    try run(file, rules: .schema)
  }

  @Test("Every case of a format that a form checks has the expected result", arguments: coveredFormats)
  func format(_ file: String) throws {
    try run("optional/format/" + file, rules: .form)
  }

  private func run(_ file: String, rules: SchemaChecker.Rules) throws {
    let document = try JSONDocument(parsing: TestData.bytes(Self.suite + file), dialect: .strict)
    let groups = document.root.value.elementList
    #expect(!groups.isEmpty)
    for group in groups {
      let name = "\(file): \(group.member("description")?.text ?? "")"
      let json = try #require(group.member("schema"))
      let patterns = PatternCache()
      var reader = SchemaReader(patterns: patterns)
      let schema: CompiledSchema
      do {
        schema = CompiledSchema(try reader.schema(try ReferenceInliner.inline(json)), patterns: patterns)
      } catch {
        if !Self.exceptionNames.contains(name) { Issue.record("\(name): \(error)") }
        continue
      }
      #expect(!Self.exceptionNames.contains(name), "no longer an exception: \(name)")
      for test in try #require(group.member("tests")).elementList {
        let data = try #require(test.member("data"))
        let isValid = !schema.problems(of: data, rules: rules).contains { $0.severity == .error }
        let title = "\(name): \(test.member("description")?.text ?? "")"
        let isAsExpected = .bool(isValid) == test.member("valid")
        #expect(isAsExpected != Self.exceptionNames.contains(title), "\(title)")
      }
    }
  }
}
