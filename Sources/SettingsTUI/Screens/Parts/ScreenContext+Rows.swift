import Settings

extension ScreenContext {
  /// The row of the setting at a position in the index.
  ///
  /// Rows are cached until something changes: a step through a list shows the same ones again.
  func row(at position: Int, _ glyphs: Glyphs) -> ValueRow {
    let state = KnownRows.State(revision: core.revision, highlighted: core.highlighted, glyphs: glyphs)
    if knownRows.state != state { knownRows = KnownRows(state: state) }
    if let row = knownRows.rows[position] { return row }
    let row = row(for: index.settings[position], glyphs)
    if knownRows.rows.count >= KnownRows.most { knownRows.rows.removeAll(keepingCapacity: true) }
    knownRows.rows[position] = row
    return row
  }

  /// The cached rows.
  struct KnownRows {
    /// What rows are made from.
    struct State: Equatable {
      var revision = -1
      var highlighted: Set<SettingPath> = []
      var glyphs = Glyphs()
    }

    var state = State()
    /// By the positions of their settings.
    var rows: [Int: ValueRow] = [:]

    /// Enough for some screens.
    static let most = 500
  }

  private func row(for entry: FormIndex.Entry, _ glyphs: Glyphs) -> ValueRow {
    let setting = entry.setting
    var row = ValueRow(
      title: setting.title,
      value: ValuePreview.spans(model.value(at: entry.path), setting, glyphs))
    row.state = state(of: entry, glyphs)
    if core.summary.conflicts.contains(entry.path) || !core.problems(at: entry.path).isEmpty {
      row.problem = Span(String(glyphs.problem), .problem)
    }
    if core.highlighted.contains(entry.path) {
      row.value.append(Span(" \(glyphs.news) new", .match))
    }
    row.isQuiet =
      setting.traits.contains(.deprecated) || model.isReadOnly(entry.path) || !model.isEnabled(entry.path)
    row.badges = badges(setting.traits, hasSideEffects: !setting.sideEffects.isEmpty, glyphs)
    return row
  }

  /// The mark left of a setting's title: its most important state.
  private func state(of entry: FormIndex.Entry, _ glyphs: Glyphs) -> Span? {
    let path = entry.path
    if model.isStaged(path) { return Span(String(glyphs.changed), .changed) }
    if model.isHidden(path) { return Span(String(glyphs.hidden), .secondary) }
    if !model.isEnabled(path) { return Span(String(glyphs.disabled), .secondary) }
    if model.isReadOnly(path) { return Span(String(glyphs.readOnly), .secondary) }
    if model.isSet(path) { return Span(String(glyphs.set), .text) }
    return model.isDerived(path) ? Span(String(glyphs.derived), .sideEffect) : nil
  }

  /// The marks for what a change entails, each in its own column.
  func badges(_ traits: FormTraits, hasSideEffects: Bool, _ glyphs: Glyphs) -> [Span] {
    [
      traits.contains(.requiresRestart) ? Span(String(glyphs.restart), .restart) : Span(" "),
      hasSideEffects ? Span(String(glyphs.sideEffect), .sideEffect) : Span(" "),
    ]
  }
}
