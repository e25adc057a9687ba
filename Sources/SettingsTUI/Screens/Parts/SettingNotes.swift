import Settings

/// What the help pane says about a setting, as lines of spans.
@MainActor
struct SettingNotes {
  private let context: EditorContext
  private let glyphs: Glyphs
  private let columns: Int
  private(set) var lines: [[Span]] = []

  /// The notes on the focused setting; `isShort` leaves out what the row shows already.
  init(_ entry: FormIndex.Entry, _ context: EditorContext, _ glyphs: Glyphs, columns: Int, isShort: Bool) {
    self.context = context
    self.glyphs = glyphs
    self.columns = max(1, columns)
    let setting = entry.setting
    if context.isContested(entry.path),
      let conflict = context.form.review().conflicts.first(where: { $0.path == entry.path })
    {
      let theirs = conflict.theirs.map { setting.text(for: $0) } ?? "the default"
      add(
        "\(glyphs.problem) Somebody else has set it to \(theirs) meanwhile; "
          + "\(context.key(.review, in: .settings)) decides", .problem)
    }
    let why = context.key(.why, in: .settings)
    if context.form.isHidden(entry.path) {
      add("\(glyphs.hidden) A rule hides it; \(why) says why", .secondary)
    } else if !context.form.isEnabled(entry.path) {
      add("\(glyphs.disabled) It has no use now; \(why) says why", .secondary)
    } else if context.form.isReadOnly(entry.path), !setting.traits.contains(.readOnly) {
      add("\(glyphs.readOnly) A rule locks it; \(why) says why", .secondary)
    } else if context.form.isDerived(entry.path) {
      add("\(glyphs.derived) A rule derives the value; \(why) says why", .sideEffect)
    }
    for problem in context.problems(at: entry.path) {
      add("\(glyphs.problem) \(problem.message)", problem.severity == .error ? .problem : .changed)
    }
    if !setting.help.isEmpty { add(setting.help, .text) }
    addFacts(entry, isShort: isShort)
    addNotes(entry)
    if !isShort { addChoices(setting) }
  }

  private mutating func addFacts(_ entry: FormIndex.Entry, isShort: Bool) {
    let form = context.form
    var isBoolean = false
    if case .boolean = entry.setting.kind { isBoolean = true }
    // That it is a yes or no can be seen in its row.
    var facts = isBoolean && isShort ? [] : [KindSummary.text(entry.setting)]
    func text(_ value: JSONValue?) -> String {
      if isBoolean, case .bool(let isOn)? = value { return isOn ? "yes" : "no" }
      let spans = ValuePreview.spans(value, entry.setting, glyphs)
      return String(spans.map(\.text).joined().prefix(120).filter { $0 != glyphs.opens }).trimmed
    }
    if let value = form.defaultValue(at: entry.path) {
      facts.append((facts.isEmpty ? "Default " : "default ") + text(value))
    }
    if form.isStaged(entry.path) {
      facts.append("saved \(form.savedValue(at: entry.path).map(text) ?? "nothing")")
      facts.append("now \(text(form.value(at: entry.path)))")
    }
    // Facts stand on one line if they fit, otherwise one below the other where they don't.
    var line = ""
    let separator = " \(glyphs.bullet) "
    for fact in facts {
      let longer = line.isEmpty ? fact : line + separator + fact
      if glyphs.visible.width(of: longer) > columns, !line.isEmpty {
        add(line, .text)
        line = fact
      } else {
        line = longer
      }
    }
    if !line.isEmpty { add(line, .text) }
  }

  private mutating func addNotes(_ entry: FormIndex.Entry) {
    let setting = entry.setting
    if setting.traits.contains(.requiresRestart) {
      add("\(glyphs.restart) Used after the next restart", .restart)
    }
    if !setting.sideEffects.isEmpty {
      add("\(glyphs.sideEffect) Triggers \(setting.sideEffects.joined(separator: ", "))", .sideEffect)
    }
    if setting.traits.contains(.deprecated) { add("\(glyphs.deprecated) On its way out", .changed) }
    if setting.traits.contains(.readOnly) {
      add("\(glyphs.readOnly) Can be read but not changed here", .secondary)
    }
  }

  private mutating func addChoices(_ setting: FormSetting) {
    let choices: [FormChoice]
    switch setting.kind {
    case .choice(let all), .flags(let all): choices = all
    default: return
    }
    lines.append([])
    for choice in choices.prefix(200) {
      let help = choice.help.isEmpty ? "" : ": \(choice.help)"
      add("\(glyphs.bullet) \(choice.title)\(help)", .text)
    }
  }

  private mutating func add(_ text: String, _ role: Style.Role) {
    for line in glyphs.visible.wrap(text, columns: columns, atMost: 200) { lines.append([Span(line, role)]) }
  }
}

extension String {
  /// The text without blanks at its end.
  var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
