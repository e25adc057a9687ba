import Testing

@testable import SettingsTUI

@MainActor
@Suite("Links on the screen")
struct HyperlinkTests {
  @Test(
    "Given help with a link that wraps, when it is drawn, then each row of its text is a link to the address")
  func drawing() {
    var frame = Frame(Size(width: 12, height: 8), glyphs: Glyphs(.full))
    let lines = frame.glyphs.lines(ofHelp: "See [the long guide](https://x.org/guide).", columns: 12)
    for (y, line) in lines.enumerated() { frame.draw(line, x: 0, y: y, columns: 12) }
    let texts = frame.hyperlinks.map { link in
      String((link.place.x..<link.place.x + link.columns).map { frame.grid[$0, link.place.y].character })
    }
    #expect(texts.joined().replacing(" ", with: "") == "thelongguidehttps://x.org/guide", "\(texts)")
    #expect(texts.count > 2)
    #expect(frame.hyperlinks.allSatisfy { $0.address == "https://x.org/guide" })
    frame.dropTargets()
    #expect(frame.hyperlinks.isEmpty)
  }

  @Test("A link is written at its place with the style of its text, and the cursor is restored")
  func sequence() {
    var frame = Frame(Size(width: 10, height: 3), glyphs: Glyphs(.full))
    frame.draw([Span("guide", role: .link)], x: 2, y: 1, columns: 8)
    let grid = frame.grid
    let link = Hyperlink(address: "https://x.org", place: Point(x: 2, y: 1), columns: 5)
    let text = link.sequence(in: grid, Theme(palette: .none))
    let opening = text.prefix { $0 != "\\" }
    #expect(opening.hasPrefix("\u{1B}7\u{1B}[2;3H\u{1B}]8;id="))
    #expect(opening.hasSuffix(";https://x.org\u{1B}"))
    #expect(text.dropFirst(opening.count) == "\\\u{1B}[0;4mguide\u{1B}]8;;\u{1B}\\\u{1B}8")
    let next = Hyperlink(address: "https://x.org", place: Point(x: 0, y: 2), columns: 3)
    let identifier = opening.split(separator: ";")[2]
    #expect(
      identifier.hasPrefix("id=") && next.sequence(in: grid, Theme(palette: .none)).contains(identifier))
  }

  @Test("Colors are selected as curses selects them")
  func colors() {
    typealias Paint = Theme.Paint
    #expect(Paint().sequence == "\u{1B}[0m")
    #expect(Paint(foreground: 6, background: 4, attributes: 1).sequence == "\u{1B}[0;1;36;44m")
    #expect(Paint(foreground: 37, background: 254, attributes: 8).sequence == "\u{1B}[0;4;38;5;37;48;5;254m")
  }

  @Test(
    "Only web and mail addresses without blanks and control characters are links",
    arguments: [
      ("https://x.org/a?b#c", true), ("HTTP://x.org", true), ("mailto:a@x.org", true),
      ("file:///etc/passwd", false), ("javascript:alert(1)", false), ("/relative", false), ("", false),
      ("https://x.org/\u{1B}]8;;evil", false), ("https://x.org/a b", false), ("https://x.org/ä", false),
      ("https://x.org/" + String(repeating: "a", count: 2100), false),
    ])
  func safety(address: String, isSafe: Bool) {
    #expect(Hyperlink(address: address, place: Point(x: 0, y: 0), columns: 1).isSafe == isSafe)
  }

  @Test(
    "Terminals that show links are recognized by their variables",
    arguments: [
      (["TERM": "xterm-256color"], false), (["TERM": "linux"], false), (["TERM": "xterm-kitty"], true),
      (["TERM": "xterm-256color", "VTE_VERSION": "6800"], true),
      (["TERM": "xterm-256color", "VTE_VERSION": "4402"], false),
      (["TERM": "tmux-256color", "VTE_VERSION": "6800"], false),
      (["TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.3a"], false),
      (["TERM": "screen-256color", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.4"], true),
      (["TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "next-3.6"], true),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], true),
      (["TERM": "xterm", "FORCE_HYPERLINK": "1"], true),
      (["TERM": "xterm-kitty", "FORCE_HYPERLINK": "0"], false),
    ])
  func terminals(variables: [String: String], shows: Bool) {
    #expect(Terminal.showsHyperlinks { variables[$0] } == shows)
  }
}
