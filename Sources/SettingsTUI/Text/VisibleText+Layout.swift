extension VisibleText {
  /// Returns the longest prefix of the text that fits the columns, and the number of columns that it takes.
  func prefix(of text: some StringProtocol, columns: Int) -> (text: String, width: Int) {
    var kept = ""
    var used = 0
    for character in text {
      let width = width(of: character)
      if used + width > columns { break }
      kept.append(character)
      used += width
    }
    return (kept, used)
  }

  /// Returns the text with spaces after it up to a number of columns.
  func pad(_ text: String, columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - width(of: text)))
  }

  /// Returns the text if it fits the columns, otherwise a prefix and an ellipsis.
  func truncate(_ text: String, columns: Int) -> String {
    guard columns > 0 else { return "" }
    if Self.isPrintableASCII(text, atMost: columns) { return text }
    // Stop measuring as soon as it is clear that the text is too long: values may be megabytes.
    var used = 0
    var fits = true
    for character in text {
      used += width(of: character)
      if used > columns {
        fits = false
        break
      }
    }
    if fits { return text }
    return prefix(of: text, columns: columns - 1).text + (isASCIIOnly ? "~" : "…")
  }

  /// Returns the text if it fits the columns, otherwise an ellipsis and the end of the text: for paths and file names.
  func truncateStart(_ text: String, columns: Int) -> String {
    guard columns > 0 else { return "" }
    guard width(of: text) > columns else { return text }
    var kept: [Character] = []
    var used = 1
    for character in text.reversed() {
      used += width(of: character)
      if used > columns { break }
      kept.append(character)
    }
    return (isASCIIOnly ? "~" : "…") + String(kept.reversed())
  }

  /// Breaks text into lines of at most the columns: at its own line breaks, then between words, and inside a word only if the
  /// word alone is too long.
  func wrap(_ text: String, columns: Int, atMost limit: Int = .max) -> [String] {
    guard columns > 0 else { return [] }
    var lines: [String] = []
    for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      wrapParagraph(paragraph, columns: columns, limit: limit, into: &lines)
      if lines.count >= limit { break }
    }
    if lines.count > limit { lines.removeSubrange(limit...) }
    return lines
  }

  private func wrapParagraph(_ paragraph: Substring, columns: Int, limit: Int, into lines: inout [String]) {
    var line = ""
    var used = 0
    for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
      if lines.count >= limit { return }
      var rest = word
      var width = width(of: rest)
      if !line.isEmpty, used + 1 + width > columns {
        lines.append(line)
        line = ""
        used = 0
      } else if !line.isEmpty {
        line += " "
        used += 1
      }
      while used + width > columns, lines.count < limit {
        var (head, headWidth) = prefix(of: rest, columns: columns - used)
        if head.isEmpty, let first = rest.first {
          // If a single character is wider than the line, it gets its own line.
          head = String(first)
          headWidth = self.width(of: first)
        }
        lines.append(line + head)
        rest = rest.dropFirst(head.count)
        width -= headWidth
        line = ""
        used = 0
      }
      line += rest
      used += width
    }
    lines.append(line)
  }
}
