/// Attributes, `#if` blocks and macro expansions.
extension Parser {
  /// Reads an attribute.
  mutating func parseAttribute() {
    startPrefix()
    advance()
    guard token.kind == .identifier else { return }
    var attribute = AttributeUse(name: token.range, arguments: .none)
    advance()
    while token.kind == .dot {
      advance()
      attribute.name.end = token.end
      advance()
    }
    if isOperator(Byte.less), isAdjacent { _ = skipGenericArguments() }
    if token.kind == .leftParen, !token.startsLine {
      attribute.arguments = range { $0.skipGroup() }
    }
    prefix.attributes.append(attribute)
  }

  /// Reads a directive or a macro expansion.
  mutating func parsePound() {
    let above = token.firstComment
    let below = lexer.comments.count
    advance()
    if isWord("if") {
      if !hasPrefix { commentsAboveBlock = commentsAboveBlock ?? above }
      openBlocks.append(open.count)
      addClause(parent: clause, previous: nil, condition: parseCondition())
      result.clauses[result.clauses.count - 1].comments = above..<below
    } else if isWord("elseif") {
      let previous = endClause()
      addClause(parent: parent(of: previous), previous: previous, condition: parseCondition())
    } else if isWord("else") {
      let previous = endClause()
      advance()
      _ = takeTrailingComments()
      addClause(parent: parent(of: previous), previous: previous, condition: .none)
    } else if isWord("endif") {
      clause = parent(of: endClause())
      _ = openBlocks.popLast()
      advance()
      _ = takeTrailingComments()
    } else {
      skipExpansion()
    }
  }

  private func parent(of clause: Int?) -> Int? {
    clause.flatMap { result.clauses[$0].parent }
  }

  private mutating func addClause(parent: Int?, previous: Int?, condition: SourceRange) {
    clause = result.clauses.count
    result.clauses.append(ConditionalClause(parent: parent, previous: previous, condition: condition))
  }

  /// Ends the current clause, and the types that were opened but not closed in it.
  private mutating func endClause() -> Int? {
    if let count = openBlocks.last, open.count > count {
      open.removeLast(open.count - count)
      openedAt.removeLast(openedAt.count - count)
    }
    // A block can contain only an attribute, which is for the declaration below the block.
    if !hasPrefix { commentsAboveBlock = nil }
    return openBlocks.isEmpty ? nil : clause
  }

  /// Reads a condition, which ends with its line unless the line ends with an operator.
  private mutating func parseCondition() -> SourceRange {
    advance()
    let condition = range { parser in
      var isOpen = true
      while parser.token.kind != .end, isOpen || !parser.token.startsLine {
        isOpen = parser.token.kind == .operator && (parser.isWord("&&") || parser.isWord("||"))
        if parser.token.kind == .leftParen { parser.skipGroup() } else { parser.advance() }
      }
    }
    _ = takeTrailingComments()
    return condition
  }

  private mutating func skipExpansion() {
    hasPrefix = false
    guard token.kind == .identifier else { return }
    advance()
    if isOperator(Byte.less), isAdjacent { _ = skipGenericArguments() }
    while !token.startsLine, token.kind == .leftParen || token.kind == .leftBrace { skipGroup() }
    _ = takeTrailingComments()
  }
}
