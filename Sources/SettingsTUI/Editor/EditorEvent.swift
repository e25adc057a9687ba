import Settings

/// An event of the editor's loop.
enum EditorEvent: Sendable {
  /// An event of the terminal or the system.
  case terminal(TerminalEvent)
  /// The report of a request that changed, or should have changed, the stored content.
  case stored(StoreRequest.Report)
  /// This process or another one changed the stored content.
  case changed([SettingChange])
  /// The problems of other layers changed.
  case layers([LayerProblem])
  /// A participant or side effect of an apply runs, or reports its progress.
  case progress(ApplyProgress)
  /// The app reports something about a row that it provides.
  case app(AppRowEvent)
  /// Something on the screen has to be updated because time has passed.
  case tick
  /// The question on top was on the screen before the next key.
  case questionSeen
  /// All earlier events have been handled, so there is time to prepare for the next events.
  case spareTime
  /// The draft couldn't be saved for recovery.
  case notKept
}
