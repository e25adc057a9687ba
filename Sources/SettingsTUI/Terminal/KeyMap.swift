/// The keys of one place of the editor, in groups. They are handled, shown as hints, and listed from this one value: what the hint line
/// says is what the key does, also after a user has given commands other keys.
///
///     Key ─▶ command(for:) ─▶ Command ─▶ the screen on top
///                              nil ─▶ a character without modifiers is sent to it as text; anything else does nothing
///
/// Inside one map, a key belongs to at most one command; a test checks all places. A map has some dozens of keys, so each look-up is a
/// search.
struct KeyMap: Hashable, Sendable {
  /// A command with its keys.
  ///
  /// A command without keys stays in the map: the list of commands (`:`) can still run it, and a file of keys can give it new ones.
  struct Binding: Hashable, Sendable {
    let command: Command
    var keys: [Key]
    /// The command's description in the list of keys.
    let title: String
    /// The command's description in the hint line; `nil` to leave it out. The first key is shown before it: `F8 Reset`.
    let hint: String?

    /// Creates a command with keys by their names, such as `Enter Right l`.
    init(_ command: Command, keys: String, title: String, hint: String? = nil) {
      self.command = command
      self.keys = keys.split(separator: " ").map { name in
        guard let key = Key(named: String(name)) else { preconditionFailure("there is no key \(name)") }
        return key
      }
      self.title = title
      self.hint = hint
    }
  }

  /// Bindings under a heading of the list of keys.
  ///
  /// Groups are shared between maps (`rows`, `line`, `anywhere`), so a list moves in the same way on every screen.
  struct Group: Hashable, Sendable {
    let title: String
    var bindings: [Binding]

    init(_ title: String, bindings: [Binding]) {
      self.title = title
      self.bindings = bindings
    }
  }

  private(set) var groups: [Group]

  init(_ groups: [Group]) {
    self.groups = groups
  }

  var bindings: [Binding] { groups.flatMap(\.bindings) }

  /// Returns the command of a key; `nil` if the place has none for it.
  func command(for key: Key) -> Command? {
    for group in groups {
      if let binding = group.bindings.first(where: { $0.keys.contains(key) }) { return binding.command }
    }
    return nil
  }

  /// Returns the keys of a command, in their order; empty if the place doesn't have the command, or if the user has taken all of its keys.
  ///
  /// The first one is shown in hints and sentences.
  func keys(for command: Command) -> [Key] { binding(of: command)?.keys ?? [] }

  /// Returns the command with its keys; `nil` if the place doesn't have it.
  func binding(of command: Command) -> Binding? {
    for group in groups {
      if let binding = group.bindings.first(where: { $0.command == command }) { return binding }
    }
    return nil
  }

  /// Gives commands other keys; a command that had one of these keys loses it.
  ///
  /// For example, if `x` is given to `save` and was a key of `remove`, `remove` keeps its other keys; if it has none left, it can still be
  /// chosen from the list of commands. All commands get their keys at once, so two of them can exchange theirs.
  mutating func rebind(_ keys: [Command: [Key]]) {
    for (group, index) in groups.indices.flatMap({ group in
      groups[group].bindings.indices.map { (group, $0) }
    }) {
      let command = groups[group].bindings[index].command
      // Its own keys first: two commands that exchange theirs must not take them from each other.
      if let own = keys[command] {
        groups[group].bindings[index].keys = own
      } else {
        groups[group].bindings[index].keys.removeAll { key in
          keys.contains { $0.value.contains(key) }
        }
      }
    }
  }
}

/// The places of the editor with their own keys. The raw values are the names in a file of keys.
///
/// A screen can have several: the main screen is in `settings`, `sections` or `field`, depending on the focus. ``ScreenEditor`` asks the
/// screen on top before each key.
enum KeyContext: String, Hashable, Sendable, CaseIterable {
  case settings
  case sections
  /// A value that is typed in its row.
  case field
  /// The elements, entries or fields of a value.
  case list, dictionary, object
  /// The key of a dictionary's entry while it is typed.
  case key
  /// Text of several lines.
  case text
  /// One of several values. Typed letters filter them.
  case picker
  /// Any of several values.
  case checklist
  case search
  /// A query that filters the rows of a list while it is typed.
  case filter
  /// The commands of a screen. Typed letters filter them.
  case palette
  /// The path of a file to load or to save to.
  case filePath
  case copy
  case review
  /// The review of a rollback.
  case rollback
  /// The problems of the file and of the staged changes.
  case problems
  /// The document as it is.
  case tree
  /// The layers that the values come from.
  case layers
  /// The reasons for a value or a state.
  case why
  /// A line of text on top of a page: a message, a comment.
  case prompt
  /// The versions of the file.
  case history
  /// A question with buttons.
  case dialog
  /// Text to read: keys, details.
  case reading

  /// Whether letters are typed there and so can't be keys.
  ///
  /// A printable key can't be given to a command there: it would no longer be possible to type it. Pasted text is inserted only in these
  /// places.
  var takesText: Bool {
    switch self {
    case .field, .key, .text, .picker, .search, .filter, .palette, .filePath, .prompt: true
    case .settings, .sections, .list, .dictionary, .object, .checklist, .copy, .review, .rollback, .history,
      .problems, .tree, .layers, .why, .dialog, .reading:
      false
    }
  }

  /// The command that leaves the place, which needs a key.
  ///
  /// In the two panes of the main screen, that is the command that ends the editor; everywhere else, it is one step back.
  var leaving: Command {
    switch self {
    case .settings, .sections: .quit
    default: .back
    }
  }
}

/// A command that a key can have. All screens share these commands; each performs the commands that it has keys for.
///
/// The raw values are the names in a file of keys, and the names that the list of commands shows. A command has one meaning everywhere, as
/// far as the place allows: `activate` is what Enter does to the focused row, `back` leaves a place, `remove` takes something out of the
/// file.
enum Command: String, Hashable, Sendable, CaseIterable {
  // Moving through rows.
  case moveUp, moveDown, pageUp, pageDown, halfPageUp, halfPageDown, moveToStart, moveToEnd
  // Moving between panes and screens.
  case nextPane, previousPane, forward, backward, back
  // Values.
  case editJSON, copyNode, pasteNode
  case activate, toggle, yes, no, increase, decrease, setNone, typeValue, store, reset, unstage,
    editExternally, editAll, undo, redo
  // Elements.
  case add, insertBefore = "insert", duplicate, remove, moveElementUp, moveElementDown, rename
  // Choosing.
  case choose, selectAll, selectNone
  // The editor.
  case load, save
  case why, search, searchNext, searchPrevious, find, complete, filter, showSet, copy, review, details
  case tree, foldAll, comment, commentOut, printPath
  case layers, problems, problemNext, problemPrevious, showAdvanced, showKeys, palette, quit, suspend, redraw
  // Dialogs and the review.
  case keepOrLeaveOut, drop, apply, accept, keepMine, takeTheirs
  // Confirmations and the history.
  case confirm, confirmWithin, cancelConfirmation, message, history, rollBack
  // Editing text.
  case caretLeft, caretRight, caretToStart, caretToEnd, wordLeft, wordRight
  case deleteBackward, deleteForward, deleteWordBackward, deleteWordForward, deleteToStart, deleteToEnd, yank
  case newLine, reveal
}

extension Command {
  /// Whether the list of commands (`:`) has it. Commands that only move the focus or the caret, or that edit text, are left out.
  var isListed: Bool {
    switch self {
    case .moveUp, .moveDown, .pageUp, .pageDown, .halfPageUp, .halfPageDown, .moveToStart, .moveToEnd,
      .caretLeft, .caretRight, .caretToStart, .caretToEnd, .wordLeft, .wordRight, .previousPane,
      .deleteBackward, .deleteForward, .deleteWordBackward, .deleteWordForward, .deleteToStart, .deleteToEnd,
      .yank, .newLine, .reveal, .palette:
      false
    default: true
    }
  }
}

extension Command {
  /// Whether the editor performs the command itself, whatever screen is on top.
  var isOfEditor: Bool { [.showKeys, .palette, .suspend, .redraw].contains(self) }
}

extension EditorKeys {
  /// Returns the first key of a command; the command's own name if it has no key.
  func name(of command: Command, in place: KeyContext, ascii: Bool) -> String {
    self[place].keys(for: command).first?.name(ascii: ascii) ?? command.rawValue
  }
}
