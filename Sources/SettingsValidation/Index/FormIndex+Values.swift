extension FormIndex {
  /// Calls the body with each setting's position in ``settings`` and its value in a document, in the document's order. Settings
  /// without a value are skipped. A value at a former path is used if the current path has no value.
  ///
  /// Cost: linear in the size of the document, not of the form.
  package func forEachValue(in document: JSONDocument, _ body: (Int, JSONNode) -> Void) {
    if form.rootSetting != nil { return body(0, document.root) }
    forEachValue(in: document.root, section: 0, of: document, body)
  }

  private func forEachValue(
    in object: JSONNode, section: Int, of document: JSONDocument, _ body: (Int, JSONNode) -> Void
  ) {
    for (key, value) in object.members {
      switch nodes[section].keys[key] {
      case .section(let inner)?: forEachValue(in: value, section: inner, of: document, body)
      case .setting(let position)?: body(position, value)
      case nil:
        if former.positions.isEmpty { continue }
        forEachFormerValue(in: value, at: nodes[section].path.appending(key), of: document, body)
      }
    }
  }

  private func forEachFormerValue(
    in value: JSONNode, at path: SettingPath, of document: JSONDocument, _ body: (Int, JSONNode) -> Void
  ) {
    if let position = former.positions[path] {
      let entry = settings[position]
      let counting = ([entry.path] + entry.formerPaths).first { document.node(at: $0) != nil }
      if counting == path { body(position, value) }
    } else if isFormerContainer(path) {
      for (key, value) in value.members {
        forEachFormerValue(in: value, at: path.appending(key), of: document, body)
      }
    }
  }
}
