import SettingsForm

/// Values: from tokens to an `Expression`.
///
/// The grammar is a part of Swift's. Each function begins at the current token and ends behind what it has read, or,
/// after an opaque part, in front of the comma or bracket that ends it. All of them always return something, since an
/// initial value that can't be read is usual.
extension TokenReader {
  /// Reads an expression up to a comma, colon or closing bracket.
  ///
  /// A value is a literal, a calculation with literals, a member, a call, or a combination of these. Everything else is
  /// *opaque*: `compute { … }`, `a ? b : c`, an operator of the app. Opaque isn't an error. The form then has no
  /// default for the setting, and a note says so.
  ///
  ///     60 * 60              binary(multiply, 60, 60)
  ///     [.fast, Mode.safe]   array of implicitMember("fast") and path(Mode, safe)
  ///     URL(string: "a")!    forced(call(path(URL), string: "a"))
  ///     list[0], a ?? 1      opaque
  ///
  /// An opaque part makes the whole expression opaque only as far as its value depends on it: `[f { 1 }]` is an array
  /// with an opaque element.
  mutating func readExpression() -> Expression {
    depth += 1
    defer { depth -= 1 }
    let offset = token.start
    guard depth < Self.maximumDepth else { return skipOpaque(from: offset) }
    guard var expression = readCalculation() else { return skipOpaque(from: offset) }
    if kind == .operator, isWord("...") || isWord("..<") {
      advance()
      guard let upper = readCalculation() else { return skipOpaque(from: offset) }
      expression = Expression(kind: .range(expression, upper), offset: offset)
    }
    if isWord("as"), kind == .identifier {
      advance()
      guard let type = readType() else { return skipOpaque(from: offset) }
      expression = Expression(kind: .cast(expression, type), offset: offset)
    }
    return endsExpression ? expression : skipOpaque(from: offset)
  }

  /// Reads operands with operators between them. It stops at an operator that the generator doesn't evaluate, which
  /// makes the expression opaque, and returns `nil` after 63 operators, since the result nests as deeply as there are
  /// operators.
  ///
  /// Precedence climbing with two stacks, as in Dijkstra's shunting-yard algorithm: before an operator is pushed, all
  /// operators on the stack that bind at least as tightly are applied. `1 + 2 * 3 - 4` becomes `(1 + (2 * 3)) - 4`.
  /// There is always one operand more than operators when an operator is read.
  private mutating func readCalculation() -> Expression? {
    var operands = [readOperand()]
    var operations: [Expression.Operation] = []
    func reduce() {
      guard let right = operands.popLast(), let left = operands.popLast(),
        let operation = operations.popLast()
      else { return }
      operands.append(Expression(kind: .binary(operation, left, right), offset: left.offset))
    }
    var count = 0
    // The operator is compared as a whole: `&+` and `<<=` are none of these.
    while kind == .operator, let operation = Expression.Operation(rawValue: file.text(token.range)) {
      count += 1
      // A chain of n operators nests n levels deep, and what evaluates it is recursive.
      guard count < Self.maximumDepth else { return nil }
      advance()
      // All these operators are left-associative, so equal precedence is applied from the left.
      while let last = operations.last, last.precedence >= operation.precedence { reduce() }
      operations.append(operation)
      operands.append(readOperand())
    }
    while !operations.isEmpty { reduce() }
    return operands.first
  }

  /// Whether the current token ends an expression in an argument list, a literal or a range of the source. After
  /// anything else, such as `[` or `?`, the expression goes on in a way that isn't read, and so is opaque.
  private var endsExpression: Bool {
    switch kind {
    case .end, .comma, .colon, .rightParen, .rightBracket, .rightBrace: true
    default: false
    }
  }

  /// Skips the rest of an expression that can't be evaluated, up to a comma or an unmatched closing bracket. Groups are
  /// skipped as a whole, so the commas in `f(1, 2) ?? 3, b: 4` don't end it early.
  private mutating func skipOpaque(from offset: Int) -> Expression {
    while !isAtEnd, kind != .comma, kind != .rightParen, kind != .rightBracket, kind != .rightBrace {
      skipGroup()
    }
    return Expression(kind: .opaque, offset: offset)
  }

  /// Reads a value with the calls, members and `!` behind it.
  ///
  ///     Mode(rawValue: "a")!     forced(call(path(Mode), rawValue: "a"))
  ///     Limits.max               path(Limits, max)
  ///     [Int].init()             call(type([Int]))
  ///     f().x, "a".count         opaque: what a member of a result is can't be known
  ///
  /// Reading goes on behind an opaque part, so the reader is behind the whole operand at the end.
  private mutating func readOperand() -> Expression {
    let offset = token.start
    var expression = readPrimary()
    while true {
      switch kind {
      case .leftParen:
        expression = Expression(kind: .call(expression, readArguments()), offset: offset)
      case .dot:
        advance()
        guard kind == .identifier else { return Expression(kind: .opaque, offset: offset) }
        let name = TypeReference.Name(text: file.name(token.range))
        advance()
        expression = Expression(kind: expression.kind.member(name), offset: offset)
      case .operator where isAdjacent && isWord("!"):
        advance()
        expression = Expression(kind: .forced(expression), offset: offset)
      default: return expression
      }
    }
  }

  /// Reads a literal, a word, an implicit member, or a group in brackets.
  ///
  /// A sign belongs to a number only if nothing is between them, as for the compiler: `-128` is a literal of `Int8`,
  /// and would be out of range as the negation of 128. `-limit` is a negation. `+limit` and `- 5` aren't read.
  /// Parentheses around one expression change nothing; a tuple is opaque.
  private mutating func readPrimary() -> Expression {
    let offset = token.start
    func made(_ kind: Expression.Kind) -> Expression { Expression(kind: kind, offset: offset) }
    switch kind {
    case .number: return readNumber(from: offset)
    case .operator where isWord("-") || isWord("+"):
      let isNegation = isWord("-")
      advance()
      guard isAdjacent else { return made(.opaque) }
      guard kind == .number else {
        guard isNegation, kind != .operator, depth < Self.maximumDepth else { return made(.opaque) }
        depth += 1
        defer { depth -= 1 }
        return made(.negated(readOperand()))
      }
      return readNumber(from: offset)
    case .string:
      let value = StringLiteral.value(of: token.range, in: file)
      advance()
      return made(.string(value))
    case .dot:
      advance()
      guard kind == .identifier else { return made(.opaque) }
      let name = file.name(token.range)
      advance()
      return made(.implicitMember(name))
    case .identifier: return readWord()
    case .leftParen:
      let before = self
      advance()
      let inner = readExpression()
      if take(.rightParen) { return inner }
      // More than one expression: a tuple, or a syntax that isn't read.
      self = before
      skipGroup()
      return made(.opaque)
    case .leftBracket: return readBrackets()
    case .leftBrace:
      skipGroup()
      return made(.opaque)
    default:
      advance()
      return made(.opaque)
    }
  }

  /// Reads a number, with the sign at an offset in front of it as a part of the literal.
  private mutating func readNumber(from offset: Int) -> Expression {
    let literal = NumberLiteral(file.text(SourceRange(start: offset, end: token.end)))
    advance()
    return Expression(kind: literal.map { .number($0) } ?? .opaque, offset: offset)
  }

  /// Reads `true`, `false`, `nil`, or a name with its generic arguments.
  ///
  /// `Set<Int>()` and `a<b` begin alike. If the `<` doesn't begin a list that ends with `>`, the reader returns to the
  /// state before it, and the comparison makes the expression opaque.
  private mutating func readWord() -> Expression {
    let offset = token.start
    let word = file.text(token.range)
    var name = TypeReference.Name(text: file.name(token.range))
    advance()
    if word == "nil" { return Expression(kind: .null, offset: offset) }
    if let value = Bool(word) { return Expression(kind: .boolean(value), offset: offset) }
    if isOperator(Byte.less), isAdjacent {
      let before = self
      if let arguments = readTypeArguments() { name.arguments = arguments } else { self = before }
    }
    return Expression(kind: .path([name]), offset: offset)
  }

  /// Reads an array, a dictionary, or the name of their types as a callee.
  ///
  /// `[1, 2]`, `[Int]()` and `["a": 1]` all begin with a bracket. It is read as a type first; only if a call or a member follows is that
  /// what it means.
  ///
  /// A trailing comma is allowed, and `[:]` is the empty dictionary. A mixture of elements and pairs is opaque; the
  /// compiler rejects it.
  private mutating func readBrackets() -> Expression {
    let offset = token.start
    let before = self
    if let type = readType(), kind == .leftParen || kind == .dot {
      return Expression(kind: .type(type), offset: offset)
    }
    self = before
    advance()
    if take(.colon), take(.rightBracket) { return Expression(kind: .dictionary([]), offset: offset) }
    var elements: [Expression] = []
    var pairs: [Expression.Pair] = []
    while kind != .rightBracket, !isAtEnd {
      let key = readExpression()
      if take(.colon) {
        pairs.append(Expression.Pair(key: key, value: readExpression()))
      } else {
        elements.append(key)
      }
      guard take(.comma) else { break }
    }
    guard take(.rightBracket), pairs.isEmpty || elements.isEmpty else {
      return Expression(kind: .opaque, offset: offset)
    }
    return Expression(kind: pairs.isEmpty ? .array(elements) : .dictionary(pairs), offset: offset)
  }

  /// Reads the arguments of a call with their parentheses. `f(a, b: 1)` has the labels `nil` and `b`. A closure behind
  /// the parentheses is no argument here: it makes the call opaque, because the current token, `{`, doesn't end the
  /// expression.
  private mutating func readArguments() -> [Expression.Argument] {
    advance()
    var arguments: [Expression.Argument] = []
    while kind != .rightParen, !isAtEnd {
      var label: String?
      if kind == .identifier, nextKind == .colon {
        label = file.name(token.range)
        advance()
        advance()
      }
      arguments.append(Expression.Argument(label: label, value: readExpression()))
      guard take(.comma) else { break }
    }
    if !take(.rightParen) { advance() }
    return arguments
  }
}

extension Expression.Operation {
  /// The precedence of the operator in the standard library: `BitwiseShiftPrecedence`, `MultiplicationPrecedence`,
  /// `AdditionPrecedence`. Unlike in C, `&` multiplies and `|` adds.
  fileprivate var precedence: Int {
    switch self {
    case .shiftLeft, .shiftRight: 3
    case .multiply, .divide, .remainder, .and: 2
    case .add, .subtract, .or, .xor: 1
    }
  }
}

extension Expression.Kind {
  /// The expression with a member behind it: `Limits` and `max` are a path of two names, and `[Int].init` is the type
  /// as a callee. Of any other expression, the member's value is unknown.
  fileprivate func member(_ name: TypeReference.Name) -> Expression.Kind {
    switch self {
    case .path(let names): .path(names + [name])
    case .type(let type) where name.text == "init": .type(type)
    default: .opaque
    }
  }
}
