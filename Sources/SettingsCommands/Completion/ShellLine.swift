/// A bash command line up to the cursor, split by the shell's quoting rules.
struct ShellLine {
  /// The words without quotation marks. The last one is at the cursor and can be empty.
  let words: [String]
  /// The start of the last word, which readline doesn't replace.
  private let kept: String
  /// The quotation marks around the part that readline replaces.
  private let quote: ShellQuote

  /// Splits a line; returns `nil` if its words depend on more than quotation marks, as they do with `$(…)` and redirections.
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
  func replacement(_ word: String) -> String? {
    guard word.utf8.starts(with: kept.utf8) else { return nil }
    return quote.quoted(word.unicodeScalars.dropFirst(kept.unicodeScalars.count))
  }
}
