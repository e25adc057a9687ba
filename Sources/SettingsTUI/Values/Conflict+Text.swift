import Settings

extension Conflict {
  /// What the other process did, as the end of a sentence. Secrets are masked.
  var theirsText: String {
    "another process set it to \(theirs.map { setting.text(for: $0) } ?? "the default")"
  }
}
