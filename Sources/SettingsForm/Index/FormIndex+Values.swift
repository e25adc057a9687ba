extension FormIndex {
  /// Calls the body with the position in ``settings`` of each setting that a document holds a value of, and the value,
  /// in the document's order; a value under a key of an earlier version counts if there is none under today's.
  ///
  /// Cost: linear in the size of the document, not of the form.
  package func forEachValue(in document: JSONDocument, _ body: (Int, JSONNode) -> Void) {
    forEachValue(in: document.root, section: 0, body)
  }

  private func forEachValue(in object: JSONNode, section: Int, _ body: (Int, JSONNode) -> Void) {
    for (key, value) in object.members {
      switch nodes[section].keys[key] {
      case .section(let inner)?: forEachValue(in: value, section: inner, body)
      case .setting(let position)?: body(position, value)
      case nil:
        guard let position = nodes[section].formerKeys[ExactText(key)] else { continue }
        let setting = settings[position].setting
        let counting = ([setting.key] + setting.formerKeys).first { object[$0] != nil }
        if counting == key { body(position, value) }
      }
    }
  }
}
