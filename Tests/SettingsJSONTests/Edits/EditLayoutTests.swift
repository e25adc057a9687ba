import SettingsJSON
import Testing

/// The changes that edits make to JSON text, with one example each.
@Suite("The layout of edited documents")
struct EditLayoutTests {
  struct Example: CustomTestStringConvertible {
    let before: String
    /// `path = value`, or `-path` for a removal.
    let edits: [String]
    let after: String
    var testDescription: String { "\(before.debugDescription) \(edits)" }

    init(_ before: String, _ edits: [String], _ after: String) {
      self.before = before
      self.edits = edits
      self.after = after
    }
  }

  private func edited(
    _ text: String, _ edits: [String], keyOrder: [String] = [], spelled: Set<SettingPath> = []
  ) throws -> String {
    var changes = JSONEdits()
    changes.text.spelledPaths = spelled
    for edit in edits {
      if edit.hasPrefix("-") {
        changes.remove(at: try SettingPath(parsing: String(edit.dropFirst())))
      } else {
        let parts = edit.split(separator: " = ", maxSplits: 1, omittingEmptySubsequences: false).map(
          String.init)
        changes.set(try JSONValue(parsing: parts[1]), at: try SettingPath(parsing: parts[0]))
      }
    }
    let document = try JSONDocument(parsing: Array(text.utf8))
    return String(decoding: try document.bytes(applying: changes) { _ in keyOrder }, as: UTF8.self)
  }

  private func check(_ example: Example, keyOrder: [String] = []) throws {
    let result = try edited(example.before, example.edits, keyOrder: keyOrder)
    #expect(result == example.after)
  }

  @Test(
    "A value is replaced in place",
    arguments: [
      // An object is written as the nearest one is, whatever stands between them.
      Example(
        "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3,\n  \"d\": {\"x\": 1}\n}", ["a = {\"y\": 1}"],
        "{\n  \"a\": {\"y\": 1},\n  \"b\": 2,\n  \"c\": 3,\n  \"d\": {\"x\": 1}\n}"),
      Example("{\"a\": 1}", ["a = 2"], "{\"a\": 2}"),
      Example("{ \"a\" : /* x */ 1 /* y */ , }", ["a = true"], "{ \"a\" : /* x */ true /* y */ , }"),
      Example(
        "\u{feff}{\r\n\t\"a\": [1, 2], // x\r\n}", ["a.1 = \"ü\""],
        "\u{feff}{\r\n\t\"a\": [1, \"ü\"], // x\r\n}"),
      Example(
        "{\n    \"a\": 1\n}", ["a = {\"b\": {\"c\": []}}"],
        "{\n    \"a\": {\n        \"b\": {\n            \"c\": []\n        }\n    }\n}"),
      Example("{\r\n\"a\": 1}", ["a = {\"b\": 1}"], "{\r\n\"a\": {\r\n\"b\": 1\r\n}}"),
      Example("{\"a\":1,\"b\":2}", ["b = {\"c\": [1, 2]}"], "{\"a\":1,\"b\":{\"c\":[1,2]}}"),
      Example("[1]", [" = {}"], "{}"),
      Example("{\"a\": {\"b\": 1}}", ["a = 1"], "{\"a\": 1}"),
      Example("{\"a\": null}", ["a.b = 1"], "{\"a\": {\"b\": 1}}"),
      Example("{\"a\": null}", ["-a.b"], "{\"a\": null}"),
    ])
  func replacing(_ example: Example) throws { try check(example) }

  @Test(
    "Setting a value that equals the present one changes nothing",
    arguments: [
      Example("{\"a\": 1.0, \"b\": [1e2, \"\\u0061\"]}", ["a = 1", "b = [100, \"a\"]"], ""),
      Example("{\"a\": {\"x\": 1, /* c */ \"y\": 2}}", ["a = {\"y\": 2.0, \"x\": 1}"], ""),
      Example("{\"a\": -0}", ["a = 0", "-b", "-b.c", "-a.b"], ""),
      Example("// nothing\n", ["-a", "-a.b"], ""),
      Example("", [" = {}"], ""),
      Example("[1, 2]", ["-2", "-x", "0 = 1"], ""),
    ])
  func same(_ example: Example) throws {
    #expect(try edited(example.before, example.edits) == example.before)
  }

  @Test(
    "Where numbers are to be spelled as they are typed, an equal number gets its other spelling, and all else stays",
    arguments: [
      Example("{\"a\": 80.0 /* x */}", ["a = 80"], "{\"a\": 80 /* x */}"),
      Example(
        "{\"a\": {\"x\": 1e3, /* y */ \"y\": [2.50, 3]}}", ["a = {\"y\": [2.5, 3.0], \"x\": 1000}"],
        "{\"a\": {\"x\": 1000, /* y */ \"y\": [2.5, 3.0]}}"),
      Example("{\"a\": [1.0, /* two */ 2.0, 3]}", ["a = [2, 3]"], "{\"a\": [/* two */ 2, 3]}"),
      Example("{\"a\": [1.0, /* two */ 2.0]}", ["a = [2, 4, 1]"], "{\"a\": [/* two */ 2, 4, 1]}"),
      Example("{\"a\": [1.0, 2]}", ["a.0 = 1", "b = 1"], "{\"a\": [1, 2], \"b\": 1}"),
      Example("{\"a\": 1.0, \"b\": 2.0}", ["a = 1.0", "b = 2"], "{\"a\": 1.0, \"b\": 2.0}"),
      Example("{\"a\": {\"x\": \"\\u0061\"}}", ["a = {\"x\": \"a\"}"], "{\"a\": {\"x\": \"\\u0061\"}}"),
    ])
  func spelling(_ example: Example) throws {
    #expect(try edited(example.before, example.edits, spelled: [["a"], ["a", "0"]]) == example.after)
  }

  @Test(
    "A new member is inserted at the end in the style of the members around it",
    arguments: [
      Example("{\"a\":1}", ["b = 2"], "{\"a\":1,\"b\":2}"),
      Example("{ \"a\": 1 }", ["b = 2", "c = 3"], "{ \"a\": 1, \"b\": 2, \"c\": 3 }"),
      Example("{\n  \"a\": 1\n}", ["b = 2"], "{\n  \"a\": 1,\n  \"b\": 2\n}"),
      Example("{\n\t\"a\" : 1,\n}\n", ["b = 2"], "{\n\t\"a\" : 1,\n\t\"b\" : 2,\n}\n"),
      Example("{\r\n  \"a\": 1 // about a\r\n}", ["b = 2"], "{\r\n  \"a\": 1, // about a\r\n  \"b\": 2\r\n}"),
      Example("{\r  \"a\": 1\r}", ["b = {\"c\": 1}"], "{\r  \"a\": 1,\r  \"b\": {\r    \"c\": 1\r  }\r}"),
      Example(
        "{\n  \"a\": 1 /* x */\n  // the end\n}", ["b = 2"],
        "{\n  \"a\": 1, /* x */\n  \"b\": 2\n  // the end\n}"),
      Example("{\"a\": 1 /* x */}", ["b = 2"], "{\"a\": 1 /* x */, \"b\": 2}"),
      Example("{\"a\": 1 // x\n}", ["b = 2"], "{\"a\": 1, // x\n  \"b\": 2\n}"),
      // A comment beside a comma isn't a part of the space that items have between them.
      Example("[1,/*4*/4]", ["2 = 5"], "[1,/*4*/4, 5]"),
      Example("[1,/*4*/4,6]", ["3 = 5"], "[1,/*4*/4,6,5]"),
      Example("{\n  \"a\":   1,\n  \"bc\": 2\n}", ["d = 2"], "{\n  \"a\":   1,\n  \"bc\": 2,\n  \"d\": 2\n}"),
      Example("{\"a\": {\"x\": 1}, \"b\": 2}", ["a.y = [{}]"], "{\"a\": {\"x\": 1, \"y\": [{}]}, \"b\": 2}"),
      Example(
        "{\n  \"a\": {\"x\": 1},\n  \"b\": 2\n}", ["a.y = {\"z\": 1}"],
        "{\n  \"a\": {\"x\": 1, \"y\": {\"z\": 1}},\n  \"b\": 2\n}"),
    ])
  func adding(_ example: Example) throws { try check(example) }

  @Test(
    "A new value has the shape of the values beside it",
    arguments: [
      Example(
        "{\n  \"a\": {\"x\": 1},\n  \"b\": {\"x\": 2}\n}", ["c = {\"x\": 3, \"y\": [1]}"],
        "{\n  \"a\": {\"x\": 1},\n  \"b\": {\"x\": 2},\n  \"c\": {\"x\": 3, \"y\": [1]}\n}"),
      Example(
        "[\n  { \"x\":1,\"y\":2 },\n  { \"x\":2 }\n]", ["2 = {\"x\": 3, \"y\": 4}"],
        "[\n  { \"x\":1,\"y\":2 },\n  { \"x\":2 },\n  { \"x\":3,\"y\":4 }\n]"),
      Example(
        "[\n  [1, 2],\n  [\n    3\n  ]\n]", ["2 = [4, 5]"],
        "[\n  [1, 2],\n  [\n    3\n  ],\n  [\n    4,\n    5\n  ]\n]"),
      Example(
        "{\n  \"a\": {\n    \"at\": [ 1, 2 ],\n    \"p\": {\"q\": 1}\n  }\n}",
        ["b = {\"at\": [3, 4], \"p\": {\"q\": 2}}"],
        "{\n  \"a\": {\n    \"at\": [ 1, 2 ],\n    \"p\": {\"q\": 1}\n  },\n  \"b\": {\n    \"at\": [ 3, 4 ],\n    \"p\": {\"q\": 2}\n  }\n}"
      ),
      Example(
        "{\n  \"a\": {\"x\": 1},\n  \"b\": 2\n}", ["b = {\"x\": 2}"],
        "{\n  \"a\": {\"x\": 1},\n  \"b\": {\"x\": 2}\n}"),
      Example(
        "{\n  \"a\": {},\n  \"b\": 2\n}", ["c = {\"x\": 2}"],
        "{\n  \"a\": {},\n  \"b\": 2,\n  \"c\": {\n    \"x\": 2\n  }\n}"),
    ])
  func shapes(_ example: Example) throws { try check(example) }

  @Test(
    "Missing sections on the way to a new member are created",
    arguments: [
      Example("", ["a.b.c = 1"], "{\n  \"a\": {\n    \"b\": {\n      \"c\": 1\n    }\n  }\n}\n"),
      Example("// head\r\n", ["a = 1"], "// head\r\n{\r\n  \"a\": 1\r\n}\r\n"),
      Example("// head\n{\n\"a\": {}\n}", ["a.b = 1"], "// head\n{\n\"a\": {\n\"b\": 1\n}\n}"),
      Example("// head\n{\"a\": {}}", ["a.b = 1"], "// head\n{\"a\": {\"b\": 1}}"),
      Example("// head", ["a = 1"], "// head\n{\n  \"a\": 1\n}\n"),
      Example("\u{feff} \n", ["a = 1"], "\u{feff}{\n  \"a\": 1\n}\n"),
      Example("{}", ["a.b = 1"], "{\n  \"a\": {\n    \"b\": 1\n  }\n}"),
      Example("{ }\n", ["a = 1", "b = 2"], "{\n  \"a\": 1,\n  \"b\": 2\n}\n"),
      Example("{\n}", ["a = 1"], "{\n  \"a\": 1\n}"),
      Example("{ // mine\n}", ["a = 1"], "{ // mine\n  \"a\": 1\n}"),
      Example("{/* mine */}", ["a = 1"], "{/* mine */\n  \"a\": 1\n}"),
      // A comment that stood alone isn't the comment of the new member, which is set apart by a blank line.
      Example(
        "{\n    // nothing yet\n}", ["a = 1", "b = 2"],
        "{\n    // nothing yet\n\n    \"a\": 1,\n    \"b\": 2\n}"),
      Example("{\n    // \"a\": 0\n}", ["a = 1"], "{\n    // \"a\": 0\n    \"a\": 1\n}"),
      Example(
        "{\r\n\t\"a\": {\r\n\t\t/* b */ // c\r\n\t}\r\n}", ["a.b = 1"],
        "{\r\n\t\"a\": {\r\n\t\t/* b */ // c\r\n\r\n\t\t\"b\": 1\r\n\t}\r\n}"),
      Example("{\n    \"a\": {}\n}", ["a.b = 1"], "{\n    \"a\": {\n        \"b\": 1\n    }\n}"),
      Example("{\"a\":{},\"b\":[]}", ["a.b = 1", "b.0 = 2"], "{\"a\":{\"b\":1},\"b\":[2]}"),
      Example("{\n  \"a\": {}, \"b\": {}\n}", ["b.c = 1"], "{\n  \"a\": {}, \"b\": {\"c\": 1}\n}"),
      Example(
        "{\n  \"a\": []\n}", ["a.0 = 1", "a.1 = {\"b\": 2}"],
        "{\n  \"a\": [\n    1,\n    {\n      \"b\": 2\n    }\n  ]\n}"),
    ])
  func sections(_ example: Example) throws { try check(example) }

  @Test(
    "A new member is inserted by the key order, next to the nearest present key",
    arguments: [
      Example(
        "{\"b\": 1, \"d\": 2}", ["a = 0", "c = 0", "e = 0"],
        "{\"a\": 0, \"b\": 1, \"c\": 0, \"d\": 2, \"e\": 0}"),
      Example(
        "{\n  // about b\n  \"b\": 1, // same\n  // about d\n  \"d\": 2\n}", ["c = 0"],
        "{\n  // about b\n  \"b\": 1, // same\n  \"c\": 0,\n  // about d\n  \"d\": 2\n}"),
      Example(
        "{\n  // title\n\n  // about b\n  \"b\": 1\n}", ["a = 0"],
        "{\n  // title\n\n  \"a\": 0,\n  // about b\n  \"b\": 1\n}"),
      Example("{ // head\n  \"b\": 1\n}", ["a = 0"], "{ // head\n  \"a\": 0,\n  \"b\": 1\n}"),
      Example(
        "{\n  \"d\": 1,\n  \"b\": 2\n}", ["c = 0", "a = 0", "e = 0"],
        "{\n  \"d\": 1,\n  \"e\": 0,\n  \"a\": 0,\n  \"b\": 2,\n  \"c\": 0\n}"),
      Example("{\"$schema\": \"x\", \"b\": 1}", ["a = 0"], "{\"$schema\": \"x\", \"a\": 0, \"b\": 1}"),
      Example("{\"x\": 1}", ["b = 0", "a = 0", "y = 0"], "{\"x\": 1, \"a\": 0, \"b\": 0, \"y\": 0}"),
      Example("{\"b\": 1, \"c\": 2}", ["-b", "a = 0"], "{\"a\": 0, \"c\": 2}"),
      Example("{\n  \"b\": 1\n}", ["-b", "a = 0"], "{\n  \"a\": 0\n}"),
      Example("{\"b\":1}", ["-b", "a = 0", "c = 0"], "{\"a\":0,\"c\":0}"),
      Example("", ["c = 0", "a = 0"], "{\n  \"a\": 0,\n  \"c\": 0\n}\n"),
    ])
  func formOrder(_ example: Example) throws { try check(example, keyOrder: ["a", "b", "c", "d", "e"]) }

  @Test(
    "A removal removes the comma and the comments of the member and nothing else",
    arguments: [
      Example("{\"a\": 1}", ["-a"], "{}"),
      Example("{\n  \"a\": 1\n}", ["-a"], "{}"),
      Example("{\n  // about a\n  \"a\": 1,\n}", ["-a"], "{}"),
      Example("{ // mine\n  \"a\": 1\n}", ["-a"], "{ // mine\n}"),
      Example("{\n  // far\n\n  \"a\": 1\n  // end\n}", ["-a"], "{\n  // far\n\n  // end\n}"),
      Example("{\"a\": 1, \"b\": 2, \"c\": 3}", ["-a"], "{\"b\": 2, \"c\": 3}"),
      Example("{\"a\": 1, \"b\": 2, \"c\": 3}", ["-b"], "{\"a\": 1, \"c\": 3}"),
      Example("{\"a\": 1, \"b\": 2, \"c\": 3}", ["-c"], "{\"a\": 1, \"b\": 2}"),
      Example("{\"a\": 1, \"b\": 2, \"c\": 3,}", ["-c"], "{\"a\": 1, \"b\": 2,}"),
      Example("{\"a\": 1, \"b\": 2, \"c\": 3}", ["-a", "-c"], "{\"b\": 2}"),
      Example("{\"a\": 1, \"b\": 2, \"c\": 3}", ["-a", "-b", "-c"], "{}"),
      Example("{\"a\": 1, \"b\": 2, \"c\": 3}", ["-b", "-c"], "{\"a\": 1}"),
      Example("{\n  \"a\": 1,\n  \"b\": 2\n}", ["-b"], "{\n  \"a\": 1\n}"),
      Example(
        "{\n  \"a\": 1, // a's\n  // b's\n  \"b\": 2, // b's, too\n  // c's\n  \"c\": 3\n}", ["-b"],
        "{\n  \"a\": 1, // a's\n  // c's\n  \"c\": 3\n}"),
      Example("{\n  \"a\": 1, // a's\n  \"b\": 2 // b's\n}", ["-b"], "{\n  \"a\": 1 // a's\n}"),
      Example(
        "{\n  \"a\": 1,\n\n  // free\n\n  \"b\": 2,\n\n  \"c\": 3\n}", ["-b"],
        "{\n  \"a\": 1,\n\n  // free\n\n  \"c\": 3\n}"),
      // Of the blank lines around what is removed, those stay that separate what remains.
      Example(
        "{\n  \"a\": 1,\n\n  \"b\": 2,\n\n  \"c\": 3\n}", ["-b"], "{\n  \"a\": 1,\n\n  \"c\": 3\n}"),
      Example(
        "{\r\n  \"a\": 1,\r\n\r\n  // b's\r\n  \"b\": 2,\r\n\t\r\n\r\n  \"c\": 3\r\n}", ["-b"],
        "{\r\n  \"a\": 1,\r\n\r\n\r\n  \"c\": 3\r\n}"),
      Example(
        "{\n  \"a\": 1,\n  \"b\": 2,\n\n  \"c\": 3\n}", ["-b"], "{\n  \"a\": 1,\n\n  \"c\": 3\n}"),
      Example(
        "{\n  \"a\": 1,\n\n  \"b\": 2,\n  \"c\": 3\n}", ["-b"], "{\n  \"a\": 1,\n\n  \"c\": 3\n}"),
      Example("{\n  \"a\": 1,\n\n  \"b\": 2\n}", ["-a"], "{\n  \"b\": 2\n}"),
      Example("{\n  \"a\": 1,\n\n  \"b\": 2\n}", ["-b"], "{\n  \"a\": 1\n}"),
      Example("{\n\n  \"a\": 1,\n\n  \"b\": 2\n\n}", ["-a"], "{\n\n  \"b\": 2\n\n}"),
      Example("{\n\n  \"a\": 1,\n\n  \"b\": 2\n\n}", ["-b"], "{\n\n  \"a\": 1\n\n}"),
      Example("{\n  // nothing yet\n\n  \"a\": 1\n}", ["-a"], "{\n  // nothing yet\n}"),
      Example(
        "[\n  1,\n\n  2,\n\n  3,\n\n  4\n]", ["-1", "-2"], "[\n  1,\n\n  4\n]"),
      Example("{\n  \"a\": 1, \"b\": 2,\n  \"c\": 3\n}", ["-a"], "{\n  \"b\": 2,\n  \"c\": 3\n}"),
      Example("{\n  \"a\": 1, \"b\": 2,\n  \"c\": 3\n}", ["-b"], "{\n  \"a\": 1,\n  \"c\": 3\n}"),
      Example("{\"a\": 1\n,\"b\": 2\n}", ["-b"], "{\"a\": 1\n}"),
      Example("{\"a\": 1, /* b's */ \"b\": 2 /* b's */, \"c\": 3}", ["-b"], "{\"a\": 1, \"c\": 3}"),
      Example("{\"a\": 1, /* b's */ \"b\": 2}", ["-a"], "{/* b's */ \"b\": 2}"),
      Example("[1, // one\n 2]", ["-1"], "[1 // one\n ]"),
      Example("{\"a\": [1, [2], 3]}", ["-a.0", "-a.2", "-a.1"], "{\"a\": []}"),
      Example("{\"a\": {\"b\": 1}}", ["-a.b"], "{\"a\": {}}"),
      Example("{\"a\": 1}", ["-"], "{}"),
    ])
  func removing(_ example: Example) throws { try check(example) }

  @Test(
    "Replacing an array by an array changes only the elements that differ",
    arguments: [
      Example("[1, /* two */ 2.0, 3]", [" = [2, 3]"], "[/* two */ 2.0, 3]"),
      Example("[1.0, 3.0]", [" = [1, 2, 3]"], "[1.0, 2, 3.0]"),
      Example("[1.0, 2.0]", [" = [0, 1, 2, 3]"], "[0, 1.0, 2.0, 3]"),
      Example(
        "[\n  1.0, // one\n  2.0 // two\n]", [" = [1, 2, 3]"], "[\n  1.0, // one\n  2.0, // two\n  3\n]"),
      Example("[\n  1.0, // one\n  2.0, // two\n]", [" = [2]"], "[\n  2.0, // two\n]"),
      Example("[\"a\", \"b\" /* x */, \"c\"]", [" = [\"a\", \"d\", \"c\"]"], "[\"a\", \"d\" /* x */, \"c\"]"),
      Example(
        "[{\"a\": 1.0, /* b's */ \"b\": 2}]", [" = [{\"a\": 1, \"b\": 3}]"],
        "[{\"a\": 1.0, /* b's */ \"b\": 3}]"),
      Example("[1.0, 2, 3.0, 4]", [" = [3, 1]"], "[3.0, 1.0]"),
      Example("[1, 2]", [" = []"], "[]"),
      Example("[]", [" = [1, 2]"], "[\n  1,\n  2\n]"),
      Example("[[1], [2.0]]", [" = [[2], [3]]"], "[[2.0], [3]]"),
    ])
  func arrays(_ example: Example) throws { try check(example) }

  @Test(
    "Several edits are applied together to the original document",
    arguments: [
      Example("[0, 1, 2, 3]", ["-0", "2 = 20", "-3", "4 = 4"], "[1, 20, 4]"),
      Example("{\"a\": {\"b\": 1}}", ["a = {\"c\": 1}", "a.d = 2"], "{\"a\": {\"c\": 1, \"d\": 2}}"),
      Example("{\"a\": {\"b\": 1, \"c\": 2.0}}", ["-a", "a.c = 2"], "{\"a\": {\"c\": 2.0}}"),
      Example("{\"a\": 1}", ["b.c = 1", "-b.d", "-c.d"], "{\"a\": 1, \"b\": {\"c\": 1}}"),
      Example("{\"a\": [1]}", ["a.1 = 2", "a.2.x = 3"], "{\"a\": [1, 2, {\"x\": 3}]}"),
    ])
  func several(_ example: Example) throws { try check(example) }

  @Test("A path that can't be reached, a result nested too deep, and a result too large are errors")
  func faults() throws {
    func fault(_ text: String, _ edit: String) -> JSONEditError? {
      #expect(throws: JSONEditError.self) { _ = try edited(text, [edit]) }
    }
    #expect(fault("{\"a\": 1}", "a.b = 1") == .noContainer(["a"], found: .number))
    #expect(fault("{\"a\": \"x\"}", "a.b.c = 1") == .noContainer(["a"], found: .string))
    #expect(fault("3", "a = 1") == .noContainer(.root, found: .number))
    #expect(fault("[1]", "2 = 1") == .noElement(["2"], count: 1))
    #expect(fault("[1]", "x = 1") == .noElement(["x"], count: 1))
    #expect(fault("{\"a\": [1]}", "a.01 = 1") == .noElement(["a", "01"], count: 1))
    let deep = Array(repeating: "a", count: 512)
    #expect(try edited("", [SettingPath(deep).description + " = 1"]).hasPrefix("{\n"))
    let tooDeep = SettingPath(deep + ["a"])
    #expect(fault("", tooDeep.description + " = 1") == .tooDeep(tooDeep, limit: 512))
    #expect(fault("", SettingPath(deep).description + " = []") == .tooDeep(SettingPath(deep), limit: 512))
    #expect(try edited("{}", ["-" + tooDeep.description]) == "{}")

    let document = try JSONDocument(parsing: Array("{\"a\": 1}".utf8), limits: JSONLimits(size: 10))
    var edits = JSONEdits()
    edits.set(100, at: ["a"])
    #expect(try document.bytes(applying: edits).count == 10)
    edits.set(1000, at: ["a"])
    #expect(throws: JSONEditError.tooLarge(limit: 10)) { try document.bytes(applying: edits) }
    for error in [
      JSONEditError.noContainer(.root, found: .array), .noContainer(["a"], found: .number),
      .tooLarge(limit: 1),
      .noElement(["a", "1"], count: 0), .tooDeep(["a"], limit: 1),
    ] {
      #expect(error.description.hasSuffix("."))
    }
  }

  @Test("If the last of duplicate keys counts, setting the key changes the last and removing it removes all")
  func duplicates() throws {
    let bytes = Array("{\"a\": 1, \"b\": 2, \"a\": 3}".utf8)
    let document = try JSONDocument(parsing: bytes, duplicateKeys: .lastWins)
    var edits = JSONEdits()
    edits.set(3, at: ["a"])
    #expect(try document.bytes(applying: edits) == bytes)
    edits.set(4, at: ["a"])
    #expect(
      String(decoding: try document.bytes(applying: edits), as: UTF8.self) == "{\"a\": 1, \"b\": 2, \"a\": 4}"
    )
    edits.remove(at: ["a"])
    #expect(String(decoding: try document.bytes(applying: edits), as: UTF8.self) == "{\"b\": 2}")
    // So it is if the object is set without the key.
    edits.set(["b": 2], at: .root)
    #expect(String(decoding: try document.bytes(applying: edits), as: UTF8.self) == "{\"b\": 2}")
  }
}
