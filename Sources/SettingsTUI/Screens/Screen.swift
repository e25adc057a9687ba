/// One screen or dialog of the editor.
@MainActor
protocol Screen {
  /// The screen's name in the list of keys.
  var name: String { get }
  /// The place whose keys the screen currently uses.
  var keyContext: KeyContext { get }
  /// Whether the screen below is visible around it.
  var isDialog: Bool { get }

  /// Performs a command.
  mutating func perform(_ command: Command, _ context: ScreenContext) -> [EditorAction]
  /// Returns whether a command can be performed now, for the list of commands.
  func availability(of command: Command, _ context: ScreenContext) -> CommandAvailability
  /// Inserts typed or pasted text.
  mutating func insert(_ text: String, _ context: ScreenContext) -> [EditorAction]
  /// Completes the path that was typed, or shows the names that complete it.
  mutating func complete(_ completion: PathCompletion, _ context: ScreenContext) -> [EditorAction]
  /// Handles a click.
  mutating func click(_ target: Frame.Target, _ context: ScreenContext) -> [EditorAction]
  /// Scrolls the target of the wheel by rows.
  mutating func scroll(by rows: Int, over target: Frame.Target?, _ context: ScreenContext)
  /// Draws the screen and lays it out for the frame's size.
  mutating func draw(in frame: inout Frame, _ context: ScreenContext)
  /// Does a part of the work that the next key will need, for a few milliseconds; returns `false` if there is nothing left to
  /// do.
  func prepareForKeys(_ context: ScreenContext) -> Bool
  /// Updates the screen for what has changed in the model since the screen was created or last updated.
  mutating func update(_ context: ScreenContext)
  /// Returns whether the state that the screen is about has ended, so that the screen disappears.
  func isOutdated(_ context: ScreenContext) -> Bool
  /// Returns the actions that the editor performs if it is terminated while the screen is on top.
  func actionsWhenTerminated(_ context: ScreenContext) -> [EditorAction]
}

extension Screen {
  var isDialog: Bool { true }
  func prepareForKeys(_ context: ScreenContext) -> Bool { false }
  mutating func update(_ context: ScreenContext) {}
  func isOutdated(_ context: ScreenContext) -> Bool { false }
  func actionsWhenTerminated(_ context: ScreenContext) -> [EditorAction] { [] }
  func availability(of command: Command, _ context: ScreenContext) -> CommandAvailability { .available }

  /// Handles an input: performs a command, inserts text, or handles a use of the mouse.
  mutating func take(_ input: ScreenInput, _ context: ScreenContext) -> [EditorAction] {
    switch input {
    case .command(let command): return perform(command, context)
    case .text(let text): return insert(text, context)
    case .completion(let completion): return complete(completion, context)
    case .click(let target): return click(target, context)
    case .scroll(let rows, let target):
      scroll(by: rows, over: target, context)
      return []
    }
  }
  mutating func insert(_ text: String, _ context: ScreenContext) -> [EditorAction] { [] }
  mutating func complete(_ completion: PathCompletion, _ context: ScreenContext) -> [EditorAction] { [] }
  mutating func click(_ target: Frame.Target, _ context: ScreenContext) -> [EditorAction] { [] }
  mutating func scroll(by rows: Int, over target: Frame.Target?, _ context: ScreenContext) {
    for _ in 0..<abs(rows) { _ = perform(rows < 0 ? .moveUp : .moveDown, context) }
  }
}

/// Input for the screen on top.
enum ScreenInput {
  case command(Command)
  /// Text that was typed or pasted.
  case text(String)
  /// What completes the path that was typed.
  case completion(PathCompletion)
  case click(Frame.Target)
  case scroll(by: Int, over: Frame.Target?)
}
