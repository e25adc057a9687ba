import TestSupport
import Testing

@testable import SettingsCommands

/// Patterns of file names.
@Suite struct FileGlobTests {
  @Test(
    "A pattern matches the end of a path, with wildcards inside names and across folders",
    arguments: [
      // A name matches in any folder, a slash at the start or not.
      ("app.json", "/home/ada/app.json", true),
      ("/app.json", "/home/ada/app.json", true),
      ("app.json", "/home/ada/myapp.json", false),
      ("app.json", "/home/app.json/other.json", false),
      ("**/app.json", "/app.json", true),
      // Wildcards of names don't cross a slash.
      ("*.app.json", "/etc/x.app.json", true),
      ("*.app.json", "/etc/.app.json", true),
      ("*.json", "/etc/a.json/b", false),
      ("a*c*e.json", "/abcde.json", true),
      ("a*c*e.json", "/abcd.json", false),
      ("a*b", "/aXbXb", true),
      ("a?c.json", "/abc.json", true),
      ("a?c.json", "/aüc.json", true),
      ("a?c.json", "/ac.json", false),
      ("a?c", "/a/c", false),
      ("v[0-9].json", "/v3.json", true),
      ("v[!0-9].json", "/v3.json", false),
      ("v[!0-9].json", "/vx.json", true),
      ("v[0-9", "/v[0-9", true),
      ("*.{yml,yaml}", "/a/x.yaml", true),
      ("*.{yml,yaml}", "/a/x.json", false),
      ("{a,b{c,d}}.json", "/bd.json", true),
      ("{a,b{c,d}}.json", "/b.json", false),
      ("a{b", "/a{b", true),
      // Folders.
      (".github/workflows/*.json", "/repo/.github/workflows/ci.json", true),
      (".github/workflows/*.json", "/repo/.github/workflows/old/ci.json", false),
      ("**/.github/**/*.json", "/repo/.github/workflows/old/ci.json", true),
      ("**/.github/**/*.json", "/repo/.github/ci.json", true),
      ("**/a/**/b/**/c.json", "/x/a/b/a/y/b/c.json", true),
      ("**/a/**/b/**/c.json", "/x/a/c/b.json", false),
      ("a/*/c.json", "/a/b/c.json", true),
      ("a/*/c.json", "/a/c.json", false),
      ("./app.json", "/x/app.json", true),
      ("**", "/x/y.json", true),
      // Upper and lower case differ.
      ("App.json", "/app.json", false),
    ])
  func matches(pattern: String, path: String, isMatch: Bool) {
    let path = FilePath(path)
    #expect(FileGlob(pattern).matches(path) == isMatch)
    if isMatch { #expect(FileGlob.canMatch(pattern.utf8, path: path)) }
  }

  @Test("The pattern with the most characters that aren't wildcards is the most specific")
  func ranks() throws {
    let path = FilePath("/repo/.app/settings.json")
    let patterns = ["*.json", "settings.json", "**/.app/settings.json", "**/.app/*.json"]
    let ranks = patterns.compactMap { FileMatch.rank(of: path, in: [$0]) }
    #expect(ranks.sorted().map(\.pattern) == [patterns[0], patterns[3], patterns[1], patterns[2]])
    #expect(FileMatch.rank(of: path, in: patterns)?.pattern == "**/.app/settings.json")
  }

  @Test("A file doesn't match if the last pattern that matches is an exclusion")
  func exclusions() {
    let path = FilePath("/repo/package.json")
    #expect(FileMatch.rank(of: path, in: ["*.json", "!package.json"]) == nil)
    #expect(FileMatch.rank(of: path, in: ["!package.json", "*.json"]) != nil)
    #expect(FileMatch.rank(of: path, in: ["*.json", "!other.json"]) != nil)
    #expect(FileMatch.rank(of: path, in: ["!other.json"]) == nil)
    #expect(FileMatch.rank(of: path, in: ["", "!"]) == nil)
  }

  @Test("Patterns with many wildcards and braces take little time")
  func hostile() {
    let clock = ContinuousClock()
    let name = String(repeating: "a", count: 200)
    let took = clock.measure {
      #expect(!FileGlob(String(repeating: "*a", count: 60) + "b").matches(FilePath("/" + name)))
      let folders = String(repeating: "a/", count: 60)
      #expect(!FileGlob(String(repeating: "**/a/", count: 30) + "b").matches(FilePath("/" + folders)))
      #expect(!FileGlob(String(repeating: "{a,b}", count: 40)).matches(FilePath("/" + name)))
      #expect(!FileGlob(String(repeating: "{", count: 5000)).matches(FilePath("/" + name)))
    }
    #expect(took < .seconds(5))
  }

  @Test("Matching agrees with a regular expression made from the pattern")
  func agreement() throws {
    let seed = SeededRandom.testSeed
    var random = SeededRandom(seed: seed)
    for _ in 0..<2000 {
      var (pattern, path) = ("", "/")
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        pattern += random.pick(["a", "b", "*", "?", "/", "**/", "."])
      }
      for _ in 0..<Int.random(in: 1...6, using: &random) { path += random.pick(["a", "b", "a", "/", "."]) }
      let segments = pattern.split(separator: "/").filter { $0 != "." }
      let names = path.split(separator: "/")
      guard !segments.isEmpty, !names.isEmpty else { continue }
      let body = segments.map { segment in
        segment == "**"
          ? "(?:/[^/]+)*"
          : "/"
            + segment.map { ["*": "[^/]*", "?": "[^/]", ".": "\\."][$0] ?? String($0) }.joined()
      }.joined()
      let expected =
        ("/" + names.joined(separator: "/")).wholeMatch(of: try Regex("(?:/[^/]+)*" + body)) != nil
      #expect(
        FileGlob(pattern).matches(FilePath(path)) == expected, "\(pattern) \(path), SETTINGS_SEED=\(seed)")
      guard expected else { continue }
      let (plain, clean) = (segments.joined(separator: "/"), FilePath("/" + names.joined(separator: "/")))
      #expect(FileGlob.canMatch(plain.utf8, path: clean), "\(pattern) \(path), SETTINGS_SEED=\(seed)")
    }
  }
}
