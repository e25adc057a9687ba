import SettingsForm

/// The syntax of an initial value: the expressions whose types and values can be computed from the source.
///
/// Names aren't resolved here. `Mode.fast` is a path of two names, which can be a case, a static property or a
/// function: `Evaluator` finds out. Everything that no evaluation could decide is `.opaque`, without its content.
struct Expression: Hashable, Sendable {
  /// The forms of expressions. A case holds what the value depends on, and nothing about layout.
  indirect enum Kind: Hashable, Sendable {
    /// `7`, `-0.5`
    case number(NumberLiteral)
    /// A calculation: `60 * 60`, `1 << 3`.
    case binary(Operation, Expression, Expression)
    /// `-limit`
    case negated(Expression)
    /// A string with its escapes resolved; `nil` if it has interpolations. It is a string in that case, too: its type
    /// can be inferred.
    case string(String?)
    case boolean(Bool)
    /// `1...5`, `0..<10`
    case range(Expression, Expression)
    case null
    /// `.fast`
    case implicitMember(String)
    /// `Mode.fast`, `Mode`, `limit`
    case path([TypeReference.Name])
    /// `[Int]` as a callee, in `[Int]()` or `[Int].init(…)`.
    case type(TypeReference)
    /// A call, without trailing closures: `Mode(rawValue: "a")`, `.seconds(5)`.
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

  /// The operators that the generator evaluates: arithmetic and bits of numbers, and `+` of strings. Comparisons, `&&`
  /// and `??` aren't among them.
  enum Operation: String, Sendable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case remainder = "%"
    case shiftLeft = "<<"
    case shiftRight = ">>"
    case and = "&"
    case or = "|"
    case xor = "^"
  }

  /// An argument of a call.
  struct Argument: Hashable, Sendable {
    /// The label, without its colon; `nil` if there is none.
    var label: String?
    var value: Expression
  }

  /// A key and its value.
  struct Pair: Hashable, Sendable {
    var key: Expression
    var value: Expression
  }

  var kind: Kind
  /// The first byte in the file, for messages.
  var offset: Int

  /// Reads an expression that fills a part of a file. It never fails: what can't be read is `.opaque`.
  static func read(_ range: SourceRange, in file: SourceFile) -> Expression {
    var reader = TokenReader(file, range: range)
    let expression = reader.readExpression()
    return reader.isAtEnd ? expression : Expression(kind: .opaque, offset: range.start)
  }
}

/// A number literal of Swift, converted to a JSON number.
///
///     1_000     1000              isInteger
///     0xFF      255               isInteger
///     007       7                 isInteger
///     1.50      1.50              the spelling stays
///     0x1p4     16, as Double     not isInteger
///
/// The number is exact: `JSONNumber` keeps digits, so 0.1 is one tenth here. What a program makes of it in binary is
/// decided by the type of the setting (`NumberLiteral.value(as:)`).
struct NumberLiteral: Hashable, Sendable {
  /// The number, spelled as in the source as far as JSON allows.
  var number: JSONNumber
  /// Whether the literal has neither a fraction nor an exponent. Swift infers `Int` for such a literal, and `Double`
  /// for `1e3`, although both have a whole value.
  var isInteger: Bool
}

extension NumberLiteral {
  /// Parses a number with a sign, in any base, with `_` between digits, a fraction and an exponent.
  ///
  /// Returns `nil` for text that isn't a number, and for a hexadecimal, octal or binary number beyond 128 bits, which
  /// no type holds. Annotations use it for their values, too: `range = 1_000...0xFFFF`.
  init?(_ text: some StringProtocol) {
    var digits = text.utf8.filter { $0 != Byte.underscore }
    var sign = ""
    if let first = digits.first, first == Byte.minus || first == Byte.plus {
      if first == Byte.minus { sign = "-" }
      digits.removeFirst()
    }
    guard let first = digits.first, first.isDigit else { return nil }
    let spelling = String(decoding: digits, as: UTF8.self)
    if digits.count > 2, first == UInt8(ascii: "0"), let radix = Self.radices[digits[1]] {
      // Only hexadecimal numbers can have a binary exponent. `Double` reads that syntax as Swift does.
      let isFloat = radix == 16 && (spelling.utf8.contains(Byte.dot) || spelling.lowercased().contains("p"))
      if isFloat {
        guard let value = Double(sign + spelling), let number = JSONNumber(value) else { return nil }
        self.init(number: number, isInteger: false)
      } else {
        guard let value = UInt128(spelling.dropFirst(2), radix: radix) else { return nil }
        guard let number = JSONNumber(sign + String(value)) else { return nil }
        self.init(number: number, isInteger: true)
      }
      return
    }
    // JSON allows no zeros in front of a decimal number: `007` → 7, `00.5` → 0.5.
    let zeros = zip(digits, digits.dropFirst()).prefix { $0 == UInt8(ascii: "0") && $1.isDigit }
    guard let number = JSONNumber(sign + spelling.dropFirst(zeros.count)) else { return nil }
    self.init(number: number, isInteger: digits.allSatisfy(\.isDigit))
  }

  /// The bases that the letter after the first zero states. Swift has no uppercase `0X`.
  private static let radices = [UInt8(ascii: "x"): 16, UInt8(ascii: "o"): 8, UInt8(ascii: "b"): 2]
}

/// String literals of Swift: in one or three quotes, raw or not.
///
/// The rules are in "The Swift Programming Language", Lexical Structure, String Literals. Invalid literals get some
/// value or `nil`; the compiler reports them.
enum StringLiteral {
  /// Returns the value of a literal; `nil` if it has interpolations or an unknown escape.
  ///
  /// `"a\tb"` is a, a tab, and b. `#"a\tb"#` has the four characters that are written there, and `#"a\#tb"#` has the
  /// tab again.
  static func value(of range: SourceRange, in file: SourceFile) -> String? {
    var hashes = 0
    while file.bytes[range.start + hashes] == Byte.pound { hashes += 1 }
    var text = SourceRange(start: range.start + hashes + 1, end: range.end - hashes - 1)
    let isMultiline =
      text.end - text.start >= 4 && file.bytes[text.start] == Byte.quote
      && file.bytes[text.start + 1] == Byte.quote
      && file.bytes[text.start + 2].isNewline
    guard isMultiline else {
      return unescaped(file.bytes[text.start..<max(text.start, text.end)], hashes: hashes)
    }
    // Of the lines between the triple quotes, the last is the white space before the closing quotes, which is the indentation of the literal:
    // each line loses it. A line end is one line feed in the value, also if the file has CR LF.
    //
    //         """           lines: "", "    a \", "      b", "    "
    //         a \           value: "a   b"
    //           b
    //         """
    text = SourceRange(start: text.start + 2, end: text.end - 2)
    let lines = file.lines(in: text).map { file.bytes[$0.start..<$0.end] }
    let indent = lines.last ?? []
    // The text before the first line end is empty: the value begins on the line below the quotes.
    let content = lines.dropFirst().dropLast().map { line in
      // A line with less indentation is invalid, unless it is blank.
      line.starts(with: indent) ? line.dropFirst(indent.count) : line.drop { $0.isSpace }
    }
    return unescaped(ArraySlice(content.joined(separator: [Byte.lineFeed])), hashes: hashes)
  }

  /// Resolves the escapes in a text; returns `nil` at an interpolation or an escape that Swift doesn't have. A `\` at the end of a line, with
  /// or without white space after it, joins the line with the next.
  private static func unescaped(_ text: ArraySlice<UInt8>, hashes: Int) -> String? {
    let mark = [Byte.backslash] + [UInt8](repeating: Byte.pound, count: hashes)
    var result: [UInt8] = []
    var rest = text
    while let byte = rest.first {
      guard byte == Byte.backslash, rest.starts(with: mark) else {
        result.append(byte)
        rest = rest.dropFirst()
        continue
      }
      rest = rest.dropFirst(mark.count)
      guard let escape = rest.first else { return nil }
      rest = rest.dropFirst()
      switch escape {
      case UInt8(ascii: "0"): result.append(0)
      case UInt8(ascii: "n"): result.append(Byte.lineFeed)
      case UInt8(ascii: "r"): result.append(Byte.carriageReturn)
      case UInt8(ascii: "t"): result.append(Byte.tab)
      case Byte.backslash, Byte.quote, Byte.apostrophe: result.append(escape)
      case UInt8(ascii: "u"):
        guard rest.first == Byte.leftBrace, let end = rest.firstIndex(of: Byte.rightBrace),
          let value = UInt32(String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self), radix: 16),
          let scalar = Unicode.Scalar(value)
        else { return nil }
        result += Array(String(Character(scalar)).utf8)
        rest = rest[(end + 1)...]
      case Byte.lineFeed: break
      case Byte.space, Byte.tab:
        rest = rest.drop { $0 == Byte.space || $0 == Byte.tab }
        guard rest.popFirst() == Byte.lineFeed else { return nil }
      default: return nil
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
