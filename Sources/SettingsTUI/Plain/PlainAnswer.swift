/// What the plain editor says to a line, and what it asks next.
struct PlainAnswer: Equatable {
  /// What is to be done before the next line is read.
  enum Effect: Equatable {
    case none
    /// Applies what is staged; ``PlainEditor/finishApply(_:)`` hears how it went.
    case apply
    /// Ends the editor.
    case close
  }

  /// Whole lines.
  var text: String
  /// What stands before the next line that is typed.
  var prompt: String
  /// Whether that line is a secret, not to be shown.
  var asksSecret = false
  var effect = Effect.none
}
