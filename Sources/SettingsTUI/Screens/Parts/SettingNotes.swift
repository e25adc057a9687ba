import Settings

/// The lines of the help pane for a setting.
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
  ///   - namesKeys: Whether the keys of the list of settings work, so that the notes name them.
  init(
    _ entry: FormIndex.Entry, _ context: ScreenContext, _ glyphs: Glyphs, columns: Int, isShort: Bool,
    namesKeys: Bool = true
  ) {
    self.context = context
    self.glyphs = glyphs
    self.columns = max(1, columns)
    let setting = entry.setting
    if let conflict = context.core.summary.conflicts[entry.path] {
      add(
        "\(glyphs.problem) Conflict: \(context.core.cause(of: conflict))"
          + (namesKeys ? "; \(context.key(.review, in: .settings)) decides" : ""), .problem)
    }
    if context.core.isNew(entry) { add("\(glyphs.new) New since the last apply", .match) }
    let why = namesKeys ? "; \(context.key(.why, in: .settings)) shows why" : ""
    if context.model.isHidden(entry.path) {
      add("\(glyphs.hidden) Hidden by a rule\(why)", .secondary)
    } else if !context.model.isEnabled(entry.path) {
      add("\(glyphs.disabled) Disabled by a rule\(why)", .secondary)
    } else if let lock = context.model.lock(at: entry.path) {
      add("\(glyphs.readOnly) \(place(lock, beside: 11)) locks it", .secondary)
    } else if context.model.isReadOnly(entry.path), !setting.traits.contains(.readOnly) {
      add("\(glyphs.readOnly) Read-only by a rule\(why)", .secondary)
    } else if context.model.isDerived(entry.path) {
      add("\(glyphs.derived) Derived by a rule\(why)", .sideEffect)
    }
    addLayers(entry)
    for problem in context.core.problems(at: entry.path) {
      add("\(glyphs.problem) \(problem.message)", problem.severity == .error ? .problem : .changed)
    }
    if let value = context.model.value(at: entry.path), value != .null,
      context.core.offered(for: setting) != nil, context.core.offeredChoice(value, of: setting) == nil
    {
      add("\(glyphs.problem) The app does not offer this value now", .changed)
    }
    if !setting.help.isEmpty {
      lines += glyphs.lines(ofHelp: setting.help, columns: self.columns, atMost: 200)
    }
    addFacts(entry, isShort: isShort)
    addNotes(entry)
    if !isShort { addChoices(setting) }
  }

  /// Adds where another layer sets the value.
  private mutating func addLayers(_ entry: FormIndex.Entry) {
    let model = context.model
    if let origin = model.overrider(of: entry.path) {
      let value = entry.setting.text(for: model.effectiveValue(at: entry.path))
      add("\(glyphs.overridden) \(place(origin, beside: 2)) overrides it: \(value) is in effect", .changed)
    } else if let origin = model.otherLayer(of: entry.path) {
      add("\(glyphs.inherited) From \(place(origin, beside: 7))", .secondary)
    }
  }

  /// Returns the end of a place that doesn't fit in a line beside some columns of other text.
  private func place(_ origin: SettingOrigin, beside columns: Int) -> String {
    glyphs.visible.truncateStart(origin.description, columns: max(12, self.columns - columns))
  }

  private mutating func addFacts(_ entry: FormIndex.Entry, isShort: Bool) {
    let model = context.model
    var isBoolean = false
    if case .boolean = entry.setting.kind { isBoolean = true }
    // The row already shows that a setting is Boolean.
    var facts = isBoolean && isShort ? [] : [KindSummary.text(entry.setting)]
    func text(_ value: JSONValue?) -> String {
      if isBoolean, case .bool(let isOn)? = value { return isOn ? "yes" : "no" }
      let spans = ValuePreview.spans(value, entry.setting, glyphs)
      return String(spans.map(\.text).joined().prefix(120).filter { $0 != glyphs.opens }).trimmed
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
      add("\(glyphs.restart) Takes effect after a restart", .restart)
    }
    if !setting.sideEffects.isEmpty {
      add("\(glyphs.sideEffect) Triggers \(setting.sideEffects.joined(separator: ", "))", .sideEffect)
    }
    if setting.traits.contains(.deprecated) {
      let reason = setting.deprecationMessage.map { ": \(MarkdownText($0).plain)" } ?? ""
      add("\(glyphs.deprecated) Deprecated\(reason)", .changed)
    }
    if setting.traits.contains(.readOnly) {
      add("\(glyphs.readOnly) Read-only", .secondary)
    }
  }

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
      let help = choice.help.isEmpty ? "" : ": \(MarkdownText(choice.help).plain)"
      add("\(glyphs.bullet) \(choice.title)\(help)", .text)
    }
  }

  private mutating func add(_ text: String, _ role: Style.Role) {
    for line in glyphs.visible.wrap(text, columns: columns, atMost: 200) { lines.append([Span(line, role)]) }
  }
}

extension String {
  /// The text without trailing spaces.
  var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
