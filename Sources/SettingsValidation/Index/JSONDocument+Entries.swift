extension JSONDocument {
  /// Returns the node of a setting; `nil` if it isn't in the document.
  package func node(of entry: FormIndex.Entry) -> JSONNode? { node(at: entry.path) }
}
