import SettingsEditing

/// Chooses one of several rows on the screen, for programs without a settings file: letters filter the rows, and Enter chooses.
package struct ListPicker: ListScreen {
  /// Shows the rows, each with a few words about it, until someone chooses one or leaves; returns its position, or `nil`.
  ///
  /// - Throws: ``EditorError`` if there is no suitable terminal.
  package static func choose(
    among rows: [(name: String, note: String)], title: String
  ) async throws(EditorError) -> Int? {
    let events = EventQueue<TerminalEvent>()
    // The screens of an editor need one; this one has no settings.
    let form = FormSchema(root: FormSection(key: "", title: title, items: []))
    guard
      let store = try? StoreEngine(
        form: FormIndex(form), layers: SettingsLayers(storage: MemoryStorage(name: "")))
    else { return nil }
    let editor = ScreenEditor(FormViewModel(store))
    editor.context.message = nil
    editor.screens = [ListPicker(rows, title: title)]
    let terminal = try Terminal(usesMouse: true) { events.add($0) }
    defer { terminal.close() }
    terminal.paint(editor.render(terminal.measure(), glyphs: terminal.glyphs))
    while let event = await events.next() {
      for effect in editor.update(event) {
        switch effect {
        case .suspend: terminal.suspend()
        case .repaint: terminal.resume()
        default: break
        }
      }
      let screen = editor.screens.first as? ListPicker
      guard editor.outcome == nil, screen != nil else { return screen?.chosen }
      terminal.paint(editor.render(terminal.measure(), glyphs: terminal.glyphs))
    }
    return nil
  }

  private let rows: [(name: String, note: String)]
  let name: String
  var list = FilteredList()
  /// The position of the row that was chosen.
  private(set) var chosen: Int?

  let listContext = KeyContext.picker
  let filtersByLetters = true

  init(_ rows: [(name: String, note: String)], title: String) {
    (self.rows, name) = (rows, title)
  }

  func count(_ context: ScreenContext) -> Int { rows.count }

  func strings(_ context: ScreenContext) -> [RowStrings] {
    rows.map { RowStrings(name: $0.name, value: $0.note) }
  }

  func command(ofClickOnFocus isFocused: Bool) -> Command? { isFocused ? .choose : nil }

  nonisolated static let keys = PageKeys<ListPicker>.filteredByLetters { page, row, _ in
    page.chosen = row
    return [.quit]
  }

  /// Long names are paths, of which the end says more than the start.
  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    var area = frame.area
    let glyphs = frame.glyphs
    let bar = area.removeTop(1)
    area.height -= 1
    frame.clear(bar, style: Style(.text, on: .bar))
    frame.draw(name, x: bar.x + 1, y: bar.y, columns: bar.width - 2, style: Style(.heading, on: .bar))
    let query = area.removeTop(list.isActive ? 1 : 0)
    let places = list.layOut(height: area.height, of: rows.count)
    let names = places.compactMap { list.row(at: $0, of: rows.count) }.map { rows[$0].name }
    let titleColumns = frame.titleColumns(for: names, in: area)
    frame.drawRows(places, of: list, total: rows.count, in: area) { row, isFocused, line, frame in
      // The end of a path says more than its start.
      let name = glyphs.visible.truncateStart(rows[row].name, columns: titleColumns)
      frame.draw(
        ValueRow(title: name, value: [Span(rows[row].note, role: .secondary)]), in: line,
        titleColumns: titleColumns,
        badgeColumns: 0, focus: isFocused ? .focus : .plain)
    }
    if places.isEmpty { frame.drawNote(context.nothingMatches, in: area) }
    frame.drawHints(
      keyContext, context: context, naming: [.choose: "Open", .accept: "Open", .back: "Leave"],
      note: list.isTyping ? "" : "Letters filter")
    frame.drawQuery(list, of: rows.count, in: query.inset(horizontally: 1))
  }
}
