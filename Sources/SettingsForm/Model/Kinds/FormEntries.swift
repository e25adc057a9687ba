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

extension FormSection {
  /// Returns the kind of an entry under a key that no item has; `nil` if the form doesn't describe such an entry.
  package func kind(ofEntry key: String) -> FormKind? {
    entries.first { entries in
      guard let pattern = entries.pattern else { return true }
      return (try? TextPattern(pattern))?.matches(key) ?? false
    }?.kind
  }

  /// Returns the kind of a member that a person adds under a key that no item has; `nil` if the form doesn't allow the member.
  package func kind(ofNewMember key: String) -> FormKind? { kind(ofEntry: key) ?? (isOpen ? .anything : nil) }
}
