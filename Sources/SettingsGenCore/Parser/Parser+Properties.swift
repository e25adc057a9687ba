/// Stored and computed properties.
extension Parser {
  /// Reads the properties of one `var` or `let`.
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

  /// Gives each name without a type the type of the next name: `var width, height: Int`.
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
      property.name = range { $0.skipGroup() }
    } else {
      advance()
    }
    if token.kind == .colon {
      advance()
      property.type = range { $0.skipType() }
    }
    if isOperator(Byte.equal), token.end == token.start + 1 {
      advance()
      property.value = range { $0.skipExpression() }
    }
    if token.kind == .leftBrace {
      let hasObservers = startsObservers()
      recordCommentsAfterBrace()
      let body = range { $0.skipGroup() }
      if !hasObservers { (property.storage, property.body) = (.computed, body) }
    }
  }

  /// Whether the current brace opens property observers.
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

  /// Records the comments between the current brace and the end of its line.
  private mutating func recordCommentsAfterBrace() {
    var ahead = lexer
    ahead.comments = []
    _ = ahead.next()
    lexer.comments += ahead.comments.prefix { !$0.startsLine }
  }
}
