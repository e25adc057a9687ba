/// Types and extensions.
extension Parser {
  /// Reads a type up to its opening brace, or a whole protocol.
  mutating func parseType(_ keyword: TypeDeclaration.Keyword) -> Bool {
    var type = TypeDeclaration(keyword: keyword, prefix: takePrefix(), name: .none)
    type.clause = clause
    type.parent = open.last?.index
    let isOneLine = !token.startsLine || open.isEmpty
    let firstComment = prefixComments
    advance()
    type.comments.leading = firstComment..<lexer.comments.count
    let firstInner = lexer.comments.count
    if keyword == .extension {
      type.name = range { $0.skipType() }
    } else {
      guard token.kind == .identifier else { return true }
      type.name = token.range
      advance()
    }
    type.generics = skipGenericClause()
    if token.kind == .colon { type.inherited = parseInheritance() }
    if isWord("where") { skipWhereClause() }
    guard token.kind == .leftBrace else { return true }
    type.comments.inner = firstInner..<lexer.comments.count
    if keyword == .protocol {
      skipGroup()
      _ = takeTrailingComments()
      result.types.append(type)
      return true
    }
    openedAt.append(token.start)
    advance()
    type.comments.trailing = takeTrailingComments()
    open.append(OpenType(index: result.types.count, isOneLine: isOneLine))
    result.types.append(type)
    return true
  }

  /// Ends the innermost type.
  mutating func closeType() {
    let isOneLine = !token.startsLine
    let end = token.end
    hasPrefix = false
    commentsAboveBlock = nil
    let stray = token
    advance()
    guard let closed = open.popLast() else {
      result.problems.append(SyntaxProblem(offset: stray.start, message: "this '}' closes nothing"))
      return
    }
    openedAt.removeLast()
    result.types[closed.index].end = end
    let comments = takeTrailingComments()
    guard isOneLine, closed.isOneLine, !comments.isEmpty else { return }
    attach(comments, to: closed)
    let type = result.types[closed.index]
    if type.properties.isEmpty, type.cases.isEmpty, type.comments.trailing.isEmpty {
      result.types[closed.index].comments.trailing = comments
    }
  }

  private mutating func parseInheritance() -> [SourceRange] {
    var inherited: [SourceRange] = []
    repeat {
      advance()
      let type = range { $0.skipType() }
      if !type.isEmpty { inherited.append(type) }
    } while token.kind == .comma
    return inherited
  }

  /// Skips generic parameters, if any.
  mutating func skipGenericClause() -> SourceRange {
    guard isOperator(Byte.less) else { return .none }
    var isClause = false
    let clause = range { isClause = $0.skipGenericArguments() }
    return isClause ? clause : .none
  }

  /// Skips a `where` clause, up to the brace after it.
  mutating func skipWhereClause() {
    while token.kind != .leftBrace, token.kind != .rightBrace, token.kind != .semicolon,
      token.kind != .end
    {
      if token.kind == .leftParen || token.kind == .leftBracket { skipGroup() } else { advance() }
    }
  }

  /// Reads the import of a module, or of a declaration in a module.
  mutating func parseImport() -> Bool {
    let prefix = takePrefix()
    let next = peek()
    guard next.kind == .identifier, !next.startsLine else { return skipToLineEnd() }
    advance()
    // The kind of the declaration comes first: `import struct Network.Host`.
    let name = peek().kind == .identifier && !peek().startsLine ? peek().range : token.range
    result.imports.append(ImportDeclaration(prefix: prefix, module: name, clause: clause))
    return skipToLineEnd()
  }

  /// Reads a type alias.
  mutating func parseAlias() -> Bool {
    let prefix = takePrefix()
    advance()
    guard token.kind == .identifier else { return true }
    let name = token.range
    advance()
    let generics = skipGenericClause()
    guard isOperator(Byte.equal) else { return true }
    advance()
    let alias = AliasDeclaration(
      prefix: prefix, name: name, generics: generics, type: range { $0.skipType() }, clause: clause)
    if let last = open.last {
      result.types[last.index].aliases.append(alias)
    } else {
      result.aliases.append(alias)
    }
    if isWord("where") { _ = skipToLineEnd() }
    _ = takeTrailingComments()
    return true
  }
}
