/// The entries of an object under keys that the form doesn't list.
package struct FormEntries: Hashable, Sendable {
  /// The regular expression that the keys match; `nil` for all other keys.
  package var pattern: String?
  /// The kind of the values.
  package var kind: FormKind

  /// Creates entries.
  package init(pattern: String? = nil, kind: FormKind) {
    self.pattern = pattern
    self.kind = kind
  }
}
