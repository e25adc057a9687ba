/// The syntax of a type, without knowledge of what its names denote. `TypeTable.resolve` turns it into a `ValueType`.
///
///     Set<Int>?                optional(named(Set<Int>))
///     [String: Core.Mode]      dictionary(named(String), named(Core, Mode))
///     (Int)                    named(Int)
///     any P, A & B, (A, B)     other, with P, or A and B
///
/// Sugar and its long form stay different here, `[Int]` and `Array<Int>`, because the sources can declare their own
/// `Array`.
indirect enum TypeReference: Hashable, Sendable {
  /// One part of a dotted name, with its generic arguments: `Set` with `Int`, or `Calculation` without any.
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
  /// A tuple, a function, a composition, an existential, or any other type, with the types that it consists of. A
  /// setting of it has no kind but JSON, and a secret in one of the parts hides all of it.
  case other([TypeReference])

  /// Reads a type that fills a part of a file. If something is left over behind it, the type is `.other`: half of a
  /// type would be another type.
  static func read(_ range: SourceRange, in file: SourceFile) -> TypeReference {
    var reader = TokenReader(file, range: range)
    if let type = reader.readType(), reader.isAtEnd { return type }
    return .other(file.names(range).map { .named([Name(text: $0)]) })
  }
}

/// Types: from tokens to a `TypeReference`. The functions return `nil` if the tokens aren't a type, in the middle of
/// what they have read, because an expression can only be told from a type by trying: the caller has a copy of the
/// reader to return to.
extension TokenReader {
  /// Reads a type; returns `nil` if the tokens don't start with a type, or if it is nested too deeply.
  ///
  /// Attributes in front (`@Sendable`) are skipped, without arguments. Each `?` or `!` makes an optional, but `T??` is
  /// the same as `T?`: JSON has one `null`. A `T!` is stored like a `T?`. A type behind `&` or `->` is read, too, so
  /// the reader ends behind the whole composition or function.
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
      return readType().map { .other([type, $0]) }
    }
    return type
  }

  /// Reads a type without the marks behind it. Parentheses around one type are dropped. Of a tuple, the names in it are
  /// kept.
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
      let range = SourceRange(start: before.token.start, end: previousEnd)
      return .other(file.names(range).map { .named([TypeReference.Name(text: $0)]) })
    default: return nil
    }
  }

  /// Reads a dotted name with its generic arguments. `any P` and `some P` are `.other`, whatever `P` is, but a type can
  /// be called `any`: only a name behind the word makes it a keyword.
  private mutating func readNamedType() -> TypeReference? {
    if isWord("any") || isWord("some"), nextKind == .identifier {
      advance()
      return readType().map { .other([$0]) }
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
  ///
  /// The current token is the `<`. An integer argument, as in `InlineArray<3, Int>` (SE-0452), is `.other` without
  /// parts.
  mutating func readTypeArguments() -> [TypeReference]? {
    advanceInOperator()
    var arguments: [TypeReference] = []
    repeat {
      if take(.number) {
        arguments.append(.other([]))
      } else {
        guard let argument = readType() else { return nil }
        arguments.append(argument)
      }
    } while take(.comma)
    guard isOperator(Byte.greater) else { return nil }
    advanceInOperator()
    return arguments
  }

  /// Reads `[T]` or `[K: V]`; returns `nil` if it is neither, as the literal `[1, 2]` or `[3 of Int]`. After `nil`, the
  /// reader is somewhere inside of it, and the caller goes back.
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
