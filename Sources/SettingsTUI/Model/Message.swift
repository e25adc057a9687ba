/// A sentence for the person who uses the editor.
struct Message: Hashable, Sendable {
  var text: String
  var role: Style.Role

  init(_ text: String, _ role: Style.Role = .text) {
    self.text = text
    self.role = role
  }

  /// The recovery file can't be written.
  static let cannotKeep = Message(
    "Staged changes can't be saved for recovery: the recovery folder is not writable.", .problem)
}
