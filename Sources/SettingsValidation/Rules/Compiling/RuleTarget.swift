/// A setting or a section.
enum RuleTarget: Hashable, Sendable {
  /// By its position in the form's settings.
  case setting(Int)
  /// By its position in the form's sections.
  case section(Int)
}
