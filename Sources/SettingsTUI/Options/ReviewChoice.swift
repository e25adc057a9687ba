import Settings

/// Whether an apply makes a change of the review.
enum ReviewChoice {
  case kept
  /// Some of its parts are left out.
  case partlyKept
  case leftOut
}

/// The items of a review that an apply leaves out.
extension Set<Review.Item> {
  /// Returns whether an apply makes the change of a setting or of a part of its value.
  func choice(of item: Review.Item, in change: SettingChange) -> ReviewChoice {
    if contains(.setting(change.path)) || contains(item) { return .leftOut }
    guard case .setting = item else { return .kept }
    let leavesPartOut = contains {
      if case .part(let part) = $0 { change.path.contains(part.path) } else { false }
    }
    return leavesPartOut ? .partlyKept : .kept
  }

  /// Leaves an item out; includes it if it was left out.
  ///
  /// A setting whose listed parts are all left out is left out itself.
  mutating func toggle(_ item: Review.Item, in change: SettingChange) {
    let setting = Review.Item.setting(change.path)
    let parts = Set(change.comparison.parts.map { Review.Item.part($0.id) })
    if item == setting {
      subtract(parts)
      if remove(setting) == nil { insert(setting) }
    } else {
      if remove(setting) != nil { formUnion(parts) }
      if remove(item) == nil { insert(item) }
      if parts.isSubset(of: self) { self = subtracting(parts).union([setting]) }
    }
  }
}
