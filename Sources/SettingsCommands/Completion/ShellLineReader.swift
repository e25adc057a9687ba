/// Reads a command line of bash one scalar after the other.
///
/// Bash, and not readline, decides what is run: so this follows the manual of bash (Quoting), and refuses what it can't
/// follow.
struct ShellLineReader {
  /// Where the part begins that readline replaces.
  struct ReplacedPart {
    /// What of the word stands before it.
    let kept: String
    /// The quotation marks that it stands in.
    let quote: ShellQuote
  }

  private(set) var words = [""]
  /// The quotation marks that are open.
  private(set) var quote = ShellQuote.none
  /// `nil` until the reader is there, or if no character begins there.
  private(set) var replacedPart: ReplacedPart?

  private let replacedFrom: Int
  private var position = 0
  private var isEscaped = false
  private var isInWord = false
  /// Whether the last character is a `$` that means something: which, the next one tells.
  private var isBehindDollar = false

  init(replacedFrom: Int) {
    self.replacedFrom = replacedFrom
    notePosition()
  }

  /// Reads a scalar; `false` if the line can't be followed.
  mutating func read(_ scalar: Unicode.Scalar) -> Bool {
    defer {
      position += UTF8.width(scalar)
      notePosition()
    }
    if isEscaped { return readEscaped(scalar) }
    let wasBehindDollar = isBehindDollar
    isBehindDollar = false
    switch (quote, scalar) {
    case (.single, "'"), (.dollar, "'"), (.double, "\""):
      quote = .none
    case (.single, _):
      append(scalar)
    case (_, "\\"):
      isEscaped = true
      isInWord = true
    case (.dollar, _):
      append(scalar)
    case (_, "`"):
      return false
    case (_, "(") where wasBehindDollar, (_, "{") where wasBehindDollar, (_, "[") where wasBehindDollar:
      return false
    case (_, "$"):
      append(scalar)
      isBehindDollar = true
    case (.double, _):
      append(scalar)
    case (.none, "'") where wasBehindDollar, (.none, "\"") where wasBehindDollar:
      words[words.count - 1].unicodeScalars.removeLast()
      quote = scalar == "'" ? .dollar : .double
    case (.none, "'"), (.none, "\""):
      quote = scalar == "'" ? .single : .double
      isInWord = true
    case (.none, " "), (.none, "\t"):
      if isInWord { words.append("") }
      isInWord = false
    case (.none, "<"), (.none, ">"), (.none, "|"), (.none, "&"), (.none, ";"), (.none, "("), (.none, ")"),
      (.none, "\n"):
      return false
    case (.none, _):
      append(scalar)
    }
    return true
  }

  private mutating func readEscaped(_ scalar: Unicode.Scalar) -> Bool {
    isEscaped = false
    switch quote {
    case .none, .single: break
    case .double: if !ShellQuote.isSpecialInDouble(scalar) { append("\\") }
    // The other sequences are not needed to name a setting.
    case .dollar: guard scalar == "\\" || scalar == "'" || scalar == "\"" else { return false }
    }
    append(scalar)
    return true
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    words[words.count - 1].unicodeScalars.append(scalar)
    isInWord = true
  }

  private mutating func notePosition() {
    guard position == replacedFrom, !isEscaped else { return }
    replacedPart = ReplacedPart(kept: words[words.count - 1], quote: quote)
  }
}
