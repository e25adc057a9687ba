import Settings

extension ReviewScreen {
  func availability(of command: Command, _ context: ScreenContext) -> CommandAvailability {
    if isEmpty, Self.changingCommands.contains(command) {
      return .refused(Message.nothingToApply.text)
    }
    switch command {
    case .undo: return context.core.availability(of: .undo)
    case .redo: return context.core.availability(of: .redo)
    case .apply: return refusal(context).map { .refused($0.text) } ?? .available
    case .keepOrLeaveOut, .drop: return button == nil && focused?.item != nil ? .available : .absent
    case .keepMine, .takeTheirs:
      let isConflict =
        button == nil && review.conflicts.contains { $0.path == focused?.change.path }
      return isConflict ? .available : .absent
    default: return .available
    }
  }
}
