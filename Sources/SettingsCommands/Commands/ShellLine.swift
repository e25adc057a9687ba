/// A bash command line up to the cursor, split by the shell's quoting rules.
///
/// Readline replaces only the end of the word, after the last of its break characters. In the example, the word is `a b=c`: bash keeps
/// `a b=` and replaces `c`. The replacement has to be quoted for the inside of a double quotation mark.
///
///     line    settings-tui set f.json "a b=c        text   c
///     words   settings-tui │ set │ f.json │ a b=c
///     kept    a b=                                  quote  double
///     replacement("a b=cd e")  → cd e               inside the open quotation mark
///     replacement("x")         → nil                bash would have to replace what it keeps
///
/// The scripts of other shells get words that are split, and quote by themselves.
struct ShellLine {
  /// The words without quotation marks, the program's name first. The last one is at the cursor and can be empty.
  let words: [String]
  /// The start of the last word, which readline doesn't replace.
  private let kept: String
  /// The quotation marks around the part that readline replaces.
  private let quote: ShellQuote

  /// Splits a line; returns `nil` if its words depend on more than quotation marks, as they do with `$(…)` and redirections.
  ///
  /// It is also `nil` if the part that is replaced has other quotation marks at its start than at its end: no replacement would be right
  /// for both.
  ///
  /// - Parameters:
  ///   - line: The command up to the cursor.
  ///   - text: The end of the line, which readline replaces, including quotation marks.
  init?(_ line: String, replacing text: String) {
    guard line.utf8.count >= text.utf8.count, line.utf8.suffix(text.utf8.count).elementsEqual(text.utf8)
    else {
      return nil
    }
    var reader = ShellLineReader(replacedFrom: line.utf8.count - text.utf8.count)
    for scalar in line.unicodeScalars {
      guard reader.read(scalar) else { return nil }
    }
    guard let start = reader.replacedPart, start.quote == reader.quote else { return nil }
    words = reader.words
    kept = start.kept
    quote = start.quote
  }

  /// Returns the replacement for the end of the line that makes the last word a given word; `nil` if their beginnings differ.
  ///
  /// It begins where readline's part begins, and is quoted for the quotation marks that are open there.
  func replacement(_ word: String) -> String? {
    guard word.utf8.starts(with: kept.utf8) else { return nil }
    return quote.quoted(word.unicodeScalars.dropFirst(kept.unicodeScalars.count))
  }
}

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

/// The quotation marks of bash around the cursor, which determine how text is quoted there.
///
///     text        none       single       double
///     a b         a\ b       a b          a b
///     it's        it\'s      it'\''s      it's
///     $x          \$x        $x           \$x
enum ShellQuote: Hashable {
  case none
  case single
  case double
  /// `$'…'`, in which a backslash starts an escape sequence.
  case dollar

  /// Quotes text so that bash reads exactly this text after the open quotation mark.
  ///
  /// The result leaves the same kind of quotation mark open (a single one for `$'…'`), which readline closes. If the text ends
  /// with that quotation mark, the result is already closed. Readline also inserts a common prefix of several results, so every
  /// prefix must be quoted correctly. The text is quoted by scalar, because a combining mark after a `$` doesn't make the `$`
  /// harmless.
  func quoted(_ text: some BidirectionalCollection<Unicode.Scalar>) -> String {
    var quote = self
    var quoted = ""
    for scalar in text.dropLast() {
      quoted += quote.escaped(scalar)
      // Readline would mistake the quote in `\'` for the closing one, so the rest gets ordinary single quotes.
      if quote == .dollar, scalar == "'" { quote = .single }
    }
    return quoted + (text.last.map { quote.escaped(last: $0) } ?? "")
  }

  /// Returns a scalar as bash reads it inside of these quotation marks.
  ///
  /// Where a scalar can't be written, the marks are closed and opened again around it: `'\''` for an apostrophe between single ones, `"\!"`
  /// beside double ones.
  private func escaped(_ scalar: Unicode.Scalar) -> String {
    switch self {
    case .none: Self.isPlain(scalar) ? String(scalar) : "\\\(scalar)"
    case .single where scalar == "'", .dollar where scalar == "'": #"'\''"#
    case .single: String(scalar)
    // Between double quotes, `!` expands the history, and a backslash before it isn't removed.
    case .double where scalar == "!": #""\!""#
    case .double: Self.isSpecialInDouble(scalar) ? "\\\(scalar)" : String(scalar)
    case .dollar: scalar == "\\" ? #"\\"# : String(scalar)
    }
  }

  /// Returns the last scalar, which closes the quotation marks if it is one itself: readline adds none then.
  private func escaped(last scalar: Unicode.Scalar) -> String {
    switch (self, scalar) {
    case (.single, "'"), (.dollar, "'"): #"'\'"#
    case (.double, "\""): #""\""#
    case (.double, "!"): #""\!"""#
    default: escaped(scalar)
    }
  }

  /// Whether a backslash escapes the character between double quotation marks. Before any other, it means itself: `"\n"` has two
  /// characters.
  static func isSpecialInDouble(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\"" || scalar == "\\" || scalar == "$" || scalar == "`"
  }

  /// Whether a scalar means itself without quotation marks: letters, digits, and signs that bash gives no meaning inside a word.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".", "/", "=", ":", ",", "@", "%", "+": true
    default: scalar.value >= 0x80 && scalar.properties.isAlphabetic
    }
  }
}
