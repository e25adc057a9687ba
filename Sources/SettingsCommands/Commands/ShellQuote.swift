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
