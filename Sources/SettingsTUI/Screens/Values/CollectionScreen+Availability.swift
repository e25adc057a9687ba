import Settings

extension CollectionScreen {
  func availability(of command: Command, _ context: ScreenContext) -> CommandAvailability {
    switch command {
    case .undo: return context.core.availability(of: .undo)
    case .redo: return context.core.availability(of: .redo)
    case .editExternally:
      return CommandAvailability(context.core.editExternally(place))
    case .add:
      if case .list = place.setting.kind { return availabilityOfChanging }
      return takesKeys ? availabilityOfChanging : .absent
    default: break
    }
    let rows = CollectionRows(
      place, context.core.value(at: place), context.index.library, onlySet: context.core.filter == .set)
    guard let row = list.focusedRow(of: rows.count) else {
      return Self.commandsOfRows.contains(command) ? .absent : .available
    }
    return availability(of: command, onRow: row, of: rows, context)
  }

  private func availability(
    of command: Command, onRow row: Int, of rows: CollectionRows, _ context: ScreenContext
  ) -> CommandAvailability {
    let movesOthers = Self.commandsThatMove.contains(command) || command == .remove && row < rows.count - 1
    if movesOthers, hasFixedPlaces { return .refused(Message.fixedPlaces(place.setting.title).text) }
    switch command {
    case .remove, .reset:
      return rows.ownValue(of: rows.place(at: row)) == nil ? .absent : availabilityOfChanging
    case .store: return rows.ownValue(of: rows.place(at: row)) == nil ? availabilityOfChanging : .absent
    case .duplicate:
      if case .list = place.setting.kind { return availabilityOfChanging }
      return takesKeys && rows.ownValue(of: rows.place(at: row)) != nil ? availabilityOfChanging : .absent
    case .insertBefore, .moveElementUp, .moveElementDown: return availabilityOfChanging
    case .rename: return rows.hasOpenKey(row) ? availabilityOfChanging : .absent
    default: return context.core.availability(of: command, on: rows.place(at: row))
    }
  }

  /// The commands with hints that can't be performed now.
  func unavailable(_ rows: CollectionRows, _ context: ScreenContext) -> Set<Command> {
    let row = list.focusedRow(of: rows.count)
    return Self.commandsWithHints.filter { command in
      if command == .add { return availability(of: .add, context) != .available }
      guard let row else { return true }
      return availability(of: command, onRow: row, of: rows, context) != .available
    }
  }

  private var availabilityOfChanging: CommandAvailability {
    place.isReadOnly ? .refused(Message.readOnly(place.setting.title).text) : .available
  }

  /// The commands that give elements other places.
  private static let commandsThatMove: Set<Command> = [
    .insertBefore, .duplicate, .moveElementUp, .moveElementDown,
  ]

  private static let commandsWithHints: Set<Command> = [
    .add, .remove, .rename, .moveElementUp, .moveElementDown,
  ]

  /// The commands that need a row with the focus.
  private static let commandsOfRows: Set<Command> = [
    .activate, .forward, .toggle, .yes, .no, .increase, .decrease, .setNone, .typeValue, .reset, .remove,
    .duplicate, .insertBefore, .moveElementUp, .moveElementDown, .rename,
  ]
}
