import SettingsEditing

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
    return pane == .settings ? .settings : .sections
  }

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

  /// Returns the sections that are visible in the tree, in order: an open section shows its children.
  func visibleSections(_ context: ScreenContext) -> [Int] {
    var visible: [Int] = []
    func add(_ node: Int) {
      guard context.outline.isShown(node) else { return }
      visible.append(node)
      if !closed.contains(node) { context.outline.listedChildren(of: node).forEach(add) }
    }
    add(0)
    return visible
  }

  /// An open field takes every command, otherwise the pane with the focus.
  mutating func perform(_ command: Command, in context: ScreenContext) -> [EditorAction]? {
    if var typed = field {
      let actions = InlineField.keys.perform(command, on: &typed, in: context)
      field = typed.isClosed ? nil : typed
      return actions
    }
    defer { isStepping = false }
    // What a key of a setting doesn't do to the link to a section, it does to the section, as in the tree.
    return keys.perform(command, on: &self, in: context)
      ?? (pane == .settings && focusedSection(context) != nil
        ? Self.sectionKeys.perform(command, on: &self, in: context) : nil)
  }

  mutating func type(in place: ValuePlace, _ context: ScreenContext) {
    field = InlineField(place, core: context.core)
  }

  mutating func insert(_ text: String, in context: ScreenContext) -> [EditorAction] {
    field?.type(text, context)
    return []
  }

  static let mostOpenSections = 60
}

/// The areas of the main screen in a window.
///
/// It only depends on the window, so the positions of clicks and of the drawing can't differ.
struct BrowseLayout: Hashable {
  /// The line about a pending confirmation; empty if no confirmation is pending.
  let banner: Rect
  /// The tree of sections; empty in a narrow window, and if there is only one section.
  let sections: Rect
  /// The list of settings.
  private(set) var settings: Rect
  /// Help for the focused setting; empty where there is no room.
  private(set) var help: Rect
  /// Whether the help is to the right of the settings instead of below.
  let isHelpBeside: Bool

  /// Whether the tree and the settings share one column.
  var isSingleColumn: Bool { sections.isEmpty }

  /// - Parameter widestSection: The width that the tree needs; 0 without inner sections.
  init(_ area: Rect, hasBanner: Bool = false, widestSection: Int = .max) {
    var rest = area.inset(vertically: 1)
    banner = rest.removeTop(hasBanner ? 1 : 0)
    isHelpBeside = area.width >= 140
    if area.width >= 72, widestSection > 0 {
      sections = rest.removeLeft(
        min(38, max(24, area.width / 5), max(area.width < 100 ? 14 : 24, widestSection)))
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

  /// Gives the help below the settings lines that they don't need.
  mutating func growHelp(to lines: Int, leaving rows: Int) {
    let growth = min(lines - help.height, settings.height - rows)
    guard hasRule, growth > 0 else { return }
    settings.height -= growth
    help.y -= growth
    help.height += growth
  }

  /// Whether there is a line between the settings and the help below them.
  var hasRule: Bool { !isHelpBeside && help.y > settings.maxY }
}
