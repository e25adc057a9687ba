/// How a piece of text looks where there are colours; it says the same where there are none.
enum Style: String {
  case plain = ""
  case strong = "1"
  case faint = "2"
  case old = "31"
  case new = "32"
  case warning = "33"
  case error = "1;31"
}

/// Prose for the standard streams, each piece with its style.
///
/// What is interpolated is data, from a form, a file or another program: it stays on its line and its control characters
/// are shown. Only literals, `init(lines:)` and `joinedLines()` break lines.
///
/// ```swift
/// Output.print("\(path.description, .strong): \(old, .old) → \(new, .new)")
/// ```
struct StyledText: ExpressibleByStringInterpolation {
  enum Piece {
    case text(String, Style)
    case lineBreak
  }

  private(set) var pieces: [Piece] = []

  init(stringLiteral text: String) {
    self.init(lines: text)
  }

  /// Data on one line.
  init(_ text: String, _ style: Style = .plain) {
    pieces = [.text(text, style)]
  }

  /// Text of this program, whose line breaks are meant.
  init(lines text: String) {
    appendLines(text)
  }

  init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.text
  }

  /// Whether there is nothing to say.
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

  private mutating func appendLines(_ text: String) {
    for (position, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if position > 0 { pieces.append(.lineBreak) }
      if !line.isEmpty { pieces.append(.text(String(line), .plain)) }
    }
  }

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
  /// The texts as lines.
  func joinedLines() -> StyledText {
    var all = StyledText(lines: "")
    for (position, line) in enumerated() {
      if position > 0 { all += "\n" }
      all += line
    }
    return all
  }
}
