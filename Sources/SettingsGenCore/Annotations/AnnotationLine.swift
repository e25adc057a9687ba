/// One line of a comment that carries annotations.
struct AnnotationLine: Hashable, Sendable {
  /// The declarations that the line applies to.
  enum Scope: Hashable, Sendable {
    /// The declaration that the comment belongs to.
    case declaration
    /// All declarations up to the next `end`.
    case begin
    /// No declaration: the end of a block.
    case end
    /// All declarations below.
    case file
    /// No declaration: code that another generator inserts.
    case inline
  }

  /// The marker's first byte.
  var offset: Int
  var marker: Annotation.Marker
  var scope: Scope
  var annotations: [Annotation] = []
  var problems: [SyntaxProblem] = []
  /// Whether the line only looks like an annotation.
  var isLookalike = false

  /// Whether the line names `secret`, which must not be ignored.
  var isSecret: Bool { annotations.contains { $0.key.lowercased() == AnnotationKey.secret.rawValue } }
}

extension AnnotationLine {
  /// Returns the annotation lines of a comment.
  static func lines(of comment: Comment, in file: SourceFile) -> [AnnotationLine] {
    file.lines(of: comment).compactMap { range in
      line(range, isLineComment: file.isLineComment(comment), file)
    }
  }

  /// Reads a line of a comment, without the comment's delimiters.
  private static func line(_ range: SourceRange, isLineComment: Bool, _ file: SourceFile) -> AnnotationLine? {
    var reader = AnnotationReader(file: file, position: range.start, end: range.end)
    if reader.take("setting:") {
      return reader.readLine(.setting, from: range.start)
    }
    if reader.take("sourcery:") {
      return reader.readLine(.sourcery, from: range.start)
    }
    // Sourcery also finds its marker after other text.
    if isLineComment {
      var offset = range.start
      while offset < range.end {
        reader.position = offset
        if file.bytes[offset] == UInt8(ascii: "s"), file.bytes[offset - 1].isSpace, reader.take("sourcery:") {
          return reader.readLine(.sourcery, from: offset)
        }
        offset += 1
      }
    }
    return lookalike(range, file)
  }
}

extension SourceFile {
  func isLineComment(_ comment: Comment) -> Bool { bytes[comment.range.start + 1] == Byte.slash }

  /// Whether a comment is a documentation comment.
  func isDocumentation(_ comment: Comment) -> Bool {
    let third = bytes[comment.range.start + 2]
    guard comment.range.end - comment.range.start > 2 else { return false }
    if isLineComment(comment) { return third == Byte.slash }
    return third == Byte.star && comment.range.end - comment.range.start > 4
  }

  /// Returns the lines of a comment, without slashes, leading stars, and surrounding white space.
  func lines(of comment: Comment) -> [SourceRange] {
    var start = comment.range.start
    var end = comment.range.end
    if isLineComment(comment) {
      while start < end, bytes[start] == Byte.slash { start += 1 }
      return [trimmed(SourceRange(start: start, end: end))]
    }
    start += 2
    if end - start >= 2, bytes[end - 1] == Byte.slash, bytes[end - 2] == Byte.star { end -= 2 }
    var lines: [SourceRange] = []
    while start <= end {
      var next = start
      while next < end, !bytes[next].isNewline { next += 1 }
      var line = trimmed(SourceRange(start: start, end: next))
      while line.start < line.end, bytes[line.start] == Byte.star { line.start += 1 }
      lines.append(trimmed(line))
      if next < end, bytes[next] == Byte.carriageReturn, bytes[next + 1] == Byte.lineFeed { next += 1 }
      start = next + 1
    }
    return lines
  }

  private func trimmed(_ range: SourceRange) -> SourceRange {
    var range = range
    while range.start < range.end, bytes[range.start].isSpace { range.start += 1 }
    while range.end > range.start, bytes[range.end - 1].isSpace { range.end -= 1 }
    return range
  }
}
