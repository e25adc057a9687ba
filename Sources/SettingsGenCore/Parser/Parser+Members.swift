/// Cases, initializers, and members that only need to be skipped.
extension Parser {
  /// Reads the cases of one `case`.
  mutating func parseCases() -> Bool {
    guard let last = open.last, result.types[last.index].keyword == .enum else { return false }
    let prefix = takePrefix()
    let firstComment = prefixComments
    advance()
    let leading = firstComment..<lexer.comments.count
    var cases: [CaseDeclaration] = []
    var isMore = true
    while isMore, token.kind == .identifier {
      let isFirst = cases.isEmpty
      if !isFirst, token.startsLine { startLine(afterProperties: 0, afterCases: cases.count) }
      var declaration = CaseDeclaration(prefix: prefix, name: token.range)
      declaration.clause = clause
      declaration.comments.leading = leading
      let firstInner = isFirst ? lexer.comments.count : token.firstComment
      parseCase(&declaration)
      isMore = token.kind == .comma
      let endInner = isMore ? lexer.comments.count : token.firstComment
      declaration.comments.inner = firstInner..<max(firstInner, endInner)
      if isMore {
        advance()
        declaration.comments.trailing = takeTrailingComments()
      }
      cases.append(declaration)
    }
    result.types[last.index].cases += cases
    endMember()
    return true
  }

  private mutating func parseCase(_ declaration: inout CaseDeclaration) {
    advance()
    if token.kind == .leftParen, !token.startsLine {
      let start = token.start
      skipGroup()
      declaration.associated = SourceRange(start: start, end: previousEnd)
    }
    if isOperator(Byte.equal), token.end == token.start + 1 {
      advance()
      let start = token.start
      skipExpression()
      declaration.rawValue = SourceRange(start: start, end: max(start, previousEnd))
    }
  }

  /// Reads an initializer.
  mutating func parseInitializer() -> Bool {
    guard let last = open.last else { return false }
    _ = takePrefix()
    advance()
    if isOperator(Byte.question) || isOperator(Byte.exclamation) { splitOperator(after: 1) }
    _ = skipGenericClause()
    guard token.kind == .leftParen else { return true }
    var initializer = InitializerDeclaration(
      parameters: token.range, isDecoding: isWord("from", peek()))
    initializer.clause = clause
    skipGroup()
    initializer.parameters.end = previousEnd
    skipEffectsAndResult()
    if token.kind == .leftBrace {
      initializer.isEmpty = peek().kind == .rightBrace
      let start = token.start
      skipGroup()
      initializer.body = SourceRange(start: start, end: previousEnd)
    }
    result.types[last.index].initializers.append(initializer)
    endOther()
    return true
  }

  /// Skips a function; notes that of `Encodable`, and the names of static ones.
  mutating func skipFunction() -> Bool {
    let prefix = takePrefix()
    advance()
    let isEncode = isWord("encode")
    if prefix.isStatic, token.kind == .identifier, let last = open.last {
      result.types[last.index].functions.append(token.range)
    }
    advance()
    _ = skipGenericClause()
    if token.kind == .leftParen {
      if isEncode, isWord("to", peek()), let last = open.last {
        result.types[last.index].encodesItself = true
      }
      skipGroup()
    }
    skipEffectsAndResult()
    if token.kind == .leftBrace { skipGroup() }
    endOther()
    return true
  }

  /// Skips a subscript.
  mutating func skipSubscript() -> Bool {
    _ = takePrefix()
    advance()
    _ = skipGenericClause()
    if token.kind == .leftParen { skipGroup() }
    skipEffectsAndResult()
    if token.kind == .leftBrace { skipGroup() }
    endOther()
    return true
  }

  /// Skips a macro's declaration.
  mutating func skipMacro() -> Bool {
    _ = takePrefix()
    advance()
    advance()
    _ = skipGenericClause()
    if token.kind == .leftParen { skipGroup() }
    skipEffectsAndResult()
    if isOperator(Byte.equal) {
      advance()
      skipExpression()
    }
    endOther()
    return true
  }

  /// Skips a deinitializer.
  mutating func skipDeinitializer() -> Bool {
    guard !open.isEmpty else { return false }
    _ = takePrefix()
    advance()
    if token.kind == .leftBrace { skipGroup() }
    endOther()
    return true
  }

  /// Skips a precedence group.
  mutating func skipPrecedenceGroup() -> Bool {
    _ = takePrefix()
    advance()
    advance()
    if token.kind == .leftBrace { skipGroup() }
    endOther()
    return true
  }

  /// Skips what is left of a declaration on its line.
  mutating func skipToLineEnd() -> Bool {
    _ = takePrefix()
    repeat {
      advance()
    } while !token.startsLine && token.kind != .semicolon && token.kind != .rightBrace
      && token.kind != .end
    endOther()
    return true
  }

  /// Skips `async`, `throws`, the result and the generic requirements of a function.
  private mutating func skipEffectsAndResult() {
    while true {
      if token.kind == .operator, isWord("->") {
        advance()
        skipType()
      } else if token.kind == .identifier,
        isWord("async") || isWord("throws") || isWord("rethrows") || isWord("reasync")
      {
        advance()
        if token.kind == .leftParen { skipGroup() }
      } else if isWord("where") {
        skipWhereClause()
      } else {
        return
      }
    }
  }

  /// Passes over the comments after a declaration that they can say nothing about.
  private mutating func endOther() {
    _ = takeTrailingComments()
  }
}
