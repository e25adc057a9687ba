/// What the plain editor says to a line, and what it asks next.
struct PlainAnswer: Equatable {
  /// Whole lines.
  var text: String
  /// What stands before the next line that is typed.
  var prompt: String
  /// Whether that line is a secret, not to be shown.
  var asksSecret = false
  /// What is to be done before the next line is read.
  var effect: EditorEffect?
}
