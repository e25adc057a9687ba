import Settings

extension ReviewScreen {
  /// Whether a change will be made.
  enum Choice {
    case kept
    /// Some of its parts are left out.
    case partlyKept
    case leftOut
  }

  /// Returns whether the change of a row will be made.
  func choice(_ row: ReviewRow) -> Choice {
    if leftOut.contains(.setting(row.change.path)) { return .leftOut }
    switch row.content {
    case .change(let change, _): return leavesOutPart(of: change) ? .partlyKept : .kept
    case .part(let part, _): return leftOut.contains(.part(part.id)) ? .leftOut : .kept
    case .derived: return .kept
    }
  }

  private func leavesOutPart(of change: SettingChange) -> Bool {
    leftOut.contains { if case .part(let part) = $0 { change.path.contains(part.path) } else { false } }
  }

  /// Returns the changes to leave out after the row is chosen: its change, or without it if it was left out. A setting whose parts are all left out is left out itself.
  func toggled(_ row: ReviewRow) -> Set<Review.Item> {
    let setting = Review.Item.setting(row.change.path)
    let parts = Set(rows.filter { $0.change.path == row.change.path }.compactMap(\.item)).subtracting([
      setting
    ])
    var items = leftOut
    switch row.content {
    case .derived: break
    case .change:
      items.subtract(parts)
      if items.remove(setting) == nil { items.insert(setting) }
    case .part(let part, _):
      if items.remove(setting) != nil { items.formUnion(parts) }
      if items.remove(.part(part.id)) == nil { items.insert(.part(part.id)) }
      if parts.isSubset(of: items) { items = items.subtracting(parts).union([setting]) }
    }
    return items
  }
}
