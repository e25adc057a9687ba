import Settings

/// A row of the review.
struct ReviewRow {
  enum Content {
    /// The change of a setting, with its values compared inside.
    case change(SettingChange, ValueComparison)
    /// The change of a part of a setting's value.
    case part(PartChange, of: SettingChange)
    /// A change that rules derive.
    case derived(SettingChange, ValueComparison)
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
    changes.map { ReviewRow(content: .derived($0, $0.comparison)) }
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
    case .change(let change, _), .part(_, let change), .derived(let change, _): change
    }
  }
}

extension ReviewRow {
  /// Whether rules make the change.
  var isDerived: Bool {
    if case .derived = content { true } else { false }
  }

  /// The strings that a filter reads, with masked secrets.
  @MainActor
  func strings(_ glyphs: Glyphs) -> RowStrings {
    func text(_ spans: [Span]) -> String { spans.map(\.text).joined() }
    switch content {
    case .change(let change, let comparison), .derived(let change, let comparison):
      let value = comparison.shown(as: .forPeople).spans(glyphs, columns: 200, isKept: true)
      let effects =
        change.sideEffects + (change.requiresRestart ? ["restart"] : [])
        + (change.overriddenBy.map { ["no effect now", "\($0)"] } ?? [])
      return RowStrings(
        name: change.title, value: "\(change.path) \(text(value))", help: effects.joined(separator: " "))
    case .part(let part, let change):
      let value = part.shown(as: .forPeople).spans(glyphs, columns: 200, isKept: true)
      return RowStrings(name: "\(change.title) \(part.title(glyphs))", value: "\(change.path) \(text(value))")
    }
  }
}
