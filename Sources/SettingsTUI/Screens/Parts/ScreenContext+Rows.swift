import Settings

extension ScreenContext {
  /// Returns the row of the setting at a position in the index.
  ///
  /// Rows are cached until something changes, because a step through a list shows the same rows again.
  func row(at position: Int, _ glyphs: Glyphs) -> ValueRow {
    let state = KnownRows.State(
      revision: core.revision, choicesCount: core.appRows.choicesCount, highlighted: core.highlighted,
      glyphs: glyphs)
    if knownRows.state != state { knownRows = KnownRows(state: state) }
    if let row = knownRows.rows[position] { return row }
    let row = row(for: index.settings[position], glyphs)
    if knownRows.rows.count >= KnownRows.most { knownRows.rows.removeAll(keepingCapacity: true) }
    knownRows.rows[position] = row
    return row
  }

  /// The cached rows.
  struct KnownRows {
    /// Everything that rows are created from.
    struct State: Equatable {
      var revision = -1
      var choicesCount = 0
      var highlighted: Set<SettingPath> = []
      var glyphs = Glyphs()
    }

    var state = State()
    /// The rows by the positions of their settings.
    var rows: [Int: ValueRow] = [:]

    /// The maximum number of rows, enough for some screens.
    static let most = 500
  }

  private func row(for entry: FormIndex.Entry, _ glyphs: Glyphs) -> ValueRow {
    let setting = entry.setting
    var row = ValueRow(
      title: setting.title,
      value: valueSpans(model.value(at: entry.path), setting, glyphs))
    row.show(model.isStaged(entry.path) ? .changed : model.isSet(entry.path) ? .set : .unset, glyphs)
    if core.isNew(entry) { row.new = Span(String(glyphs.new), .match) }
    row.state = state(of: entry, glyphs)
    row.show(core.problems(at: entry.path), glyphs)
    if core.summary.conflicts[entry.path] != nil {
      row.problem = Span(String(glyphs.problem), .problem)
    }
    if core.highlighted.contains(entry.path) {
      row.value.append(Span(" \(glyphs.updated) updated", .match))
    }
    row.isQuiet =
      setting.traits.contains(.deprecated) || model.isReadOnly(entry.path) || !model.isEnabled(entry.path)
    row.badges = badges(setting.traits, hasSideEffects: !setting.sideEffects.isEmpty, glyphs)
    return row
  }

  /// Returns the spans of a value in its row; a value that the app offers is shown by its title.
  private func valueSpans(_ value: JSONValue?, _ setting: FormSetting, _ glyphs: Glyphs) -> [Span] {
    let choice = core.offeredChoice(value, of: setting)
    var spans = choice.map { [Span($0.title, .value)] } ?? ValuePreview.spans(value, setting, glyphs)
    let opensList = setting.choicesHook != nil && core.hasApp || !setting.suggestions.isEmpty
    if opensList { spans.append(Span(" \(glyphs.opens)", .secondary)) }
    return spans
  }

  /// Returns a row that the app provides.
  func row(for row: AppRow, _ glyphs: Glyphs) -> ValueRow {
    var shown = ValueRow(title: row.title, value: [])
    switch row.kind {
    case .detail:
      let text = core.appRows.details[row.name].map { [Span($0.firstLine, .value)] }
      shown.value = text ?? [Span(glyphs.dash, .secondary)]
    case .action:
      guard let action = core.appRows.actions[row.name] else {
        shown.value = [Span("\(key(.activate, in: .settings)) runs it", .secondary)]
        break
      }
      if action.state == .failed { shown.problem = Span(String(glyphs.problem), .problem) }
      let dash = action.isRunning ? glyphs.dash : ""
      let text = EditorCore.text(of: action).firstLine.capitalizedFirst
      shown.value = [Span(text + dash, EditorCore.role(of: action))]
    }
    return shown
  }

  /// Returns a result of a search as a row.
  func row(for item: FoundItem, _ glyphs: Glyphs) -> ValueRow {
    switch item {
    case .setting(let position): row(at: position, glyphs)
    case .section(let node):
      ValueRow(
        title: outline.nodes[node].section.title,
        value: [Span("section of \(Phrase.count(outline.nodes[node].shownCount, "setting"))", .secondary)])
    case .row(let row): self.row(for: row, glyphs)
    case .part(let part): ValueRow(title: part.title, value: [Span(part.text, .value)])
    }
  }

  /// Returns the mark left of a setting's title, for its most important state.
  private func state(of entry: FormIndex.Entry, _ glyphs: Glyphs) -> Span? {
    let path = entry.path
    if model.isStaged(path) { return Span(String(glyphs.changed), .changed) }
    if model.isHidden(path) { return Span(String(glyphs.hidden), .secondary) }
    if !model.isEnabled(path) { return Span(String(glyphs.disabled), .secondary) }
    if model.isReadOnly(path) { return Span(String(glyphs.readOnly), .secondary) }
    if model.overrider(of: path) != nil { return Span(String(glyphs.overridden), .changed) }
    if model.isSet(path) { return Span(String(glyphs.set), .text) }
    if model.otherLayer(of: path) != nil { return Span(String(glyphs.inherited), .secondary) }
    return model.isDerived(path) ? Span(String(glyphs.derived), .sideEffect) : nil
  }

  /// Returns the marks for the consequences of a change, each in its own column.
  func badges(_ traits: FormTraits, hasSideEffects: Bool, _ glyphs: Glyphs) -> [Span] {
    [
      traits.contains(.requiresRestart) ? Span(String(glyphs.restart), .restart) : Span(" "),
      hasSideEffects ? Span(String(glyphs.sideEffect), .sideEffect) : Span(" "),
    ]
  }
}
