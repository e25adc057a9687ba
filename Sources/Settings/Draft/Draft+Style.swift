extension Draft {
  /// What is to be staged to return a setting to its default; `nil` if it has its default.
  func changeForReset(of entry: FormIndex.Entry) -> JSONEdits.Change? {
    guard let stored = base.node(of: entry) else { return nil }
    guard let value = writtenDefault(of: entry) else { return .remove }
    return stored.value == value ? nil : .set(value)
  }

  /// The edits with those that write the defaults of all settings that the file lacks, if that is its style.
  func complete(_ edits: JSONEdits) -> JSONEdits {
    guard style == .full else { return edits }
    var edits = edits
    for entry in index.settings where edits[entry.path] == nil && base.node(of: entry) == nil {
      if let value = writtenDefault(of: entry) { edits.set(value, at: entry.path) }
    }
    return edits
  }

  /// The default as it is written into the file; `nil` if a setting that has its default is not in the file.
  private func writtenDefault(of entry: FormIndex.Entry) -> JSONValue? {
    style == .full && !index.rules.derives(entry.path) ? entry.setting.defaultValue : nil
  }
}
