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
  /// A part of the screen that can have the focus.
  enum Pane: Hashable {
    case sections
    case settings
  }

  var pane = Pane.settings
  /// The current section.
  var section = 0
  var settings = ListState()
  var sections = ListState()
  /// The sections that are closed in the tree.
  var closed: Set<Int> = []
  /// The query that filters the tree; only while the tree has the focus.
  var sectionFilter: SectionFilter?
  var field: InlineField?
  /// Whether the last command went to a setting that a search found. If so, `n` goes to the next one.
  ///
  /// Then `n` means "next" on a Boolean setting, too, and not "no".
  var isStepping = false
  /// The column widths of the current rows.
  var measured: Measured?
  /// The marks of the rows in the last frame.
  var shownMarks: Set<String> = []
  var layout = BrowseLayout(Rect(Size(width: 80, height: 24)))

  /// The width of the titles of a section's rows.
  struct Measured: Hashable {
    let section: Int
    let rowCount: Int
    let widestTitle: Int
  }

  let name = "Settings"
  let isDialog = false

  init(_ context: ScreenContext, at path: SettingPath?) {
    // In a large tree, only the first level is open at first.
    let nodes = context.outline.nodes
    if nodes.count > Self.mostOpenSections {
      closed = Set(nodes.indices.filter { nodes[$0].depth > 0 && !nodes[$0].children.isEmpty })
    }
    if let path, let position = context.index.position(of: path) {
      go(to: position, context)
    } else if let path, let node = context.outline.node(at: path) {
      go(toSection: node, context)
    } else {
      settings.move(to: firstItem(context), of: rows(context).count)
    }
  }

  var keyContext: KeyContext {
    if field != nil { return .field }
    if sectionFilter?.isTyping == true { return .filter }
    return pane == .settings ? .settings : .sections
  }

  /// Returns the rows of the current section, as indices of the outline's rows.
  func rows(_ context: ScreenContext) -> Range<Int> {
    context.outline.nodes[section].rows
  }

  /// Returns the row that has the focus.
  private func focusedRow(_ context: ScreenContext) -> Outline.Row? {
    let rows = rows(context)
    return settings.focus < rows.count ? context.outline.rows[rows.lowerBound + settings.focus] : nil
  }

  /// Returns the setting that has the focus.
  func focusedEntry(_ context: ScreenContext) -> FormIndex.Entry? {
    if case .setting(let position) = focusedRow(context) { context.index.settings[position] } else { nil }
  }

  /// Returns the row of the app that has the focus.
  func focusedAppRow(_ context: ScreenContext) -> AppRow? {
    if case .app(let row) = focusedRow(context) { row } else { nil }
  }

  /// Returns the section that the focused link leads to.
  func focusedLink(_ context: ScreenContext) -> Int? {
    if case .link(let node) = focusedRow(context) { node } else { nil }
  }

  /// Returns the sections that are visible in the tree, in order.
  ///
  /// An open section shows its children; a filter shows the matches with the sections around them, as in a search of a file tree.
  func visibleSections(_ context: ScreenContext) -> [Int] {
    var visible: [Int] = []
    func add(_ node: Int) {
      guard context.outline.isShown(node), sectionFilter?.shown?.contains(node) != false else { return }
      visible.append(node)
      // A query finds sections inside closed sections, too.
      if sectionFilter?.shown != nil || !closed.contains(node) {
        context.outline.listedChildren(of: node).forEach(add)
      }
    }
    add(0)
    return visible
  }

  mutating func perform(_ command: Command, in context: ScreenContext) -> [EditorAction] {
    if field != nil {
      if field?.perform(command, in: context.core) == .closed { field = nil }
      return []
    }
    let command = meaning(of: command, context)
    isStepping = false
    if performInSectionFilter(command, in: context) { return [] }
    defer { if pane != .sections { sectionFilter = nil } }
    if let actions = performAnywhere(command, in: context) { return actions }
    return pane == .settings
      ? performInSettings(command, in: context) : performInSections(command, in: context)
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

  private mutating func performAnywhere(_ command: Command, in context: ScreenContext) -> [EditorAction]? {
    switch command {
    case .search: return [.open(.search)]
    case .searchNext, .searchPrevious: return goToFound(command == .searchNext ? 1 : -1, in: context)
    case .review: return [.open(.review(thenLeave: false))]
    case .quit: return cancelingFocused(context) ?? [.quit]
    case .undo: return [.edit(.undo)]
    case .redo: return [.edit(.redo)]
    case .showAdvanced: return [.say(keepingFocus(context) { $0.toggleAll() })]
    case .filter: return show(context.core.filter.next, in: context)
    case .showSet: return show(context.core.filter == .set ? .all : .set, in: context)
    case .load: return [.open(.filePath(.load))]
    case .save: return [.open(.filePath(.save))]
    case .editAll: return [.editExternally(ExternalEdit(subject: .draft))]
    case .editExternally:
      guard pane == .settings, let entry = focusedEntry(context) else { return [] }
      return [context.core.editExternally(ValuePlace(entry))]
    case .confirm: return [.confirm]
    case .cancelConfirmation: return [.cancelConfirmation(then: .stay)]
    case .history:
      do throws(StoreError) {
        return [.open(.history(try context.model.store.history()))]
      } catch {
        return [.say(.init(error.description, role: .problem))]
      }
    case .why:
      let path = pane == .settings ? focusedEntry(context)?.path : context.outline.nodes[section].path
      return path.map { [.open(.why($0))] } ?? []
    case .goTo: return [.open(.goTo)]
    case .tree:
      let entry = pane == .settings ? focusedEntry(context) : nil
      return [.open(.tree(entry?.path ?? context.outline.nodes[section].path))]
    case .add:
      let section = currentSection(context)
      guard canAddKey(context) else {
        let title = context.outline.nodes[section].section.title
        return [.say(.init("The form lists all keys of \(title).", role: .secondary))]
      }
      return [.open(.key(section: section, renaming: nil))]
    case .problems: return [.open(.problems)]
    case .layers where context.model.store.hasOtherLayers: return [.open(.layers)]
    case .layers: return [.say(.noOtherLayers)]
    case .problemNext, .problemPrevious: return goToProblem(command == .problemNext ? 1 : -1, in: context)
    case .copy:
      if pane == .settings, let row = focusedAppRow(context), row.kind == .detail {
        return copy(row, in: context)
      }
      return [.open(.copy(setting: pane == .settings ? focusedEntry(context)?.path : nil, section: section))]
    case .nextPane, .previousPane:
      pane = pane == .settings ? .sections : .settings
      if pane == .sections { syncTree(context) }
      return []
    case .details:
      guard let entry = focusedEntry(context) else { return [] }
      return [.open(.details(entry))]
    default: return nil
    }
  }

  private mutating func performInSettings(_ command: Command, in context: ScreenContext) -> [EditorAction] {
    let count = rows(context).count
    let before = settings.focus
    if settings.move(command, of: count) {
      settleFocus(from: before, context)
      return []
    }
    if let row = focusedAppRow(context), let actions = perform(command, on: row, in: context) {
      return actions
    }
    if let node = focusedLink(context), command == .activate || command == .forward {
      go(toSection: node, context)
      return []
    }
    if command == .back {
      pane = .sections
      syncTree(context)
      return []
    }
    guard let entry = focusedEntry(context) else { return [] }
    switch command {
    case .reset: return [.edit(.reset(entry))]
    case .unstage: return [.edit(.unstage(entry))]
    case .remove: return [.edit(.remove(ValuePlace(entry)))]
    case .store:
      guard let value = context.model.value(at: entry.path), value != .null || entry.setting.isOptional else {
        return [.say(.init("\(entry.setting.title) has no value to store.", role: .secondary))]
      }
      return [.edit(.store(value, at: ValuePlace(entry)))]
    case .rename:
      guard hasOpenKey(entry, in: context), let position = context.index.position(of: entry.path) else {
        return []
      }
      let section = context.outline.sections[position]
      return [.open(.key(section: section, renaming: entry.setting.key))]
    default: break
    }
    return field.open(for: context.core.result(of: command, on: ValuePlace(entry)), context.core)
  }

  private mutating func performInSections(_ command: Command, in context: ScreenContext) -> [EditorAction] {
    let visible = visibleSections(context)
    let moves = sections.move(command, of: visible.count)
    guard visible.indices.contains(sections.focus) else { return [] }
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
      guard section.isUndescribed, let parent = context.outline.nodes[node].parent else { return [] }
      return [.open(.key(section: parent, renaming: section.key))]
    case .toggle:
      guard !context.outline.listedChildren(of: node).isEmpty else { return [] }
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
          .say(
            .init(
              "This is the outermost section; \(context.key(.quit, in: .sections)) leaves the editor.",
              role: .secondary))
        ]
      }
    default: break
    }
    return []
  }

  /// Whether the key of a setting can be changed: the form doesn't list it, and the file has it.
  func hasOpenKey(_ entry: FormIndex.Entry, in context: ScreenContext) -> Bool {
    entry.setting.traits.contains(.listed) && !entry.setting.traits.contains(.readOnly)
      && context.model.isSet(entry.path)
  }

  static let mostOpenSections = 60
}

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
        ? availabilityInSettings(command, in: context) : availabilityInSections(command, in: context)
    }
  }

  private func availabilityInSettings(_ command: Command, in context: ScreenContext) -> CommandAvailability {
    guard let entry = focusedEntry(context) else {
      guard Self.commandsOfSettings.contains(command) else { return .available }
      let runs = focusedAppRow(context)?.kind == .action || focusedLink(context) != nil
      return command == .activate && runs ? .available : .absent
    }
    let place = ValuePlace(entry)
    switch command {
    case .reset: return context.core.availability(of: .reset(entry))
    case .unstage: return context.core.availability(of: .unstage(entry))
    case .remove: return context.core.availability(of: .remove(place))
    case .rename: return hasOpenKey(entry, in: context) ? .available : .absent
    case .store: return context.model.isSet(entry.path) ? .absent : .available
    case .editExternally:
      return CommandAvailability(context.core.editExternally(place))
    default: return context.core.availability(of: command, on: place)
    }
  }

  private func availabilityInSections(_ command: Command, in context: ScreenContext) -> CommandAvailability {
    switch command {
    case .reset: context.core.availability(of: .resetSection(section))
    case .unstage: context.core.availability(of: .unstageSection(section))
    case .remove: context.core.availability(of: .removeSection(section))
    case .rename: context.outline.nodes[section].section.isUndescribed ? .available : .absent
    case .toggle: context.outline.listedChildren(of: section).isEmpty ? .absent : .available
    default: .available
    }
  }

  /// The commands that need a setting with the focus.
  private static let commandsOfSettings: Set<Command> = [
    .activate, .forward, .toggle, .yes, .no, .increase, .decrease, .setNone, .typeValue, .reset, .unstage,
    .remove, .store, .rename, .editExternally, .details, .why,
  ]
}

/// The areas of the main screen in a window.
///
/// It only depends on the window, so the positions of clicks and of the drawing can't differ.
struct BrowseLayout: Hashable {
  /// The line with the file and the counts.
  let title: Rect
  /// The line about a pending confirmation; empty if no confirmation is pending.
  let banner: Rect
  /// The tree of sections; empty in a narrow window.
  let sections: Rect
  /// The list of settings.
  let settings: Rect
  /// Help for the focused setting; empty where there is no room.
  let help: Rect
  /// The line with the keys.
  let hints: Rect
  /// Whether the help is to the right of the settings instead of below.
  let isHelpBeside: Bool

  /// Whether the tree and the settings share one column.
  var isSingleColumn: Bool { sections.isEmpty }

  init(_ area: Rect, hasBanner: Bool = false) {
    var rest = area
    title = rest.removeTop(1)
    banner = rest.removeTop(hasBanner ? 1 : 0)
    hints = rest.removeBottom(1)
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
