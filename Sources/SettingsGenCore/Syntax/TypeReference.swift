/// The syntax of a type.
indirect enum TypeReference: Hashable, Sendable {
  /// One part of a dotted name, with its generic arguments.
  struct Name: Hashable, Sendable {
    var text: String
    var arguments: [TypeReference] = []
  }

  /// `Mode`, `Calculation.Mode`, `Set<Int>`.
  case named([Name])
  /// `T?`
  case optional(TypeReference)
  /// `[T]`
  case array(TypeReference)
  /// `[K: V]`
  case dictionary(TypeReference, TypeReference)
  /// A tuple, a function, a composition, or any other type.
  case other

  /// Reads a type that fills a part of a file.
  static func read(_ range: SourceRange, in file: SourceFile) -> TypeReference {
    var reader = TokenReader(file, range: range)
    guard let type = reader.readType(), reader.isAtEnd else { return .other }
    return type
  }
}

extension TokenReader {
  /// Reads a type; returns `nil` if the tokens don't start with one.
  mutating func readType() -> TypeReference? {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.maximumDepth else { return nil }
    while kind == .at {
      advance()
      advance()
    }
    guard var type = readSimpleType() else { return nil }
    while isOperator(Byte.question) || isOperator(Byte.exclamation) {
      advanceInOperator()
      // A nested optional is coded like an optional.
      if case .optional = type { continue }
      type = .optional(type)
    }
    if isWord("&") || isWord("->") {
      advance()
      return readType() == nil ? nil : .other
    }
    return type
  }

  private mutating func readSimpleType() -> TypeReference? {
    switch kind {
    case .identifier: return readNamedType()
    case .leftBracket: return readBracketType()
    case .leftParen:
      let before = self
      advance()
      if let inner = readType(), take(.rightParen) { return inner }
      self = before
      skipGroup()
      return .other
    default: return nil
    }
  }

  private mutating func readNamedType() -> TypeReference? {
    if isWord("any") || isWord("some"), nextKind == .identifier {
      advance()
      return readType() == nil ? nil : .other
    }
    var names: [TypeReference.Name] = []
    repeat {
      guard kind == .identifier else { return nil }
      var name = TypeReference.Name(text: file.name(token.range))
      advance()
      if isOperator(Byte.less), isAdjacent {
        guard let arguments = readTypeArguments() else { return nil }
        name.arguments = arguments
      }
      names.append(name)
    } while take(.dot)
    return .named(names)
  }

  /// Reads generic arguments from `<` to `>`; returns `nil` if the tokens don't start with them.
  mutating func readTypeArguments() -> [TypeReference]? {
    advanceInOperator()
    var arguments: [TypeReference] = []
    repeat {
      if take(.number) {
        arguments.append(.other)
      } else {
        guard let argument = readType() else { return nil }
        arguments.append(argument)
      }
    } while take(.comma)
    guard isOperator(Byte.greater) else { return nil }
    advanceInOperator()
    return arguments
  }

  private mutating func readBracketType() -> TypeReference? {
    advance()
    guard let element = readType() else { return nil }
    if take(.colon) {
      guard let value = readType(), take(.rightBracket) else { return nil }
      return .dictionary(element, value)
    }
    return take(.rightBracket) ? .array(element) : nil
  }
}
