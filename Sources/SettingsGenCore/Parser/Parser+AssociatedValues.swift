/// Associated values, which can have annotations like properties.
extension Parser {
  /// Reads the associated values of a case, with their parentheses; returns `nil` if their boundaries are unclear.
  mutating func parseAssociatedValues() -> [AssociatedValueDeclaration]? {
    let start = checkpoint
    advance()
    // A comment after the opening parenthesis doesn't belong to the value on the next line.
    _ = takeTrailingComments()
    var values: [AssociatedValueDeclaration] = []
    var firstOfLine = 0
    while token.kind != .rightParen {
      if token.startsLine { firstOfLine = values.count }
      var value = parseAssociatedValue()
      let isMore = token.kind == .comma
      guard isMore || token.kind == .rightParen, !value.range.isEmpty else {
        rewind(to: start)
        skipGroup()
        return nil
      }
      if isMore {
        advance()
        value.comments.trailing = takeTrailingComments()
      } else if token.isBelowComments {
        value.comments.trailing = commentsOnLine
      }
      values.append(value)
      for index in values.indices.dropFirst(firstOfLine) where values[index].comments.trailing.isEmpty {
        values[index].comments.trailing = value.comments.trailing
      }
    }
    advance()
    return values
  }

  /// Reads `path: String`, `_ path: String` or `String`, each with or without a default.
  private mutating func parseAssociatedValue() -> AssociatedValueDeclaration {
    let leading = token.firstComment..<lexer.comments.count
    let start = token.start
    let next = peek()
    if isWord("_"), next.kind == .identifier { advance() }
    if token.kind == .identifier, peek().kind == .colon {
      advance()
      advance()
    }
    skipType()
    if isOperator(Byte.equal), token.end == token.start + 1 {
      advance()
      skipExpression()
    }
    var value = AssociatedValueDeclaration(
      prefix: DeclarationPrefix(start: start), range: SourceRange(start: start, end: max(start, previousEnd)))
    value.comments.leading = leading
    let endsOnLine = token.kind == .comma || !token.isBelowComments
    let end = endsOnLine ? commentsOnLine.upperBound : token.firstComment
    value.comments.inner = leading.upperBound..<max(leading.upperBound, end)
    return value
  }

  /// The comments between the previous token and the current one that are on the previous token's line.
  private var commentsOnLine: Range<Int> {
    let end = lexer.comments[token.firstComment...].firstIndex { $0.startsLine }
    return token.firstComment..<(end ?? lexer.comments.count)
  }
}
