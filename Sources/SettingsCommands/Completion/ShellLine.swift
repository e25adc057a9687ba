/// A command line of bash up to the cursor, taken apart by the shell's rules of quoting.
struct ShellLine {
  /// The words without their quotation marks; the last one is at the cursor, and may be empty.
  let words: [String]
  /// What of the last word stands before the part that readline replaces.
  private let kept: String
  /// The quotation marks that the replaced part stands in.
  private let quote: ShellQuote

  /// Takes a line apart; `nil` if its words depend on more than its quotation marks, as with `$(…)` and redirections.
  ///
  /// - Parameters:
  ///   - line: the command up to the cursor.
  ///   - text: the end of the line that readline replaces, as it is written.
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

  /// A word as bash puts it in the place of the last one; `nil` if it does not begin as that does.
  func replacement(_ word: String) -> String? {
    guard word.utf8.starts(with: kept.utf8) else { return nil }
    return quote.written(word.unicodeScalars.dropFirst(kept.unicodeScalars.count))
  }
}
