import Settings

extension CollectionScreen {
  func availability(of command: Command, _ context: ScreenContext) -> CommandAvailability {
    switch command {
    case .undo: return context.core.availability(of: .undo)
    case .redo: return context.core.availability(of: .redo)
    case .editExternally:
      return CommandAvailability(context.core.editExternally(place))
    case .add: return availabilityOfChanging
    default: break
    }
    let rows = CollectionRows(
      place, context.core.value(at: place), context.index.library, onlySet: context.core.filter == .set)
    guard let row = list.focusedRow(of: rows.count) else {
      return Self.commandsOfRows.contains(command) ? .absent : .available
    }
    switch command {
    case .remove, .duplicate, .moveElementUp, .moveElementDown, .rename:
      return rows.isField(row) ? .absent : availabilityOfChanging
    case .reset: return availabilityOfChanging
    default: return context.core.availability(of: command, on: rows.place(at: row))
    }
  }

  private var availabilityOfChanging: CommandAvailability {
    place.isReadOnly ? .refused(Message.readOnly(place.setting.title).text) : .available
  }

  /// The commands that need a row with the focus.
  private static let commandsOfRows: Set<Command> = [
    .activate, .forward, .toggle, .yes, .no, .increase, .decrease, .setNone, .reset, .remove, .duplicate,
    .moveElementUp, .moveElementDown, .rename,
  ]
}
