import TestSupport
import Testing

@testable import SettingsJSON

/// Documents that are read while another one is known, compared with what parsing alone yields.
@Suite("Parsing text instead of other text")
struct DerivedIndexTests {
  private static let scalars = [
    "0", "-1.5e3", "1", "12345678901234567890", "true", "false", "null", "\"\"", "\"a\"", "\"\\u0062\\n\"",
    "\"é😀\"",
    "\"}],{[\"",
  ]
  /// What isn't a single scalar.
  private static let others = [
    "", " ", "01", "1 ", " 1", "1,2", "\"", "\"a", "tru", "nul", "{}", "[]", "[1]", "{\"a\": 1}", "// c\n",
    "/**/", "/**/1", "1e",
    "\"a\": 1", "\u{feff}1", "\"\u{1}\"",
  ]

  /// The text and the index, or the error, for a comparison.
  private struct Outcome: Equatable {
    var bytes: [UInt8] = []
    var entries: [UInt64] = []
    var keys: [Int?] = []
    var error: JSONParseError?

    init(_ parse: () throws(JSONParseError) -> JSONDocument) {
      do throws(JSONParseError) {
        let storage = try parse().storage
        bytes = storage.bytes
        entries = (0..<storage.entries.count).map { storage.entries[$0].bits }
        // The key of each member, found by its text in each object.
        for object in 0..<storage.entries.count where storage.entries[object].kind == .object {
          var entry = object + 1
          while entry < storage.entries[object].payload {
            keys.append(storage.key(storage.text(of: entry), of: object))
            entry = storage.next(after: entry + 1)
          }
        }
      } catch {
        self.error = error
      }
    }
  }

  /// Expects the same document with and without the other one.
  private func expectSame(_ text: [UInt8], insteadOf other: JSONDocument, _ trace: String = "") {
    let derived = Outcome { () throws(JSONParseError) in try JSONDocument(parsing: text, insteadOf: other) }
    let parsed = Outcome { () throws(JSONParseError) in try JSONDocument(parsing: text) }
    #expect(
      derived == parsed,
      "\(trace)\n\(String(decoding: other.bytes, as: UTF8.self))\n→ \(String(decoding: text, as: UTF8.self))")
  }

  @Test("A scalar in a random document is replaced by any text")
  func replacedScalars() throws {
    for seed in SeededRandom.testSeeds(0..<400) {
      let layout = RandomLayout(seed: seed)
      var random = layout.random
      let document = try JSONDocument(parsing: Array(layout.text.utf8))
      let entries = (0..<document.storage.entries.count).filter { document.storage.entries[$0].kind != .end }
      for _ in 0..<20 {
        let token = document.storage.entries[random.pick(entries)]
        guard token.kind != .object, token.kind != .array else { continue }
        let text = random.pick(random.chance(70) ? Self.scalars : Self.others)
        var bytes = document.bytes
        bytes.replaceSubrange(token.offset..<(token.offset + token.payload), with: Array(text.utf8))
        expectSame(bytes, insteadOf: document, "SETTINGS_SEED=\(seed)")
      }
    }
  }

  @Test("A random range of a random document is replaced by random text")
  func replacedRanges() throws {
    let parts =
      (Self.scalars + Self.others + [",", ":", "{", "}", "[", "]", "//", "*/", "\\", "\n", "\"b\""])
      .map { Array($0.utf8) }
    for seed in SeededRandom.testSeeds(0..<400) {
      let layout = RandomLayout(seed: seed)
      var random = layout.random
      let document = try JSONDocument(parsing: Array(layout.text.utf8))
      for _ in 0..<20 {
        var bytes = document.bytes
        let start = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, start + random.pick([0, 0, 1, 1, 2, 5, 30]))
        bytes.replaceSubrange(start..<end, with: random.pick(parts))
        expectSame(bytes, insteadOf: document, "SETTINGS_SEED=\(seed)")
      }
    }
  }

  @Test(
    "The changed scalar is the whole document, has the length of a neighbor, or repeats the text around it")
  func edges() throws {
    for (old, new) in [
      ("1", "2"), ("1", "12"), ("12", "1"), ("\"a\"", "true"), ("1", "1 "), ("", "1"), ("{}", ""),
      ("[1, 1]", "[1, 11]"),
      ("[1, 1]", "[11, 1]"), ("[11, 1]", "[1, 1]"), ("[\"a\",\"a\"]", "[\"aa\",\"a\"]"), ("[1]", "[]"),
      ("[]", "[1]"),
      ("[1]", "[1,1]"), ("[1,1]", "[1]"), ("{\"a\": 1}", "{\"b\": 1}"),
      ("{\"a\": 1, \"b\": 2}", "{\"a\": 1, \"a\": 2}"),
      ("[1/**/]", "[1e5/**/]"), ("[true//\n]", "[0//\n]"), ("[\"a\"]", "[\"a\"b]"), ("[1 ]", "[1x]"),
    ] {
      let document = try JSONDocument(parsing: Array(old.utf8))
      expectSame(Array(new.utf8), insteadOf: document)
      expectSame(document.bytes, insteadOf: document)
    }
  }

  @Test("Objects with many keys keep their tables")
  func tables() throws {
    let members = (0..<100).map { "\"key\($0)\": \($0)" }
    let document = try JSONDocument(parsing: Array("{\(members.joined(separator: ", "))}".utf8))
    for place in [0, 1, 50, 99] {
      var changed = members
      changed[place] = "\"key\(place)\": \"some longer text\""
      let text = Array("{\(changed.joined(separator: ", "))}".utf8)
      expectSame(text, insteadOf: document)
      let derived = try JSONDocument(parsing: text, insteadOf: document)
      #expect(derived.root["key\(place)"]?.string == "some longer text")
      #expect(derived.root["key98"]?.integer() == (place == 98 ? nil : 98))
    }
  }

  @Test("Text that is longer than the limit of the document is refused")
  func limit() throws {
    let document = try JSONDocument(parsing: Array("[1]".utf8), limits: JSONLimits(size: 4))
    #expect(try JSONDocument(parsing: Array("[12]".utf8), insteadOf: document).root.count == 1)
    #expect(throws: JSONParseError.self) {
      try JSONDocument(parsing: Array("[123]".utf8), insteadOf: document)
    }
  }
}
