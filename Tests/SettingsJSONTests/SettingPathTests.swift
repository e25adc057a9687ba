import SettingsJSON
import TestSupport
import Testing

@Suite("Paths")
struct SettingPathTests {
  @Test(
    "A path is written in dotted form and as a JSON Pointer, and parsed from both",
    arguments: [
      ([], "", ""), (["a"], "a", "/a"), (["a", "b c"], #"a."b c""#, "/a/b c"),
      (["servers", "eu.west", "0"], #"servers."eu.west".0"#, "/servers/eu.west/0"),
      ([""], #""""#, "/"), (["", ""], "\"\".\"\"", "//"), (["a/b", "~"], #""a/b"."~""#, "/a~1b/~0"),
      (["~1"], #""~1""#, "/~01"), (["\"\\\n"], #""\"\\\n""#, "/\"\\\n"),
      (["größe", "日本"], "größe.日本", "/größe/日本"),
      (
        ["snake_case", "kebab-case", "camelCase1"], "snake_case.kebab-case.camelCase1",
        "/snake_case/kebab-case/camelCase1"
      ),
    ])
  func roundTrip(_ keys: [String], _ dotted: String, _ pointer: String) throws {
    let path = SettingPath(keys)
    #expect(path.description == dotted)
    #expect(path.pointer == pointer)
    #expect(try SettingPath(parsing: dotted) == path)
    #expect(try SettingPath(parsing: pointer) == path)
  }

  @Test("Any key is preserved in both forms")
  func randomKeys() throws {
    let seed = SeededRandom.testSeed
    var random = SeededRandom(seed: seed)
    for _ in 0..<2000 {
      let keys = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        String(
          (0..<Int.random(in: 0...4, using: &random)).map { _ in
            random.pick(Array("ab01.\"/~\\\u{301} é😀\t-_"))
          })
      }
      let path = SettingPath(keys)
      #expect(try SettingPath(parsing: path.description) == path, "SETTINGS_SEED=\(seed)")
      #expect(try SettingPath(parsing: path.pointer) == path, "SETTINGS_SEED=\(seed)")
    }
  }

  @Test(
    "A malformed path is an error with its position and its reason",
    arguments: [
      (".", 1, SettingPathError.Reason.emptyKey), ("a.", 3, .emptyKey), ("a..b", 3, .emptyKey),
      (#"é."b"#, 3, .invalidQuotes), (#""a\q""#, 1, .invalidQuotes), (#""a"b"#, 4, .textAfterQuotes),
      (#""a"#, 1, .invalidQuotes), (#""a\"#, 1, .invalidQuotes), ("/a~2", 3, .invalidTilde),
      ("/~", 2, .invalidTilde),
    ])
  func faults(_ text: String, _ column: Int, _ reason: SettingPathError.Reason) throws {
    let error = try #require(throws: SettingPathError.self) { try SettingPath(parsing: text) }
    #expect(error.column == column)
    #expect(error.reason == reason)
    #expect(error.text == text)
    #expect(error.description.hasSuffix(".") && error.description.contains("column \(column)"))
  }

  @Test("Paths have parents and contain the paths of their parts")
  func family() {
    let path: SettingPath = ["a", "b"]
    #expect(path.parent == ["a"])
    #expect(SettingPath.root.parent == nil)
    #expect(SettingPath.root.isRoot && !path.isRoot)
    #expect(path.appending("c").appending(0) == ["a", "b", "c", "0"])
    #expect(path.contains(path) && path.contains(["a", "b", "c"]) && SettingPath.root.contains(path))
    #expect(!path.contains(["a"]) && !path.contains(["a", "c"]))
  }
}
