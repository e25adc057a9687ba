import Testing

@testable import SettingsTUI

@Suite struct TextTableTests {
  @Test("Emoji keep all their scalars in a table, and control characters become visible")
  func emoji() {
    let table = TextTable([.init("A"), .init("B")], rows: [["👩‍👩‍👧‍👦 🇩🇪 👍🏽", "x"], ["a\u{1B}[m", "y"]])
    #expect(table.text() == ["A         B", "👩‍👩‍👧‍👦 🇩🇪 👍🏽  x", "a^[[m     y"])
  }

  @Test("A cell that is too wide is cut between emoji")
  func cut() {
    let table = TextTable([.init("A", minimum: 4)], rows: [["ab👩‍👩‍👧‍👦👍🏽"]])
    #expect(table.text(width: 5) == ["A", "ab👩‍👩‍👧‍👦…"])
  }

  @Test("Given no window, when a cell is very long, then it is whole, and the other rows don't grow with it")
  func long() {
    let long = String(repeating: "é", count: 10_000)
    let lines = TextTable([.init("A"), .init("B")], rows: [["a", "x"], [long, "y"]]).text()
    #expect(lines[2] == long + "  y")
    #expect(lines[1].count == 203 && lines[1].hasPrefix("a ") && lines[1].hasSuffix("  x"))
  }
}
