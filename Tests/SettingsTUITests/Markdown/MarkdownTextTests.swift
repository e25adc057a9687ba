import Testing

@testable import SettingsTUI

@Suite("Help in Markdown")
struct MarkdownTextTests {
  /// Returns the runs of a line with their marks in brackets; neighbors with the same marks are one.
  private func marked(_ line: String) -> String {
    let runs = MarkdownText.runs(in: Substring(line)).reduce(into: [MarkdownText.Run]()) { runs, run in
      if runs.last?.marks == run.marks {
        runs[runs.count - 1].text += run.text
      } else {
        runs.append(run)
      }
    }
    return runs.map { run in
      let names: [(MarkdownText.Marks, String)] = [
        (.emphasis, "e"), (.strong, "s"), (.code, "c"), (.link, "l"), (.address, "a"),
      ]
      let marks = names.filter { run.marks.contains($0.0) }.map(\.1).joined()
      return marks.isEmpty ? run.text : "{\(marks):\(run.text)}"
    }
    .joined()
  }

  @Test(
    "Emphasis, code and links have marks",
    arguments: [
      ("a *b* c", "a {e:b} c"), ("a **b c** d", "a {s:b c} d"), ("_a_ __b__", "{e:a} {s:b}"),
      ("***a***", "{es:a}"), ("**a *b* c**", "{s:a }{es:b}{s: c}"), ("`a*b*`", "{c:a*b*}"),
      ("``a`b``", "{c:a`b}"), ("`` `a` ``", "{c:`a`}"),
      ("see [the *docs*](https://x.org/a) now", "see {l:the }{el:docs}{a: (https://x.org/a)} now"),
      ("[x](<y z> \"title\")", "{l:x}{a: (y z)}"), ("![logo](a.png)", "{l:logo}{a: (a.png)}"),
      ("<https://x.org>", "{l:https://x.org}"), ("[https://x.org](https://x.org)", "{l:https://x.org}"),
      ("[a](b(c)d)", "{l:a}{a: (b(c)d)}"),
    ])
  func marks(line: String, expected: String) {
    #expect(marked(line) == expected)
  }

  @Test(
    "The text of a link and its shown address lead to the address",
    arguments: [
      ("see [the *docs*](https://x.org/a) now", ["the ", "docs", "https://x.org/a"], "https://x.org/a"),
      ("<https://x.org>", ["https://x.org"], "https://x.org"),
      ("*[a](b)*c", ["a", "b"], "b"),
      ("[x](<y z> \"title\")", ["x", "y z"], "y z"),
    ])
  func addresses(line: String, texts: [String], address: String) {
    let linked = MarkdownText.runs(in: Substring(line)).filter { $0.address != nil }
    #expect(linked.map(\.text) == texts)
    #expect(linked.allSatisfy { $0.address == address })
  }

  @Test(
    "What isn't a mark stays as it is typed",
    arguments: [
      "2 * 3 * 4", "a_b_c and snake_case_name", "*a", "a*", "**", "`a", "[a]", "[a] (b)", "[a](b",
      "a < b > c",
      "<T>", "*.swift and *.md files", "-1 or +1", "a \\ b", "~/x~", "1.5 m",
    ])
  func noMarks(line: String) {
    #expect(marked(line) == line)
    #expect(MarkdownText(line).plain == line)
  }

  @Test("A backslash makes a mark text")
  func escapes() {
    #expect(marked(#"\*a\* \[b\](c) \`d\` \\ \n"#) == #"*a* [b](c) `d` \ \n"#)
  }

  @Test("Lists, code blocks and headings lose their marks, and lines stay lines")
  func plain() {
    let source = """
      # Title
      First *line*
      second line, see [docs](https://x.org).

      - one `a`
        more
      - two
        1. inner
      10) ten

      ```swift
      let a = *b*
        - c
      ```

          indented **code**
      end
      """
    #expect(
      MarkdownText(source).plain == """
        Title
        First line
        second line, see docs (https://x.org).

        - one a
          more
        - two
          1. inner
        10) ten

        let a = *b*
          - c

        indented **code**
        end
        """)
  }

  @Test("Help is wrapped with its styles, and the lines of an item are aligned")
  func spans() {
    let glyphs = Glyphs()
    let lines = glyphs.lines(
      ofHelp: "A **strong word** and `code`.\n- item of *a* list\n```\n  x  y\n```", columns: 14)
    #expect(
      lines.map { $0.map(\.text).joined() } == [
        "A strong word", "and code.", "• item of a", "  list", "    x  y",
      ])
    #expect(lines[0] == [Span("A "), Span("strong word", role: .strong)])
    #expect(lines[1] == [Span("and "), Span("code", role: .code), Span(".")])
    #expect(lines[2] == [Span("• "), Span("item of "), Span("a", role: .emphasis)])
    #expect(lines[4] == [Span("    x  y", role: .code)])
  }

  @Test("Help without marks is wrapped as other text")
  func withoutMarks() {
    let glyphs = Glyphs()
    let text = "Days the average  looks back, 日本語日本語.\n\nLonger than wide: abcdefghijklmnop 👩‍👩‍👧"
    for columns in 1...30 {
      #expect(
        glyphs.lines(ofHelp: text, columns: columns).map { $0.map(\.text).joined() }
          == glyphs.visible.wrap(text, columns: columns))
    }
  }

  @Test("Help doesn't take more lines than there is room for")
  func limit() {
    #expect(Glyphs().lines(ofHelp: "a b c d e f", columns: 1, atMost: 3).count == 3)
    #expect(
      Glyphs().lines(ofHelp: "```\n\(String(repeating: "x", count: 99))", columns: 9, atMost: 3).count == 3)
  }

  @Test(
    "Hostile help is read in linear time", .timeLimit(.minutes(1)),
    arguments: [
      "*", "_", "`", "[", "](", "[](", "[a](b", "*a ", "a* ", "*_", "<", "<a:", "\\", "**a*", "` `` ", "#",
      "- ",
      "\n```", "\n    ", "![",
    ])
  func hostile(part: String) {
    let source = String(repeating: part, count: 60_000 / part.utf8.count)
    #expect(MarkdownText(source).plain.utf8.count <= 2 * source.utf8.count)
  }
}
