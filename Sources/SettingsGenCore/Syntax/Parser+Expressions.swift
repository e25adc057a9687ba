/// Skipping expressions.
///
/// This replaces a parser for expressions: it finds the end of any expression by looking at one token after the other,
/// with the question whether an operand or an operator is due. Groups are skipped as a whole, so operators, postfixes
/// and white space are all that is left to decide.
///
///     var a = x.map { $0 + 1 } ?? -2, b = 3
///
/// `x` is an operand, `.map` and the braces are postfixes, `??` is an operator, `-2` an operand with its prefix, and the
/// comma ends the expression.
extension Parser {
  /// Skips an expression, which then ends at `previousEnd`.
  ///
  /// Nothing marks the end of an expression in Swift: it ends before a token that can't continue it. Which tokens can
  /// continue it depends on whether an operand or an operator is expected.
  ///
  /// For example, after `let a = x` the line `.map(f)` continues the expression, `var b` doesn't, and `-1` on its own
  /// line doesn't, either, since there is no space after the minus.
  ///
  /// `ternaries` counts the `?` whose `:` is still to come. Only then does a colon continue the expression; in `[a: b]`
  /// and in the label of a case, it ends it. Groups are skipped as a whole, so the loop sees one level of brackets
  /// only.
  mutating func skipExpression() {
    var ternaries = 0
    var needsOperand = true
    while true {
      switch token.kind {
      case .operator where !needsOperand:
        guard let needs = skipOperator(&ternaries) else { return }
        needsOperand = needs
      case .operator,
        .backslash where needsOperand:
        advance()
      case .number where needsOperand, .string where needsOperand, .regex where needsOperand:
        advance()
        needsOperand = false
      case .dot:
        advance()
        guard token.kind == .identifier || token.kind == .number else { continue }
        advance()
        if isOperator(Byte.less), isAdjacent { skipGenericArgumentsOfCall() }
        needsOperand = false
      // Parentheses and brackets on a new line begin another expression. A brace is a trailing closure, on a new line, too, unless it
      // opens the observers of the property whose value this is.
      case .leftParen, .leftBracket, .leftBrace:
        let isBrace = token.kind == .leftBrace
        if !needsOperand, isBrace ? startsObservers() : token.startsLine { return }
        skipGroup()
        needsOperand = false
      case .pound where needsOperand, .at where needsOperand:
        needsOperand = token.kind == .at
        advance()
        if token.kind == .identifier { advance() }
      case .colon where !needsOperand && ternaries > 0:
        ternaries -= 1
        advance()
        needsOperand = true
      case .identifier:
        guard let needs = needsOperand ? skipWord() : skipWordOperator() else { return }
        needsOperand = needs
      default: return
      }
    }
  }

  /// Skips `=` and the expression behind it, if the current token is one; returns the range of the expression.
  mutating func parseValue() -> SourceRange {
    guard isWord("=") else { return .none }
    advance()
    return range { $0.skipExpression() }
  }

  /// Skips a word where an operand is due: a keyword in front of one, or an operand; returns whether an operand is due then, or `nil` if the
  /// word is neither.
  ///
  /// An operand can be an `if` or `switch` expression. A keyword that starts a line and declares something isn't an operand: after a forgotten
  /// value, `var a =`, the next line is still read.
  private mutating func skipWord() -> Bool? {
    let isPrefix = isOperandPrefix()
    if !isPrefix {
      if skipBlockExpression() { return false }
      if token.startsLine, isWord(in: Self.declarationKeywords) { return nil }
    }
    advance()
    if !isPrefix, isOperator(Byte.less), isAdjacent { skipGenericArgumentsOfCall() }
    return isPrefix
  }

  /// Whether the current word is a keyword in front of an operand. `try!` and `await` always are, the others can be
  /// names.
  private func isOperandPrefix() -> Bool {
    if isWord("try") || isWord("await") { return true }
    guard isWord(in: Self.operandPrefixes) else { return false }
    // The other words are keywords only before an operand on the same line. Otherwise they are names: `copy(x)` calls a function,
    // and `copy (x)` is an operator with its operand.
    let next = peek()
    return !next.startsLine
      && (next.kind == .identifier || next.kind == .leftParen && next.start > token.end)
  }

  private static let operandPrefixes: Set<String> = [
    "unsafe", "copy", "consume", "any", "some", "each", "repeat", "borrow",
  ]

  /// The words that begin a declaration. Of the names that Swift allows without backticks, none is among these.
  private static let declarationKeywords: Set<String> = [
    "var", "let", "func", "struct", "enum", "case", "class", "extension", "static",
  ]

  /// Skips `if … { } else { }` and `switch … { }` used as values (SE-0380), and `do { } catch { }`. The first brace
  /// ends the condition, as in Swift, which allows no trailing closure there.
  private mutating func skipBlockExpression() -> Bool {
    guard isWord("if") || isWord("switch") || isWord("do") else { return false }
    repeat {
      skipToBody()
      guard token.kind == .leftBrace else { return true }
      skipGroup()
    } while isWord("else") || isWord("catch")
    return true
  }

  /// Skips generic arguments, if the token after them shows that the `<` isn't a comparison. Swift's parser decides in
  /// the same way.
  ///
  /// `Set<Int>()` and `A<B>.c` have arguments. In `a<b>c`, the `c` shows that there are none, and the parser goes back.
  private mutating func skipGenericArgumentsOfCall() {
    let start = checkpoint
    guard skipGenericArguments() else { return }
    switch token.kind {
    case .leftParen, .rightParen, .rightBracket, .leftBrace, .rightBrace, .dot, .comma, .semicolon, .colon,
      .end:
      return
    case .operator where isAdjacent && (isOperator(Byte.question) || isOperator(Byte.exclamation)): return
    default:
      if !token.startsLine { rewind(to: start) }
    }
  }

  /// Skips an operator after an operand; returns whether an operand is due then, or `nil` if the operator begins another expression.
  ///
  ///     a + b, a+b      infix: an operand follows
  ///     a! + b, b...    postfix: the operand goes on
  ///     a ? b : c       `?` with space on both sides begins a conditional expression
  ///     a?.b, a!.b      the mark is one character, and the rest of the operator is read again
  private mutating func skipOperator(_ ternaries: inout Int) -> Bool? {
    // White space decides: an operator with space on both sides or on neither side is infix; with space on the left only it is
    // prefix, with space on the right only postfix ("The Swift Programming Language", Lexical Structure, Operators).
    let isSpacedLeft = !isAdjacent
    let next = lexer.text[token.end]
    let isSpacedRight = next.isSpace || next == 0
    if token.startsLine, !isSpacedRight { return nil }
    if isSpacedLeft, isSpacedRight, isWord("?") { ternaries += 1 }
    let isInfix = isSpacedLeft || isWord("??") || isWord("!=") || isWord("!==")
    if !isInfix, isOperator(Byte.question) || isOperator(Byte.exclamation) {
      splitOperator()
      return false
    }
    advance()
    return isInfix || !(isSpacedRight || endsOperand(next))
  }

  /// Whether a byte right after an operator makes it a postfix operator, as white space does: a closing bracket, a
  /// separator or a dot.
  private func endsOperand(_ byte: UInt8) -> Bool {
    switch byte {
    case Byte.rightParen, Byte.rightBracket, Byte.rightBrace, Byte.comma, Byte.semicolon, Byte.colon,
      Byte.dot:
      true
    default: false
    }
  }

  /// Skips `as`, `as?`, `as!` or `is` with its type, or the label of another trailing closure, `f { } g: { }`; returns whether an operand is
  /// due then. Any other word ends the expression, `nil`: it begins the next declaration.
  private mutating func skipWordOperator() -> Bool? {
    if isWord("as") || isWord("is") {
      advance()
      if isAdjacent, isOperator(Byte.question) || isOperator(Byte.exclamation) { splitOperator() }
      skipType()
      return false
    }
    var ahead = ahead
    guard lexer.text[previousEnd - 1] == Byte.rightBrace, ahead.next().kind == .colon,
      ahead.next().kind == .leftBrace
    else { return nil }
    advance()
    advance()
    return true
  }
}

/// Attributes, `#if` blocks and macro expansions.
///
/// A block of `#if` can surround declarations, cases, or only an attribute, and can begin and end inside of a type. So
/// it is no level of nesting for the parser: the clauses are a tree of their own, and each declaration refers to its
/// clause.
extension Parser {
  /// Reads an attribute, `@Name`, `@Module.Name<T>(arguments)`, into the prefix. Parentheses on a new line aren't its
  /// arguments.
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
  ///
  /// All clauses of an `#if` block are read, whatever the build decides, and each declaration keeps the index of its
  /// clause. So one parse serves all variants of the form. Other directives (`#warning`, `#sourceLocation`) are skipped
  /// like expansions of macros.
  ///
  ///     // setting: secret       above the block: a comment of the first declaration in it
  ///     #if DEBUG                clause 0
  ///       var token = ""
  ///     #else                    clause 1, behind clause 0
  ///       var token = "x"
  ///     #endif                   the current clause is that around the block again
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

  /// The clause around the block of a clause; `nil` at the top level, and behind an `#endif` too many.
  private func parent(of clause: Int?) -> Int? {
    clause.flatMap { result.clauses[$0].parent }
  }

  /// Adds a clause, which is the current clause from here on.
  private mutating func addClause(parent: Int?, previous: Int?, condition: SourceRange) {
    clause = result.clauses.count
    result.clauses.append(ConditionalClause(parent: parent, previous: previous, condition: condition))
  }

  /// Ends the current clause, and the types that were opened but not closed in it. Returns the clause; `nil` outside of
  /// any block.
  ///
  /// With sources that a compiler accepts, nothing is open there. The parser also has to survive the others.
  private mutating func endClause() -> Int? {
    if let count = openBlocks.last, open.count > count {
      open.removeLast(open.count - count)
    }
    // A block can contain only an attribute, which is for the declaration below the block.
    if !hasPrefix { commentsAboveBlock = nil }
    return openBlocks.isEmpty ? nil : clause
  }

  /// Reads a condition, which ends with its line unless the line ends with `&&` or `||`. The comment behind it belongs
  /// to nothing.
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

  /// Skips the name, arguments and closures of a macro expansion at the place of a declaration, as in `#Preview("x") {
  /// … }`. What the macro declares isn't known: settings must be written out.
  private mutating func skipExpansion() {
    hasPrefix = false
    guard token.kind == .identifier else { return }
    advance()
    if isOperator(Byte.less), isAdjacent { _ = skipGenericArguments() }
    while !token.startsLine, token.kind == .leftParen || token.kind == .leftBrace { skipGroup() }
    _ = takeTrailingComments()
  }
}
