import Testing

@testable import SettingsForm

@Suite("Regular expressions")
struct TextPatternTests {
  @Test(
    "A pattern matches what ECMA-262 says",
    arguments: [
      ("^abc$", "abc", true), ("^abc$", "abc\n", false), ("b", "abc", true), ("", "", true),
      ("a|b|", "", true), ("^(?:a|bc)+$", "abca", true), ("^(a|bc)+$", "abcab", false),
      ("^a{2,3}$", "aa", true), ("^a{2,3}$", "aaaa", false), ("^a{2}$", "aa", true), ("^a{2,}$", "a", false),
      ("a{,2}", "a{,2}", true), ("x{", "x{", true), ("^[^]$", "\n", true), ("[]", "a", false),
      ("^.$", "\n", false), ("^.$", "🎛", true), ("^\\u{1F39B}$", "🎛", true), ("^\\uD83C\\uDF9B$", "🎛", true),
      ("^[a-c\\d-]+$", "a-1", true), ("^[\\w-]+$", "a-_9", true), ("^[-a]$", "-", true),
      ("^[a-]$", "-", true),
      ("^\\bfoo\\b", "foo bar", true), ("\\Bo", "o", false), ("\\Bo", "fo", true),
      ("^(?=.*[A-Z])(?=.*\\d).{8,}$", "Passw0rdX", true), ("^(?=.*[A-Z])(?=.*\\d).{8,}$", "passw0rdx", false),
      ("^(?!admin$)", "admin", false), ("^(?!admin$)", "admins", true), ("(?<=\\$)\\d", "$5", true),
      ("(?<=\\$)\\d", "5", false), ("(?<!\\$)5", "$5", false), ("^(?=(?!b)a)a", "ab", true),
      ("(?=ab)b", "ab", false), ("a(?=(bc|x)$)", "abc", true), ("a(?=(bc|x)$)", "abcd", false),
      ("^\\cJ$", "\n", true), ("^\\x41\\0$", "A\u{0}", true), ("^\\p{Lu}\\P{L}$", "É1", true),
      ("^[\\p{Nd}]$", "٣", true), ("^\\d$", "٣", false), ("\\/", "/", true), ("(a*)*b", "aab", true),
      ("^(?<year>\\d{4})$", "2025", true), ("^(a?){3}a{3}$", "aaa", true), ("é", "e\u{301}", false),
    ])
  func matching(_ example: (pattern: String, text: String, matches: Bool)) throws {
    let pattern = try TextPattern(example.pattern)
    #expect(pattern.matches(example.text) == example.matches)
  }

  @Test(
    "A text that is no pattern is refused with the place of the fault",
    arguments: [
      ("a)", 1), ("(a", 0), ("[a", 0), ("*a", 0), ("a**", 2), ("a{3,2}", 1), ("\\a", 0), ("a\\", 1),
      ("[z-a]", 2), ("[\\d-x]", 3), ("\\p{Nope}", 0), ("\\p", 0), ("\\u12", 0), ("\\u{110000}", 0),
      ("(?x)", 0),
      ("(?<1a>b)", 3), ("(?<>a)", 3), ("\\1", 0), ("(a)\\k<a>", 3), ("^*", 0), ("(?=a)*", 0), ("\\01", 0),
      ("\\c1", 0),
    ])
  func refusal(_ example: (pattern: String, offset: Int)) {
    let error = #expect(throws: TextPatternError.self) { try TextPattern(example.pattern) }
    #expect(error?.offset == example.offset)
  }

  @Test("A pattern that grows too large or too deep is refused")
  func tooLarge() {
    #expect(throws: TextPatternError.self) { try TextPattern("((a{1000}){1000}){1000}") }
    #expect(throws: TextPatternError.self) { try TextPattern("a{999999999999999999999}") }
    #expect(throws: TextPatternError.self) { try TextPattern(String(repeating: "(", count: 100_000)) }
    #expect(throws: Never.self) { try TextPattern("(?:){1000000000}") }
  }

  @Test(
    "Patterns that hang a backtracking matcher take linear time",
    arguments: ["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "(.*)*x", "^(?=(a+)+$)", "(a*)*(a*)*(a*)*b"])
  func linearTime(_ source: String) throws {
    let pattern = try TextPattern(source)
    let clock = ContinuousClock()
    let time = clock.measure {
      #expect(!pattern.matches(String(repeating: "a", count: 20_000) + "!"))
    }
    // A backtracking matcher would need longer than the universe is old; a busy machine gets a minute.
    #expect(time < .seconds(60))
  }
}
