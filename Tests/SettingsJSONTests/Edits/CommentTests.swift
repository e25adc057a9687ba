import SettingsJSON
import TestSupport
import Testing

@Suite("Comments")
struct CommentTests {
  /// A file in the layout that `tsc --init` writes.
  static let compilerOptions = """
    {
      "compilerOptions": {
        /* Visit https://aka.ms/tsconfig to read more about this file */

        /* Projects */
        // "incremental": true,                              /* Save .tsbuildinfo files. */
        // "composite": true,                                /* Enable constraints. */

        /* Language and Environment */
        "target": "es2016",                                  /* Set the language version. */
        // "lib": [],                                        /* Specify a set of libraries. */
        // "jsx": "preserve",                                /* Specify what JSX code is generated. */

        /* Modules */
        "module": "commonjs",                                /* Specify what module code is generated. */
        "rootDir": "./",                                     /* Specify the root folder. */
        // "moduleResolution": "node10",                     /* Specify how a file is looked up. */
        "baseUrl": "./",
        // "paths": {},                                      /* Specify entries. */

        /* Emit */
        // "declaration": true,                              /* Generate .d.ts files. */
        "outDir": "./dist",                                  /* Specify an output folder. */
        // "removeComments": true,                           /* Disable emitting comments. */

        /* Interop Constraints */
        // "isolatedModules": true,                          /* Transpile each file. */
        "esModuleInterop": true,                             /* Emit additional JavaScript. */
        // "preserveSymlinks": true,                         /* Disable resolving symlinks. */
        "forceConsistentCasingInFileNames": true,            /* Ensure that casing is correct. */

        /* Type Checking */
        "strict": true,                                      /* Enable all strict options. */
        // "noImplicitAny": true,                            /* Enable error reporting. */

        /* Completeness */
        // "skipDefaultLibCheck": true,                      /* Skip type checking. */
        "skipLibCheck": true                                 /* Skip type checking all files. */
      }
    }

    """

  private func removing(_ paths: [SettingPath], from text: String) throws -> String {
    let document = try JSONDocument(parsing: Array(text.utf8))
    var edits = JSONEdits()
    for path in paths { edits.remove(at: path) }
    let bytes = try document.bytes(applying: edits)
    _ = try JSONDocument(parsing: bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("A removal in a file of tsc --init removes the member's line and nothing else")
  func compilerOptionsOneByOne() throws {
    let document = try JSONDocument(parsing: Array(Self.compilerOptions.utf8))
    let lines = Self.compilerOptions.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let keys = try #require(document.root["compilerOptions"]).members.map(\.key)
    #expect(keys.count == 9)
    for key in keys {
      var expected = lines.filter { !$0.hasPrefix("    \"\(key)\"") }
      if key == "skipLibCheck" {
        // The comma after the member that is now the last one.
        expected = expected.map { line in
          line.hasPrefix("    \"strict\"") ? line.replacing("true,", with: "true", maxReplacements: 1) : line
        }
      }
      let result = try removing([["compilerOptions", key]], from: Self.compilerOptions)
      #expect(result == expected.joined(separator: "\n"), "\(key)")
    }
  }

  @Test(
    "Removing all members of a file of tsc --init, in any order, leaves valid JSON and all commented-out members"
  )
  func compilerOptionsTogether() throws {
    for seed in SeededRandom.testSeeds(0..<50) {
      var random = SeededRandom(seed: seed)
      var text = Self.compilerOptions
      let document = try JSONDocument(parsing: Array(text.utf8))
      var keys = try #require(document.root["compilerOptions"]).members.map(\.key)
      while !keys.isEmpty {
        keys.shuffle(using: &random)
        let count = Int.random(in: 1...keys.count, using: &random)
        text = try removing(keys.prefix(count).map { ["compilerOptions", $0] }, from: text)
        keys.removeFirst(count)
      }
      let rest = try JSONDocument(parsing: Array(text.utf8), dialect: .jsonc)
      #expect(rest.root["compilerOptions"]?.count == 0, "SETTINGS_SEED=\(seed)")
      for line in Self.compilerOptions.split(separator: "\n") where line.hasPrefix("    // ") {
        #expect(text.contains(line), "SETTINGS_SEED=\(seed)")
      }
    }
  }

  struct Example: CustomTestStringConvertible {
    let before: String
    let removed: SettingPath
    let after: String
    var testDescription: String { before.debugDescription }

    init(_ before: String, _ removed: SettingPath, _ after: String) {
      self.before = before
      self.removed = removed
      self.after = after
    }
  }

  @Test(
    "Comments that comment out items stay, whatever they are written with",
    arguments: [
      Example("{\n  // \"font\": \"Mono\",\n  \"a\": 1\n}", ["a"], "{\n  // \"font\": \"Mono\",\n}"),
      Example("{\n  // about a\n  \"a\": 1,\n  \"b\": 2\n}", ["a"], "{\n  \"b\": 2\n}"),
      Example(
        "{\n  // about x\n  // \"x\": 1,\n  // about a\n  \"a\": 1,\n  \"b\": 2\n}", ["a"],
        "{\n  // about x\n  // \"x\": 1,\n  \"b\": 2\n}"),
      Example(
        "{\n  \"x\": 1,\n  // \"profiles\": {\n  //   \"a\": [1, // one\n  //   2]\n  // },\n  \"a\": 1\n}",
        ["a"],
        "{\n  \"x\": 1\n  // \"profiles\": {\n  //   \"a\": [1, // one\n  //   2]\n  // },\n}"),
      Example(
        "{\n  /* \"y\": 1,\n   * \"z\": 2 */\n  \"a\": 1,\n}", ["a"], "{\n  /* \"y\": 1,\n   * \"z\": 2 */\n}"
      ),
      Example("{\"x\": 1, /* \"y\": 2, */ \"a\": 1}", ["a"], "{\"x\": 1 /* \"y\": 2, */ }"),
      Example("{\"a\": 1, /* \"y\": 2, */ \"x\": 1}", ["a"], "{/* \"y\": 2, */ \"x\": 1}"),
      Example("{\n  // \"is\" not a member\n  \"a\": 1\n}", ["a"], "{}"),
      Example("{\n  // \"a\": no value\n  \"a\": 1\n}", ["a"], "{}"),
      Example("[\n  // \"one\",\n  \"two\",\n  \"three\"\n]", ["0"], "[\n  // \"one\",\n  \"three\"\n]"),
      Example(
        "[\n  // {\n  //   \"a\": 1\n  // },\n  {\"b\": 1}\n]", ["0"],
        "[\n  // {\n  //   \"a\": 1\n  // },\n]"),
      Example("[\n  // the second\n  2,\n  3\n]", ["0"], "[\n  3\n]"),
      Example("{\n  /**/ \"a\": 1, /* b */\n  \"b\": 2\n}", ["a"], "{\n  \"b\": 2\n}"),
      Example("[1, /**/ 2, /* three */ 3]", ["1"], "[1, /* three */ 3]"),
    ])
  func outcommented(_ example: Example) throws {
    #expect(try removing([example.removed], from: example.before) == example.after)
  }

  @Test(
    "A comment that is written above an item replaces its own, on a line of its own or within the item's line",
    arguments: [
      ("{\n  \"a\": 1\n}", ["a"], "x", "{\n  // x\n  \"a\": 1\n}"),
      ("{\n  // old\n  \"a\": 1\n}", ["a"], "x\n\n y", "{\n  // x\n  //  y\n  \"a\": 1\n}"),
      ("{\n  // old\n  \"a\": 1\n}", ["a"], "", "{\n  \"a\": 1\n}"),
      ("{\n  /* old */ \"a\": 1\n}", ["a"], "x", "{\n  /* x */ \"a\": 1\n}"),
      ("{\n  /* old */ \"a\": 1\n}", ["a"], "x\ny", "{\n  // x\n  // y\n  \"a\": 1\n}"),
      ("{\n  /* old */ \"a\": 1\n}", ["a"], "", "{\n  \"a\": 1\n}"),
      ("{\n  // above\n  /* old */ \"a\": 1\n}", ["a"], "above", "{\n  // above\n  \"a\": 1\n}"),
      ("[1, 2]", ["1"], "x */ y\nz", "[1, /* x * / y z */ 2]"), ("[1, /* old */ 2]", ["1"], " ", "[1, 2]"),
      ("[1, 2]", [], "x", "[1, 2]"), ("[1, 2]", ["7"], "x", "[1, 2]"),
    ] as [(String, SettingPath, String, String)])
  func commenting(before: String, path: SettingPath, comment: String, after: String) throws {
    let document = try JSONDocument(parsing: Array(before.utf8))
    #expect(String(decoding: document.bytes(commenting: [path: comment]), as: UTF8.self) == after)
  }

  @Test(
    "A comment above the first of several items is its own, and is replaced by the next one",
    arguments: [
      "{\n  \"a\": 1,\n  \"b\": 2\n\n  // tail\n}", "{\n  \"a\": 1, // one\n  \"b\": 2,\n\n  \"c\": 3\n}",
      "{\n  \"x\": 0,\n\n  \"a\": 1,\n  \"b\": 2\n}", "{\n  \"a\": 1,\n  \"b\": 2\n}",
      "{\n  \"x\": 0,\n\n  // Editor\n  \"a\": 1,\n  \"b\": 2\n}",
    ])
  func commentingFirst(text: String) throws {
    let document = try JSONDocument(parsing: Array(text.utf8))
    let once = try JSONDocument(parsing: document.bytes(commenting: [["a"]: "x"]))
    #expect(once.comment(above: ["a"]) == "x")
    let twice = try JSONDocument(parsing: once.bytes(commenting: [["a"]: "y"]))
    #expect(String(decoding: twice.bytes, as: UTF8.self).contains("// x") == false)
    #expect(twice.comment(above: ["a"]) == "y")
    let none = try JSONDocument(parsing: twice.bytes(commenting: [["a"]: ""]))
    #expect(
      none.comment(above: ["a"]) == ""
        && text.contains("// Editor") == String(decoding: none.bytes, as: UTF8.self).contains("// Editor"))
  }

  @Test(
    "A heading of a group stays, and a comment that describes one member goes with it",
    arguments: [
      Example(
        "{\n  // Editor\n  \"a\": 1,\n  \"b\": 2,\n\n  // Files\n  \"c\": 3,\n  \"d\": 4\n}", ["a"],
        "{\n  // Editor\n  \"b\": 2,\n\n  // Files\n  \"c\": 3,\n  \"d\": 4\n}"),
      Example(
        "{\n  // Editor\n  \"a\": 1,\n  \"b\": 2,\n\n  // Files\n  \"c\": 3,\n  \"d\": 4\n}", ["c"],
        "{\n  // Editor\n  \"a\": 1,\n  \"b\": 2,\n\n  // Files\n  \"d\": 4\n}"),
      // Each member is described: no headings.
      Example(
        "{\n  \"x\": 0,\n\n  // about a\n  \"a\": 1,\n  // about b\n  \"b\": 2\n}", ["a"],
        "{\n  \"x\": 0,\n\n  // about b\n  \"b\": 2\n}"),
      Example(
        "{\n  // about a\n  \"a\": 1,\n\n  // about b\n  \"b\": 2\n}", ["a"],
        "{\n  // about b\n  \"b\": 2\n}"),
      Example(
        "{\n  \"x\": 0,\n  // #region Fonts\n  // about a\n  \"a\": 1\n  // #endregion\n}", ["a"],
        "{\n  \"x\": 0\n  // #region Fonts\n  // #endregion\n}"),
      Example(
        "{\n  \"x\": 0,\n  // ---- Fonts ----\n  \"a\": 1\n}", ["a"], "{\n  \"x\": 0\n  // ---- Fonts ----\n}"
      ),
      Example(
        "[\n  // Tabs\n  {\"a\": 1},\n  {\"b\": 2},\n\n  // Panes\n  {\"c\": 3}\n]", ["0"],
        "[\n  // Tabs\n  {\"b\": 2},\n\n  // Panes\n  {\"c\": 3}\n]"),
    ])
  func headings(_ example: Example) throws {
    #expect(try removing([example.removed], from: example.before) == example.after)
  }

  private func moved(_ text: String, _ moves: [(SettingPath, SettingPath)], keyOrder: [String] = []) throws
    -> String
  {
    let document = try JSONDocument(parsing: Array(text.utf8))
    var edits = JSONEdits()
    for (origin, path) in moves {
      let value = try #require(document.node(at: origin)?.value)
      edits.move(value, from: origin, to: path)
    }
    return String(decoding: try document.bytes(applying: edits) { $0.isRoot ? keyOrder : [] }, as: UTF8.self)
  }

  @Test("A member that gets another key keeps its place, its text and its comments")
  func rename() throws {
    let text = "{\n  // about a\n  \"a\" : 1.0, // one\n  \"b\": 2\n}"
    #expect(
      try moved(text, [(["a"], ["c"])], keyOrder: ["b", "c"]) == text.replacing("\"a\"", with: "\"c\""))
    #expect(
      try moved("{\"a\": 1, \"b\": 2.0}", [(["a"], ["b2"]), (["b"], ["a2"])]) == "{\"b2\": 1, \"a2\": 2.0}")
    // In a value that is set as a whole, too, also if the value itself changes.
    let document = try JSONDocument(parsing: Array("{\"m\": {\"a\": [1.0, 2], \"b\": 2}}".utf8))
    var edits = JSONEdits()
    edits.set(["c": [1, 3], "b": 2], at: ["m"])
    edits.text.origins[["m", "c"]] = ["m", "a"]
    let result = try document.bytes(applying: edits)
    #expect(String(decoding: result, as: UTF8.self) == "{\"m\": {\"c\": [1.0, 3], \"b\": 2}}")
  }

  @Test("A member that moves to another object takes its text and its comments along")
  func move() throws {
    #expect(
      try moved(
        "{\n  // about a\n  \"a\": [1.0,\n    2], // one\n  \"s\": {\n    \"b\": 2\n  }\n}",
        [(["a"], ["s", "c"])])
        == "{\n  \"s\": {\n    \"b\": 2,\n    // about a\n    \"c\": [1.0,\n      2] // one\n  }\n}")
    #expect(
      try moved("{\n  // about a\n  \"a\": 1, // one\n  \"s\": {\"b\": 2}\n}", [(["a"], ["s", "c"])])
        == "{\n  \"s\": {\"b\": 2, /* about a */ \"c\": 1 /* one */}\n}")
    #expect(
      try moved(
        "{\n  \"s\": {\n    // about b\n    \"b\": 0.50 // half\n  }\n}", [(["s", "b"], ["t"])],
        keyOrder: ["t", "s"])
        == "{\n  // about b\n  \"t\": 0.50, // half\n  \"s\": {}\n}")
  }

  @Test("A member that moves and changes keeps the text of what doesn't change")
  func movedAndChanged() throws {
    let text = "{\n  \"a\": {\"x\": 1.0, /* two */ \"y\": 2}, // one\n  \"s\": {\n    \"b\": 2\n  }\n}"
    let document = try JSONDocument(parsing: Array(text.utf8))
    var edits = JSONEdits()
    edits.move(["x": 1, "y": 3], from: ["a"], to: ["s", "c"])
    #expect(
      String(decoding: try document.bytes(applying: edits), as: UTF8.self)
        == "{\n  \"s\": {\n    \"b\": 2,\n    \"c\": {\"x\": 1.0, /* two */ \"y\": 3} // one\n  }\n}")
  }

  @Test("An element that moves takes its text and its comments along")
  func elements() throws {
    func edited(_ text: String, _ value: JSONValue) throws -> String {
      var edits = JSONEdits()
      edits.set(value, at: .root)
      return String(
        decoding: try JSONDocument(parsing: Array(text.utf8)).bytes(applying: edits), as: UTF8.self)
    }
    let list = "[\n  // first\n  \"a\", // a\n  \"b\", // b\n  // last\n  \"c\" // c\n]"
    #expect(
      try edited(list, ["b", "c", "a"])
        == "[\n  \"b\", // b\n  // last\n  \"c\", // c\n  // first\n  \"a\" // a\n]")
    #expect(
      try edited(list, ["c", "a", "b"])
        == "[\n  // last\n  \"c\", // c\n  // first\n  \"a\", // a\n  \"b\" // b\n]")
    #expect(try edited("[1.0 /* one */, 2.0 /* two */]", [2, 1]) == "[2.0 /* two */, 1.0 /* one */]")
    #expect(
      try edited("[\n  {\"x\": 1.0}, // one\n  {\"x\": 2.0} // two\n]", [["x": 2], ["x": 3], ["x": 1]])
        == "[\n  {\"x\": 2.0}, // two\n  {\"x\": 3},\n  {\"x\": 1.0} // one\n]")
  }

  @Test("Random moves yield the values that they say, and keep each comment of what moves")
  func randomMoves() throws {
    for seed in SeededRandom.testSeeds(0..<2000) {
      let layout = RandomLayout(seed: seed)
      var random = layout.random
      let document = try JSONDocument(parsing: Array(layout.text.utf8))
      let members = layout.paths.filter { !$0.isRoot && document.node(at: $0)?.key != nil }
      let objects = layout.containers.filter { !layout.arrays.contains($0) }
      guard !members.isEmpty else { continue }
      let origin = random.pick(members)
      let target = random.pick(objects.filter { !origin.contains($0) }).appending("moved")
      var edits = JSONEdits()
      let value = try #require(document.node(at: origin)?.value)
      edits.move(value, from: origin, to: target)
      let bytes = try document.bytes(applying: edits)
      let trace = Comment(
        rawValue:
          "SETTINGS_SEED=\(seed) \(origin) → \(target)\n\(layout.text)\n\(String(decoding: bytes, as: UTF8.self))"
      )
      guard let edited = try? JSONDocument(parsing: bytes) else {
        Issue.record(trace)
        continue
      }
      #expect(edited.root.value == EditModel.apply(edits, to: document.root.value), trace)
      let text = String(decoding: bytes, as: UTF8.self)
      for (id, owner) in layout.owners {
        // Every comment is still there, once.
        #expect(
          text.split(separator: "#\(id)#", omittingEmptySubsequences: false).count == 2, "\(owner) \(trace)")
      }
      let moved = edited.node(at: target).map { bytes[$0.byteRange].filter { $0 > 0x20 } }
      let before = try #require(document.node(at: origin)).byteRange
      #expect(moved == document.bytes[before].filter { $0 > 0x20 }, trace)
    }
  }
}
