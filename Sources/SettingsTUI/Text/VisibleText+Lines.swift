extension VisibleText {
  /// Returns text on one line: control and format characters, line breaks and tabs included, become escapes.
  ///
  /// Everything else is unchanged: nothing is measured here, so clusters don't have to be simplified.
  package static func spelling(of text: String) -> String {
    spelling(of: text) { _ in false }
  }

  /// Returns text for a terminal that wraps lines itself: line breaks and tabs stay, other control characters become escapes.
  package static func lines(of text: String) -> String {
    spelling(of: text.replacing("\r\n", with: "\n")) { $0 == "\n" || $0 == "\t" }
  }

  private static func spelling(of text: String, except stays: (Unicode.Scalar) -> Bool) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else { return text }
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if needsSpelling(scalar), !stays(scalar) {
        shown.append(contentsOf: spelling(of: scalar).unicodeScalars)
      } else {
        shown.append(scalar)
      }
    }
    return String(shown)
  }
}
