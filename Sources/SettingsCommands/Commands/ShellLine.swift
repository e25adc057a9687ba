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
