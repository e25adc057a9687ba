import SettingsEditing

/// Text to read: all keys of a screen, or all details of a setting.
struct LinesScreen: Screen {
  let name: String
  let isDialog = false
  /// Returns the lines for a width.
  private let lines: @MainActor (ScreenContext, Glyphs, Int) -> [[Span]]
  private var state = ListState()
  private var count = 0

  init(name: String, lines: @escaping @MainActor (ScreenContext, Glyphs, Int) -> [[Span]]) {
    self.name = name
    self.lines = lines
  }

  let keyContext = KeyContext.reading

  /// The keys that open such a screen (`?`, F1, `i`, Enter) close it, too; Space is a page down, as in less.
  nonisolated static let keys = PageKeys<LinesScreen>(
    "Reading",
    [
      .init(.back, keys: KeyMap.leavingList + " Enter ? i F1", title: "Back", hint: "Back") { _, _ in [.pop]
      },
      .init(.pageDown, keys: "PgDn Space", title: "Page down", hint: "Page down") { page, _ in
        page.scroll(.pageDown)
      },
    ],
    .init(KeyMap.Group("Moving", bindings: KeyMap.rows.bindings.filter { $0.command != .pageDown })) {
      page, command, _ in page.scroll(command)
    },
    editor: KeyMap.Group(
      "The editor", bindings: KeyMap.besideQuestion.bindings.filter { $0.command != .showKeys }))

  private mutating func scroll(_ command: Command) -> [EditorAction]? {
    state.scroll(command, through: count) ? [] : nil
  }

  func page(_ context: ScreenContext) -> PlainPage {
    let lines = lines(context, context.glyphs, 200).map { $0.map(\.text).joined() }
    return PlainPage(lines: lines.filter { !$0.isEmpty }, prompt: "Empty to go back: ")
  }

  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    let area = frame.drawTitle(context, screen: name)
    let lines = lines(context, frame.glyphs, area.width - 3)
    count = lines.count
    let top = state.scroll(to: state.focus, height: area.height, of: count)
    frame.draw(
      lines.dropFirst(top),
      in: Rect(x: area.x + 1, y: area.y, width: area.width - 3, height: area.height))
    frame.drawScrollBar(atEndOf: area, top: top, visible: state.page, of: count)
    frame.cursor = Point(x: 1, y: area.y)
    frame.drawHints(keyContext, context: context, without: count > state.page ? [] : [.pageDown])
  }
}

extension LinesScreen {
  /// Returns keys with their title beside them, or below them if they are wider than their column.
  @MainActor
  private static func lines(
    _ keys: String, title: String, width: Int, columns: Int, glyphs: Glyphs
  ) -> [[Span]] {
    let isWide = glyphs.visible.width(of: keys) > width
    let above = isWide ? glyphs.visible.wrap(keys, columns: max(8, columns - 2)) : []
    let titles = glyphs.visible.wrap(title, columns: max(8, columns - width - 4))
    return above.map { [Span("  "), Span($0, role: .key)] }
      + titles.enumerated().map { line, title in
        let beside = line == 0 && !isWide ? keys : ""
        return [Span("  "), Span(glyphs.visible.pad(beside, columns: width + 2), role: .key), Span(title)]
      }
  }

  /// Shows all keys of a screen, and the meaning of the marks.
  init(keysOf screen: String, _ keyMap: KeyMap) {
    self.init(name: "Keys") { context, glyphs, columns in
      let isASCII = glyphs.repertoire == .ascii
      func names(_ binding: KeyMap.Binding) -> String {
        binding.keys.map { $0.name(ascii: isASCII) }.joined(separator: "  ")
      }
      let groups = keyMap.groups.map { group in
        (group.title, group.bindings.filter { !$0.keys.isEmpty }.map { (names($0), $0.title) })
      }
      let width = min(
        32, columns / 2 - 4, groups.flatMap(\.1).reduce(0) { max($0, glyphs.visible.width(of: $1.0)) })
      var lines: [[Span]] = [[Span("Keys of “\(screen)”", role: .heading)]]
      for (title, rows) in groups where !rows.isEmpty {
        lines += [[], [Span(title, role: .secondary)]]
        for (keys, title) in rows {
          lines += Self.lines(keys, title: title, width: width, columns: columns, glyphs: glyphs)
        }
      }
      lines += [[], [Span("Marks", role: .heading)], []]
      lines += glyphs.legend
      return lines
    }
  }

  /// Shows all details of a setting.
  init(detailsOf entry: FormIndex.Entry) {
    self.init(name: entry.setting.title) { context, glyphs, columns in
      let setting = entry.setting
      var lines: [[Span]] = [
        [Span((entry.sections + [setting.title]).joined(separator: " \(glyphs.separator) "), role: .heading)],
        [],
      ]
      lines += SettingNotes(entry, context: context, columns: columns, isShort: false).lines
      lines += [[], [Span("Path     ", role: .secondary), Span(entry.path.description)]]
      lines.append([Span("Pointer  ", role: .secondary), Span(entry.path.pointer)])
      if !entry.formerPaths.isEmpty {
        let paths = entry.formerPaths.map(\.description).joined(separator: ", ")
        lines.append([Span("Earlier  ", role: .secondary), Span(paths)])
      }
      return lines
    }
  }
}

/// The lines of the help pane for a setting, the most urgent first: a conflict, the state by rules and layers, problems, then the help, the
/// type with its limits, and what a change entails. The pane is often only four lines high.
@MainActor
struct SettingNotes {
  private let context: ScreenContext
  private var glyphs: Glyphs { context.glyphs }
  private let columns: Int
  private(set) var lines: [[Span]] = []

  /// Creates the notes.
  ///
  /// - Parameters:
  ///   - isShort: Whether to leave out what the row already shows.
  ///   - namesKeys: Whether the keys of the list of settings work. If so, the notes name them.
  init(
    _ entry: FormIndex.Entry, context: ScreenContext, columns: Int, isShort: Bool,
    namesKeys: Bool = true
  ) {
    self.context = context
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
        role: problem.severity.role)
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

  /// Adds a note behind its mark.
  ///
  /// - Parameter explanation: The end of a note that rules explain.
  private mutating func add(_ note: SettingNote, explanation: String = "") {
    add("\(glyphs[keyPath: note.mark]) \(note.text)\(note.isByRule ? explanation : "")", role: note.role)
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
