/// Types and extensions.
///
/// Their headers are read to the opening brace and give a `TypeDeclaration`; the members follow in the main loop of
/// `Parser`.
///
///     @frozen public enum Mode<T>: String, P where T: Q {
///     └── prefix ───┘      │  │    └ inherited, two ranges
///                       name  generics
extension Parser {
  /// Reads a type up to its opening brace, or a whole protocol.
  ///
  /// The members are read by the main loop after this function returns; the type is on the list of open types until its
  /// brace closes. This is what keeps nesting off the call stack: 20 000 nested structs are read like any others.
  ///
  /// A protocol is skipped as a whole. It has no stored properties, and what it requires isn't a setting.
  ///
  /// Without a name or a brace, which no valid source lacks, nothing is declared, and reading goes on at the unexpected
  /// token.
  mutating func parseType(_ keyword: TypeDeclaration.Keyword) -> Bool {
    var type = TypeDeclaration(keyword: keyword, prefix: takePrefix(), name: .none)
    type.clause = clause
    type.parent = open.last?.index
    // A member of a type on one line doesn't start a line, and is itself on that line then.
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
    if isWord("where") { skipToBody() }
    guard token.kind == .leftBrace else { return true }
    type.comments.inner = firstInner..<lexer.comments.count
    if keyword == .protocol {
      skipGroup()
      _ = takeTrailingComments()
      result.types.append(type)
      return true
    }
    open.append(OpenType(index: result.types.count, brace: token.start, isOneLine: isOneLine))
    advance()
    type.comments.trailing = takeTrailingComments()
    result.types.append(type)
    return true
  }

  /// Ends the innermost type. A `}` without a type is a problem of the file, at that brace: the parser has then
  /// probably lost its place.
  ///
  /// A comment behind the brace of a type on one line, `struct A { var x = 1 }  // setting: advanced`, belongs to the
  /// members of that line, or to the type if it has no members. Behind the brace of any other type, it belongs to
  /// nothing.
  mutating func closeType() {
    let brace = token
    hasPrefix = false
    commentsAboveBlock = nil
    advance()
    guard let closed = open.popLast() else {
      result.problems.append(SyntaxProblem(offset: brace.start, message: "this '}' closes nothing"))
      return
    }
    result.types[closed.index].end = brace.end
    let comments = takeTrailingComments()
    guard !brace.startsLine, closed.isOneLine, !comments.isEmpty else { return }
    attach(comments, to: closed)
    let type = result.types[closed.index]
    if type.properties.isEmpty, type.cases.isEmpty, type.comments.trailing.isEmpty {
      result.types[closed.index].comments.trailing = comments
    }
  }

  /// Reads the types after a colon, each as a range. Attributes and specifiers, as in `@unchecked Sendable`, are inside
  /// of the range.
  private mutating func parseInheritance() -> [SourceRange] {
    var inherited: [SourceRange] = []
    repeat {
      advance()
      let type = range { $0.skipType() }
      if !type.isEmpty { inherited.append(type) }
    } while token.kind == .comma
    return inherited
  }

  /// Skips generic parameters, if any, and returns them with their brackets. A `<` that doesn't begin parameters stays
  /// the current token.
  mutating func skipGenericClause() -> SourceRange {
    isOperator(Byte.less) ? range { _ = $0.skipGenericArguments() } : .none
  }

  /// Skips a `where` clause or a condition, up to the brace after it. Neither has braces but in groups, which are skipped as a whole, so the
  /// next brace begins the body.
  mutating func skipToBody() {
    while token.kind != .leftBrace, token.kind != .rightBrace, token.kind != .semicolon,
      token.kind != .end
    {
      if token.kind == .leftParen || token.kind == .leftBracket { skipGroup() } else { advance() }
    }
  }

  /// Reads the import of a module, or of a declaration in a module. A word `import` without a name on its line is
  /// skipped.
  mutating func parseImport() -> Bool {
    let prefix = takePrefix()
    guard isFollowedByName() else { return skipToLineEnd() }
    advance()
    // The kind of the declaration comes first: `import struct Network.Host`.
    let name = isFollowedByName() ? peek().range : token.range
    result.imports.append(ImportDeclaration(prefix: prefix, module: name, clause: clause))
    return skipToLineEnd()
  }

  /// Reads a type alias, of the innermost open type or of the file. An associated type is skipped with its protocol.
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

/// Skipping types.
///
/// A type ends where no further part of it can follow, which no token marks. These functions know all types of the
/// language, so the `=`, `{` or line end behind a type is found, but not what the types mean: `TypeReference.read` does
/// that for the few types of settings.
extension Parser {
  /// Skips a type, which then ends at `previousEnd`.
  ///
  ///     inout [String: any P & Q]? async throws(E) -> ()
  ///     prefix simple           suffix effects     again
  ///
  /// A loop over these parts reads function types and compositions without recursion: after `->` or `&`, another type
  /// begins. If no type begins at the current token, nothing is skipped.
  mutating func skipType() {
    repeat {
      skipTypePrefix()
      switch token.kind {
      case .leftParen, .leftBracket: skipGroup()
      case .identifier:
        advance()
        if isOperator(Byte.less), isAdjacent { _ = skipGenericArguments() }
      default: return
      }
      skipTypeSuffix()
    } while skipTypeOperator()
  }

  /// Skips attributes with their arguments, `~` of `~Copyable`, and specifiers such as `any`, `inout` and
  /// `nonisolated(nonsending)`.
  ///
  /// A specifier can also be the name of a type. It counts as a specifier only if a type follows.
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
      } else if token.kind == .identifier, isWord(in: Self.typeSpecifiers),
        peek().kind == .identifier || peekOpensType()
      {
        advance()
      } else {
        return
      }
    }
  }

  /// Whether the next token can only begin a type: `inout (Int)`, `any ~Copyable`.
  private func peekOpensType() -> Bool {
    let next = peek()
    return next.kind == .leftParen || next.kind == .leftBracket || next.kind == .at
      || next.kind == .operator && isWord("~", token: next)
  }

  /// The words that can be in front of a type: of an existential or opaque type, a pack, or the ownership of a parameter.
  private static let typeSpecifiers: Set<String> = [
    "any", "some", "inout", "each", "repeat", "borrowing", "consuming", "sending", "isolated", "__owned",
    "__shared",
  ]

  /// Skips `?`, `!`, `...`, and members, `.Element` or `.Type`, as long as they follow without space. A `?` with space
  /// before it belongs to a conditional expression, as in `x is Int ? 1 : 2`.
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

  /// Skips `&`, `->` or `async throws(Problem) ->`, after which another type begins; doesn't move if there is none. The words alone belong
  /// to a function declaration behind its parameters, or are names.
  private mutating func skipTypeOperator() -> Bool {
    let start = checkpoint
    skipEffects()
    if token.kind == .operator, isWord("->") || isWord("&") {
      advance()
      return true
    }
    rewind(to: start)
    return false
  }

  /// Skips generic parameters or arguments from `<` to `>`; doesn't move if the next token isn't `<`.
  ///
  /// A `<` can also be a comparison. What can't be between angle brackets, such as a string or `&&`, ends the attempt,
  /// and the parser is where it was. Angle brackets are counted, so nested lists need no recursion; operators such as
  /// `>>` are split into their characters.
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
      case .operator where isWord(in: Self.genericOperators): advance()
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

  /// The operators that can be between angle brackets: in function types and compositions, in requirements of a `where`
  /// clause, in packs, defaults, and negative integers.
  private static let genericOperators: Set<String> = ["->", "&", "==", "...", "~", "=", "-"]
}

/// Associated values, which can have annotations like properties.
///
/// For all other parentheses, the parser only needs to know where they end. Here it has to go in, because a comment
/// inside belongs to a value, and comments are recorded only between the tokens that are read one by one.
extension Parser {
  /// Reads the associated values of a case, with their parentheses; returns `nil` if their boundaries are unclear.
  ///
  ///     case file(
  ///       path: String,   // setting: length = 1...80     path
  ///       mode: Int = 6   // setting: range = 0...7       mode
  ///     )
  ///
  /// Each value can have its own annotations, at the end of its line or above it. If the boundaries are unclear (an
  /// expression that the parser can't skip), none of the values is known, and the enum isn't a setting with
  /// alternatives. In both cases, the closing parenthesis is skipped.
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
      // What follows a value is a comma or the end, or else its end was missed.
      guard isMore || token.kind == .rightParen, !value.type.isEmpty else {
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

  /// Reads `path: String`, `_ path: String` or `String`, each with or without a default. The second is unnamed, as `_` says. Its type is
  /// empty if none is there. The comments in front of it are leading; the comments inside of it, and behind it up to the comma, are
  /// inner.
  private mutating func parseAssociatedValue() -> AssociatedValueDeclaration {
    var value = AssociatedValueDeclaration(prefix: DeclarationPrefix(start: token.start))
    value.comments.leading = token.firstComment..<lexer.comments.count
    let isUnnamed = isWord("_")
    if isUnnamed, peek().kind == .identifier { advance() }
    if token.kind == .identifier, peek().kind == .colon {
      if !isUnnamed { value.label = token.range }
      advance()
      advance()
    }
    value.type = range { $0.skipType() }
    value.value = parseValue()
    let endsOnLine = token.kind == .comma || !token.isBelowComments
    let end = endsOnLine ? commentsOnLine.upperBound : token.firstComment
    let start = value.comments.leading.upperBound
    value.comments.inner = start..<max(start, end)
    return value
  }

  /// The comments between the previous token and the current token that are on the previous token's line.
  private var commentsOnLine: Range<Int> {
    let end = lexer.comments[token.firstComment...].firstIndex { $0.startsLine }
    return token.firstComment..<(end ?? lexer.comments.count)
  }
}
