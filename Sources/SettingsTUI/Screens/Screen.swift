import Settings

/// One screen or dialog of the editor.
@MainActor
protocol Screen {
  /// What the list of keys calls the screen.
  var name: String { get }
  /// Whose keys the screen takes now.
  var keyContext: KeyContext { get }
  /// Whether what was there before shows around it.
  var isDialog: Bool { get }

  /// Does what a key asks.
  mutating func perform(_ command: Command, _ context: EditorContext) -> [ScreenAction]
  /// Takes text that was typed or pasted, as it is.
  mutating func insert(_ text: String, _ context: EditorContext) -> [ScreenAction]
  /// Does what a click asks.
  mutating func click(_ target: Frame.Target, _ context: EditorContext) -> [ScreenAction]
  /// Scrolls by rows where the wheel was turned.
  mutating func scroll(by rows: Int, over target: Frame.Target?, _ context: EditorContext)
  /// Draws the screen and lays it out for the frame's size.
  mutating func draw(in frame: inout Frame, _ context: EditorContext)
  /// Does a part of what a key will need, a few milliseconds long, while nobody waits; `false` if there is nothing left
  /// to do.
  func prepareForKeys(_ context: EditorContext) -> Bool
}

extension Screen {
  var isDialog: Bool { true }
  func prepareForKeys(_ context: EditorContext) -> Bool { false }
  mutating func insert(_ text: String, _ context: EditorContext) -> [ScreenAction] { [] }
  mutating func click(_ target: Frame.Target, _ context: EditorContext) -> [ScreenAction] { [] }
  mutating func scroll(by rows: Int, over target: Frame.Target?, _ context: EditorContext) {
    for _ in 0..<abs(rows) { _ = perform(rows < 0 ? .moveUp : .moveDown, context) }
  }
}

/// What a screen asks of the editor.
enum ScreenAction {
  /// Shows another screen on top.
  case push(any Screen)
  /// Goes back to what was there before.
  case pop
  /// Goes back to the settings, to the one at a position in the index.
  case go(Int)
  /// Goes back to the settings, to a section of the outline.
  case goSection(Int)
  /// Has a text edited in the person's own editor.
  case edit(ExternalEditing)
  /// Stages values as one step, and says so.
  case stage([StagedValue])
  /// What an editor left behind is dealt with.
  case settle(RecoveryFolder.Leftover)
  /// Gives a text to the terminal's clipboard.
  case copy(String)
  /// Says something in the hint line.
  case say(EditorContext.Message)
  /// Has the screen below do what a key would ask.
  case perform(Command)
  /// Applies what is staged, but for some paths.
  case apply(leavingOut: Set<SettingPath>, ApplyOptions, then: AfterApply)
  /// Goes back to a version, as reviewed.
  case rollBack(HistoryEntry, Review, ApplyOptions)
  /// Keeps the changes that wait for a confirmation.
  case confirm
  /// Takes back the changes that wait for a confirmation.
  case takeBack(then: AfterApply)
  /// Leaves the editor, or asks first.
  case quit
  /// Leaves the editor while changes wait for a confirmation, or asks about what is staged first.
  case quitUnconfirmed
  /// Drops what is staged and leaves the editor.
  case discardAndLeave
}

/// What follows an apply that went well.
enum AfterApply: Hashable, Sendable {
  case stay
  case leave
  case restart
}
