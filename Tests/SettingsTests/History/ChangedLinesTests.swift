import Testing

@testable import Settings

@Suite("The lines in which two strings differ")
struct ChangedLinesTests {
  @Test(
    "are those between the lines that both begin and end with",
    arguments: [
      ("a\nb\nc", "a\nx\nc", 2...2), ("a\nb\nc", "a\nx\ny\nc", 2...3), ("a\nb", "a\nb\nc", 3...3),
      ("a\nb\nc", "a\nc", 2...2), ("a\na", "a\na\na", 3...3), ("", "x", 1...1), ("x", "", 1...1),
      ("a\nb", "a", 1...1),
    ])
  func differ(old: String, new: String, lines: ClosedRange<Int>) {
    #expect(ChangedLines.range(from: Array(old.utf8), to: Array(new.utf8)) == lines)
  }

  @Test("are empty if the strings are equal")
  func equal() {
    #expect(ChangedLines.range(from: [0x61], to: [0x61]) == nil)
  }
}
