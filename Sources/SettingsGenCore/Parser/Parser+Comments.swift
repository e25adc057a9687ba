/// The association of comments with declarations.
///
/// A comment above or inside of a declaration belongs to it. A comment at the end of a line belongs to all
/// declarations on the line, or, after an opening brace, to the type that the brace opens.
extension Parser {
  /// Returns the comments after the previous token on its line, unless more code follows them on the line.
  mutating func takeTrailingComments() -> Range<Int> {
    let start = token.firstComment
    var end = start
    while end < lexer.comments.count, !lexer.comments[end].startsLine { end += 1 }
    let isInFront =
      end == lexer.comments.count && !token.isBelowComments && token.kind != .end
      && token.kind != .rightBrace && token.kind != .semicolon
    if end == start || isInFront { return start..<start }
    token.firstComment = end
    return start..<end
  }

  /// Attaches the comments at the end of the line to the members declared on it.
  mutating func endMember() {
    let comments = takeTrailingComments()
    if let last = open.last, !comments.isEmpty { attach(comments, to: last) }
  }

  /// Attaches comments to the members on the current line that have no trailing comments.
  mutating func attach(_ comments: Range<Int>, to type: OpenType) {
    let index = type.index
    for member in result.types[index].properties.indices.dropFirst(type.line.firstProperty)
    where result.types[index].properties[member].comments.trailing.isEmpty {
      result.types[index].properties[member].comments.trailing = comments
    }
    for member in result.types[index].cases.indices.dropFirst(type.line.firstCase)
    where result.types[index].cases[member].comments.trailing.isEmpty {
      result.types[index].cases[member].comments.trailing = comments
    }
  }

  /// Starts a new line of members.
  mutating func startLine(afterProperties pendingProperties: Int, afterCases pendingCases: Int = 0) {
    guard let last = open.indices.last else { return }
    open[last].isOneLine = false
    let type = result.types[open[last].index]
    open[last].line = LineMembers(
      firstProperty: type.properties.count + pendingProperties,
      firstCase: type.cases.count + pendingCases)
  }
}
