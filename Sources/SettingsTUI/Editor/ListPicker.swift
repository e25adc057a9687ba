import Settings
import SettingsSystem

/// Chooses one of several rows on the screen, for programs without a settings file: letters filter the rows, and Enter chooses.
@MainActor
package enum ListPicker {
  /// A row: its name, and a few words about it.
  package struct Row: Hashable, Sendable {
    let name: String
    let note: String

    package init(name: String, note: String) {
      (self.name, self.note) = (name, note)
    }
  }

  /// Shows the rows until someone chooses one or leaves; returns its position, or `nil`.
  ///
  /// - Throws: ``EditorError`` if there is no suitable terminal.
  package static func choose(among rows: [Row], title: String) async throws(EditorError) -> Int? {
    let (events, continuation) = AsyncStream.makeStream(of: TerminalEvent.self)
    let terminal = try Terminal(usesMouse: true) { continuation.yield($0) }
    defer { terminal.close() }
    var picker = PickerState(rows, title: title)
    terminal.paint(picker.draw(terminal.measure(), glyphs: terminal.glyphs))
    for await event in events {
      switch picker.update(event) {
      case .open: break
      case .suspended: terminal.suspend()
      case .closed(let choice): return choice
      }
      if case .continued = event { terminal.resume() }
      terminal.paint(picker.draw(terminal.measure(), glyphs: terminal.glyphs))
    }
    return nil
  }
}

/// The state of a picker without a terminal: events go in, frames come out.
@MainActor
struct PickerState {
  private let rows: [ListPicker.Row]
  private let title: String
  private var list = FilteredList()
  private var frame: Frame?

  init(_ rows: [ListPicker.Row], title: String) {
    (self.rows, self.title) = (rows, title)
  }

  /// Whether the picker stays on the screen after an event.
  enum Outcome: Equatable {
    case open
    /// The process is to be stopped, as with Ctrl-Z.
    case suspended
    /// A row was chosen, by its position; `nil` if nobody chose.
    case closed(Int?)
  }

  /// Handles events until one of them closes the list or stops the process; what was typed after that is dropped.
  mutating func update(_ event: TerminalEvent) -> Outcome {
    switch event {
    case .input(let events):
      for event in events {
        let outcome = update(event)
        if outcome != .open { return outcome }
      }
      return .open
    case .stopRequested: return .suspended
    case .ended: return .closed(nil)
    case .resized, .continued: return .open
    }
  }

  private mutating func update(_ event: InputEvent) -> Outcome {
    let strings = { [rows] in rows.map { RowStrings(name: $0.name, value: $0.note) } }
    switch event {
    case .key(let key):
      let map = KeyMap.standard(list.isTyping ? .filter : .picker)
      guard let command = map.command(for: key) else {
        if case .character(let character) = key.code, key.modifiers.isEmpty {
          list.insert(String(character), of: rows.count, strings: strings)
        }
        return .open
      }
      switch command {
      case .choose, .accept: return list.focusedRow(of: rows.count).map { .closed($0) } ?? .open
      case .suspend: return .suspended
      case .back where !list.isActive: return .closed(nil)
      default:
        _ = list.perform(command, of: rows.count, strings: strings)
        list.stopTypingIfEmpty(of: rows.count)
        return .open
      }
    case .paste(let text):
      list.insert(text, of: rows.count, strings: strings)
      return .open
    case .mouse(let mouse):
      guard mouse.action == .press, case .row(let place, _)? = frame?.target(at: mouse.place) else {
        return .open
      }
      let isFocused = place == list.state.focus
      list.state.move(to: place, of: list.count(of: rows.count))
      return isFocused ? list.focusedRow(of: rows.count).map { .closed($0) } ?? .open : .open
    case .background: return .open
    }
  }

  /// Long names are paths, of which the end says more than the start.
  mutating func draw(_ size: Size, glyphs: Glyphs) -> Frame {
    var frame = Frame(size, glyphs: glyphs)
    var area = frame.area
    let bar = area.removeTop(1)
    frame.clear(bar, style: Style(.text, on: .bar))
    frame.draw(title, x: bar.x + 1, y: bar.y, columns: bar.width - 2, style: Style(.heading, on: .bar))
    let hints = area.removeBottom(1)
    let query = area.removeTop(list.isActive ? 1 : 0)
    let places = list.layOut(height: area.height, of: rows.count)
    let names = places.compactMap { list.row(at: $0, of: rows.count) }.map { rows[$0].name }
    let widest = names.reduce(8) { max($0, glyphs.visible.width(of: $1)) }
    let titleColumns = frame.titleColumns(for: widest, in: area)
    frame.drawRows(places, of: list, total: rows.count, in: area) { row, isFocused, line, frame in
      // The end of a path says more than its start.
      let name = glyphs.visible.truncateStart(rows[row].name, columns: titleColumns)
      frame.draw(
        ValueRow(title: name, value: [Span(rows[row].note, role: .secondary)]), in: line,
        titleColumns: titleColumns,
        badgeColumns: 0, focus: isFocused ? .focus : .plain)
    }
    if places.isEmpty { frame.drawNote("Nothing matches; Esc shows all.", in: area) }
    frame.draw(
      [
        Span("Enter", role: .key), Span(" Open  ", role: .secondary), Span("Esc", role: .key),
        Span(" Leave  ", role: .secondary),
        Span("Letters filter", role: .secondary),
      ], x: hints.x + 1, y: hints.y, columns: hints.width - 2)
    frame.drawQuery(list, of: rows.count, in: query.inset(horizontally: 1))
    self.frame = frame
    return frame
  }
}
