/// Cases, initializers, and members that are skipped.
///
/// Each function begins at its keyword and ends behind the member, with the comments on its last line. It returns
/// `false` without moving if the word isn't a keyword there.
extension Parser {
  /// Reads the cases of one `case` declaration; returns `false` for a `case` outside of an enum, which belongs to a
  /// statement.
  ///
  /// One `case` can declare several, over several lines. A comment above it belongs to all of them, a comment at the
  /// end of a line to those on the line.
  ///
  ///     // setting: deprecated          all three
  ///     case a, b,   // setting: secret      a and b
  ///       c
  mutating func parseCases() -> Bool {
    guard let type = open.last?.index, result.types[type].keyword == .enum else { return false }
    parseMembers(\.cases) { parser, prefix in
      guard parser.token.kind == .identifier else { return nil }
      var declaration = CaseDeclaration(prefix: prefix, name: parser.token.range)
      declaration.clause = parser.clause
      let endOfComments = parser.parseCase(&declaration)
      return (declaration, endOfComments)
    }
    return true
  }

  /// Reads one name with its associated values or its raw value. Swift allows only one of the two.
  ///
  /// Returns the number of comments in front of the associated values, which the comments inside belong to; `nil` for a case without any.
  private mutating func parseCase(_ declaration: inout CaseDeclaration) -> Int? {
    advance()
    var commentsInFront: Int?
    if token.kind == .leftParen, !token.startsLine {
      commentsInFront = lexer.comments.count
      declaration.associated = range { declaration.values = $0.parseAssociatedValues() }
    }
    declaration.rawValue = parseValue()
    return commentsInFront
  }

  /// Reads an initializer; returns `false` outside of types, where `init` is a word like others.
  ///
  ///     init() {}                               empty: the properties keep their initial values
  ///     init() { port = loadPort() }            not empty: the defaults are unknown
  ///     init(from decoder: any Decoder) …       decoding: what is read is up to the app
  ///
  /// The body is kept as a range, because the keys that `init(from:)` requires, and whether `init(rawValue:)` stores
  /// its argument unchanged, are read from its words.
  mutating func parseInitializer() -> Bool {
    guard let last = open.last else { return false }
    _ = takePrefix()
    advance()
    // The mark of a failable initializer, which can be one token with the `<` behind it.
    if isOperator(Byte.question) || isOperator(Byte.exclamation) { splitOperator() }
    let generics = range { _ = $0.skipGenericClause() }
    guard token.kind == .leftParen else { return true }
    let isDecoding = isWord("from", token: peek())
    var initializer = InitializerDeclaration(parameters: range { $0.skipGroup() }, isDecoding: isDecoding)
    // `init(from:)` with another parameter, such as a `URL`, is an ordinary initializer.
    initializer.isDecoding =
      isDecoding && isParameter(initializer.parameters, generics: generics, of: "Decoder")
    initializer.clause = clause
    skipEffects()
    if isWord("where") { skipToBody() }
    if token.kind == .leftBrace {
      initializer.isEmpty = peek().kind == .rightBrace
      initializer.body = range { $0.skipGroup() }
    }
    result.types[last.index].initializers.append(initializer)
    _ = takeTrailingComments()
    return true
  }

  /// Reads the name and the parameters of a function; records `encode(to:)`, and the names of static functions. The main loop skips the rest.
  ///
  ///     func encode(to encoder: any Encoder) throws { … }     the type writes itself
  ///     func encode(to url: URL) throws { … }                 any other function
  ///     static func seconds(_ n: Int) -> Duration { … }       "seconds" is recorded
  ///
  /// A type with its own `encode(to:)` is stored in a way that only the running program knows. The names of static
  /// functions are recorded because an app can declare its own `seconds(_:)`, and `.seconds(5)` then means the app's
  /// function. An operator function has no name here.
  mutating func skipFunction() -> Bool {
    let prefix = takePrefix()
    advance()
    let isEncode = isWord("encode") && !prefix.isStatic
    if prefix.isStatic, token.kind == .identifier, let last = open.last {
      result.types[last.index].functions.append(token.range)
    }
    advance()
    let generics = range { _ = $0.skipGenericClause() }
    if token.kind == .leftParen {
      let isEncoding = isEncode && isWord("to", token: peek())
      let parameters = range { $0.skipGroup() }
      if isEncoding, isParameter(parameters, generics: generics, of: "Encoder"), let last = open.last {
        result.types[last.index].encoders.append(clause)
      }
    }
    return true
  }

  /// Whether parameters are one of a protocol: `any Encoder`, `some Encoder`, or of a generic type that conforms to it.
  ///
  /// `encode(to url: URL)` and `init(from: Decoder, strict: Bool)` aren't methods of `Codable`. A comma anywhere in the
  /// parameters counts as the start of a second parameter.
  private func isParameter(_ parameters: SourceRange, generics: SourceRange, of name: StaticString) -> Bool {
    let isOne = !(parameters.start..<parameters.end).contains { lexer.text[$0] == Byte.comma }
    return isOne && (contains(name, in: parameters) || contains(name, in: generics))
  }

  /// Whether a part of the source, behind its first byte, contains a word that isn't part of a longer one.
  private func contains(_ word: StaticString, in range: SourceRange) -> Bool {
    let length = word.utf8CodeUnitCount
    guard range.end - range.start > length else { return false }
    return (range.start + 1..<range.end - length).contains { start in
      !lexer.text[start - 1].isIdentifier && !lexer.text[start + length].isIdentifier
        && lexer.spells(word, offset: start)
    }
  }

  /// Skips the keyword of a declaration of which nothing is recorded. What follows it has no keywords, so the main loop skips that.
  mutating func skipKeyword() -> Bool {
    _ = takePrefix()
    advance()
    return true
  }

  /// Skips the rest of a declaration that ends with its line: an import, or an operator. The comments behind it belong
  /// to nothing.
  mutating func skipToLineEnd() -> Bool {
    _ = takePrefix()
    repeat {
      advance()
    } while !token.startsLine && token.kind != .semicolon && token.kind != .rightBrace
      && token.kind != .end
    _ = takeTrailingComments()
    return true
  }

  /// Skips `async` and `throws(Problem)`, in any order.
  mutating func skipEffects() {
    while isWord("async") || isWord("throws") || isWord("rethrows") || isWord("reasync") {
      advance()
      if token.kind == .leftParen { skipGroup() }
    }
  }
}

/// Stored and computed properties.
///
///     var a: Int = f() { didSet { … } }
///         │  │     │   └ observers: stored. Anything else in braces: computed
///         name type value
///
/// The value is the hard part: only `skipExpression()` knows whether a brace behind it is a trailing closure of it.
extension Parser {
  /// Reads the properties of one `var` or `let`.
  ///
  ///     // setting: advanced                                     leading: both
  ///     var a = 1 /* x */, b: Int = 2   // setting: unit = "s"   x is inside of a, the last comment trails both
  ///
  /// Outside of types, the names are read and dropped: a global variable is no setting.
  mutating func parseProperties(isLet: Bool) -> Bool {
    let type = open.last?.index
    let first = type.map { result.types[$0].properties.count }
    parseMembers(\.properties) { parser, prefix in
      guard parser.token.kind == .identifier || parser.token.kind == .leftParen else { return nil }
      var property = PropertyDeclaration(prefix: prefix, name: parser.token.range, isLet: isLet)
      property.clause = parser.clause
      parser.parseBinding(&property)
      return (property, nil)
    }
    if let type, let first { shareTypes(&result.types[type].properties[first...]) }
    return true
  }

  /// Reads the members of one declaration, with commas between them, and adds them to the innermost type.
  ///
  /// The comments above the keyword belong to all of them, and those inside of a member, or in front of its comma, to the member.
  ///
  /// - Parameter parse: Reads one member; returns `nil` without moving if there is none. The number is that of the first comment that
  ///   doesn't belong to the member, if it isn't the one behind it.
  private mutating func parseMembers<Member: AnnotatedDeclaration>(
    _ members: WritableKeyPath<TypeDeclaration, [Member]>,
    parse: (inout Parser, DeclarationPrefix) -> (member: Member, endOfComments: Int?)?
  ) {
    let prefix = takePrefix()
    let firstComment = prefixComments
    advance()
    let leading = firstComment..<lexer.comments.count
    var firstInner = lexer.comments.count
    var startsLine = false
    while let (found, end) = parse(&self, prefix) {
      // The members on the previous line must not get the comment at the end of this line.
      if startsLine { startLine() }
      let isMore = token.kind == .comma
      let endInner = end ?? (isMore ? lexer.comments.count : token.firstComment)
      var member = found
      member.comments.leading = leading
      member.comments.inner = firstInner..<max(firstInner, endInner)
      if isMore {
        advance()
        member.comments.trailing = takeTrailingComments()
      }
      if let type = open.last?.index { result.types[type][keyPath: members].append(member) }
      guard isMore else { break }
      (firstInner, startsLine) = (token.firstComment, token.startsLine)
    }
    endMember()
  }

  /// Gives each name without a type the type of the next name: `var width, height: Int`.
  private func shareTypes(_ properties: inout ArraySlice<PropertyDeclaration>) {
    for index in properties.indices.dropLast().reversed()
    where properties[index].type.isEmpty && properties[index].value.isEmpty {
      properties[index].type = properties[index + 1].type
    }
  }

  /// Reads one name with its type, initial value and accessors.
  ///
  /// A brace right behind is either an accessor block, which makes the property computed, or holds observers of a
  /// stored property. A brace that belongs to the initial value, as in `= f { … }`, was skipped with it.
  private mutating func parseBinding(_ property: inout PropertyDeclaration) {
    if token.kind == .leftParen {
      let start = checkpoint
      if let name = parseNameInParentheses() {
        property.name = name
      } else {
        rewind(to: start)
        property.isPattern = true
        property.name = range { $0.skipGroup() }
      }
    } else {
      advance()
    }
    if token.kind == .colon {
      advance()
      property.type = range { $0.skipType() }
    }
    property.value = parseValue()
    if token.kind == .leftBrace {
      property.isStored = startsObservers()
      recordCommentsAfterBrace()
      property.body = range { $0.skipGroup() }
    }
  }

  /// Reads `(name)`, which declares the name alone; returns `nil` for any other pattern, in the middle of it.
  private mutating func parseNameInParentheses() -> SourceRange? {
    var depth = 0
    while token.kind == .leftParen {
      advance()
      depth += 1
    }
    guard token.kind == .identifier else { return nil }
    let name = token.range
    advance()
    while depth > 0, token.kind == .rightParen {
      advance()
      depth -= 1
    }
    return depth == 0 ? name : nil
  }

  /// Whether the current brace opens property observers: `didSet` or `willSet` is the first word in it, behind
  /// attributes with their arguments.
  ///
  /// It decides two things: that the property is stored, and that the brace behind an initial value isn't a trailing
  /// closure of it.
  func startsObservers() -> Bool {
    var ahead = ahead
    var next = ahead.next()
    while next.kind == .at {
      _ = ahead.next()
      next = ahead.next()
      if next.kind == .leftParen {
        ahead.skipGroup(openedAt: next.start)
        next = ahead.next()
      }
    }
    return next.kind == .identifier && (isWord("didSet", token: next) || isWord("willSet", token: next))
  }

  /// Records the comments between the current brace and the end of its line, before the group is skipped without its
  /// comments.
  ///
  ///     var a = 1 {   // setting: advanced
  ///       didSet { … }
  ///     }
  private mutating func recordCommentsAfterBrace() {
    var ahead = ahead
    _ = ahead.next()
    lexer.comments += ahead.comments.prefix { !$0.startsLine }
  }
}
