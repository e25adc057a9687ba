import SettingsForm
import SettingsJSON

/// A Swift source file in memory.
///
/// A file is its bytes, never a `String`: everything that is found in it is a `SourceRange`, two integers, and text is
/// made only for what a message or a form shows. The type doesn't check its content. `Generator` refuses files with
/// zero bytes or invalid UTF-8 before they are parsed, so `text(_:)` never replaces anything there.
///
///     SourceFile(path: "A.swift", text: Array("let a = 1".utf8))
///     file.text(SourceRange(start: 4, end: 5))   "a"
struct SourceFile: Sendable {
  /// The number of zero bytes after the text.
  ///
  /// A scanner can read `bytes[i + 1]`, or the sixteen bytes from `i`, at any `i` inside of the text without asking
  /// whether they exist. A zero byte is never part of a token, so each loop over "bytes like this one" ends there by
  /// itself. 32 is more than any look-ahead needs: the longest is `cvector_declarations`, which reads seventeen bytes
  /// from its place on.
  static let padding = 32

  /// The path as the command line has it, or as the walk through a folder has built it. It is shown in messages, and
  /// orders them.
  let path: String
  /// The other module of the package that the file belongs to; `nil` for the module that code is generated for.
  ///
  /// Only public declarations of such a file can be used by settings, and only by files that import the module
  /// (`ModuleImports`).
  let module: String?
  /// The text and `padding` zero bytes.
  let bytes: [UInt8]

  /// The number of bytes of the text, without the padding.
  var count: Int { bytes.count - Self.padding }

  /// Creates a file from its text, without the padding.
  init(path: String, module: String? = nil, text: [UInt8]) {
    self.path = path
    self.module = module
    bytes = text + [UInt8](repeating: 0, count: Self.padding)
  }

  /// Returns a part of the text. It allocates memory, so what only has to be recognized is compared by
  /// `matches(_:word:)` instead.
  func text(_ range: SourceRange) -> String {
    String(decoding: bytes[range.start..<range.end], as: UTF8.self)
  }

  /// Returns the name in an identifier's token, without backticks.
  ///
  /// `` `default` `` and `default` are the same name, so all comparisons and all keys in a form use this spelling. What
  /// needs backticks in generated code gets them from `SwiftName.quoted(_:)`.
  func name(_ range: SourceRange) -> String {
    let isQuoted = range.end - range.start > 2 && bytes[range.start] == Byte.backtick
    return isQuoted ? text(SourceRange(start: range.start + 1, end: range.end - 1)) : text(range)
  }

  /// The lines of a part of the text, without their ends.
  ///
  /// A CR LF pair is one line end, and so is a CR alone: `"a\r\nb"` has two lines, as in an editor.
  func lines(in range: SourceRange) -> [SourceRange] {
    var lines: [SourceRange] = []
    var start = range.start
    for offset in range.start..<range.end where bytes[offset].isNewline {
      // A line feed behind a carriage return ends the same line.
      let isSecond =
        bytes[offset] == Byte.lineFeed && offset > range.start && bytes[offset - 1] == Byte.carriageReturn
      if !isSecond { lines.append(SourceRange(start: start, end: offset)) }
      start = offset + 1
    }
    return lines + [SourceRange(start: start, end: range.end)]
  }

  /// Whether a part of the text is this word, byte by byte.
  ///
  /// It is asked for nearly every token, so it makes no `String`. A name in backticks doesn't match: `` `init` `` isn't
  /// the keyword `init`.
  func matches(_ range: SourceRange, word: StaticString) -> Bool {
    word.withUTF8Buffer { bytes[range.start..<range.end].elementsEqual($0) }
  }
}

/// A part of a source file, in bytes from its start.
///
/// Offsets count from the start of the file, never of a part of it, so a range found by any reader can be reported,
/// compared and cut out without knowing who found it.
struct SourceRange: Hashable, Sendable {
  /// The first byte.
  var start: Int
  /// The byte after the last byte.
  var end: Int

  /// An empty part, for syntax that is absent: the type of `var a = 1`, the value of `var a: Int`.
  ///
  /// A declaration can't begin and end at byte 0, so no range of real syntax equals it. Code asks `isEmpty` instead of
  /// an optional.
  static let none = SourceRange(start: 0, end: 0)

  /// Whether the syntax is absent, or has no bytes.
  var isEmpty: Bool { start == end }
}

/// The starts of the lines of a file, to convert byte offsets to lines and columns.
///
/// Tables are made only for files that have a diagnostic, are dumped, or contain roots of settings; a build without
/// messages finds the lines of few files.
struct LineTable {
  private let file: SourceFile
  private let lines: [SourceRange]

  /// Finds the lines, in time linear in the size of the file.
  init(_ file: SourceFile) {
    self.file = file
    lines = file.lines(in: SourceRange(start: 0, end: file.count))
  }

  /// Returns the line and column of a byte, both from 1. The column counts Unicode scalars, so in `let é = x` the `x`
  /// is in column 9.
  ///
  /// An offset behind the end of the text is at its end. The search for the line takes logarithmic time; counting the
  /// column reads the line up to the byte, which is slow for a generated file on a single line.
  /// `DiagnosticRenderer.maximumCount` limits how often that happens.
  func position(of offset: Int) -> SourcePosition {
    let line = number(of: offset)
    let start = lines[line - 1].start
    let before = file.bytes[start..<max(start, min(offset, file.count))]
    return SourcePosition(line: line, column: 1 + before.count { $0 & 0xC0 != 0x80 })
  }

  /// Returns the number of the line that contains a byte, from 1: the last line that starts at or before it.
  func number(of offset: Int) -> Int { lines.sortedCount { $0.start <= offset } }

  /// Returns the line that contains a byte, without its end.
  ///
  /// `DiagnosticRenderer` shows it below a message.
  func line(of offset: Int) -> String { file.text(lines[number(of: offset) - 1]) }
}

/// The bytes that have a meaning in Swift's grammar.
/// They are computed properties of an enum without cases, which the compiler folds into constants; a stored `static
/// let` would be initialized lazily, with a check at each use.
enum Byte {
  /// Whether two bytes are a no-break space. The compiler takes it for a space, with a warning, although its bytes are those of a name.
  @inline(__always)
  static func isNoBreakSpace(_ first: UInt8, _ second: @autoclosure () -> UInt8) -> Bool {
    first == 0xC2 && second() == 0xA0
  }

  static var tab: UInt8 { 0x09 }
  static var lineFeed: UInt8 { 0x0A }
  static var carriageReturn: UInt8 { 0x0D }
  static var space: UInt8 { 0x20 }
  static var exclamation: UInt8 { 0x21 }
  static var quote: UInt8 { 0x22 }
  static var pound: UInt8 { 0x23 }
  static var dollar: UInt8 { 0x24 }
  static var ampersand: UInt8 { 0x26 }
  static var apostrophe: UInt8 { 0x27 }
  static var leftParen: UInt8 { 0x28 }
  static var rightParen: UInt8 { 0x29 }
  static var star: UInt8 { 0x2A }
  static var plus: UInt8 { 0x2B }
  static var comma: UInt8 { 0x2C }
  static var minus: UInt8 { 0x2D }
  static var dot: UInt8 { 0x2E }
  static var slash: UInt8 { 0x2F }
  static var colon: UInt8 { 0x3A }
  static var semicolon: UInt8 { 0x3B }
  static var less: UInt8 { 0x3C }
  static var equal: UInt8 { 0x3D }
  static var greater: UInt8 { 0x3E }
  static var question: UInt8 { 0x3F }
  static var leftBracket: UInt8 { 0x5B }
  static var backslash: UInt8 { 0x5C }
  static var rightBracket: UInt8 { 0x5D }
  static var underscore: UInt8 { 0x5F }
  static var backtick: UInt8 { 0x60 }
  static var leftBrace: UInt8 { 0x7B }
  static var rightBrace: UInt8 { 0x7D }
}

// These tests are run for each byte of the sources. Subtractions wrap around, so that one comparison tests both ends of a range;
// the bit 0x20 makes a letter lowercase.
extension UInt8 {
  /// Whether the byte is an ASCII digit.
  @inline(__always)
  var isDigit: Bool { self &- 0x30 < 10 }

  /// Whether the byte can be part of an identifier. All bytes of non-ASCII characters can.
  ///
  /// Swift allows fewer characters in names, such as no `×`. The compiler rejects the others; here it is enough that
  /// `größe` is one word.
  @inline(__always)
  var isIdentifier: Bool {
    (self | 0x20) &- 0x61 < 26 || self &- 0x30 < 10 || self == Byte.underscore || self == Byte.dollar
      || self >= 0x80
  }

  /// Whether the byte is white space: a space, a tab, a line feed, a vertical tab, a form feed, or a carriage return.
  @inline(__always)
  var isSpace: Bool { self == Byte.space || self &- 0x09 < 5 }

  /// Whether the byte ends a line.
  @inline(__always)
  var isNewline: Bool { self == Byte.lineFeed || self == Byte.carriageReturn }

  /// Whether the byte can be part of an operator of ASCII characters.
  ///
  /// A dot isn't among them: it is an operator only next to another dot (`Lexer.lexDot`), and otherwise separates
  /// members.
  @inline(__always)
  var isOperator: Bool {
    switch self {
    case Byte.slash, Byte.equal, Byte.minus, Byte.plus, Byte.exclamation, Byte.star, 0x25 /* % */, Byte.less,
      Byte.greater, Byte.ampersand, 0x7C /* | */, 0x5E /* ^ */, 0x7E /* ~ */, Byte.question:
      true
    default: false
    }
  }
}

/// The check that a file is UTF-8, for `Generator`.
///
/// Swift source is UTF-8 by definition. A file in Latin-1 would otherwise pass, since the lexer takes any byte from
/// 0x80 on for a letter, and its help texts would reach the form with replacement characters.
enum UTF8Check {
  /// Returns the offset of the first byte that isn't valid UTF-8; `nil` if the file is valid.
  ///
  /// The grammar of sequences is shared with JSON documents (`JSONGrammar.lengthOfSequence`), which RFC 3629 defines:
  /// no overlong forms, no surrogates.
  static func firstFault(in file: SourceFile) -> Int? {
    // Hardly any file has a fault, and the standard library finds that out many bytes at a time.
    if String(validating: file.bytes, as: UTF8.self) != nil { return nil }
    return file.bytes.withUnsafeBufferPointer { bytes in
      var offset = 0
      while offset < file.count {
        let isASCII = bytes[offset] < 0x80
        guard let length = isASCII ? 1 : JSONGrammar.lengthOfSequence(in: bytes, from: offset) else { break }
        offset += length
      }
      return offset
    }
  }
}
