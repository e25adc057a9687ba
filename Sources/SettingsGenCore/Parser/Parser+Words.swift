/// Keywords and modifiers at the start of a declaration.
extension Parser {
  /// Reads a declaration, a statement or a modifier that starts with a word.
  mutating func parseWord() {
    if isStatement() {
      skipStatement()
    } else if !parseDeclaration(), !parseModifier() {
      advance()
      hasPrefix = false
    }
  }

  /// Reads a declaration, if the current token is its keyword. The length rules out most words before any bytes are compared.
  private mutating func parseDeclaration() -> Bool {
    switch token.end - token.start {
    case 3:
      if isWord("var") { return parseProperties(isLet: false) }
      if isWord("let") { return parseProperties(isLet: true) }
    case 4:
      if isWord("func") { return skipFunction() }
      if isWord("enum") { return parseType(.enum) }
      if isWord("init") { return parseInitializer() }
      if isWord("case") { return parseCases() }
    case 5:
      if isWord("class") { return isClassKeyword() && parseType(.class) }
      if isWord("actor") { return isFollowedByName() && parseType(.actor) }
      if isWord("macro") { return isFollowedByName() && skipMacro() }
    case 6:
      if isWord("struct") { return parseType(.struct) }
      if isWord("import") { return parseImport() }
      if isWord("deinit") { return skipDeinitializer() }
    case 8:
      if isWord("protocol") { return parseType(.protocol) }
      if isWord("operator") { return skipToLineEnd() }
    case 9:
      if isWord("extension") { return parseType(.extension) }
      if isWord("typealias") { return parseAlias() }
      if isWord("subscript") { return skipSubscript() }
    case 15:
      if isWord("precedencegroup") { return skipPrecedenceGroup() }
    default: break
    }
    return false
  }

  /// Reads a modifier, if the current token is one.
  private mutating func parseModifier() -> Bool {
    guard let modifier = modifier(token) else { return false }
    startPrefix()
    switch modifier {
    case .access(let level):
      advance()
      if token.kind == .leftParen {
        skipGroup()
        prefix.setterAccess = level
      } else {
        prefix.access = level
      }
      return true
    case .static: prefix.isStatic = true
    case .lazy: prefix.isLazy = true
    case .other: break
    }
    advance()
    if token.kind == .leftParen, !token.startsLine { skipGroup() }
    return true
  }

  private enum Modifier {
    case access(AccessLevel)
    case `static`, lazy, other
  }

  private func modifier(_ token: Token) -> Modifier? {
    switch token.end - token.start {
    case 4:
      if isWord("open", token) { return .access(.open) }
      if isWord("lazy", token) { return .lazy }
      if isWord("weak", token) { return .other }
    case 5:
      if isWord("final", token) || isWord("infix", token) { return .other }
      if isWord("class", token) { return .static }
    case 6:
      if isWord("public", token) { return .access(.public) }
      if isWord("static", token) { return .static }
      if isWord("prefix", token) { return .other }
    case 7:
      if isWord("private", token) { return .access(.private) }
      if isWord("package", token) { return .access(.package) }
      if isWord("postfix", token) || isWord("unowned", token) || isWord("dynamic", token) { return .other }
    case 8:
      if isWord("internal", token) { return .access(.internal) }
      if isWord("override", token) || isWord("mutating", token) || isWord("required", token)
        || isWord("indirect", token)
        || isWord("optional", token) || isWord("isolated", token) || isWord("__shared", token)
      {
        return .other
      }
    case 9:
      if isWord("consuming", token) || isWord("borrowing", token) { return .other }
    case 11:
      if isWord("fileprivate", token) { return .access(.fileprivate) }
      if isWord("convenience", token) || isWord("nonisolated", token) || isWord("nonmutating", token)
        || isWord("distributed", token)
      {
        return .other
      }
    default: break
    }
    return nil
  }

  /// Starts the prefix of a declaration, unless it has started.
  mutating func startPrefix() {
    if hasPrefix { return }
    hasPrefix = true
    prefix = DeclarationPrefix(start: token.start)
    prefixComments = commentsAboveBlock ?? token.firstComment
    if token.startsLine { startLine(afterProperties: 0) }
  }

  /// Ends the prefix at the keyword of the declaration, and returns it.
  mutating func takePrefix() -> DeclarationPrefix {
    startPrefix()
    hasPrefix = false
    commentsAboveBlock = nil
    return prefix
  }

  /// Whether `class` declares a type, and doesn't modify a member.
  private func isClassKeyword() -> Bool {
    let next = peek()
    guard next.kind == .identifier else { return false }
    return
      !(isWord("var", next) || isWord("let", next) || isWord("func", next)
      || isWord("subscript", next) || isWord("init", next) || modifier(next) != nil)
  }

  private func isFollowedByName() -> Bool {
    let next = peek()
    return next.kind == .identifier && !next.startsLine
  }

  /// Whether the current token starts a statement, which is possible outside of types.
  private func isStatement() -> Bool {
    guard open.isEmpty else { return false }
    switch token.end - token.start {
    case 2: return isWord("if") || isWord("do")
    case 3: return isWord("for")
    case 4: return isWord("else")
    case 5: return isWord("guard") || isWord("while") || isWord("catch") || isWord("defer")
    case 6: return isWord("switch") || isWord("repeat")
    default: return false
    }
  }

  /// Skips a statement with its block.
  private mutating func skipStatement() {
    let isRepeat = isWord("repeat")
    advance()
    while token.kind != .leftBrace, token.kind != .rightBrace, token.kind != .end {
      if token.kind == .leftParen || token.kind == .leftBracket { skipGroup() } else { advance() }
    }
    if token.kind == .leftBrace { skipGroup() }
    if isRepeat, isWord("while") { advance() }
    hasPrefix = false
  }
}
