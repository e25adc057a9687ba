/// Splits a bash command line into words, one scalar after the other.
///
/// It implements the quoting rules of bash (Bash Reference Manual, Quoting), not readline's simpler rules, because bash runs the command.
/// It rejects lines with expansions and operators, because it can't evaluate them.
///
///     state        opened by   ended by     special inside
///     none                     space        \ ' " $ ` and operators
///     single       '           '            nothing
///     double       "           "            \ $ `
///     dollar       $'          '            \
///
///     a\ b 'c d'"e"$'f'  → words a b, c def
///
/// A variable (`$HOME`) isn't expanded either: it stays as it is written, which matches no candidate.
struct ShellLineReader {
  /// The words so far. The last one is unfinished, and empty after a space.
  private(set) var words = [""]
  /// The open quotation marks.
  private(set) var quote = ShellQuote.none
  /// The state at the start of the part that readline replaces; `nil` before that position, or if no character starts there.
  ///
  /// The position counts bytes and can be inside of a word, behind one of readline's break characters, such as `=` or `:`.
  private(set) var replacedPart: (kept: String, quote: ShellQuote)?

  /// The position of the byte from which on readline replaces the line.
  private let replacedFrom: Int
  /// The number of bytes read. Readline counts bytes, too.
  private var position = 0
  private var isEscaped = false
  /// Whether the current word has begun, also by quotation marks without content: `""` is a word, and the next space ends it.
  private var isInWord = false
  /// Whether the last character is an unquoted `$`, whose meaning depends on the next character: `$'` opens a quotation mark, `$(` an
  /// expansion.
  private var isAfterDollar = false

  init(replacedFrom: Int) {
    self.replacedFrom = replacedFrom
    notePosition()
  }

  /// Reads a scalar; returns `false` if the line can't be split. Nothing more may be read then.
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
    // Between single quotation marks, everything else means itself.
    case (.single, _):
      append(scalar)
    // Outside of single quotation marks, the next scalar decides what the backslash means.
    case (_, "\\"):
      isEscaped = true
      isInWord = true
    case (.dollar, _):
      append(scalar)
    // Commands and arithmetic have results that aren't known here.
    case (_, "`"):
      return false
    case (_, "(") where wasAfterDollar, (_, "{") where wasAfterDollar, (_, "[") where wasAfterDollar:
      return false
    // A `$` alone means itself. `$(`, `${` and `$[` are expansions, `$'` and `$"` open quotation marks.
    case (_, "$"):
      append(scalar)
      isAfterDollar = true
    case (.double, _):
      append(scalar)
    // The `$` belongs to the quotation mark and not to the word.
    case (.none, "'") where wasAfterDollar, (.none, "\"") where wasAfterDollar:
      words[words.count - 1].unicodeScalars.removeLast()
      quote = scalar == "'" ? .dollar : .double
    // Empty quotation marks are a word, too.
    case (.none, "'"), (.none, "\""):
      quote = scalar == "'" ? .single : .double
      isInWord = true
    // Several spaces separate two words like one.
    case (.none, " "), (.none, "\t"):
      if isInWord { words.append("") }
      isInWord = false
    // Behind an operator, another command or a file begins.
    case (.none, "<"), (.none, ">"), (.none, "|"), (.none, "&"), (.none, ";"), (.none, "("), (.none, ")"),
      (.none, "\n"):
      return false
    case (.none, _):
      append(scalar)
    }
    return true
  }

  /// Reads the scalar after a backslash. Between double quotation marks, the backslash stays before a scalar that isn't special there.
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

  /// Remembers the state where the replaced part starts. Between a backslash and its character, no part can start.
  private mutating func notePosition() {
    guard position == replacedFrom, !isEscaped else { return }
    replacedPart = (kept: words[words.count - 1], quote)
  }
}
