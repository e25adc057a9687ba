/// The tree of sections and settings that a settings file may hold, with types, limits, titles, help and flags.
///
/// A form is written and read as a JSON Schema 2020-12 document (<https://json-schema.org/draft/2020-12>) without loss.
public struct FormSchema: Hashable, Sendable {
  /// The outermost section; its key is empty.
  public package(set) var root: FormSection
  /// Constraints, visibility and derived defaults over several settings. Of equal rules, the first takes precedence.
  package var rules: [FormRule]

  /// Creates a form.
  package init(root: FormSection, rules: [FormRule] = []) {
    self.root = root
    self.rules = rules
  }
}

extension FormSchema {
  /// The `$schema` of a form.
  package static let dialect = JSONSchema.dialect

  /// The keyword of the rules, at the root.
  package static let rulesKeyword = "x-rules"
}
