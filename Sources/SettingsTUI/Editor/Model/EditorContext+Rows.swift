import Settings

extension EditorContext {
  /// The row of the setting at a position in the index.
  ///
  /// Rows are kept while nothing changes: a step through a list shows the same ones again.
  func row(at position: Int, _ glyphs: Glyphs) -> ValueRow {
    let state = KnownRows.State(
      changeCount: form.changeCount, ownChangeCount: changeCount, highlighted: highlighted, glyphs: glyphs)
    if knownRows.state != state { knownRows = KnownRows(state: state) }
    if let row = knownRows.rows[position] { return row }
    let row = row(for: index.settings[position], glyphs)
    if knownRows.rows.count >= KnownRows.most { knownRows.rows.removeAll(keepingCapacity: true) }
    knownRows.rows[position] = row
    return row
  }

  /// Rows as they were drawn last.
  struct KnownRows {
    /// What rows are made of besides the form.
    struct State: Equatable {
      var changeCount = -1
      var ownChangeCount = -1
      var highlighted: Set<SettingPath> = []
      var glyphs = Glyphs()
    }

    var state = State()
    /// By the positions of their settings.
    var rows: [Int: ValueRow] = [:]

    /// Some screens full.
    static let most = 500
  }

  private func row(for entry: FormIndex.Entry, _ glyphs: Glyphs) -> ValueRow {
    let setting = entry.setting
    var row = ValueRow(
      title: setting.title,
      value: ValuePreview.spans(form.value(at: entry.path), setting, glyphs))
    row.state = state(of: entry, glyphs)
    if isContested(entry.path) || !problems(at: entry.path).isEmpty {
      row.problem = Span(String(glyphs.problem), .problem)
    }
    if highlighted.contains(entry.path) {
      row.value.append(Span(" \(glyphs.news) new", .match))
    }
    row.isQuiet =
      setting.traits.contains(.deprecated) || form.isReadOnly(entry.path) || !form.isEnabled(entry.path)
    row.badges = badges(setting.traits, hasSideEffects: !setting.sideEffects.isEmpty, glyphs)
    return row
  }

  /// The mark left of a setting's title: the first of what there is to say.
  private func state(of entry: FormIndex.Entry, _ glyphs: Glyphs) -> Span? {
    let path = entry.path
    if form.isStaged(path) { return Span(String(glyphs.changed), .changed) }
    if form.isHidden(path) { return Span(String(glyphs.hidden), .secondary) }
    if !form.isEnabled(path) { return Span(String(glyphs.disabled), .secondary) }
    if form.isReadOnly(path) { return Span(String(glyphs.readOnly), .secondary) }
    if form.isSet(path) { return Span(String(glyphs.set), .text) }
    return form.isDerived(path) ? Span(String(glyphs.derived), .sideEffect) : nil
  }

  /// The marks for what a change entails, in columns of their own.
  func badges(_ traits: FormTraits, hasSideEffects: Bool, _ glyphs: Glyphs) -> [Span] {
    [
      traits.contains(.requiresRestart) ? Span(String(glyphs.restart), .restart) : Span(" "),
      hasSideEffects ? Span(String(glyphs.sideEffect), .sideEffect) : Span(" "),
    ]
  }
}
