/// The reply of the plain editor to a line, and its next prompt.
struct PlainAnswer: Equatable {
  /// Whole lines.
  var text: String
  /// The prompt.
  var prompt: String
  /// Whether the next line is a secret, which is hidden while it is typed.
  var asksSecret = false
  /// What the session does before it reads the next line.
  var effect: EditorEffect?
}
