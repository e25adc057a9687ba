extension Draft {
  /// Returns the draft without some of its changes, to apply the others.
  ///
  /// A changed element that is left out keeps its old value; a removed or moved one keeps its place among the elements that stay.
  /// Changes that the draft doesn't have are ignored.
  ///
  /// ```swift
  /// let added = draft.review().changes.flatMap(\.parts).filter { $0.kind == .add }
  /// let rest = draft.leavingOut(Set(added.map { .part($0.id) }))
  /// ```
  package func leavingOut(_ items: Set<Review.Item>) -> Draft {
    let rest = changes(leavingOut: items)
    guard !rest.isEmpty else { return self }
    var part = self
    for (path, change) in rest { part.replace(change, at: path) }
    part.update(after: rest.map(\.path))
    return part
  }

  /// Unstages the changes of some settings, and of some parts of values, as one undo step.
  @discardableResult
  package mutating func unstage(_ items: Set<Review.Item>) -> [SettingPath] {
    record(changes(leavingOut: items).map { EditHistory.Edit($0.path, from: edits[$0.path], to: $0.change) })
  }

  /// Returns the staged changes that remain without some items, for each setting that the items concern; the change is `nil` if
  /// nothing of the setting remains staged.
  private func changes(leavingOut items: Set<Review.Item>) -> [(path: SettingPath, change: JSONEdits.Change?)]
  {
    var parts: [SettingPath: Set<PartChange.ID>] = [:]
    var changes: [(path: SettingPath, change: JSONEdits.Change?)] = []
    for item in items {
      switch item {
      case .setting(let path): if edits[path] != nil { changes.append((path, nil)) }
      case .part(let part):
        guard let path = index.entry(containing: part.path)?.path, !items.contains(.setting(path)) else {
          continue
        }
        parts[path, default: []].insert(part)
      }
    }
    for (path, parts) in parts {
      guard let entry = index[path], let staged = edits[path], let old = base.value(of: entry),
        let new = value(at: path), let difference = ValueDifference(old, new, entry.setting)
      else { continue }
      let rest = difference.value(leavingOut: parts, at: path)
      changes.append((path, rest == old ? nil : rest == new ? staged : .set(rest)))
    }
    return changes
  }
}
