/// Help in the part of Markdown that documentation comments and schemas use: emphasis, code, code blocks, lists, headings and links. It
/// follows CommonMark where that matters in a terminal.
///
/// Everything else stays as it is typed, and so do line breaks, because help is also written without Markdown in mind: `a * b * c` and
/// `snake_case_name` have no emphasis, and a line that ends stays a line. Reading takes time linear in the length of the text, whatever it
/// contains: a form can come from anywhere, and a test feeds 60 000 bytes of each kind of mark.
///
///     source                                   plain
///     See **the [guide](https://x.org)**.      See the guide (https://x.org).
///     - one `a`                                - one a
///     ```                                      (left out)
///     let a = *b*                              let a = *b*
///
/// The editor draws ``lines`` with styles (`Glyphs.lines(ofHelp:columns:)`); `--plain`, `list` and the descriptions of choices print
/// ``plain``.
package struct MarkdownText {
  /// Text with the same marks: `a **b** c` is three runs.
  struct Run: Hashable {
    var text: String
    var marks: Marks
    /// The address that the text leads to; `nil` outside of links.
    var address: String?
  }

  /// How text is marked. Marks can be combined: `***a***` is strong and emphasized.
  struct Marks: OptionSet, Hashable {
    let rawValue: UInt8

    static let emphasis = Marks(rawValue: 1)
    static let strong = Marks(rawValue: 2)
    static let code = Marks(rawValue: 4)
    static let link = Marks(rawValue: 8)
    /// The address after the text of a link.
    static let address = Marks(rawValue: 16)
  }

  /// A line of the source. A paragraph of several lines is several of them: lines aren't joined.
  struct Line: Hashable {
    /// What a line is. It is decided line by line, so each line of an item's text but the first is `text`.
    enum Kind: Hashable {
      case text
      case heading
      /// A line of a code block.
      case code
      /// The first line of an item of a list: a bullet, or a number with its period.
      case item(number: String?)
    }

    let kind: Kind
    /// The number of blanks before the text, or before the bullet or number of an item. For text it is 0 outside of lists, and 8 at most.
    var indent = 0
    let runs: [Run]

    var text: String { runs.map(\.text).joined() }
  }

  let lines: [Line]

  /// Reads help. Any text is valid.
  package init(_ source: String) {
    var reader = Reader()
    for line in source.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      reader.take(line)
    }
    lines = reader.lines
  }

  /// The text without marks, for people who read it line by line. The address of a link follows its text.
  ///
  /// A bullet becomes `-`, a number stays, fences of code blocks are gone. What has no marks is unchanged, so plain help stays plain help.
  package var plain: String {
    lines.map { line in
      let indent = String(repeating: " ", count: line.indent)
      return switch line.kind {
      case .text, .heading, .code: indent + line.text
      case .item(let number): "\(indent)\(number ?? "-") \(line.text)"
      }
    }
    .joined(separator: "\n")
  }

  /// Reads line by line.
  ///
  /// The state between two lines is small: an open code block, whether a list is open, and whether the last line was empty. Quotes and
  /// tables aren't read; their characters stay in the text. The first check that accepts a line decides, so their order matters: an open
  /// code block takes every line up to its end, and `* * *` is a break and not an item.
  private struct Reader {
    var lines: [Line] = []
    /// The characters that begin a code block, and their number, while it is open.
    private var fence: (character: Character, count: Int)?
    /// Whether the last line was empty. Only then can a code block begin by indentation: an indented line after text continues the text.
    private var isAfterBlank = true
    /// Whether an item is open. Its further lines are indented as text, where they would otherwise be code.
    private var isInList = false

    /// Adds a line of the source. A fence adds nothing; a break adds an empty line, unless there is an empty line already.
    mutating func take(_ line: Substring) {
      let content = line.drop { $0 == " " }
      let indent = line.count - content.count
      if let fence {
        if content.count >= fence.count, indent < 4,
          content.allSatisfy({ $0 == fence.character || $0 == " " }),
          content.prefix(while: { $0 == fence.character }).count >= fence.count
        {
          self.fence = nil
        } else {
          lines.append(Line(kind: .code, runs: [Run(text: String(line), marks: .code)]))
        }
        return
      }
      defer { isAfterBlank = content.isEmpty || Self.isBreak(content) }
      if let first = content.first, first == "`" || first == "~", indent < 4 {
        let count = content.prefix { $0 == first }.count
        if count >= 3, !content.dropFirst(count).contains("`") {
          fence = (first, count)
          if indent < 2 { isInList = false }
          return
        }
      }
      if indent < 4, Self.isBreak(content) {
        // A line between two parts of the help; an empty line separates them, too.
        if lines.last.map({ !$0.runs.isEmpty }) ?? false { lines.append(Line(kind: .text, runs: [])) }
        isInList = false
        return
      }
      if let marker = Self.marker(of: content) {
        isInList = true
        let text = content.dropFirst(marker.length).drop { $0 == " " }
        lines.append(
          Line(kind: .item(number: marker.number), indent: indent, runs: MarkdownText.runs(in: text)))
        return
      }
      if indent < 2, !content.isEmpty { isInList = false }
      let isCode = indent >= 4 && !isInList && (isAfterBlank || lines.last?.kind == .code)
      if isCode, !content.isEmpty {
        lines.append(Line(kind: .code, runs: [Run(text: String(line.dropFirst(4)), marks: .code)]))
        return
      }
      let level = content.prefix { $0 == "#" }.count
      if (1...6).contains(level), content.dropFirst(level).first == " " {
        lines.append(
          Line(kind: .heading, runs: MarkdownText.runs(in: content.dropFirst(level).drop { $0 == " " })))
        return
      }
      // Only lists are indented; other blanks are left to the text.
      lines.append(
        Line(
          kind: .text, indent: isInList ? min(indent, 8) : 0,
          runs: MarkdownText.runs(in: isInList ? content : line)))
    }

    /// Whether a line is a thematic break: three or more of the same mark, and nothing else (CommonMark, section 4.1).
    ///
    /// `---`, `* * *` and `___` are. `===` isn't, and headings that are underlined aren't read.
    private static func isBreak(_ line: Substring) -> Bool {
      guard let mark = line.first, "-*_".contains(mark) else { return false }
      return line.allSatisfy { $0 == mark || $0 == " " } && line.count { $0 == mark } >= 3
    }

    /// Returns the length of an item's marker with its blank, and its number; `nil` if the line isn't an item.
    ///
    /// `- a` → (2, nil), `10) a` → (4, "10)"). Without the blank, it is text: `-1 or +1`, `1.5 m`, `*.swift`. CommonMark allows nine
    /// digits.
    private static func marker(of line: Substring) -> (length: Int, number: String?)? {
      guard let first = line.first else { return nil }
      if first == "-" || first == "*" || first == "+" {
        return line.dropFirst().first == " " ? (2, nil) : nil
      }
      let digits = line.prefix(10).prefix { $0.isASCII && $0.isNumber }
      guard !digits.isEmpty, digits.count < 10 else { return nil }
      let rest = line.dropFirst(digits.count)
      guard rest.first == "." || rest.first == ")", rest.dropFirst().first == " " else { return nil }
      return (digits.count + 2, String(line.prefix(digits.count + 1)))
    }
  }
}

extension Glyphs {
  /// Returns help as lines of at most the columns, for the area below a list or in a description.
  ///
  /// The lines of an item are aligned behind its bullet, code keeps its blanks and breaks anywhere, and a heading is strong. Help without
  /// marks is broken like any text (``VisibleText/wrap(_:columns:atMost:)``). Lines beyond the limit aren't computed.
  ///
  /// - Parameter role: The role of the text without marks.
  func lines(
    ofHelp help: String, columns: Int, atMost limit: Int = .max, _ role: Style.Role = .text
  ) -> [[Span]] {
    guard columns > 0 else { return [] }
    var shown: [[Span]] = []
    for line in MarkdownText(help).lines {
      if shown.count >= limit { break }
      shown += lines(of: line, columns: columns, atMost: limit - shown.count, role)
    }
    return shown
  }

  /// Returns the rows of one line of help: the first one with its bullet or number, the others aligned behind it.
  private func lines(
    of line: MarkdownText.Line, columns: Int, atMost limit: Int, _ role: Style.Role
  ) -> [[Span]] {
    var margin = min(line.indent, columns / 2)
    var first = String(repeating: " ", count: margin)
    switch line.kind {
    case .text: break
    case .heading: return wrapped(line.runs, columns: columns, atMost: limit) { _ in .strong }
    case .code: return codeLines(line.text, columns: columns, atMost: limit)
    case .item(let number):
      let marker = "\(number ?? String(bullet)) "
      first += marker
      margin = min(margin + visible.width(of: marker), columns / 2)
    }
    let lines = wrapped(line.runs, columns: columns - margin, atMost: limit) { $0.role ?? role }
    return lines.enumerated().map { number, spans in
      margin == 0
        ? spans : [Span(number == 0 ? first : String(repeating: " ", count: margin), role: role)] + spans
    }
  }

  /// Breaks code where a line is full: its blanks count, so words don't decide. Code is indented by two columns if there is room.
  private func codeLines(_ code: String, columns: Int, atMost limit: Int) -> [[Span]] {
    let margin = columns > 4 ? "  " : ""
    var rest = Substring(code)
    var lines: [[Span]] = []
    repeat {
      var head = visible.prefix(of: rest, columns: columns - margin.count).text
      if head.isEmpty, let first = rest.first { head = String(first) }
      lines.append([Span(margin + head, role: .code)])
      rest = rest.dropFirst(head.count)
    } while !rest.isEmpty && lines.count < limit
    return lines
  }

  /// Breaks runs into lines as `wrap` breaks their text.
  ///
  /// The plain text is wrapped first, because only that knows about the widths of characters; then the marks are put back by going through
  /// the scalars of the lines and of the runs at the same time. They differ only in blanks, which breaks have removed.
  ///
  ///     runs     "A ", strong "strong word", " and ", code "code", "."
  ///     lines    A strong word │ and code.
  ///     spans    "A ", strong "strong word" │ "and ", code "code", "."
  private func wrapped(
    _ runs: [MarkdownText.Run], columns: Int, atMost limit: Int,
    role: (MarkdownText.Marks) -> Style.Role
  ) -> [[Span]] {
    var styled = runs.flatMap { run in
      let role = role(run.marks)
      return run.text.unicodeScalars.map { (scalar: $0, role: role, address: run.address) }
    }.makeIterator()
    return visible.wrap(runs.map(\.text).joined(), columns: columns, atMost: limit).map { line in
      var spans: [Span] = []
      for scalar in line.unicodeScalars {
        // Only the blanks at breaks are missing in the lines.
        var next = styled.next()
        while let blank = next, blank.scalar == " ", scalar != " " { next = styled.next() }
        let role = next?.role ?? .text
        if let last = spans.last, last.role == role, last.address == next?.address {
          spans[spans.count - 1].text.unicodeScalars.append(scalar)
        } else {
          spans.append(Span(String(scalar), role: role, address: next?.address))
        }
      }
      return spans
    }
  }
}

extension MarkdownText.Marks {
  /// The role of text with these marks; `nil` without marks.
  ///
  /// A cell has one role, so of several marks one is shown: code in a link is code, an emphasized link is a link.
  fileprivate var role: Style.Role? {
    if contains(.address) { return .secondary }
    if contains(.code) { return .code }
    if contains(.link) { return .link }
    if contains(.strong) { return .strong }
    return contains(.emphasis) ? .emphasis : nil
  }
}
