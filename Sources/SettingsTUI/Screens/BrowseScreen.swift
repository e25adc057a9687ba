import Settings

/// The main screen: the tree of sections, the settings of the chosen one, and help for the focused one.
///
///     ┌ title ────────────────────────────────────────┐
///     │ sections      │ settings of the section        │    wide windows: help to the right
///     │ ▸ network     │ > Port          8080           │    narrow windows (< 72): one column at a time
///     │ ▾ storage     │   Host          localhost      │
///     │               │ ── help ─────────────────────  │
///     └ hints ────────────────────────────────────────┘
///
/// ``section`` is a position in the outline, ``settings`` the focus among the rows of that section, and ``sections`` the focus in the tree.
/// They are numbers in lists that change: ``keepingFocus(_:body:)`` and ``keepingPlace(_:body:)`` are the two ways to change the lists
/// without losing the place.
struct BrowseScreen: Screen {
  /// The list that has the focus.
  var pane = Frame.Pane.settings
  /// The current section.
  var section = 0
  var settings = ListState()
  var sections = ListState()
  /// The sections that are closed in the tree.
  var closed: Set<Int> = []
  /// The query that filters the tree, whose rows are the sections; only while the tree has the focus.
  var sectionFilter = FilteredList()
  /// The section that had the focus before the query, which gets it again when the query is empty.
  var unfilteredSection = 0
  var field: InlineField?
  /// Whether the last command went to a setting that a search found. If so, `n` goes to the next one.
  ///
  /// Then `n` means "next" on a Boolean setting, too, and not "no".
  var isStepping = false
  /// The width of the titles of a section's rows.
  var measured: (section: Int, rowCount: Int, widestTitle: Int)?
  /// The marks of the rows in the last frame.
  var shownMarks: Set<String> = []
  var layout = BrowseLayout(Rect(Size(width: 80, height: 24)))

  let name = "Settings"
  let isDialog = false

  /// A path can lead to a setting or to a section, as for `settings-tui FILE PATH`. A path that leads nowhere is ignored, and the first
  /// setting gets the focus.
  init(_ context: ScreenContext, at path: SettingPath?) {
    // In a large tree, only the first level is open at first.
    let nodes = context.outline.nodes
    if nodes.count > Self.mostOpenSections {
      closed = Set(nodes.indices.filter { nodes[$0].depth > 0 && !nodes[$0].children.isEmpty })
    }
    if let path, let position = context.index.position(of: path) {
      go(to: position, context)
    } else if let path, let node = context.outline.node(at: path, in: context.index) {
      go(toSection: node, context)
    } else {
      settings.move(to: firstItem(context), of: rows(context).count)
    }
  }

  var isEditing: Bool { field != nil }

  var keyContext: KeyContext {
    if field != nil { return .field }
    if sectionFilter.isTyping { return .filter }
    return pane == .settings ? .settings : .sections
  }

  var pastedLines: PastedLines { field?.pastedLines ?? .joined }

  /// Returns the rows of the current section, as indices of the outline's rows.
  func rows(_ context: ScreenContext) -> Range<Int> {
    context.outline.nodes[section].rows
  }

  /// Returns what the row with the focus stands for.
  func focusedItem(_ context: ScreenContext) -> EditorItem? {
    let rows = rows(context)
    guard settings.focus < rows.count,
      case .item(let item) = context.outline.rows[rows.lowerBound + settings.focus]
    else { return nil }
    return item
  }

  /// Returns the setting that has the focus.
  func focusedEntry(_ context: ScreenContext) -> FormIndex.Entry? {
    if case .setting(let position) = focusedItem(context) { context.index.settings[position] } else { nil }
  }

  /// Returns the row of the app that has the focus.
  func focusedAppRow(_ context: ScreenContext) -> AppRow? {
    if case .row(let row) = focusedItem(context) { row } else { nil }
  }

  /// Returns the sections that are visible in the tree, in order.
  ///
  /// An open section shows its children; a filter shows the matches with the sections around them, as in a search of a file tree.
  func visibleSections(_ context: ScreenContext) -> [Int] {
    var visible: [Int] = []
    let found = sectionFilter.found.map { Set($0.flatMap { context.outline.ancestors(of: $0) }) }
    func add(_ node: Int) {
      guard context.outline.isShown(node), found?.contains(node) != false else { return }
      visible.append(node)
      // A query finds sections inside closed sections, too.
      if found != nil || !closed.contains(node) {
        context.outline.listedChildren(of: node).forEach(add)
      }
    }
    add(0)
    return visible
  }

  /// An open field takes every command. Otherwise the query of the tree comes first, because its keys are typed, then what means the same
  /// in both panes, then the pane with the focus.
  ///
  /// The tree loses its query as soon as the settings have the focus: it would hide sections without a visible reason.
  mutating func perform(_ command: Command, in context: ScreenContext) -> [EditorAction]? {
    if field != nil {
      guard let edits = field?.perform(command, in: context.core) else { return [] }
      field = nil
      return edits
    }
    let command = meaning(of: command, context)
    isStepping = false
    if performInSectionFilter(command, in: context) { return [] }
    defer { if pane != .sections { sectionFilter = FilteredList() } }
    switch command {
    case .nextPane, .previousPane:
      pane = pane == .settings ? .sections : .settings
      if pane == .sections { syncTree(context) }
      return []
    default:
      return actionsAnywhere(command, in: context)
        ?? (pane == .settings
          ? performInSettings(command, in: context) : performInSections(command, in: context))
    }
  }

  mutating func type(in place: ValuePlace, _ context: ScreenContext) {
    field = InlineField(place, core: context.core)
  }

  mutating func insert(_ text: String, in context: ScreenContext) -> [EditorAction] {
    if field != nil {
      field?.insert(text, in: context.core)
    } else {
      insertIntoSectionFilter(text, in: context)
    }
    return []
  }

  /// Returns the command that a key means: `n` sets a Boolean setting to no, and otherwise goes to the next setting found.
  func meaning(of command: Command, _ context: ScreenContext) -> Command {
    guard command == .no else { return command }
    if !isStepping, case .boolean? = focusedEntry(context)?.setting.kind { return .no }
    return .searchNext
  }

  /// Returns what follows from a command that means the same in both panes; `nil` for any other command.
  private func actionsAnywhere(_ command: Command, in context: ScreenContext) -> [EditorAction]? {
    let entry = pane == .settings ? focusedEntry(context) : nil
    let path = entry?.path ?? context.outline.nodes[section].path
    let section = section
    switch command {
    case .searchNext, .searchPrevious: return found(command == .searchNext ? 1 : -1, in: context)
    case .quit: return cancelingFocused(context) ?? [.quit]
    case .showAdvanced: return [.toggleAdvanced]
    case .filter: return [.show(context.core.filter.next)]
    case .load, .save: return [.open { _ in FilePathScreen(saves: command == .save) }]
    case .editExternally: return entry.map { [context.core.editExternally(ValuePlace($0))] }
    case .history:
      do throws(SettingsStoreError) {
        let versions = try context.model.store.history()
        return [.open { HistoryScreen(versions, context: $0) }]
      } catch {
        return [.problem(error.description)]
      }
    case .why: return pane == .settings && entry == nil ? nil : [.open { _ in WhyScreen(path) }]
    case .tree: return [.open { TreeScreen($0, at: path) }]
    case .add:
      let section = currentSection(context)
      guard canAddKey(context) else {
        return [.note("The form lists all keys of \(context.outline.nodes[section].section.title).")]
      }
      return [.open { NewKeyScreen(in: section, $0) }]
    case .problems: return [.open { _ in ProblemsScreen() }]
    case .layers:
      return context.model.store.hasOtherLayers ? [.open { LayersScreen($0) }] : [.say(.noOtherLayers)]
    case .problemNext, .problemPrevious: return problem(command == .problemNext ? 1 : -1, in: context)
    case .copy:
      if pane == .settings, let row = focusedAppRow(context), !row.isAction {
        let text = context.core.appRows.details[row.name]
        return text.map { [.copy($0), .say(.init("Copied \(row.title).", role: .success))] }
      }
      return [.open { CopyScreen(entry?.path, section: section, context: $0) }]
    case .details:
      return focusedEntry(context).map { entry in [.open { _ in LinesScreen(detailsOf: entry) }] }
    default: return context.actions(of: command)
    }
  }

  /// In this order: moves, the row of the app or the link with the focus, and then the setting. A command about a value is left to
  /// ``EditorCore/actions(of:on:)``, which knows the kinds of values.
  private mutating func performInSettings(
    _ command: Command, in context: ScreenContext
  ) -> [EditorAction]? {
    let count = rows(context).count
    let before = settings.focus
    if settings.move(command, of: count) {
      settleFocus(from: before, context)
      return []
    }
    if let row = focusedAppRow(context), let actions = perform(command, on: row, in: context) {
      return actions
    }
    if case .section(let node)? = focusedItem(context), command == .activate || command == .forward {
      go(toSection: node, context)
      return []
    }
    if command == .back {
      pane = .sections
      syncTree(context)
      return []
    }
    guard let entry = focusedEntry(context) else { return nil }
    switch command {
    case .reset, .remove: return [.edit(.remove(ValuePlace(entry)))]
    case .unstage: return [.edit(.unstage(entry.path))]
    case .store:
      guard let value = context.model.value(at: entry.path), value != .null || entry.setting.isOptional else {
        return [.note("\(entry.setting.title) has no value to store.")]
      }
      return [.edit(.store(value, at: ValuePlace(entry)))]
    case .rename:
      // The form doesn't list the key, and the file has it.
      guard entry.setting.traits.contains(.listed), !entry.setting.traits.contains(.readOnly),
        context.model.isSet(entry.path), let position = context.index.position(of: entry.path)
      else { return nil }
      return rename(entry.setting.key, in: context.outline.sections[position])
    default: return context.core.actions(of: command, on: ValuePlace(entry))
    }
  }

  private func rename(_ key: String, in section: Int) -> [EditorAction] {
    [.open { NewKeyScreen(in: section, renaming: key, $0) }]
  }

  /// The settings follow the focus in the tree: a move shows the section at once, so the tree is a way to look through a form. A command
  /// about a section acts on everything inside of it, as one step that one undo takes back.
  private mutating func performInSections(
    _ command: Command, in context: ScreenContext
  ) -> [EditorAction]? {
    let visible = visibleSections(context)
    let moves = sections.move(command, of: visible.count)
    guard visible.indices.contains(sections.focus) else { return nil }
    if moves {
      show(visible[sections.focus], in: context)
      return []
    }
    let node = visible[sections.focus]
    switch command {
    case .activate, .forward:
      if command == .forward, closed.contains(node) {
        closed.remove(node)
      } else {
        pane = .settings
      }
    case .reset: return [.edit(.resetSection(node))]
    case .unstage: return [.edit(.unstageSection(node))]
    case .remove: return [.edit(.removeSection(node))]
    case .rename:
      let section = context.outline.nodes[node].section
      guard section.isUndescribed, let parent = context.outline.nodes[node].parent else { return nil }
      return rename(section.key, in: parent)
    case .toggle:
      guard !context.outline.listedChildren(of: node).isEmpty else { return nil }
      if closed.remove(node) == nil { closed.insert(node) }
    case .back, .backward:
      if command == .backward, !context.outline.listedChildren(of: node).isEmpty, !closed.contains(node),
        node != 0
      {
        closed.insert(node)
      } else if let parent = context.outline.nodes[node].parent {
        sections.move(to: visible.firstIndex(of: parent) ?? 0, of: visible.count)
        show(parent, in: context)
      } else {
        return [
          .note("This is the outermost section; \(context.key(.quit, in: .sections)) leaves the editor.")
        ]
      }
    default: return nil
    }
    return []
  }

  /// Returns what a command would do, for the list of commands. Some commands are left out of that list, and some are refused there with
  /// fewer words than when their key is pressed.
  func preview(of command: Command, _ context: ScreenContext) -> [EditorAction]? {
    switch command {
    case .layers where !context.model.store.hasOtherLayers, .add where !canAddKey(context): nil
    case .no where meaning(of: .no, context) == .searchNext: nil
    case .store where focusedEntry(context).map { context.model.isSet($0.path) } ?? false: nil
    case .review where !context.model.hasChanges: [.note("There are no staged changes.")]
    case .searchNext where context.found.items.isEmpty, .searchPrevious where context.found.items.isEmpty:
      [.note("There is no search yet.")]
    default: tried(command, in: context)
    }
  }

  static let mostOpenSections = 60
}

/// The areas of the main screen in a window.
///
/// It only depends on the window, so the positions of clicks and of the drawing can't differ.
struct BrowseLayout: Hashable {
  /// The line about a pending confirmation; empty if no confirmation is pending.
  let banner: Rect
  /// The tree of sections; empty in a narrow window.
  let sections: Rect
  /// The list of settings.
  let settings: Rect
  /// Help for the focused setting; empty where there is no room.
  let help: Rect
  /// Whether the help is to the right of the settings instead of below.
  let isHelpBeside: Bool

  /// Whether the tree and the settings share one column.
  var isSingleColumn: Bool { sections.isEmpty }

  init(_ area: Rect, hasBanner: Bool = false) {
    var rest = area.inset(vertically: 1)
    banner = rest.removeTop(hasBanner ? 1 : 0)
    isHelpBeside = area.width >= 140
    if area.width >= 72 {
      sections = rest.removeLeft(min(38, max(24, area.width / 5)))
      _ = rest.removeLeft(1)
    } else {
      sections = Rect(x: rest.x, y: rest.y, width: 0, height: rest.height)
    }
    if isHelpBeside {
      help = rest.removeRight(min(64, area.width * 3 / 10))
      _ = rest.removeRight(1)
    } else if area.height >= 13 {
      help = rest.removeBottom(min(10, max(4, area.height / 4)))
      _ = rest.removeBottom(1)
    } else {
      help = rest.removeBottom(2)
    }
    settings = rest
  }

  /// Whether there is a line between the settings and the help below them.
  var hasRule: Bool { !isHelpBeside && help.y > settings.maxY }
}
