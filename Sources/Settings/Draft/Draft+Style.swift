extension Draft {
  /// Returns the change that resets a setting to its default; `nil` if it has its default.
  func changeForReset(of entry: FormIndex.Entry) -> JSONEdits.Change? {
    guard let stored = base.node(of: entry) else { return nil }
    guard let value = writtenDefault(of: entry) ?? wholeDocument(of: entry, stored) else { return .remove }
    return stored.value == value ? nil : .set(value)
  }

  /// Returns the default of a setting that is the whole document, which can't be removed; `nil` if an empty object is its default.
  private func wholeDocument(of entry: FormIndex.Entry, _ stored: JSONNode) -> JSONValue? {
    guard entry.path.isRoot else { return nil }
    return entry.setting.defaultValue ?? (stored.kind == .array ? [] : nil)
  }

  /// Adds edits that write the defaults of missing settings, if the file's style requires it.
  func complete(_ edits: JSONEdits) -> JSONEdits {
    guard style == .full else { return edits }
    var edits = edits
    for entry in index.settings where edits[entry.path] == nil && base.node(of: entry) == nil {
      if let value = writtenDefault(of: entry) { edits.set(value, at: entry.path) }
    }
    return edits
  }

  /// Returns the default that is written to the file; `nil` if a setting with its default has no key.
  private func writtenDefault(of entry: FormIndex.Entry) -> JSONValue? {
    guard style == .full, !index.rules.derives(entry.path) else { return nil }
    // A default in the file would override the value of a layer below.
    guard base.layers.inherited(entry) == nil, base.layers.lock(of: entry) == nil else { return nil }
    return entry.setting.defaultValue
  }
}
