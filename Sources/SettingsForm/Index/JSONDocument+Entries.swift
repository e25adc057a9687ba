extension JSONDocument {
  /// The node of a setting, also under a former key; `nil` if it isn't in the document.
  package func node(of entry: FormIndex.Entry) -> JSONNode? {
    if let node = node(at: entry.path) { return node }
    guard !entry.setting.formerKeys.isEmpty, let section = entry.path.parent else { return nil }
    return entry.setting.formerKeys.lazy.compactMap { node(at: section.appending($0)) }.first
  }
}
