import Settings

/// The lines of the help pane for a setting, the most urgent first: a conflict, the state by rules and layers, problems, then the help, the
/// type with its limits, and what a change entails. The pane is often only four lines high.
@MainActor
struct SettingNotes {
  private let context: ScreenContext
  private let glyphs: Glyphs
  private let columns: Int
  private(set) var lines: [[Span]] = []

  /// Creates the notes.
  ///
  /// - Parameters:
  ///   - isShort: Whether to leave out what the row already shows.
  ///   - namesKeys: Whether the keys of the list of settings work. If so, the notes name them.
  init(
    _ entry: FormIndex.Entry, context: ScreenContext, glyphs: Glyphs, columns: Int, isShort: Bool,
    namesKeys: Bool = true
  ) {
    self.context = context
    self.glyphs = glyphs
    self.columns = max(1, columns)
    let setting = entry.setting
    if let conflict = context.core.summary.conflicts[entry.path] {
      add(
        "\(glyphs.problem) Conflict: \(context.core.cause(of: conflict))"
          + (namesKeys ? "; \(context.key(.review, in: .settings)) decides" : ""), role: .problem)
    }
    let states = context.core.stateNotes(entry) { place, taken in
      // The end of a path says more than its start.
      glyphs.visible.truncateStart(place.description, columns: max(12, self.columns - taken))
    }
    for note in states {
      add(note, explanation: namesKeys ? "; \(context.key(.why, in: .settings)) shows why" : "")
    }
    for problem in context.core.problems(at: entry.path) {
      add(
        "\(glyphs.problem) \(problem.message(at: entry.path))",
        role: problem.severity == .error ? .problem : .changed)
    }
    if let value = context.model.value(at: entry.path), value != .null,
      context.core.offered(for: setting) != nil, context.core.offeredChoice(value, of: setting) == nil
    {
      add("\(glyphs.problem) The app does not offer this value now", role: .changed)
    }
    if !setting.help.isEmpty {
      lines += glyphs.lines(ofHelp: setting.help, columns: self.columns, atMost: 200)
    }
    addFacts(entry, isShort: isShort)
    for note in context.core.formNotes(setting) { add(note) }
    if !isShort { addChoices(setting) }
  }

  /// The facts of a setting are the type with its limits, the default, and, while a change is staged, the saved and the new value.
  private mutating func addFacts(_ entry: FormIndex.Entry, isShort: Bool) {
    let model = context.model
    var isBoolean = false
    if case .boolean = entry.setting.kind { isBoolean = true }
    // The row already shows that a setting is Boolean.
    var facts = isBoolean && isShort ? [] : [KindSummary.text(entry.setting)]
    func text(_ value: JSONValue?) -> String {
      if isBoolean, case .bool(let isOn)? = value { return isOn ? "true" : "false" }
      let spans = ValuePreview.spans(value, for: entry.setting, glyphs: glyphs)
      return String(spans.map(\.text).joined().prefix(120).filter { $0 != glyphs.opens })
        .trimmingTrailingSpaces
    }
    if let value = model.defaultValue(at: entry.path) {
      facts.append((facts.isEmpty ? "Default " : "default ") + text(value))
    }
    if model.isStaged(entry.path) {
      facts.append("saved \(model.savedValue(at: entry.path).map(text) ?? "nothing")")
      facts.append("now \(text(model.value(at: entry.path)))")
    }
    // Facts share a line if they fit.
    var line = ""
    let separator = " \(glyphs.bullet) "
    for fact in facts {
      let longer = line.isEmpty ? fact : line + separator + fact
      if glyphs.visible.width(of: longer) > columns, !line.isEmpty {
        add(line, role: .text)
        line = fact
      } else {
        line = longer
      }
    }
    if !line.isEmpty { add(line, role: .text) }
  }

  /// Adds a note with the glyph of its kind.
  ///
  /// - Parameter explanation: The end of a note that rules explain.
  private mutating func add(_ note: SettingNote, explanation: String = "") {
    let (glyph, role): (Character, Style.Role) =
      switch note.kind {
      case .new: (glyphs.new, .match)
      case .hidden: (glyphs.hidden, .secondary)
      case .disabled: (glyphs.disabled, .secondary)
      case .locked, .readOnlyByRule, .readOnly: (glyphs.readOnly, .secondary)
      case .derived: (glyphs.derived, .sideEffect)
      case .overridden: (glyphs.overridden, .changed)
      case .inherited: (glyphs.inherited, .secondary)
      // The marks of the row have the colors; here, they would be sent with each step through a list.
      case .restart: (glyphs.restart, .text)
      case .sideEffects: (glyphs.sideEffect, .text)
      case .deprecated: (glyphs.deprecated, .changed)
      }
    add("\(glyph) \(note.text)\(note.kind.isByRule ? explanation : "")", role: role)
  }

  /// A form can have thousands of choices; the list of details ends after 200.
  private mutating func addChoices(_ setting: FormSetting) {
    let choices: [FormChoice]
    switch setting.kind {
    case .choice(let all), .flags(let all): choices = all
    case .variants(let variants):
      choices = variants.map { FormChoice(value: .null, title: $0.title, help: $0.help) }
    default: choices = setting.suggestions
    }
    if choices.isEmpty { return }
    lines.append([])
    for choice in choices.prefix(200) {
      add("\(glyphs.bullet) \(choice.titleWithHelp)", role: .text)
    }
  }

  private mutating func add(_ text: String, role: Style.Role) {
    lines += glyphs.lines(text, role: role, columns: columns, atMost: 200)
  }
}
