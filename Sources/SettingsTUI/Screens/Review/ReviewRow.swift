import Settings

/// A row of the review.
struct ReviewRow {
  enum Content {
    /// The change of a setting, with its values compared inside.
    case change(SettingChange, ValueComparison)
    /// The change of a part of a setting's value.
    case part(PartChange, of: SettingChange)
    /// A change that rules derive. The first has a heading above it.
    case derived(SettingChange, ValueComparison, isFirst: Bool)
  }

  let content: Content

  /// Returns the rows of changes, each with those of its parts.
  static func rows(of changes: [SettingChange]) -> [ReviewRow] {
    changes.flatMap { change in
      let comparison = change.comparison
      return [ReviewRow(content: .change(change, comparison))]
        + comparison.parts.map { ReviewRow(content: .part($0, of: change)) }
    }
  }

  /// Returns the rows of what rules change as a consequence.
  static func rows(derived changes: [SettingChange]) -> [ReviewRow] {
    changes.enumerated().map { place, change in
      ReviewRow(content: .derived(change, change.comparison, isFirst: place == 0))
    }
  }

  /// What can be left out; `nil` for a change of rules.
  var item: Review.Item? {
    switch content {
    case .change(let change, _): .setting(change.path)
    case .part(let part, _): .part(part.id)
    case .derived: nil
    }
  }

  /// The setting that is changed, or whose part is changed.
  var change: SettingChange {
    switch content {
    case .change(let change, _), .part(_, let change), .derived(let change, _, _): change
    }
  }
}
