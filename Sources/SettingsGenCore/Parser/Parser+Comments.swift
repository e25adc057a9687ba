/// Which comment belongs to which declaration.
///
/// Comments above a declaration and inside of it are its own. A comment at the end of a line belongs to all
/// that is declared on the line, after an opening brace to the type that it opens, and never to the next line.
extension Parser {
  /// Takes the comments after the token before on its line, unless they stand in front of something there.
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

  /// Gives the comments at the end of the line to the members declared on it.
  mutating func endMember() {
    let comments = takeTrailingComments()
    if let last = open.last, !comments.isEmpty { attach(comments, to: last) }
  }

  /// Gives comments to the members on the line being read that have none of their own.
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

  /// Notes that the members read so far stand on other lines than what follows.
  mutating func startLine(afterProperties pendingProperties: Int, afterCases pendingCases: Int = 0) {
    guard let last = open.indices.last else { return }
    open[last].isOneLine = false
    let type = result.types[open[last].index]
    open[last].line = LineMembers(
      firstProperty: type.properties.count + pendingProperties,
      firstCase: type.cases.count + pendingCases)
  }
}
