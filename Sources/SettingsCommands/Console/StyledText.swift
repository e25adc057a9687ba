import SettingsJSON

/// The color of a piece of text, by its SGR code (ECMA-48). Without colors, the text has the same meaning.
enum Style: String {
  case plain = ""
  case strong = "1"
  case faint = "2"
  case old = "31"
  case new = "32"
  case error = "1;31"
}

/// Prose for the standard streams, each piece with its style.
///
/// Interpolations are data from a form, a file or another program: their line breaks and control characters become visible. Only literals,
/// `init(lines:)` and `joinedLines()` break lines. So a title such as `"Port\nerror: …"` can't forge a line of the output, and no caller
/// has to remember that.
///
/// ```swift
/// console.print("\(path.description, .strong): \(old, .old) → \(new, .new)")
/// ```
///
/// On a terminal, the values are red and green. Without colors, as in a pipe or with `NO_COLOR`, it is `network.port: 8080 → 9090`, so a
/// style never carries a meaning that the words don't have. A literal can't have a style; what should be strong is an interpolation:
/// `"\("settings-tui:", .error) …"`.
struct StyledText: ExpressibleByStringInterpolation {
  /// A piece of text in one style, or a line break of this program.
  enum Piece {
    case text(String, Style)
    case lineBreak
  }

  /// The pieces, in order. Text in a piece is as it is in the data; ``Console`` makes it visible when it is written.
  private(set) var pieces: [Piece] = []

  /// Creates text of this program from a literal.
  init(stringLiteral text: String) {
    self.init(lines: text)
  }

  /// Creates text from data, on one line.
  init(_ text: String, style: Style = .plain) {
    pieces = [.text(text, style)]
  }

  /// Creates text of this program, with its line breaks. Must not get data.
  init(lines text: String) {
    appendLines(text)
  }

  init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.text
  }

  /// The text without styles, and with its control characters: for comparisons and other messages, not for a terminal.
  var plain: String {
    pieces.map { if case .text(let text, _) = $0 { text } else { "\n" } }.joined()
  }

  var isEmpty: Bool {
    pieces.allSatisfy { if case .text("", _) = $0 { true } else { false } }
  }

  static func += (left: inout StyledText, right: StyledText) {
    left.pieces += right.pieces
  }

  static func + (left: StyledText, right: StyledText) -> StyledText {
    var sum = left
    sum += right
    return sum
  }

  /// Appends text of the program, split at its line breaks. Empty lines stay.
  private mutating func appendLines(_ text: String) {
    for (position, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if position > 0 { pieces.append(.lineBreak) }
      if !line.isEmpty { pieces.append(.text(String(line), .plain)) }
    }
  }

  /// Literals are text of the program, everything else is data.
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = StyledText(lines: "")

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) {
      text.appendLines(literal)
    }

    mutating func appendInterpolation(_ data: some CustomStringConvertible, _ style: Style = .plain) {
      text.pieces.append(.text(data.description, style))
    }

    mutating func appendInterpolation(_ other: StyledText) {
      text += other
    }
  }
}

extension Sequence<StyledText> {
  /// Joins the pieces of text, one per line. It is the way to make several lines of data, each of which stays one line.
  func joinedLines() -> StyledText {
    var all = StyledText(lines: "")
    for (position, line) in enumerated() {
      if position > 0 { all += "\n" }
      all += line
    }
    return all
  }
}
