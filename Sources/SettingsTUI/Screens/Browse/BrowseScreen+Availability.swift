import Settings

extension BrowseScreen {
  func availability(of command: Command, _ context: ScreenContext) -> CommandAvailability {
    let core = context.core
    switch command {
    case .undo: return core.availability(of: .undo)
    case .redo: return core.availability(of: .redo)
    case .review: return core.model.hasChanges ? .available : .refused("There are no staged changes.")
    case .confirm, .cancelConfirmation: return core.availabilityOfConfirmation
    case .searchNext, .searchPrevious:
      return context.found.items.isEmpty ? .refused("There is no search yet.") : .available
    case .problemNext, .problemPrevious:
      return core.settingsWithProblems.isEmpty ? .refused("No setting has a problem.") : .available
    case .layers: return core.model.store.hasOtherLayers ? .available : .absent
    case .add: return canAddKey(context) ? .available : .absent
    case .no where meaning(of: .no, context) == .searchNext: return .absent
    default:
      return pane == .settings
        ? availabilityInSettings(command, context) : availabilityInSections(command, context)
    }
  }

  private func availabilityInSettings(_ command: Command, _ context: ScreenContext) -> CommandAvailability {
    guard let entry = focusedEntry(context) else {
      guard Self.commandsOfSettings.contains(command) else { return .available }
      let runs = focusedAppRow(context)?.kind == .action
      return command == .activate && runs ? .available : .absent
    }
    let place = ValuePlace(entry)
    switch command {
    case .reset: return context.core.availability(of: .reset(entry))
    case .unstage: return context.core.availability(of: .unstage(entry))
    case .remove: return context.core.availability(of: .remove(place))
    case .rename: return hasOpenKey(entry, context) ? .available : .absent
    case .store: return context.model.isSet(entry.path) ? .absent : .available
    case .editExternally:
      return CommandAvailability(context.core.editExternally(place))
    default: return context.core.availability(of: command, on: place)
    }
  }

  private func availabilityInSections(_ command: Command, _ context: ScreenContext) -> CommandAvailability {
    switch command {
    case .reset: context.core.availability(of: .resetSection(section))
    case .unstage: context.core.availability(of: .unstageSection(section))
    case .remove: context.core.availability(of: .removeSection(section))
    case .rename: context.outline.nodes[section].section.isUndescribed ? .available : .absent
    case .toggle: context.outline.nodes[section].children.isEmpty ? .absent : .available
    default: .available
    }
  }

  /// The commands that need a setting with the focus.
  private static let commandsOfSettings: Set<Command> = [
    .activate, .forward, .toggle, .yes, .no, .increase, .decrease, .setNone, .typeValue, .reset, .unstage,
    .remove, .store, .rename, .editExternally, .details, .why,
  ]
}
