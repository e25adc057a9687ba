/// The text of documentation comments.
enum Documentation {
  /// Returns the text of the documentation comments among some comments, without annotations. The lines of a paragraph are
  /// joined; paragraphs, lists and code stay separate.
  static func text(of comments: [Comment], in file: SourceFile) -> String {
    var lines: [String] = []
    for comment in lastGroup(comments, in: file) {
      let annotations = AnnotationLine.lines(of: comment, in: file).filter { !$0.isLookalike }
      let carriers = Set(annotations.map(\.offset))
      for range in file.lines(of: comment) where !carriers.contains(range.start) {
        let indent = max(0, indentation(of: range, in: file))
        lines.append(String(repeating: " ", count: indent) + file.text(range))
      }
    }
    return paragraphs(lines)
  }

  /// Returns the documentation comments after the last blank line.
  private static func lastGroup(_ comments: [Comment], in file: SourceFile) -> [Comment] {
    var group: [Comment] = []
    var last: Comment?
    for comment in comments {
      if let last, file.hasBlankLine(from: last.range.end, to: comment.range.start) { group = [] }
      last = comment
      if file.isDocumentation(comment) { group.append(comment) }
    }
    return group
  }

  /// Returns the indentation of a line after the slashes or the star, and the space after them.
  private static func indentation(of range: SourceRange, in file: SourceFile) -> Int {
    var start = range.start
    while start > 0, file.bytes[start - 1] == Byte.space { start -= 1 }
    let isMarked = start > 0 && (file.bytes[start - 1] == Byte.slash || file.bytes[start - 1] == Byte.star)
    return isMarked && !range.isEmpty ? range.start - start - 1 : 0
  }

  private static func paragraphs(_ lines: [String]) -> String {
    var text = ""
    var isInCode = false
    var joins = false
    for line in lines {
      let trimmed = line.drop { $0 == " " }
      let isFence = trimmed.hasPrefix("```")
      if trimmed.isEmpty, !isInCode {
        joins = false
        if !text.isEmpty, !text.hasSuffix("\n\n") { text += text.hasSuffix("\n") ? "\n" : "\n\n" }
        continue
      }
      let standsAlone = isInCode || isFence || startsBlock(trimmed)
      if joins, !standsAlone {
        text += " " + trimmed
      } else {
        if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
        text += standsAlone ? Substring(line) : trimmed
      }
      if isFence { isInCode.toggle() }
      joins = !isInCode && !isFence
    }
    while text.hasSuffix("\n") { text.removeLast() }
    return text
  }

  /// Whether a line starts a list item, a heading, a quotation or a table row.
  private static func startsBlock(_ line: Substring) -> Bool {
    for mark in ["- ", "* ", "+ ", "# ", "## ", "> ", "|"] where line.hasPrefix(mark) { return true }
    let rest = line.drop { $0.isASCII && $0.isNumber }
    return rest.startIndex > line.startIndex && (rest.hasPrefix(". ") || rest.hasPrefix(") "))
  }
}
