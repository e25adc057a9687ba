/// Skipping types.
extension Parser {
  /// Skips a type, which then ends at `previousEnd`.
  mutating func skipType() {
    while true {
      skipTypePrefix()
      guard skipSimpleType() else { return }
      skipTypeSuffix()
      if token.kind == .operator, isWord("&") || isWord("->") {
        advance()
      } else if token.kind == .identifier, !token.startsLine, isWord("async") || isWord("throws"),
        skipFunctionEffects()
      {
        continue
      } else {
        return
      }
    }
  }

  private mutating func skipTypePrefix() {
    while true {
      if token.kind == .at {
        advance()
        if token.kind == .identifier { advance() }
        if token.kind == .leftParen, isAdjacent { skipGroup() }
      } else if token.kind == .operator, isWord("~") {
        advance()
      } else if token.kind == .identifier, isWord("nonisolated"), peek().kind != .dot {
        advance()
        if token.kind == .leftParen, isAdjacent { skipGroup() }
      } else if token.kind == .identifier, isTypeSpecifier(), peek().kind == .identifier || peekOpensType() {
        advance()
      } else {
        return
      }
    }
  }

  private func peekOpensType() -> Bool {
    let next = peek()
    return next.kind == .leftParen || next.kind == .leftBracket || next.kind == .at
      || next.kind == .operator && isWord("~", next)
  }

  private func isTypeSpecifier() -> Bool {
    isWord("any") || isWord("some") || isWord("inout") || isWord("each") || isWord("repeat")
      || isWord("borrowing") || isWord("consuming") || isWord("sending") || isWord("isolated")
      || isWord("__owned") || isWord("__shared")
  }

  /// Skips a name, with its generic arguments and members, or a type in brackets.
  private mutating func skipSimpleType() -> Bool {
    switch token.kind {
    case .leftParen, .leftBracket:
      skipGroup()
      return true
    case .identifier:
      advance()
      if isOperator(Byte.less), isAdjacent { _ = skipGenericArguments() }
      return true
    default: return false
    }
  }

  /// Skips `?`, `!`, `...`, and members.
  private mutating func skipTypeSuffix() {
    while true {
      if token.kind == .dot, peek().kind == .identifier {
        advance()
        advance()
        if isOperator(Byte.less), isAdjacent { _ = skipGenericArguments() }
      } else if isAdjacent, isOperator(Byte.question) || isOperator(Byte.exclamation) {
        splitOperator()
      } else if isAdjacent, token.kind == .operator, isWord("...") {
        advance()
      } else {
        return
      }
    }
  }

  /// Skips `async throws(Problem) ->`; doesn't move if there is no arrow.
  private mutating func skipFunctionEffects() -> Bool {
    let start = checkpoint
    while isWord("async") || isWord("throws") {
      advance()
      if token.kind == .leftParen { skipGroup() }
    }
    if token.kind == .operator, isWord("->") {
      advance()
      return true
    }
    rewind(to: start)
    return false
  }

  /// Skips generic parameters or arguments from `<` to `>`; doesn't move if the next token isn't `<`.
  mutating func skipGenericArguments() -> Bool {
    let start = checkpoint
    var depth = 0
    while true {
      switch token.kind {
      case .operator where isOperator(Byte.less):
        depth += 1
        splitOperator()
      case .operator where isOperator(Byte.greater):
        depth -= 1
        splitOperator()
        if depth == 0 { return true }
      case .operator where isGenericOperator(): advance()
      case .operator where isOperator(Byte.question) || isOperator(Byte.exclamation):
        splitOperator()
      case .leftParen, .leftBracket: skipGroup()
      case .identifier, .dot, .comma, .colon, .at, .number: advance()
      default:
        rewind(to: start)
        return false
      }
    }
  }

  private func isGenericOperator() -> Bool {
    isWord("->") || isWord("&") || isWord("==") || isWord("...") || isWord("~") || isWord("=")
      || isWord("-")
  }
}
