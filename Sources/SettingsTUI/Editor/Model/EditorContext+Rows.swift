import Settings

extension EditorContext {
  /// A setting's row.
  func row(for entry: FormIndex.Entry, _ glyphs: Glyphs) -> ValueRow {
    let setting = entry.setting
    let isSecret = setting.traits.contains(.secret)
    var row = ValueRow(
      title: setting.title,
      value: ValuePreview.spans(form.value(at: entry.path), setting, isSecret: isSecret, glyphs))
    if form.isStaged(entry.path) {
      row.state = Span(String(glyphs.changed), .changed)
    } else if form.isSet(entry.path) {
      row.state = Span(String(glyphs.set), .text)
    }
    let isContested = summary().conflicts.contains(entry.path)
    if isContested || !problems(at: entry.path).isEmpty { row.problem = Span(String(glyphs.problem), .problem) }
    if highlighted.contains(entry.path) {
      row.value.append(Span(" \(glyphs.news) new", .match))
    }
    row.isQuiet = setting.traits.contains(.readOnly) || setting.traits.contains(.deprecated)
    row.badges = badges(setting.traits, hasSideEffects: !setting.sideEffects.isEmpty, glyphs)
    return row
  }

  /// The marks for what a change entails, in columns of their own.
  func badges(_ traits: FormTraits, hasSideEffects: Bool, _ glyphs: Glyphs) -> [Span] {
    [
      traits.contains(.requiresRestart) ? Span(String(glyphs.restart), .restart) : Span(" "),
      hasSideEffects ? Span(String(glyphs.sideEffect), .sideEffect) : Span(" "),
    ]
  }
}
