extension Glyphs {
  /// Returns help as lines of at most the columns.
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
      margin == 0 ? spans : [Span(number == 0 ? first : String(repeating: " ", count: margin), role)] + spans
    }
  }

  /// Breaks code where a line is full: its blanks count.
  private func codeLines(_ code: String, columns: Int, atMost limit: Int) -> [[Span]] {
    let margin = columns > 4 ? "  " : ""
    var rest = Substring(code)
    var lines: [[Span]] = []
    repeat {
      var head = visible.prefix(of: rest, columns: columns - margin.count).text
      if head.isEmpty, let first = rest.first { head = String(first) }
      lines.append([Span(margin + head, .code)])
      rest = rest.dropFirst(head.count)
    } while !rest.isEmpty && lines.count < limit
    return lines
  }

  /// Breaks runs into lines as `wrap` breaks their text.
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
          spans.append(Span(String(scalar), role, address: next?.address))
        }
      }
      return spans
    }
  }
}

extension MarkdownText.Marks {
  /// The role of text with these marks; `nil` without marks.
  fileprivate var role: Style.Role? {
    if contains(.address) { return .secondary }
    if contains(.code) { return .code }
    if contains(.link) { return .link }
    if contains(.strong) { return .strong }
    return contains(.emphasis) ? .emphasis : nil
  }
}
