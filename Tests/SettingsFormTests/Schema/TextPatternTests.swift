import TestSupport
import Testing

@testable import SettingsForm

@Suite("Regular expressions")
struct TextPatternTests {
  @Test(
    "A pattern matches as ECMA-262 defines",
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
      ("^(?:^)*(?:(?=a))+a$", "a", true), ("l+o (?:wor)+ld", "hello worworld", true),
      ("l+o (?:wor)+ld", "hello wold", false), ("lo(?:, | )world|x{0}y", "y", true), ("a.é", "a-é", true),
      ("ab\\bc|(?:ab){2}", "xabab", true), ("b(?!c)d", "abd", true),
      ("(?i)^straße-[a-f]{2}$", "STRAßE-aF", true),
      ("^a(?i:b)c$", "aBc", true), ("^a(?i:b)c$", "abC", false), ("^(?:(?i)a|b)c$", "Bc", true),
      ("^(?:(?i)a|b)c$", "BC", false), ("(?i)^[^a]$", "A", false), ("(?i)É", "é", true),
      ("(?i)k", "\u{212A}", true),
      ("(?i)^host$", "HOSTS", false),
    ])
  func matching(_ example: (pattern: String, text: String, matches: Bool)) throws {
    let pattern = try TextPattern(example.pattern)
    #expect(pattern.matches(example.text) == example.matches)
  }

  @Test(
    "A malformed pattern is refused with the position of the fault",
    arguments: [
      ("a)", 1), ("(a", 0), ("[a", 0), ("*a", 0), ("a**", 2), ("a{3,2}", 1), ("\\a", 0), ("a\\", 1),
      ("[z-a]", 2), ("[\\d-x]", 3), ("\\p{Nope}", 0), ("\\p", 0), ("\\u12", 0), ("\\u{110000}", 0),
      ("(?x)", 0), ("(?is)a", 0), ("(?i", 0),
      ("(?<1a>b)", 3), ("(?<>a)", 3), ("\\1", 0), ("(a)\\k<a>", 3), ("^*", 0), ("(?=a)*", 0), ("\\01", 0),
      ("\\c1", 0),
    ])
  func refusal(_ example: (pattern: String, offset: Int)) {
    let error = #expect(throws: TextPatternError.self) { try TextPattern(example.pattern) }
    #expect(error?.message.hasPrefix("at character \(example.offset + 1), ") == true)
  }

  @Test("A pattern that is too large or too deep is refused")
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
    // A backtracking matcher would take exponential time. The limit of a minute is for busy machines.
    #expect(time < .seconds(60))
  }

  @Test("Random patterns match what the standard library's backtracking matcher matches")
  func agreement() throws {
    var random = SeededRandom(seed: 20_250_301)
    var found = 0
    for _ in 0..<4_000 {
      let source = Self.pattern(depth: 0, &random)
      let pattern = try TextPattern(source)
      let reference = try Regex(source).matchingSemantics(.unicodeScalar)
      for _ in 0..<8 {
        // The two differ for the empty text: it has no word boundary in ECMA-262, but one in the library.
        let text = String(
          (0..<Int.random(in: 1...6, using: &random)).map { _ in random.pick(["a", "b", "c"]) }.joined())
        let isMatch = text.firstMatch(of: reference) != nil
        #expect(pattern.matches(text) == isMatch, "\(source) in \(text)")
        if isMatch { found += 1 }
      }
    }
    #expect(found > 4_000 && found < 28_000, "\(found)")
  }

  private static func pattern(depth: Int, _ random: inout SeededRandom) -> String {
    let terms = (0..<Int.random(in: 1...3, using: &random)).map { _ -> String in
      switch Int.random(in: 0..<(depth > 2 ? 6 : 10), using: &random) {
      case 0: return "."
      case 1: return random.pick(["[ab]", "[^a]", "[a-b]", "\\w"])
      case 2: return random.pick(["^", "$", "\\b", "\\B"])
      case 3, 4, 5: return random.pick(["a", "b", "c"])
      case 6: return random.pick(["(?=", "(?!"]) + pattern(depth: depth + 1, &random) + ")"
      default:
        let group = "(?:" + pattern(depth: depth + 1, &random) + ")"
        return group + random.pick(["", "*", "+", "?", "{2}", "{1,2}", "{0,1}", "{2,}", "*?"])
      }
    }
    let sequence = terms.joined()
    return random.once(in: 3) ? sequence + "|" + random.pick(["a", "b", "cc", ""]) : sequence
  }
}
