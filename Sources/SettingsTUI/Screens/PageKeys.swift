import SettingsEditing

/// The keys of a page, each with what it does: a key that is listed acts, because its handler stands in the list.
///
///     Key ─▶ KeyMap of the place ─▶ Command ─▶ entry of the page ─▶ handler ─▶ [EditorAction]
///
/// The map of the place is made from this list (``map``). It is what a person can give other keys, and what hints and the list of keys show.
struct PageKeys<Page>: Sendable {
  /// What a key does. A handler changes nothing but the page, and returns what follows: nothing if that was all, a message that says why it
  /// can't act now, or `nil` if it has no meaning for what has the focus, which the editor then says.
  typealias Handler = @MainActor (inout Page, ScreenContext) -> [EditorAction]?

  struct Entry: Sendable {
    let binding: KeyMap.Binding
    let handler: Handler

    init(
      _ command: Command, keys: String, title: String, hint: String? = nil, handler: @escaping Handler
    ) {
      self.init(KeyMap.Binding(command, keys: keys, title: title, hint: hint), handler: handler)
    }

    fileprivate init(_ binding: KeyMap.Binding, handler: @escaping Handler) {
      (self.binding, self.handler) = (binding, handler)
    }
  }

  /// Entries under a heading of the list of keys.
  struct Group: Sendable {
    let title: String
    let entries: [Entry]

    init(_ title: String, _ entries: [Entry]) {
      (self.title, self.entries) = (title, entries)
    }

    /// Keys that many places share, with one function for all: moving through rows, or typing in a line.
    init(
      _ group: KeyMap.Group,
      perform: @escaping @MainActor (inout Page, Command, ScreenContext) -> [EditorAction]?
    ) {
      title = group.title
      entries = group.bindings.map { binding in
        Entry(binding) { perform(&$0, binding.command, $1) }
      }
    }
  }

  let map: KeyMap
  private let handlers: [Command: Handler]

  /// Creates a list, beginning with the keys of the page's own, under their heading.
  ///
  /// - Parameter editor: The keys of the editor, which it handles itself on every page.
  init(_ title: String, _ own: [Entry], _ groups: Group..., editor: KeyMap.Group = KeyMap.anywhere) {
    let groups = [Group(title, own)] + groups
    map = KeyMap(groups.map { KeyMap.Group($0.title, bindings: $0.entries.map(\.binding)) } + [editor])
    handlers = Dictionary(groups.flatMap(\.entries).map { ($0.binding.command, $0.handler) }) { first, _ in
      first
    }
  }

  /// Performs a command; returns `nil` if the page doesn't have it, or if it means nothing for what has the focus.
  @MainActor
  func perform(_ command: Command, on page: inout Page, in context: ScreenContext) -> [EditorAction]? {
    handlers[command]?(&page, context)
  }
}

/// What means the same on all pages.
extension PageKeys.Entry {
  static func undo(hint: String? = nil) -> Self {
    .init(.undo, keys: "u", title: "Undo", hint: hint) { _, _ in [.edit(.undo)] }
  }
  static var redo: Self { .init(.redo, keys: "^R", title: "Redo") { _, _ in [.edit(.redo)] } }

  static var review: Self {
    .init(.review, keys: "s ^S", title: "Review and apply the changes", hint: "Review") { _, context in
      context.model.hasChanges ? [.open { ReviewScreen($0) }] : [.note("There are no staged changes.")]
    }
  }

  static func keepMine(handler: @escaping PageKeys.Handler) -> Self {
    .init(
      .keepMine, keys: "m", title: "Resolve the conflict: keep your value", hint: "Keep yours",
      handler: handler)
  }

  static func takeTheirs(handler: @escaping PageKeys.Handler) -> Self {
    .init(
      .takeTheirs, keys: "t", title: "Resolve the conflict: take the stored value", hint: "Take theirs",
      handler: handler)
  }

  static var editAll: Self {
    .init(.editAll, keys: "E", title: "Edit everything as text in your editor") { _, _ in
      [.editExternally(ExternalEdit())]
    }
  }

  static func showSet(hint: String? = nil) -> Self {
    .init(.showSet, keys: "v", title: "Show only what is set in the file, or everything", hint: hint) {
      _, context in [.show(context.core.filter == .set ? .all : .set)]
    }
  }

  /// `/` searches on every page where letters are keys, as in menuconfig.
  static func search(hint: String? = nil) -> Self {
    .init(.search, keys: "/ ^F ^G", title: "Search all settings, or go to a path", hint: hint) { _, _ in
      [.open { SearchScreen($0) }]
    }
  }

  static var confirm: Self {
    .init(.confirm, keys: "K", title: "Confirm the pending changes") { _, _ in [.confirm] }
  }

  static var cancelConfirmation: Self {
    .init(.cancelConfirmation, keys: "X", title: "Cancel the pending confirmation: roll back") { _, _ in
      [.cancelConfirmation(then: .stay)]
    }
  }
}

/// What fields have.
extension PageKeys.Entry {
  /// In a field of one line, Enter accepts what is typed.
  static func accept(_ title: String, hint: String = "Accept", handler: @escaping PageKeys.Handler) -> Self {
    .init(.accept, keys: "Enter", title: title, hint: hint, handler: handler)
  }

  static func complete(_ title: String, handler: @escaping PageKeys.Handler) -> Self {
    .init(.complete, keys: "Tab", title: title, hint: "Complete", handler: handler)
  }

  /// Esc and Ctrl-C leave a field; `q` and Backspace are text there.
  static func leave(
    _ title: String = "Back", hint: String = "Back", handler: @escaping PageKeys.Handler = { _, _ in [.pop] }
  ) -> Self {
    .init(.back, keys: "Esc ^C", title: title, hint: hint, handler: handler)
  }
}

extension PageKeys.Group {
  /// Undo and redo, in screens that change the draft.
  static var changes: Self { .init("Changes", [.undo(), .redo]) }
}

/// What means the same in all lists.
extension PageKeys.Entry where Page: ListScreen {
  /// Does something with the row that has the focus.
  static func onRow(
    _ command: Command, keys: String, title: String, hint: String? = nil,
    handler: @escaping @MainActor (inout Page, _ row: Int, ScreenContext) -> [EditorAction]?
  ) -> Self {
    .init(command, keys: keys, title: title, hint: hint) { page, context in
      page.focusedRow(context).flatMap { handler(&page, $0, context) }
    }
  }

  /// Shows all rows again if a query hides some, and else closes the page.
  static func back(_ keys: String = KeyMap.leavingList, title: String = "Back", hint: String = "Back") -> Self
  {
    .init(.back, keys: keys, title: title, hint: hint) { $0.moves(.back, in: $1) ? [] : [.pop] }
  }

  static var find: Self {
    .init(.find, keys: "f", title: "Show only rows that match a query", hint: "Filter") {
      $0.moves(.find, in: $1) ? [] : nil
    }
  }
}

extension PageKeys.Group where Page: ListScreen {
  static var rows: Self { .init(KeyMap.rows) { $0.moves($1, in: $2) ? [] : nil } }

  /// What a list of rows finds, in itself and elsewhere. A check list has only the filter, because going elsewhere would lose what is checked.
  static var finding: Self { .init("Finding", [.find, .search()]) }
}

/// A page of rows that stand for values: the settings of a section, or the parts of a value.
@MainActor
protocol PageOfValues: Screen {
  /// Returns the place of the value that has the focus; `nil` if the row isn't a value.
  mutating func focusedPlace(_ context: ScreenContext) -> ValuePlace?
  /// Returns what a command about a value does to the row that has the focus.
  mutating func change(by command: Command, _ context: ScreenContext) -> [EditorAction]?
  /// Pastes the value that was taken.
  mutating func paste(_ context: ScreenContext) -> [EditorAction]?
}

extension PageOfValues {
  mutating func change(by command: Command, _ context: ScreenContext) -> [EditorAction]? {
    focusedPlace(context).flatMap { context.core.actions(of: command, on: $0) }
  }

  mutating func paste(_ context: ScreenContext) -> [EditorAction]? {
    focusedPlace(context).map { context.core.paste(at: $0) }
  }
}

/// What changes the value with the focus. The kind of the value decides what a key does (``EditorCore/actions(of:on:)``).
extension PageKeys.Entry where Page: PageOfValues {
  static func values(title: String, no: String = "Set to false") -> [Self] {
    [
      onValue(.activate, keys: "Enter", title: title, hint: "Change"),
      onValue(.forward, keys: "Right l", title: title),
      onValue(.toggle, keys: "Space", title: "Turn on or off, or choose"),
      onValue(.yes, keys: "y", title: "Set to true"),
      onValue(.no, keys: "n", title: no),
      onValue(.increase, keys: "+ =", title: "Up by one step"),
      onValue(.decrease, keys: "-", title: "Down by one step"),
      // A setting without a value differs from a setting that is reset.
      onValue(.setNone, keys: "x", title: "Set to none"),
      onValue(.typeValue, keys: "t", title: "Type a value that isn't among the choices"),
    ]
  }

  /// What moves values as JSON between places, and what is said about them in the file.
  static var nodes: [Self] {
    [
      onPlace(.editJSON, keys: "J", title: "Edit as JSON, also as another type") {
        $1.core.editAsJSON($0)
      },
      onPlace(.copyNode, keys: "Y", title: "Take the value, to paste it elsewhere") {
        $1.core.take($0)
      },
      paste,
      onPlace(.comment, keys: "#", title: "Edit the comment above it") { place, context in
        let value = place.value(in: context.model.draft.setValue(of: place.entry))
        return context.core.editComment(at: place.path, of: place.setting.title, isThere: value != nil)
      },
      onPlace(.commentOut, keys: "C", title: "Comment it out, or in again") {
        $1.core.switchComment(at: $0.path)
      },
    ]
  }

  static var paste: Self {
    .init(.pasteNode, keys: "^Y", title: "Paste the value that was taken") { $0.paste($1) }
  }

  private static func onPlace(
    _ command: Command, keys: String, title: String,
    handler: @escaping @MainActor (ValuePlace, ScreenContext) -> [EditorAction]
  ) -> Self {
    .init(command, keys: keys, title: title) { page, context in
      page.focusedPlace(context).map { handler($0, context) }
    }
  }

  static func onValue(_ command: Command, keys: String, title: String, hint: String? = nil) -> Self {
    .init(command, keys: keys, title: title, hint: hint) { page, context in
      page.change(by: command, context)
    }
  }
}

extension KeyMap {
  /// Returns the default keys of a place.
  ///
  /// Most are known from elsewhere: arrows, Enter and Esc from dialogs; `h j k l`, `g`, `G`, `/`, `n` and `N` from vi and less; Ctrl-A to
  /// Ctrl-Y in fields from readline. Tests check all places:
  ///
  /// - A key has one command in a place, except for `n`.
  /// - Where text is typed, no command has a letter: commands have Ctrl or Alt with a letter, or a key without a character.
  /// - Each place has a key that leaves it, and a key that lists its keys.
  static func standard(_ context: KeyContext) -> KeyMap {
    switch context {
    case .settings: BrowseScreen.keys.map
    case .sections: BrowseScreen.sectionKeys.map
    case .field: InlineField.keys.map
    case .list: CollectionScreen.keys.map
    case .dictionary: CollectionScreen.dictionaryKeys.map
    case .object: CollectionScreen.objectKeys.map
    case .key: KeyScreen.keys.map
    case .text: TextScreen.keys.map
    case .picker: PickerScreen.keys.map
    case .checklist: ChecklistScreen.keys.map
    case .search: SearchScreen.keys.map
    case .filter: filter
    case .problems: ProblemsScreen.keys.map
    case .layers: LayersScreen.keys.map
    case .tree: TreeScreen.keys.map
    case .palette: PaletteScreen.keys.map
    case .filePath: FilePathScreen.keys.map
    case .copy: CopyScreen.keys.map
    case .review: ReviewScreen.keys.map
    case .rollback: ReviewScreen.rollbackKeys.map
    case .history: HistoryScreen.keys.map
    case .prompt: PromptScreen.keys.map
    case .why: WhyScreen.keys.map
    case .dialog: DialogScreen.keys.map
    case .reading: LinesScreen.keys.map
    }
  }
}
