import SettingsEditing

/// The commands of the screen below. A person filters them by name or description and runs one. A path goes to its setting.
struct PaletteScreen: ListScreen {
  /// The commands that apply to what has the focus on the screen, each with its heading in the list of keys, and why it can't be performed
  /// now.
  private let entries: [(binding: KeyMap.Binding, group: String, refusal: String?)]
  private let subject: String
  var list = FilteredList()

  let name = "Commands"
  let listContext = KeyContext.palette
  var keyContext: KeyContext { .palette }

  /// Lists the commands of a screen.
  init(of screen: any Screen, _ context: ScreenContext) {
    entries = Self.entries(of: screen, context)
    subject = screen.name
    _ = moves(.find, in: context)
  }

  func count(_ context: ScreenContext) -> Int { entries.count }

  func strings(_ context: ScreenContext) -> [RowStrings] {
    entries.map {
      RowStrings(name: $0.binding.title, value: $0.binding.command.rawValue, help: $0.group)
    }
  }

  /// The query is always typed, but Enter runs the command.
  mutating func perform(_ command: Command, in context: ScreenContext) -> [EditorAction]? {
    keys.perform(command, on: &self, in: context)
  }

  nonisolated static let keys = PageKeys<PaletteScreen>(
    "The command (type a part of its name or description)",
    [
      .accept("Run the command, or go to the path that is typed", hint: "Run") { page, context in
        page.typedPath(context).map { [$0.action] } ?? page.run()
      },
      .leave(),
    ],
    .init(KeyMap.rowsBelowField) { $0.moves($1, in: $2) ? [] : nil },
    .init(KeyMap.line) { $0.moves($1, in: $2) ? [] : nil }, editor: KeyMap.besideText)

  /// The path that is typed: one of several keys, or one that isn't found in the text of a command.
  private func typedPath(_ context: ScreenContext) -> (path: SettingPath, action: EditorAction)? {
    context.typedPath(list.query.text, findsMore: list.count(of: entries.count) > 0)
  }

  /// A refused command says why and leaves the list open: another one can be chosen.
  private func run() -> [EditorAction] {
    guard let row = list.focusedRow(of: entries.count) else { return [] }
    if let refusal = entries[row].refusal { return [.problem(refusal)] }
    return [.pop, .perform(entries[row].binding.command)]
  }

  /// A click always means the row, even if what is typed is a path.
  mutating func click(_ target: Frame.Target, in context: ScreenContext) -> [EditorAction] {
    guard case .row(let place, _) = target else { return [] }
    list.state.move(to: place, of: list.count(of: entries.count))
    return run()
  }

  // MARK: - Drawing

  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    var area = frame.drawTitle(context, screen: "\(name) of \(subject)")
    let query = area.removeTop(1)
    let help = area.removeBottom(3)
    if area.height > 8 { frame.drawRule(in: area.removeTop(1)) }
    drawRows(in: area, &frame)
    var lines: [[Span]] = []
    if let path = typedPath(context)?.path {
      lines = [[Span("Go to \(path).")]]
    } else if let row = list.focusedRow(of: entries.count) {
      let (binding, _, refusal) = entries[row]
      lines = frame.glyphs.lines(
        refusal ?? "\(binding.title).", role: refusal == nil ? .text : .changed, columns: help.width - 2,
        atMost: 2)
      lines.append([Span("In keys.json: \(binding.command.rawValue)", role: .secondary)])
    }
    frame.drawFooter(lines, in: help)
    frame.drawHints(keyContext, context: context)
    // The query is drawn last, which leaves the cursor in it.
    frame.drawQuery(list, of: entries.count, prompt: ":", in: query.inset(horizontally: 1))
  }

  /// The keys are in a column as wide as the longest one on the list, up to ten columns. The reason of a refusal is shown where it fits
  /// beside the description; the footer has it in any case.
  private mutating func drawRows(in area: Rect, _ frame: inout Frame) {
    let visible = frame.glyphs.visible
    let isASCII = frame.glyphs.repertoire == .ascii
    let keys = entries.map { $0.binding.keys.first?.name(ascii: isASCII) ?? "" }
    let keyColumns = min(10, keys.reduce(1) { max($0, visible.width(of: $1)) })
    // A narrow window has the names below the list, for the focused row only.
    let names = entries.map { area.width < 70 ? "" : $0.binding.command.rawValue }
    let nameColumns = names.reduce(0) { max($0, visible.width(of: $1)) }
    let places = list.layOut(height: area.height, of: entries.count)
    frame.drawRows(places, of: list, total: entries.count, in: area) { row, isFocused, line, frame in
      let entry = entries[row]
      if isFocused { frame.draw(frame.glyphs.pointer, x: line.x + 1, y: line.y, style: Style(.key)) }
      let role: Style.Role = entry.refusal == nil ? .text : .secondary
      frame.draw(
        keys[row], x: line.x + 3, y: line.y, columns: keyColumns,
        style: Style(entry.refusal == nil ? .key : .secondary))
      let x = line.x + 3 + keyColumns + 2
      let columns = line.maxX - x - (nameColumns == 0 ? 0 : nameColumns + 2)
      let reason = entry.refusal.map { Span("  \($0)", role: .secondary) }
      let used = frame.draw(
        entry.binding.title, x: x, y: line.y, columns: columns,
        style: Style(role, on: isFocused ? .focus : .plain))
      if let reason, used + frame.width(of: [reason]) <= columns {
        frame.draw([reason], x: x + used, y: line.y, columns: columns - used)
      }
      frame.draw(
        names[row], x: line.maxX - nameColumns, y: line.y, columns: nameColumns, style: Style(.secondary))
    }
  }

  /// Returns the commands of a screen in the order of the list of keys, each description once.
  private static func entries(
    of screen: any Screen, _ context: ScreenContext
  ) -> [(binding: KeyMap.Binding, group: String, refusal: String?)] {
    var commands: Set<Command> = []
    var titles: Set<String> = []
    return context.keys[screen.keyContext].groups.flatMap { group in
      group.bindings.compactMap { binding in
        let command = binding.command
        guard command.isListed, commands.insert(command).inserted else { return nil }
        var refusal: Message?
        if !command.isOfEditor {
          guard let actions = screen.preview(of: command, context) else { return nil }
          refusal = actions.first.flatMap { context.refusal(of: $0) }
        }
        return titles.insert(binding.title).inserted ? (binding, group.title, refusal?.text) : nil
      }
    }
  }
}
