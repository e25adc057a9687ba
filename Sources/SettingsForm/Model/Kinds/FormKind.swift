/// The type of a setting's value, with its limits.
package indirect enum FormKind: Hashable, Sendable {
  /// `true` or `false`.
  case boolean
  /// A whole number.
  case integer(NumberLimits)
  /// A number.
  case number(NumberLimits)
  /// A string.
  case string(TextLimits)
  /// One of several values.
  case choice([FormChoice])
  /// Any subset of several values: an option set, stored as an array of names.
  case flags([FormChoice])
  /// A list of values of one type.
  case list(FormKind, ListLimits)
  /// Values of one type under arbitrary keys.
  case dictionary(FormKind)
  /// A struct inside a list or a dictionary, or an optional struct. The section's key and title are those of the struct.
  case object(FormSection)
  /// One of several alternatives, each with its own kind. The mark of an alternative determines which values belong to it.
  case variants([FormVariant])
  /// A kind that contains itself. ``FormSetting/kind`` never returns it; elements and alternatives can have it.
  case recursive(RecursiveKind)
  /// Any JSON.
  case json
}

extension FormKind {
  /// Whether the running app can offer values of the kind.
  package var canHaveChoicesHook: Bool {
    switch self {
    case .integer, .number, .string: true
    case .boolean, .choice, .flags, .list, .dictionary, .object, .variants, .recursive, .json: false
    }
  }
}
