extension JSONDocument {
  /// The node of a setting, also under a key of an earlier version; `nil` if it was not set.
  package func node(of entry: FormIndex.Entry) -> JSONNode? {
    if let node = node(at: entry.path) { return node }
    guard !entry.setting.formerKeys.isEmpty, let section = entry.path.parent else { return nil }
    return entry.setting.formerKeys.lazy.compactMap { node(at: section.appending($0)) }.first
  }
}
