/// Stored and computed properties.
extension Parser {
  /// Reads all that one `var` or `let` declares.
  mutating func parseProperties(isLet: Bool) -> Bool {
    let prefix = takePrefix()
    let firstComment = prefixComments
    advance()
    let leading = firstComment..<lexer.comments.count
    var properties: [PropertyDeclaration] = []
    var isMore = true
    while isMore, token.kind == .identifier || token.kind == .leftParen {
      let isFirst = properties.isEmpty
      if !isFirst, token.startsLine { startLine(afterProperties: properties.count) }
      var property = PropertyDeclaration(prefix: prefix, name: token.range, isLet: isLet)
      property.clause = clause
      property.comments.leading = leading
      let firstInner = isFirst ? lexer.comments.count : token.firstComment
      parseBinding(&property)
      isMore = token.kind == .comma
      let endInner = isMore ? lexer.comments.count : token.firstComment
      property.comments.inner = firstInner..<max(firstInner, endInner)
      if isMore {
        advance()
        property.comments.trailing = takeTrailingComments()
      }
      properties.append(property)
    }
    shareTypes(&properties)
    if let last = open.last { result.types[last.index].properties += properties }
    endMember()
    return true
  }

  /// Gives names without a type that of the next name: `var width, height: Int`.
  private func shareTypes(_ properties: inout [PropertyDeclaration]) {
    for index in properties.indices.dropLast().reversed()
    where properties[index].type.isEmpty && properties[index].value.isEmpty {
      properties[index].type = properties[index + 1].type
    }
  }

  /// Reads one name with its type, initial value and accessors.
  private mutating func parseBinding(_ property: inout PropertyDeclaration) {
    if token.kind == .leftParen {
      property.isPattern = true
      let start = token.start
      skipGroup()
      property.name = SourceRange(start: start, end: previousEnd)
    } else {
      advance()
    }
    if token.kind == .colon {
      advance()
      let start = token.start
      skipType()
      property.type = SourceRange(start: start, end: max(start, previousEnd))
    }
    if isOperator(Byte.equal), token.end == token.start + 1 {
      advance()
      let start = token.start
      skipExpression()
      property.value = SourceRange(start: start, end: max(start, previousEnd))
    }
    if token.kind == .leftBrace {
      if !startsObservers() { property.storage = .computed }
      recordCommentsAfterBrace()
      skipGroup()
    }
  }

  /// Whether the brace at hand opens property observers.
  func startsObservers() -> Bool {
    var ahead = lexer
    ahead.comments = []
    var next = ahead.next()
    while next.kind == .at {
      _ = ahead.next()
      next = ahead.next()
      if next.kind == .leftParen {
        ahead.skipGroup(openedAt: next.start)
        next = ahead.next()
      }
    }
    return next.kind == .identifier && (isWord("didSet", next) || isWord("willSet", next))
  }

  /// Keeps the comments between the brace at hand and the end of its line.
  private mutating func recordCommentsAfterBrace() {
    var ahead = lexer
    ahead.comments = []
    _ = ahead.next()
    lexer.comments += ahead.comments.prefix { !$0.startsLine }
  }
}
