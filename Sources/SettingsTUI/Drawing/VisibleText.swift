import SettingsJSON

/// Turns a string into pieces that a terminal can show, one cell after the other.
///
/// - Control and format characters become visible (`^A`, `<U+202E>`) and never reach the terminal.
/// - A cluster that terminals measure differently (emoji joined by ZWJ, skin tones, presentation selectors) is replaced by its first emoji;
///   a flag by its two letters.
/// - A cluster of other scripts with several spacing scalars takes one cell for each of them.
/// - In a locale without UTF-8, characters outside of ASCII become `?`.
///
/// What a terminal shows is decided by the terminal, so a program that guesses a width wrong draws everything behind it in the wrong
/// columns. The rules above only leave what all terminals measure alike, at the price of a family that becomes its first member. They are
/// also a protection: a value can contain `ESC ]0;…` or characters that turn the direction of writing, and neither must reach the terminal
/// or hide what a value is.
///
///     "a\u{1B}[31mb"  → a ^ [ [ 3 1 m b         eight pieces of one column
///     "日本"           → 日 本                    two pieces of two columns
///     "👩‍👩‍👧"            → 👩                       one piece of two columns
///     "🇩🇪"            → D E                      two pieces of one column
///
/// There are two ways to use it. ``Frame`` draws the pieces into cells; ``wrap(_:columns:atMost:)``, ``truncate(_:columns:)`` and
/// ``width(of:)`` measure them for the layout before that. Text that leaves the grid (`--plain`, the commands) is only spelled, by
/// ``printed(_:)``, ``spelling(of:)`` and ``lines(of:)``: there, the terminal breaks the lines.
///
/// A value can be as long as the file, so the functions that fill a row stop where the row is full. Printable ASCII, which nearly all text
/// is, costs a look at its bytes.
package struct VisibleText: Hashable, Sendable {
  /// The content of one position: a spacing scalar with its combining marks.
  struct Piece: Hashable, Sendable {
    var character: Character
    /// The number of columns that it takes: 1 or 2.
    var width: Int
    /// Whether it replaces a character that can't be shown as itself. It is drawn in another style, so a `^A` of a value differs from a
    /// typed `^A`.
    var isSubstitute: Bool
  }

  /// Whether the terminal shows only ASCII.
  var isASCIIOnly: Bool

  /// Calls the body with each piece that represents the character.
  ///
  /// A piece is what goes into one cell: `é` is one piece with a mark, `각` one piece of two columns, `^A` two pieces, a flag two letters.
  /// No piece has width 0. A joiner or a selector that stands alone has no piece; a mark that stands alone gets a dotted circle.
  func pieces(of character: Character, _ body: (Piece) -> Void) {
    if let ascii = character.asciiValue, ascii >= 0x20, ascii < 0x7F {
      body(Piece(character: character, width: 1, isSubstitute: false))
      return
    }
    let scalars = character.unicodeScalars
    if ShownText.hidesAny(of: scalars) {
      spell(scalars, body: body)
    } else if isASCIIOnly {
      for letter in Self.asciiText(of: character) {
        body(Piece(character: letter, width: 1, isSubstitute: true))
      }
    } else {
      show(scalars, body: body)
    }
  }

  /// Returns the number of columns that the character takes: the sum of its pieces.
  func width(of character: Character) -> Int {
    if let ascii = character.asciiValue, ascii >= 0x20, ascii < 0x7F { return 1 }
    var width = 0
    pieces(of: character) { width += $0.width }
    return width
  }

  /// Returns the number of columns that the text takes on one line; a line break counts as the `^J` that it would be drawn as.
  ///
  /// Cost: linear in the length of the text. For a value of any length, use ``truncate(_:columns:)``, which stops early.
  func width(of text: some StringProtocol) -> Int {
    if Self.isPrintableASCII(text) { return text.utf8.count }
    var width = 0
    for character in text { width += self.width(of: character) }
    return width
  }

  /// Whether the text is printable ASCII, in which each byte is a column, and fits the columns.
  ///
  /// The short way past all of Unicode. The length is compared first, so a long text isn't read.
  static func isPrintableASCII(_ text: some StringProtocol, atMost columns: Int = .max) -> Bool {
    text.utf8.count <= columns && text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }

  /// Shows a character without control characters as one cell for each spacing scalar, with the marks that follow it.
  ///
  /// `e` and four accents is one cell; `क्षि` is three, because terminals advance by the sum of the widths of its scalars and not by what
  /// the font joins. Joiners and selectors are dropped. Of an emoji cluster, only the first piece is shown, since a terminal that joins
  /// `👩‍👩‍👧` uses two columns for it and another terminal six.
  private func show(_ scalars: Character.UnicodeScalarView, body: (Piece) -> Void) {
    // Most characters are one scalar.
    if let only = scalars.first, scalars.count == 1, case let width = only.columns, width > 0 {
      body(Piece(character: Character(only), width: width, isSubstitute: false))
      return
    }
    let isFlag = scalars.count == 2 && scalars.allSatisfy { ShownText.regionalIndicators.contains($0.value) }
    if isFlag {
      for scalar in scalars {
        let letter = Unicode.Scalar(UInt8(0x41 + scalar.value - ShownText.regionalIndicators.lowerBound))
        body(Piece(character: Character(letter), width: 1, isSubstitute: true))
      }
      return
    }
    let isEmojiCluster = ShownText.isEmojiCluster(scalars)
    var pending = String.UnicodeScalarView()
    var width = 0
    var marks = 0
    for scalar in scalars {
      let own = scalar.columns
      if own > 0 {
        if !pending.isEmpty {
          var piece = Self.piece(pending, width: width)
          piece.isSubstitute = isEmojiCluster
          body(piece)
          if isEmojiCluster { return }
        }
        pending = String.UnicodeScalarView([scalar])
        width = own
        marks = 0
      } else if ShownText.isJoining(scalar) || (isEmojiCluster && scalar.value == 0x20E3) {
        continue
      } else if pending.isEmpty {
        // A mark without a base gets a dotted circle, as in the Unicode charts.
        pending = String.UnicodeScalarView(["\u{25CC}", scalar])
        width = 1
        marks = 1
      } else if marks < Self.mostMarks {
        pending.append(scalar)
        marks += 1
      }
    }
    if !pending.isEmpty {
      body(Self.piece(pending, width: width))
    }
  }

  /// Returns the scalars as one cell. Leaves out the marks if Unicode would break before one of them.
  ///
  /// A cell must be one character of Swift, since the grid compares and copies characters.
  private static func piece(_ scalars: String.UnicodeScalarView, width: Int) -> Piece {
    let text = String(scalars)
    let character = text.first ?? " "
    return Piece(
      character: text.count == 1 ? character : Character(scalars.first ?? " "), width: width,
      isSubstitute: false)
  }

  /// Returns the ASCII replacement of a character: the plain form of punctuation, otherwise a question mark.
  ///
  /// The help and the messages of the editor use typographic quotes and dashes; without this list, a sentence in a locale without UTF-8
  /// would be full of question marks.
  private static func asciiText(of character: Character) -> String {
    switch character {
    case "…": "..."
    case "“", "”", "„", "«", "»": "\""
    case "‘", "’", "‚": "'"
    case "–", "—", "−", "‐", "‑", "•", "·": "-"
    case "×": "x"
    case "→": "->"
    case "\u{A0}", "\u{202F}": " "
    default: "?"
    }
  }

  /// Shows a character in which something can't be seen: the code of each scalar but ASCII, so that no mark stands above a code.
  private func spell(_ scalars: Character.UnicodeScalarView, body: (Piece) -> Void) {
    for scalar in scalars {
      let isPlain = (0x20..<0x7F).contains(scalar.value)
      for letter in isPlain ? String(scalar) : ShownText.code(of: scalar) {
        body(Piece(character: letter, width: 1, isSubstitute: !isPlain))
      }
    }
  }

  /// The number of marks that curses keeps in a cell besides the spacing scalar: `CCHARW_MAX` minus one.
  private static let mostMarks = 4
}

extension VisibleText {
  /// Returns the longest prefix of the text that fits the columns, and the number of columns that it takes.
  ///
  /// A wide character that begins in the last column isn't in it, so the width can be one less than the columns: `日本` in 3 columns is `日`,
  /// width 2.
  func prefix(of text: some StringProtocol, columns: Int) -> (text: String, width: Int) {
    var kept = ""
    var used = 0
    for character in text {
      let width = width(of: character)
      if used + width > columns { break }
      kept.append(character)
      used += width
    }
    return (kept, used)
  }

  /// Returns the text with spaces after it up to a number of columns.
  func pad(_ text: String, columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - width(of: text)))
  }

  /// Returns the text if it fits the columns, otherwise a prefix and an ellipsis: `abcd` in 3 columns is `ab…`, or `ab~` in ASCII.
  ///
  /// The ellipsis is one column wide in both forms. The result can be narrower than the columns before a wide character, and is empty for 0
  /// columns. Cost: linear in the columns, whatever the length of the text.
  func truncate(_ text: String, columns: Int) -> String {
    guard columns > 0 else { return "" }
    if Self.isPrintableASCII(text, atMost: columns) { return text }
    // Values can be megabytes, so the width of the whole text isn't measured.
    if prefix(of: text, columns: columns).text.utf8.count == text.utf8.count { return text }
    return prefix(of: text, columns: columns - 1).text + (isASCIIOnly ? "~" : "…")
  }

  /// Returns the text if it fits the columns, otherwise an ellipsis and the end of the text: `a/b/long.json` in 10 columns is `…long.json`.
  ///
  /// For paths and names of files, which differ at their end. Cost: linear in the length of the text, so not for values.
  func truncateStart(_ text: String, columns: Int) -> String {
    guard columns > 0 else { return "" }
    guard width(of: text) > columns else { return text }
    var kept: [Character] = []
    var used = 1
    for character in text.reversed() {
      used += width(of: character)
      if used > columns { break }
      kept.append(character)
    }
    return (isASCIIOnly ? "~" : "…") + String(kept.reversed())
  }

  /// Breaks text into lines of at most the columns: at its own line breaks, then between words, and inside a word only if the word alone is
  /// too long.
  ///
  /// A line that breaks at a space loses it, and so do the spaces at the start of a line. An empty text is one empty line; for 0 columns
  /// there is no line. If `limit` is reached, the rest is left out without a sign. Cost: linear in the text up to the limit.
  ///
  ///     wrap("one two three", columns: 7)  → ["one two", "three"]
  ///     wrap("abcdefghij k", columns: 4)   → ["abcd", "efgh", "ij k"]
  ///     wrap("日本語日本語", columns: 5)       → ["日本", "語日", "本語"]
  func wrap(_ text: String, columns: Int, atMost limit: Int = .max) -> [String] {
    guard columns > 0 else { return [] }
    var lines: [String] = []
    for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      wrapParagraph(paragraph, columns: columns, limit: limit, into: &lines)
      if lines.count >= limit { break }
    }
    if lines.count > limit { lines.removeSubrange(limit...) }
    return lines
  }

  /// Breaks one paragraph: each word goes behind the words before it if it fits there, else on a new line, else on as many lines as it
  /// fills.
  ///
  /// Words are separated by single spaces, so two spaces have an empty word between them, and both stay inside a line.
  private func wrapParagraph(_ paragraph: Substring, columns: Int, limit: Int, into lines: inout [String]) {
    var line = ""
    var used = 0
    for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
      if lines.count >= limit { return }
      var rest = word
      var width = width(of: rest)
      if !line.isEmpty, used + 1 + width > columns {
        lines.append(line)
        line = ""
        used = 0
      } else if !line.isEmpty {
        line += " "
        used += 1
      }
      while used + width > columns, lines.count < limit {
        var (head, headWidth) = prefix(of: rest, columns: columns - used)
        if head.isEmpty, let first = rest.first {
          // If a single character is wider than the line, it gets its own line.
          head = String(first)
          headWidth = self.width(of: first)
        }
        lines.append(line + head)
        rest = rest.dropFirst(head.count)
        width -= headWidth
        line = ""
        used = 0
      }
      line += rest
      used += width
    }
    lines.append(line)
  }
}

extension VisibleText {
  /// Returns text on one line, for a terminal or a pipe: what can't be seen, line breaks and tabs included, becomes a code
  /// (``ShownText/spelled(_:except:)``). Nothing is measured here, so clusters don't have to be simplified.
  package static func spelling(of text: String) -> String { ShownText.spelled(text) }

  /// Returns text on one line as `--plain` prints it: spelled, and in ASCII where the terminal shows nothing else.
  func printed(_ text: some StringProtocol) -> String {
    guard isASCIIOnly else { return Self.spelling(of: String(text)) }
    var shown = ""
    for character in text { pieces(of: character) { shown.append($0.character) } }
    return shown
  }

  /// Returns text for a terminal that wraps lines itself: line breaks and tabs stay, other control characters become codes.
  ///
  /// CR LF becomes LF first; a CR alone becomes `^M`, because it would let the rest of a line overwrite its beginning.
  package static func lines(of text: String) -> String {
    ShownText.spelled(text.replacing("\r\n", with: "\n")) { $0 == "\n" || $0 == "\t" }
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// The first line, with an ellipsis if there are more: `"a\nb"` → `a…`.
  var firstLine: String {
    firstIndex(where: \.isNewline).map { String(self[..<$0]) + "…" } ?? self
  }

  var trimmingTrailingSpaces: String {
    lastIndex { $0 != " " }.map { String(self[...$0]) } ?? ""
  }
}
