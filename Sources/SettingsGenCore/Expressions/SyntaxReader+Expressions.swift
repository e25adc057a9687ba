import SettingsForm

extension SyntaxReader {
  /// Reads an expression up to a comma, colon or closing bracket.
  mutating func readExpression() -> Expression {
    depth += 1
    defer { depth -= 1 }
    let offset = token.start
    guard depth < Self.maximumDepth else { return skipOpaque(from: offset) }
    var expression = readOperand()
    while !endsExpression {
      if isWord("as"), kind == .identifier {
        advance()
        guard let type = readType() else { return skipOpaque(from: offset) }
        expression = Expression(kind: .cast(expression, type), offset: offset)
      } else if kind == .operator, isCalculation(), let left = expression.isInteger {
        let isShift = isWord("<<")
        advance()
        let operand = readOperand()
        guard let right = operand.isInteger else { return skipOpaque(from: offset) }
        let worth = isShift ? expression.integer?.shifted(by: operand.integer) : nil
        expression = Expression(kind: .arithmetic(isInteger: left && right, worth: worth), offset: offset)
      } else {
        return skipOpaque(from: offset)
      }
    }
    return expression
  }

  private var endsExpression: Bool {
    switch kind {
    case .end, .comma, .colon, .rightParen, .rightBracket, .rightBrace: true
    default: false
    }
  }

  private func isCalculation() -> Bool {
    isWord("+") || isWord("-") || isWord("*") || isWord("/") || isWord("%") || isWord("<<")
      || isWord(">>") || isWord("|") || isWord("&")
  }

  /// Skips the rest of an expression that tells nothing.
  private mutating func skipOpaque(from offset: Int) -> Expression {
    while !isAtEnd, kind != .comma, kind != .rightParen, kind != .rightBracket, kind != .rightBrace {
      switch kind {
      case .leftParen, .leftBracket, .leftBrace: skipGroup()
      default: advance()
      }
    }
    return Expression(kind: .opaque, offset: offset)
  }

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

  private mutating func readPrimary() -> Expression {
    let offset = token.start
    func made(_ kind: Expression.Kind) -> Expression { Expression(kind: kind, offset: offset) }
    switch kind {
    case .number:
      let literal = NumberLiteral(file.text(token.range))
      advance()
      return made(literal.map { .number($0) } ?? .opaque)
    case .operator where isWord("-") || isWord("+"):
      advance()
      guard kind == .number, isAdjacent else { return made(.opaque) }
      let literal = NumberLiteral(file.text(SourceRange(start: offset, end: token.end)))
      advance()
      return made(literal.map { .number($0) } ?? .opaque)
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
      advance()
      let inner = readExpression()
      if take(.rightParen) { return inner }
      while !isAtEnd, kind != .rightParen {
        if kind == .leftParen || kind == .leftBracket || kind == .leftBrace { skipGroup() } else { advance() }
      }
      advance()
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

  private mutating func readWord() -> Expression {
    let offset = token.start
    let kind: Expression.Kind? =
      if isWord("true") { .boolean(true) } else if isWord("false") { .boolean(false) } else if isWord("nil") {
        .null
      } else { nil }
    if let kind {
      advance()
      return Expression(kind: kind, offset: offset)
    }
    var name = TypeReference.Name(text: file.name(token.range))
    advance()
    if isOperator(Byte.less), isAdjacent {
      let before = self
      if let arguments = readTypeArguments() { name.arguments = arguments } else { self = before }
    }
    return Expression(kind: .path([name]), offset: offset)
  }

  /// Reads an array, a dictionary, or the name of such a type where it is called.
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

extension Expression {
  /// Whether a number is a whole one; `nil` if this is no number.
  fileprivate var isInteger: Bool? {
    switch kind {
    case .number(let literal): literal.isInteger
    case .arithmetic(let isInteger, _): isInteger
    default: nil
    }
  }

  /// The worth of a whole number; `nil` if it is not spelt out.
  var integer: Int? {
    switch kind {
    case .number(let literal): literal.isInteger ? literal.number.integer() : nil
    case .arithmetic(_, let worth): worth
    default: nil
    }
  }
}

extension Int {
  /// The number shifted to the left; `nil` if bits would be lost.
  fileprivate func shifted(by bits: Int?) -> Int? {
    guard let bits, bits >= 0, bits < Int.bitWidth, self >= 0 else { return nil }
    let result = self << bits
    return result >> bits == self && result >= 0 ? result : nil
  }
}

extension Expression.Kind {
  /// A member of what this is.
  fileprivate func member(_ name: TypeReference.Name) -> Expression.Kind {
    switch self {
    case .path(let names): .path(names + [name])
    case .type(let type) where name.text == "init": .type(type)
    default: .opaque
    }
  }
}
