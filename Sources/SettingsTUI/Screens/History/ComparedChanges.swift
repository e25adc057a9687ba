import Settings

/// The changes of a version, with their values compared inside.
struct ComparedChanges {
  private let entry: HistoryEntry
  private let comparisons: [ValueComparison]

  init(of entry: HistoryEntry, _ index: FormIndex) {
    self.entry = entry
    comparisons = entry.changes.map { $0.comparison(in: index) }
  }

  /// Returns the changes, one below the other.
  @MainActor
  func lines(_ glyphs: Glyphs, columns: Int) -> [[Span]] {
    func line(_ name: String, _ shown: ValueComparison.Shown) -> [Span] {
      [Span(name)] + shown.spans(glyphs, columns: max(4, columns - glyphs.visible.width(of: name)))
    }
    var lines: [[Span]] = zip(entry.changes, comparisons).flatMap { change, comparison in
      [line("\(change.name)  ", comparison.shown(as: .forPeople))]
        + comparison.listedParts.map { line("  \($0.title(glyphs))  ", $0.shown(as: .forPeople)) }
    }
    let others = entry.changeCount - entry.changes.count
    if others > 0 { lines.append([Span("and \(others) more", .secondary)]) }
    if lines.isEmpty { lines.append([Span(entry.noChangesText, .secondary)]) }
    return lines
  }
}
