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

/// Text for the standard streams, each piece with its style.
///
/// ```swift
/// Output.print("\(path.description, .strong): \(old, .old) → \(new, .new)")
/// ```
struct StyledText: ExpressibleByStringInterpolation {
  struct Run {
    let text: String
    let style: Style
  }

  private(set) var runs: [Run] = []

  init(stringLiteral text: String) {
    runs = [Run(text: text, style: .plain)]
  }

  init(_ text: String, _ style: Style = .plain) {
    runs = [Run(text: text, style: style)]
  }

  init(stringInterpolation: StringInterpolation) {
    runs = stringInterpolation.runs
  }

  /// The text without its styles.
  var plain: String { runs.map(\.text).joined() }

  static func += (left: inout StyledText, right: StyledText) {
    left.runs += right.runs
  }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var runs: [Run] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ text: String) {
      runs.append(Run(text: text, style: .plain))
    }

    mutating func appendInterpolation(_ text: some CustomStringConvertible, _ style: Style = .plain) {
      runs.append(Run(text: text.description, style: style))
    }

    mutating func appendInterpolation(_ text: StyledText) {
      runs += text.runs
    }
  }
}

extension Sequence<StyledText> {
  /// The texts as lines.
  func joinedLines() -> StyledText {
    var all = StyledText("")
    for (position, line) in enumerated() {
      if position > 0 { all += "\n" }
      all += line
    }
    return all
  }
}
