/// Splits a bash command line into words, one scalar after the other.
///
/// It implements the quoting rules of bash (Bash Reference Manual, Quoting), not the simpler ones of readline, because bash
/// runs the command. It rejects lines with expansions and operators, because it can't evaluate them.
struct ShellLineReader {
  /// The state at the start of the part that readline replaces.
  struct ReplacedPart {
    /// The start of the word, before that part.
    let kept: String
    /// The quotation marks around that part.
    let quote: ShellQuote
  }

  private(set) var words = [""]
  /// The open quotation marks.
  private(set) var quote = ShellQuote.none
  /// The state at the start of that part; `nil` before that position, or if no character starts there.
  private(set) var replacedPart: ReplacedPart?

  private let replacedFrom: Int
  private var position = 0
  private var isEscaped = false
  private var isInWord = false
  /// Whether the last character is an unquoted `$`, whose meaning depends on the next character.
  private var isAfterDollar = false

  init(replacedFrom: Int) {
    self.replacedFrom = replacedFrom
    notePosition()
  }

  /// Reads a scalar; returns `false` if the line can't be split.
  mutating func read(_ scalar: Unicode.Scalar) -> Bool {
    defer {
      position += UTF8.width(scalar)
      notePosition()
    }
    if isEscaped { return readEscaped(scalar) }
    let wasAfterDollar = isAfterDollar
    isAfterDollar = false
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
    case (_, "(") where wasAfterDollar, (_, "{") where wasAfterDollar, (_, "[") where wasAfterDollar:
      return false
    case (_, "$"):
      append(scalar)
      isAfterDollar = true
    case (.double, _):
      append(scalar)
    case (.none, "'") where wasAfterDollar, (.none, "\"") where wasAfterDollar:
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
    // Names of settings don't need the other escape sequences.
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
