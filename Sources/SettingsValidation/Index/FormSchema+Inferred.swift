extension FormSchema {
  /// Whether the form was inferred from the values of a settings file.
  package var isInferred: Bool { source == .inferred }
}

extension SourceSchema {
  /// The schema of an inferred form, which every value meets.
  package static let inferred = SourceSchema(
    root: JSONSchema(keywords: [.other("$comment", "Inferred from the values of a file.")]))
}
