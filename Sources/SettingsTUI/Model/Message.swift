import Settings

/// A sentence for the person who uses the editor.
struct Message: Hashable, Sendable {
  var text: String
  var role: Style.Role

  init(_ text: String, _ role: Style.Role = .text) {
    self.text = text
    self.role = role
  }

  /// Returns the message about a form that is inferred, or about its parts that can't be used; `nil` for any other form.
  static func notice(about form: FormSchema) -> Message? {
    if form.isInferred {
      return Message("No form was found; the types are inferred from the values.", .changed)
    }
    guard !form.warnings.isEmpty else { return nil }
    return Message(
      "The form has \(Phrase.count(form.warnings.count, "warning")); settings-tui check lists them.", .changed
    )
  }

  /// The recovery file can't be written.
  static let cannotKeep = Message(
    "Staged changes can't be saved for recovery: the recovery folder is not writable.", .problem)
}
