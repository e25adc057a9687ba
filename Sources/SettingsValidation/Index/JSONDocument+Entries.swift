extension JSONDocument {
  /// Returns the node of a setting, even at a path of an earlier version; `nil` if it isn't in the document.
  package func node(of entry: FormIndex.Entry) -> JSONNode? {
    if let node = node(at: entry.path) { return node }
    return entry.formerPaths.lazy.compactMap { node(at: $0) }.first
  }
}
