import Settings

/// Rows that the running app provides.
extension BrowseScreen {
  /// Returns the visible rows, as indices of the outline's rows.
  private func visibleRows(_ context: ScreenContext) -> Range<Int> {
    let rows = rows(context)
    let top = rows.lowerBound + settings.top
    return (top..<top + layout.settings.height).clamped(to: rows)
  }

  /// Returns the visible rows of the app.
  func visibleAppRows(_ context: ScreenContext) -> [AppRow] {
    context.outline.rows[visibleRows(context)].compactMap { row in
      if case .app(let row) = row { row } else { nil }
    }
  }

  /// Returns the hooks that offer values for the visible settings.
  func visibleChoices(_ context: ScreenContext) -> [String] {
    context.outline.rows[visibleRows(context)].compactMap { row in
      if case .setting(let position) = row {
        context.index.settings[position].setting.choicesHook
      } else {
        nil
      }
    }
  }

  /// Whether text on the screen can change without an event.
  func showsLiveText(_ context: ScreenContext) -> Bool {
    guard context.core.hasApp else { return false }
    return context.outline.rows[visibleRows(context)].contains { row in
      switch row {
      case .note(_, .header), .note(_, .footer): true
      case .app(let row): row.kind == .detail
      case .note, .heading, .setting, .prefix: false
      }
    }
  }

  /// Performs a command on a row of the app; returns `nil` for a command that isn't about the row.
  func perform(_ command: Command, on row: AppRow, _ context: ScreenContext) -> [EditorAction]? {
    switch command {
    case .activate:
      if row.kind == .action { return [.run(row)] }
      return [.say(.init("The app provides \(row.title); it is not a setting.", .secondary))]
    case .back: return cancelingFocused(context)
    default: return nil
    }
  }

  /// Cancels the focused action; returns `nil` if it isn't running.
  func cancelingFocused(_ context: ScreenContext) -> [EditorAction]? {
    guard pane == .settings, let row = focusedAppRow(context), row.kind == .action,
      context.core.appRows.running.contains(row.name)
    else { return nil }
    return [.cancelActions([row.name])]
  }

  /// Copies the text of a detail.
  func copy(_ row: AppRow, _ context: ScreenContext) -> [EditorAction] {
    guard let text = context.core.appRows.details[row.name] else { return [] }
    return [.copy(text), .say(.init("Copied \(row.title).", .success))]
  }

  /// Goes to a row of the app.
  mutating func go(to row: AppRow, _ context: ScreenContext) {
    section = row.node
    settings = ListState()
    let rows = rows(context)
    if let place = context.outline.rows[rows].firstIndex(of: .app(row)) {
      settings.move(to: place - rows.lowerBound, of: rows.count)
    }
    pane = .settings
    syncTree(context)
  }

  /// Draws help for a row of the app.
  func drawHelp(_ row: AppRow, in area: Rect, _ frame: inout Frame, _ context: ScreenContext) {
    var lines = [
      [Span(context.outline.titles(of: row.node).joined(separator: " \(frame.glyphs.separator) "))]
    ]
    func add(_ text: String, _ role: Style.Role) {
      for line in frame.glyphs.visible.wrap(text, columns: area.width, atMost: area.height) {
        lines.append([Span(line, role)])
      }
    }
    switch row.kind {
    case .detail:
      if let text = context.core.appRows.details[row.name] { add(text, .text) }
      add("The app provides this text; \(context.key(.copy, in: .settings)) copies it.", .secondary)
    case .action:
      let action = context.core.appRows.actions[row.name]
      if let action { add(EditorCore.text(of: action).capitalizedFirst, EditorCore.role(of: action)) }
      if action?.state == .running {
        add("\(context.key(.back, in: .settings)) cancels it.", .secondary)
      } else if action?.state != .canceling {
        add(
          "\(context.key(.activate, in: .settings)) runs it at once; it is not a staged change.", .secondary)
      }
    }
    frame.draw(lines, in: area)
  }
}
