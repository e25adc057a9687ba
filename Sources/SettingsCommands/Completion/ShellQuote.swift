/// The quotation marks of bash that text at the cursor can stand in, and how other text is written there.
enum ShellQuote: Hashable {
  case none
  case single
  case double
  /// `$'…'`, in which a backslash begins an escape sequence.
  case dollar

  /// Text such that bash reads exactly this text behind what has been typed in these quotation marks.
  ///
  /// The result ends in the same kind of quotation marks, or in single ones for `$'…'`, which end alike: readline closes
  /// them, unless the text ends in a quotation mark of that kind; then they are closed already.
  /// Text that several words have in common is inserted, too: cut anywhere, none of it is outside of quotation marks
  /// that is meant to be inside. The text is written by its scalars: a combining mark behind a `$` does not make it
  /// harmless.
  func written(_ text: some BidirectionalCollection<Unicode.Scalar>) -> String {
    var quote = self
    var written = ""
    for scalar in text.dropLast() {
      written += quote.spelling(of: scalar)
      // readline would take the quote of `\'` for the closing one, so the rest goes into ordinary quotation marks.
      if quote == .dollar, scalar == "'" { quote = .single }
    }
    return written + (text.last.map { quote.spelling(ofLast: $0) } ?? "")
  }

  private func spelling(of scalar: Unicode.Scalar) -> String {
    switch self {
    case .none: Self.isPlain(scalar) ? String(scalar) : "\\\(scalar)"
    case .single where scalar == "'", .dollar where scalar == "'": #"'\''"#
    case .single: String(scalar)
    // In double quotation marks the history is searched for what follows `!`, and a backslash before it stays.
    case .double where scalar == "!": #""\!""#
    case .double: Self.isSpecialInDouble(scalar) ? "\\\(scalar)" : String(scalar)
    case .dollar: scalar == "\\" ? #"\\"# : String(scalar)
    }
  }

  private func spelling(ofLast scalar: Unicode.Scalar) -> String {
    switch (self, scalar) {
    case (.single, "'"), (.dollar, "'"): #"'\'"#
    case (.double, "\""): #""\""#
    case (.double, "!"): #""\!"""#
    default: spelling(of: scalar)
    }
  }

  /// Whether a backslash has its meaning before the character in double quotation marks.
  static func isSpecialInDouble(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\"" || scalar == "\\" || scalar == "$" || scalar == "`"
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".", "/", "=", ":", ",", "@", "%", "+": true
    default: scalar.value >= 0x80 && scalar.properties.isAlphabetic
    }
  }
}
