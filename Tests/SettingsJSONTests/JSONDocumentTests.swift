@testable import SettingsJSON
import Testing

@Suite("Parsing a document")
struct JSONDocumentTests {
  private func parse(_ text: String, dialect: JSONDialect = .jsonc) throws -> JSONDocument {
    try JSONDocument(parsing: Array(text.utf8), dialect: dialect)
  }

  @Test(
    "Blank text is read as an empty object",
    arguments: ["", " \r\n\t", "// only\n", "/* only */", "\u{feff}", "\u{feff}\n// x"])
  func blank(_ text: String) throws {
    let document = try parse(text)
    #expect(document.root.value == [:])
    #expect(document.root.kind == .object)
    #expect(document.root.count == 0)
    #expect(document.root["a"] == nil)
    #expect(document.root.members.map(\.key) == [])
    #expect(document.bytes == Array(text.utf8))
    #expect(throws: JSONParseError.self) { try parse(text, dialect: .strict) }
  }

  @Test("A document without text is an empty object")
  func withoutText() {
    #expect(JSONDocument().root.value == [:])
    #expect(JSONDocument().bytes == [])
  }

  @Test("Comments, trailing commas and a byte order mark are skipped")
  func dialect() throws {
    let text = "\u{feff}// a\n{/*b*/\"a\"/*c*/:/*d*/[1,/*e*/2/*f*/,/*g*/],\r\n//h\r\"b\":{},/***/}//end"
    #expect(try parse(text).root.value == ["a": [1, 2], "b": [:]])
  }

  @Test("Values are found by path, decoded on request, and have positions")
  func nodes() throws {
    let document = try parse(
      """
      {
        "é": { "b.c": [10, {"x": null}, "\\u00e9\\ud83d\\ude00\\/"] },
      \t"on": true, "off": false,
        "number": -1.50e1, "text": "plain"
      }
      """)
    #expect(document.node(at: .root)?.kind == .object)
    #expect(document.node(at: ["é", "b.c", "0"])?.integer() == 10)
    #expect(document.node(at: ["é", "b.c", "1", "x"])?.kind == .null)
    #expect(document.node(at: ["é", "b.c", "2"])?.string == "é😀/")
    for missing in [
      ["é", "b.c", "3"], ["é", "b.c", "00"], ["é", "b.c", "-"], ["é", "b.c", "+1"], ["on", "x"], [""],
    ] {
      #expect(document.node(at: SettingPath(missing)) == nil, "\(missing)")
    }
    let number = try #require(document.node(at: ["number"]))
    #expect(number.number?.spelling == "-1.50e1")
    #expect(number.double == -15)
    #expect(number.integer(as: Int8.self) == -15)
    #expect(number.integer(as: UInt.self) == nil)
    #expect(number.string == nil && number.bool == nil && number.count == 0 && number["a"] == nil)
    #expect(number.position == SourcePosition(line: 4, column: 13))
    #expect(number.key == "number")
    #expect(number.keyPosition == SourcePosition(line: 4, column: 3))
    #expect(String(decoding: document.bytes[number.byteRange], as: UTF8.self) == "-1.50e1")
    #expect(document.node(at: ["é", "b.c"])?.position == SourcePosition(line: 2, column: 17))
    #expect(document.node(at: ["off"])?.position == SourcePosition(line: 3, column: 21))
    #expect(document.node(at: ["on"])?.bool == true)
    #expect(document.node(at: ["off"])?.bool == false)
    #expect(document.root.keyPosition == nil)
    #expect(document.root["é"]?["b.c"]?[1]?.key == nil)
    #expect(document.root["é"]?["b.c"]?[3] == nil)
    #expect(document.root["é"]?["b.c"]?[-1] == nil)
    #expect(document.root.members.map(\.key) == ["é", "on", "off", "number", "text"])
    #expect(document.root.elements.map(\.kind) == [])
    #expect(document.root["é"]?["b.c"]?.elements.map(\.kind) == [.number, .object, .string])
  }

  @Test(
    "Integers and doubles are read without loss",
    arguments: [
      "0", "-0", "7", "-9223372036854775808", "9223372036854775807", "18446744073709551615",
      "999999999999999999",
      "-999999999999999999", "1e2", "1.0", "2147483648", "0.1", "1.7976931348623157e308", "1e400", "5e-324",
    ])
  func numbers(_ spelling: String) throws {
    let node = try parse(spelling).root
    let number = try #require(JSONNumber(spelling))
    #expect(node.integer(as: Int.self) == number.integer(as: Int.self))
    #expect(node.integer(as: UInt64.self) == number.integer(as: UInt64.self))
    #expect(node.integer(as: Int8.self) == number.integer(as: Int8.self))
    #expect(node.double == Double(spelling))
    #expect(node.value.text() == spelling)
  }

  @Test(
    "Positions count lines with any line break and columns in Unicode scalars, in whatever order they are requested",
    arguments: [false, true])
  func positions(isReversed: Bool) throws {
    let lines = (0..<300).map { "\"é😀 \($0)\": [\($0)]" }
    for newline in ["\n", "\r\n", "\r"] {
      let document = try parse("\u{feff}{" + lines.joined(separator: "," + newline) + "}")
      let members = Array(document.root.members.map(\.value).enumerated())
      for (line, node) in isReversed ? members.reversed() : members {
        let indent = line == 0 ? 1 : 0
        #expect(node.keyPosition == SourcePosition(line: line + 1, column: 1 + indent))
        let column = indent + 9 + String(line).count
        #expect(node[0]?.position == SourcePosition(line: line + 1, column: column))
      }
    }
  }

  @Test(
    "Members of large objects are found, including those with escapes in their keys",
    arguments: [10, 16, 17, 5000])
  func largeObjects(_ count: Int) throws {
    let members = (0..<count).map {
      $0 % 3 == 0 ? "\"k\\u0065y\($0)\": {\"v\": \($0)}" : "\"key\($0)\": [\($0)]"
    }
    let document = try parse("[0, {\"inner\": {" + members.joined(separator: ",") + "}}]")
    let object = try #require(document.node(at: ["1", "inner"]))
    #expect(object.count == count)
    for number in 0..<count {
      let node = try #require(object["key\(number)"])
      #expect((node["v"] ?? node[0])?.integer() == number)
      #expect(node.key == "key\(number)")
    }
    #expect(object["key"] == nil && object["key\(count)"] == nil && object[""] == nil)
  }

  @Test(
    "A duplicate key is refused with both positions, even if it is spelled differently",
    arguments: [2, 16, 17, 5000])
  func duplicates(_ count: Int) throws {
    var members = (0..<count).map { "\"key\($0)\": \($0)" }
    members[count - 1] = "\"\\u006bey0\": {}"
    let text = "{\n" + members.joined(separator: ",\n") + "\n}"
    let error = try #require(throws: JSONParseError.self) { try parse(text, dialect: .strict) }
    #expect(error.position == SourcePosition(line: count + 1, column: 1))
    #expect(error.reason == .duplicateKey("“key0”", first: SourcePosition(line: 2, column: 1)))
    let lenient = try JSONDocument(parsing: Array(text.utf8), duplicateKeys: .lastWins)
    #expect(lenient.root["key0"]?.kind == .object)
    #expect(lenient.root.members.map(\.key).count == count - 1)
    guard case .object(let object) = lenient.root.value else {
      Issue.record("The value has another type.")
      return
    }
    #expect(object.members.count == count - 1)
    #expect(object["key0"] == [:])
  }

  @Test("Long keys that differ only in the middle aren't duplicates, but the same key in another spelling is")
  func longKeys() throws {
    let members = (0..<9).map { "\"beginning\($0)theEnding\": \($0)" }
    let object = try parse("{" + members.joined(separator: ",") + "}").root
    #expect(object.members.map(\.key) == (0..<9).map { "beginning\($0)theEnding" })
    let twice = #"{"beginning1theEnding": 1, "beginning2theEnding": 2, "beginning\u0031theEnding": 3}"#
    let error = try #require(throws: JSONParseError.self) { try parse(twice) }
    #expect(
      error.reason == .duplicateKey("“beginning1theEnding”", first: SourcePosition(line: 1, column: 2)))
    #expect(error.position == SourcePosition(line: 1, column: 54))
  }

  @Test("Keys that only look alike aren't duplicates, and different objects may have the same keys")
  func noDuplicates() throws {
    #expect(try parse("{\"\u{e9}\": 1, \"e\u{301}\": 2, \"E\": 3}").root.count == 3)
    #expect(
      try parse(#"{"a": {"a": 1, "b": 2}, "b": {"a": 1, "b": 2}, "c": [{"a": 1}, {"a": 1}]}"#).root.count == 3
    )
  }

  @Test(
    "A document that is nested too deep or too large is refused, at any depth without overflowing the stack")
  func limits() throws {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      func nested(_ depth: Int) -> String {
        String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
      }
      #expect(try parse(nested(512)).root.kind != .null)
      #expect(try parse(nested(512)).root.value.text() == nested(512))
      let error = try #require(throws: JSONParseError.self) { try parse(nested(513)) }
      #expect(error.reason == .tooDeep(limit: 512))
      #expect(error.position == SourcePosition(line: 1, column: 512 * open.utf8.count + 1))
      #expect(throws: JSONParseError.self) { try parse(nested(1_000_000)) }
      #expect(throws: JSONParseError.self) { try parse(String(repeating: open, count: 1_000_000)) }
    }
    let small = JSONLimits(depth: 1, size: 10)
    #expect(try JSONDocument(parsing: Array("[12345678]".utf8), limits: small).root.count == 1)
    let error = try #require(throws: JSONParseError.self) {
      try JSONDocument(parsing: Array("[123456789]".utf8), limits: small)
    }
    #expect(error.reason == .tooLarge(limit: 10))
    #expect(throws: JSONParseError.self) { try JSONDocument(parsing: Array("[[]]".utf8), limits: small) }
    #expect(JSONLimits(depth: .max, size: .max).clamped == JSONLimits(depth: 512, size: 1 << 28 - 1))
  }

  @Test("Text in comments and strings that looks like values isn't parsed")
  func lookAlikes() throws {
    #expect(try parse(#"{"a": "// no comment", "b": "/* nor this */", "c": "{[,]}"}"#).root.count == 3)
    #expect(try parse("[1 // ]\n]").root.count == 1)
    #expect(try parse("[1 /* ] */]").root.count == 1)
  }

  @Test("The index takes at most three times the memory of the text, and far less for a settings file")
  func memory() throws {
    let section = (0..<10).map { "    \"setting\($0)\": \($0 * 1000)" }.joined(separator: ",\n")
    let file =
      "{\n" + (0..<1000).map { "  \"section\($0)\": {\n\(section)\n  }" }.joined(separator: ",\n") + "\n}\n"
    let document = try parse(file)
    #expect(document.indexMemory < document.bytes.count)
    let flat = "{" + (0..<10_000).map { "\"setting.\($0)\": \($0)" }.joined(separator: ",\n") + "}"
    #expect(try parse(flat).indexMemory < 3 * flat.utf8.count)
  }
}

@Suite("Duplicate keys")
struct DuplicateKeyTests {
  @Test("are found in objects of any size, at any two places, and with any spelling", arguments: 2...40)
  func places(count: Int) throws {
    for first in 0..<count {
      for second in (first + 1)..<max(first + 1, count) {
        var keys = (0..<count).map { "k\($0)" + String(repeating: "x", count: $0 % 12) }
        #expect(try document(of: keys).root.count == count)
        keys[second] = keys[first]
        #expect(throws: JSONParseError.self, "\(first) and \(second) of \(count)") { try document(of: keys) }
        keys[second] = keys[first].replacing("k", with: #"\u006b"#)
        #expect(throws: JSONParseError.self, "\(first) and \(second) of \(count)") { try document(of: keys) }
      }
    }
  }

  private func document(of keys: [String]) throws -> JSONDocument {
    try JSONDocument(parsing: Array("{\(keys.map { "\"\($0)\": 0" }.joined(separator: ", "))}".utf8))
  }
}
