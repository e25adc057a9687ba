/// The syntax of an initial value: the expressions whose types and values can be computed from the source.
struct Expression: Hashable, Sendable {
  indirect enum Kind: Hashable, Sendable {
    /// `7`, `-0.5`
    case number(NumberLiteral)
    /// A calculation: `60 * 60`, `1 << 3`.
    case binary(Operation, Expression, Expression)
    /// `-limit`
    case negated(Expression)
    /// A string; `nil` if it has interpolations.
    case string(String?)
    case boolean(Bool)
    /// `1...5`, `0..<10`
    case range(Expression, Expression)
    case null
    /// `.fast`
    case implicitMember(String)
    /// `Mode.fast`, `Mode`, `limit`
    case path([TypeReference.Name])
    /// `[Int]` as a callee.
    case type(TypeReference)
    case call(Expression, [Argument])
    case array([Expression])
    case dictionary([Pair])
    /// `value!`
    case forced(Expression)
    /// `value as Type`
    case cast(Expression, TypeReference)
    /// Any other expression.
    case opaque
  }

  /// The operators that the generator evaluates.
  enum Operation: Hashable, Sendable {
    case add, subtract, multiply, divide, remainder, shiftLeft, shiftRight, and, or, xor
  }

  /// An argument of a call.
  struct Argument: Hashable, Sendable {
    var label: String?
    var value: Expression
  }

  /// A key and its value.
  struct Pair: Hashable, Sendable {
    var key: Expression
    var value: Expression
  }

  var kind: Kind
  /// The first byte.
  var offset: Int

  /// Reads an expression that fills a part of a file.
  static func read(_ range: SourceRange, in file: SourceFile) -> Expression {
    var reader = TokenReader(file, range)
    let expression = reader.readExpression()
    return reader.isAtEnd ? expression : Expression(kind: .opaque, offset: range.start)
  }
}
