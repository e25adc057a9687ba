import Foundation
import Testing

@testable import Settings

@Suite("Files that JSONEncoder has written")
struct CoderValueTests {
  static let form = #"""
    {"x-form": 1, "type": "object", "properties": {
      "stamp": {"type": ["string", "number"], "minimum": -63113904000, "maximum": 252423993599, "format": "date-time",
        "default": "2001-01-01T00:00:00Z", "x-setting": {"jsonEncoder": true}},
      "wait": {"type": ["string", "array", "null"], "prefixItems": [
          {"type": "integer", "minimum": -499999999999999998, "maximum": 499999999999999998},
          {"type": "integer", "minimum": 0, "maximum": 18446744073709551615}],
        "minItems": 2, "maxItems": 2, "format": "duration", "x-setting": {"jsonEncoder": true}},
      "times": {"type": "array", "items": {"type": ["string", "number"], "minimum": -63113904000, "maximum": 252423993599,
        "format": "date-time", "x-setting": {"jsonEncoder": true}}},
      "show": {"type": ["array", "integer"], "minimum": 0, "maximum": 7, "items": {"type": "string", "oneOf": [
          {"const": "a", "title": "A"}, {"const": "b", "title": "B"}, {"const": "c", "title": "C"}]},
        "uniqueItems": true, "default": [], "x-setting": {"flags": true, "bits": [1, 2, 4]}},
      "marks": {"type": ["array", "integer"], "minimum": 0, "maximum": 20,
        "not": {"type": "integer", "not": {"enum": [0, 4, 16, 20]}}, "items": {"type": "string", "oneOf": [
          {"const": "a", "title": "A"}, {"const": "b", "title": "B"}]},
        "uniqueItems": true, "x-setting": {"flags": true, "bits": [16, 4]}}}}
    """#

  private func store(_ text: String) throws -> (StoreEngine, MemoryStorage) {
    let storage = MemoryStorage(text)
    let index = FormIndex(try FormSchema(written: Array(Self.form.utf8)))
    return (try StoreEngine(form: index, layers: SettingsLayers(storage: storage)), storage)
  }

  @Test(
    "are read, with a notice, and stored as settings at the next apply",
    arguments: [
      ("stamp", "5.0", #""2001-01-01T00:00:05Z""#), ("stamp", "-0.5", #""2000-12-31T23:59:59.500Z""#),
      ("stamp", "759283200.25", #""2025-01-23T00:00:00.250Z""#),
      ("stamp", "-63113904000", #""0001-01-01T00:00:00Z""#),
      ("stamp", "252423993599", #""9999-12-31T23:59:59Z""#), ("stamp", "5e-324", #""2001-01-01T00:00:00Z""#),
      ("wait", "[0, 5000000000000000000]", #""PT5S""#),
      ("wait", "[-1, 18446744073709551615]", #""-PT0.000000000000000001S""#),
      ("times", "[0, 60]", #"["2001-01-01T00:00:00Z", "2001-01-01T00:01:00Z"]"#),
      ("show", "0", "[]"), ("show", "5", #"["a", "c"]"#), ("show", "7.0", #"["a", "b", "c"]"#),
      ("marks", "20", #"["a", "b"]"#), ("marks", "4", #"["b"]"#),
    ])
  func read(key: String, stored: String, value: String) async throws {
    let (store, storage) = try store(#"{"\#(key)": \#(stored)}"#)
    #expect(store.problems.map(\.severity) == store.problems.map { _ in .warning })
    #expect(store.problems.contains { $0.message.hasSuffix("the next apply stores that.") })
    var draft = store.draft()
    #expect(draft.value(at: SettingPath([key])) == (try JSONValue(parsing: value)))
    try draft.stage(key == "show" ? "2020-01-01T00:00:00Z" : ["b"], at: key == "show" ? ["stamp"] : ["show"])
    try await store.apply(draft)
    let after = try JSONDocument(parsing: try #require(storage.read()).bytes)
    #expect(after.root[key]?.value == (try JSONValue(parsing: value)))
  }

  @Test(
    "aren't guessed: what no coder writes is an error",
    arguments: [
      #"{"stamp": 1e12}"#, #"{"stamp": true}"#, #"{"wait": [0]}"#, #"{"wait": [0, -1]}"#, #"{"wait": 5}"#,
      #"{"wait": [0.5, 0]}"#, #"{"show": 8}"#, #"{"show": -1}"#, #"{"show": 1.5}"#,
      #"{"marks": 8}"#, #"{"marks": 21}"#, #"{"marks": 1}"#,
    ])
  func refused(text: String) throws {
    #expect(try store(text).0.problems.contains { $0.severity == .error })
  }

  @Test(
    "of sets with gaps between the bits are the same to the form, to other validators and to the reader",
    arguments: [[UInt64(0), 1, 3], [0, 1, 2, 4, 5, 6, 7, 8, 9, 10], [2, 3, 5, 6, 7, 8, 9, 10, 11, 12]])
  func gaps(bits: [UInt64]) throws {
    let choices = bits.map { #"{"const": "c\#($0)", "title": "C"}"# }.joined(separator: ", ")
    let list = bits.map { "\(UInt64(1) << $0)" }.joined(separator: ", ")
    let form = try FormSchema(
      written: Array(
        #"""
        {"x-form": 1, "type": "object", "properties": {"s": {"type": "array", "uniqueItems": true,
          "items": {"type": "string", "oneOf": [\#(choices)]}, "x-setting": {"flags": true, "bits": [\#(list)]}}}}
        """#.utf8))
    #expect(try FormSchema(parsing: form.bytes) == form)
    let schema = try #require(form.json.part("properties")?.part("s"))
    // With more than eight bits after the first gap, only the app can tell.
    #expect((schema.part("$comment") != nil) == (bits[0] == 2))
    var reader = SchemaReader(patterns: nil)
    // Other validators don't know `x-setting`.
    let others = try reader.schema(
      .object(JSONObject(distinct: try #require(schema.object).members.filter { $0.key != "x-setting" })))
    let exported = CompiledSchema(others, library: SchemaLibrary())
    let mask = bits.reduce(UInt64(0)) { $0 | 1 << $1 }
    for number in (0..<64).map({ $0 * 37 }) + [0, 1, 7, 8, 11] {
      let isSet = UInt64(number) & ~mask == 0
      let document = try JSONDocument(parsing: Array("{\"s\": \(number)}".utf8))
      let read = FormValidator(FormIndex(form)).read(document)
      #expect(read.problems.contains { $0.severity == .error } != isSet, "\(number)")
      #expect((read.document.root["s"]?.kind == .array) == isSet, "\(number)")
      guard bits[0] != 2 else { continue }
      let problems = exported.problems(of: JSONValue.number(JSONNumber(number)), at: .root, secrecy: .none)
      #expect(problems.isEmpty == isSet, "\(number)")
    }
  }

  @Test("are in the form's JSON for other validators, and the form is the same when it is read again")
  func roundTrip() throws {
    let form = try FormSchema(written: Array(Self.form.utf8))
    #expect(
      form.json.part("properties")
        == (try JSONValue(parsing: Self.form)).part("properties").map { value in
          // Each setting without a title has its key as its title.
          guard case .object(let object) = value else { return value }
          return .object(
            JSONObject(
              distinct: object.members.map { member in
                guard case .object(var schema) = member.value else { return member }
                schema["title"] = .string(member.key)
                return JSONObject.Member(key: member.key, value: .object(schema))
              }))
        })
    #expect(try FormSchema(written: form.json.bytes()) == form)
    guard case .setting(let wait)? = form.root.items.first(where: { $0.key == "wait" }) else {
      Issue.record("no setting")
      return
    }
    #expect(wait.kind == .string(TextLimits(format: .duration, readsJSONEncoder: true)) && wait.isOptional)
  }

  @Test("are decoded like the values of a settings file")
  func decoded() throws {
    struct Times: Codable, Equatable {
      var stamp = Date(timeIntervalSinceReferenceDate: 759_283_200.25)
      var wait = Duration.milliseconds(-1500)
    }
    let written = try JSONDocument(parsing: Array(JSONEncoder().encode(Times())))
    #expect(try SettingsDecoder(written).decode(Times.self) == Times())
    #expect(
      try SettingsDecoder(
        JSONDocument(
          parsing: Array(#"{"stamp": "2025-01-23t01:00:00.250000000+01:00", "wait": "-PT1.5S"}"#.utf8))
      )
      .decode(Times.self) == Times())
  }
}
