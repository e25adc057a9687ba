extension FormIndex {
  /// Calls the body with each setting's position in ``settings`` and its value in a document, in the document's order. Settings
  /// without a value are skipped.
  ///
  /// Cost: linear in the size of the document, not of the form.
  package func forEachValue(in document: JSONDocument, _ body: (Int, JSONNode) -> Void) {
    if form.rootSetting != nil { return body(0, document.root) }
    forEachValue(in: document.root, section: 0, body)
  }

  private func forEachValue(
    in object: JSONNode, section: Int, _ body: (Int, JSONNode) -> Void
  ) {
    for (key, value) in object.members {
      switch nodes[section].keys[key] {
      case .section(let inner)?: forEachValue(in: value, section: inner, body)
      case .setting(let position)?: body(position, value)
      case nil: continue
      }
    }
  }
}
