import Settings

/// The main screen: the tree of sections, the settings of the chosen one, and help for the focused one.
struct BrowseScreen: Screen {
  /// Which part has the focus.
  enum Pane: Hashable {
    case sections
    case settings
  }

  var pane = Pane.settings
  /// The section whose settings show.
  var section = 0
  var settings = ListState()
  var sections = ListState()
  /// Sections that are closed in the tree.
  var closed: Set<Int> = []
  var field: InlineField?
  /// Whether the last thing done was to go to a setting that a search found; `n` then goes to the next.
  var isStepping = false
  /// What was worked out for the rows that show, until they are others.
  var measured: Measured?
  var layout = BrowseLayout(Rect(Size(width: 80, height: 24)))

  /// What the rows of a section have in common.
  struct Measured: Hashable {
    let section: Int
    let rowCount: Int
    let widestTitle: Int
  }

  let name = "Settings"
  let isDialog = false

  init(_ context: EditorContext, at path: SettingPath?) {
    // A large tree opens with its first level.
    let nodes = context.outline.nodes
    if nodes.count > Self.mostOpenSections {
      closed = Set(nodes.indices.filter { nodes[$0].depth > 0 && !nodes[$0].children.isEmpty })
    }
    if let path, let position = context.index.position(of: path) {
      go(to: position, context)
    } else {
      settings.move(to: firstSetting(context), of: rows(context).count)
    }
  }

  var keyContext: KeyContext {
    if field != nil { return .field }
    return pane == .settings ? .settings : .sections
  }

  /// The rows that show, as positions in the outline's rows.
  func rows(_ context: EditorContext) -> Range<Int> {
    context.outline.nodes[section].rows
  }

  /// The setting that has the focus.
  func focusedEntry(_ context: EditorContext) -> FormIndex.Entry? {
    let rows = rows(context)
    guard settings.focus < rows.count,
      case .setting(let position) = context.outline.rows[rows.lowerBound + settings.focus]
    else { return nil }
    return context.index.settings[position]
  }

  /// The sections that show in the tree, in order.
  func visibleSections(_ context: EditorContext) -> [Int] {
    var visible: [Int] = []
    func add(_ node: Int) {
      guard context.outline.isShown(node) else { return }
      visible.append(node)
      if !closed.contains(node) { context.outline.nodes[node].children.forEach(add) }
    }
    add(0)
    return visible
  }

  mutating func perform(_ command: Command, _ context: EditorContext) -> [ScreenAction] {
    if field != nil {
      if field?.perform(command, context) == .closed { field = nil }
      return []
    }
    let command = meaning(of: command, context)
    isStepping = false
    if let actions = performAnywhere(command, context) { return actions }
    return pane == .settings ? performInSettings(command, context) : performInSections(command, context)
  }

  mutating func insert(_ text: String, _ context: EditorContext) -> [ScreenAction] {
    field?.insert(text, context)
    return []
  }

  /// `n` says no to a question of yes or no, and otherwise asks for the next setting found.
  private func meaning(of command: Command, _ context: EditorContext) -> Command {
    guard command == .no else { return command }
    if !isStepping, case .boolean? = focusedEntry(context)?.setting.kind { return .no }
    return .searchNext
  }

  private mutating func performAnywhere(_ command: Command, _ context: EditorContext) -> [ScreenAction]? {
    switch command {
    case .search: return [.push(SearchScreen(context))]
    case .searchNext, .searchPrevious: return goToFound(command == .searchNext ? 1 : -1, context)
    case .review: return [.push(ReviewScreen(context, thenLeave: false))]
    case .quit: return [.quit]
    case .undo: return undo(context)
    case .redo: return redo(context)
    case .showAdvanced: return toggleAdvanced(context)
    case .filter: return goOnFiltering(context)
    case .editAll: return [.edit(ExternalEditing(ExternalDraft(), context))]
    case .editExternally:
      guard pane == .settings, let entry = focusedEntry(context) else { return [] }
      return context.editExternally(ValuePlace(entry))
    case .confirm: return [.confirm]
    case .takeBack: return [.takeBack(then: .stay)]
    case .history:
      do throws(StoreError) {
        return [.push(HistoryScreen(try context.form.store.history()))]
      } catch {
        return [.say(.init(error.description, .problem))]
      }
    case .why:
      let path = pane == .settings ? focusedEntry(context)?.path : context.outline.nodes[section].path
      return path.map { [.push(WhyScreen($0, context))] } ?? []
    case .goTo: return [.push(GoToScreen())]
    case .copy:
      return [.push(CopyScreen(pane == .settings ? focusedEntry(context)?.path : nil, section, context))]
    case .nextPane, .previousPane:
      pane = pane == .settings ? .sections : .settings
      if pane == .sections { syncTree(context) }
      return []
    case .details:
      guard let entry = focusedEntry(context) else { return [] }
      return [.push(LinesScreen(detailsOf: entry))]
    default: return nil
    }
  }

  private mutating func performInSettings(_ command: Command, _ context: EditorContext) -> [ScreenAction] {
    let count = rows(context).count
    let before = settings.focus
    if settings.move(command, of: count) {
      settleFocus(from: before, context)
      return []
    }
    if command == .back {
      pane = .sections
      syncTree(context)
      return []
    }
    guard let entry = focusedEntry(context) else { return [] }
    switch command {
    case .reset: return reset(entry, context)
    case .revert: return revert(entry, context)
    default: break
    }
    switch context.edit(ValuePlace(entry), command) {
    case .field(let opened)?: field = opened
    case .actions(let actions)?: return actions
    case nil: break
    }
    return []
  }

  private mutating func performInSections(_ command: Command, _ context: EditorContext) -> [ScreenAction] {
    let visible = visibleSections(context)
    if sections.move(command, of: visible.count) {
      show(visible[sections.focus], context)
      return []
    }
    guard visible.indices.contains(sections.focus) else { return [] }
    let node = visible[sections.focus]
    switch command {
    case .activate, .forward:
      if command == .forward, closed.contains(node) {
        closed.remove(node)
      } else {
        pane = .settings
      }
    case .reset: return reset(section: node, context)
    case .revert: return revert(section: node, context)
    case .toggle:
      guard !context.outline.nodes[node].children.isEmpty else { return [] }
      if closed.remove(node) == nil { closed.insert(node) }
    case .back, .backward:
      if command == .backward, !context.outline.nodes[node].children.isEmpty, !closed.contains(node),
        node != 0
      {
        closed.insert(node)
      } else if let parent = context.outline.nodes[node].parent {
        sections.move(to: visible.firstIndex(of: parent) ?? 0, of: visible.count)
        show(parent, context)
      } else {
        return [
          .say(
            .init(
              "This is the outermost section; \(context.key(.quit, in: .sections)) leaves the editor.",
              .secondary))
        ]
      }
    default: break
    }
    return []
  }

  static let mostOpenSections = 60
}
