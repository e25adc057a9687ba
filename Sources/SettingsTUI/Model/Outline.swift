import SettingsEditing

/// The sections as a tree, and the settings of each as rows.
///
/// The settings of a section come before its inner sections. Otherwise a row would be below a heading that it doesn't belong to. All rows
/// are made once, and the rows of a section are a range of them, so moving between sections costs nothing, even in a large form:
///
///     rows   0 heading (root)   1 theme   2 heading network   3 host   4 port   5 heading proxy   6 url
///            └──────────────────────────── root: 0..<7 ────────────────────────────────────────────┘
///                                         └─────────────── network: 2..<7 ─────────────────────────┘
///
/// A row is a small value that says what it is about. What it shows (title, value, marks) is made when it is drawn, since at most a
/// screenful of 100 000 rows is ever visible. The form can show an inner section at its place among the settings instead, or only as a link.
///
/// What is visible is a value, too (``Visibility``). If it changes, all rows are made again; if it doesn't, nothing happens.
struct Outline {
  /// A section.
  struct Node {
    let section: FormSection
    let path: SettingPath
    var parent: Int?
    var depth = 0
    var children: [Int] = []
    /// Positions in the index of the section's own settings.
    var settings: [Int] = []
    /// The section's own rows that the running app provides.
    var appRows: [AppRow] = []
    /// The rows of the app, inner sections and links that stand before a setting, by the number of the setting in the section. What stands
    /// after the last setting has the next number.
    var placed: [Int: [Row]] = [:]
    /// Whether inner sections are shown at their places among the settings.
    var hasInline = false
    /// The section's rows, including the rows of inner sections.
    var rows: Range<Int> = 0..<0
    /// The number of advanced settings that are hidden in the section itself.
    var hiddenCount = 0
    /// The number of visible settings in it and in inner sections.
    var shownCount = 0
    /// Whether rows of the app are visible in it or in inner sections.
    var showsAppRows = false
  }

  /// A row of the list of settings.
  enum Row: Hashable {
    case heading(Int)
    case note(Int, Note)
    /// A setting, a row of the app, or a section that is shown elsewhere. Only items get the focus.
    case item(EditorItem)
    /// The beginning that the dotted keys of the next settings share.
    case prefix(String, Int)

    /// Text around a section's settings.
    enum Note: Hashable {
      case help
      case header
      case footer
      /// The number of advanced settings that are hidden.
      case hidden
    }
  }

  private(set) var nodes: [Node] = []
  private(set) var rows: [Row] = []
  /// The section of each setting, by the setting's position in the index.
  private(set) var sections: [Int] = []
  /// The settings that only the app's code uses. They never have a row.
  private(set) var skipped: Set<Int> = []
  /// The beginnings of the dotted keys of settings that are listed together.
  private var prefixes: [Int: String] = [:]
  /// Which settings are visible.
  private(set) var visibility = Visibility()

  /// Which settings are visible.
  struct Visibility: Hashable {
    /// Whether advanced settings, and settings that a rule hides, are visible.
    var showsAll = false
    /// The settings that a rule hides now.
    var hiddenByRules: Set<Int> = []
    /// The sections that a rule hides now.
    var hiddenSections: Set<Int> = []
    /// The only settings to show; `nil` for all.
    var only: Set<Int>?
    /// The sections without a visible setting that are shown all the same, because the file has an empty object there.
    var emptySections: Set<Int> = []
    /// The listed members that the draft doesn't have, because they have another key now, or were added and it was undone.
    var absent: Set<Int> = []
    /// Settings that are visible in any case, because someone went to them.
    var revealed: Set<Int> = []
  }

  /// Creates the outline of a form. Cost: linear in the size of the form.
  ///
  /// - Parameter hasApp: Whether there is an app that provides the rows that aren't settings. Without an app, they are left
  ///   out.
  init(_ index: FormIndex, hasApp: Bool = false) {
    sections = Array(repeating: 0, count: index.settings.count)
    nodes = index.nodes.map { Node(section: $0.section, path: $0.path) }
    // A section comes before the sections inside it.
    for node in nodes.indices {
      if hasApp { nodes[node].appRows = AppRow.rows(of: nodes[node].section, at: node) }
      nodes[node].settings.reserveCapacity(nodes[node].section.items.count)
      let before = Dictionary(grouping: nodes[node].appRows, by: \.place)
      index.nodes[node].forEachItem { item in
        if !before.isEmpty {
          let key =
            switch item {
            case .section(let child): nodes[child].section.key
            case .setting(let position): index.settings[position].setting.key
            }
          place(before[.before(key)]?.map { .item(.row($0)) } ?? [], in: node)
        }
        switch item {
        case .section(let child) where !nodes[child].section.isSkipped:
          if let isInline = nodes[child].section.isInline {
            place([isInline ? .heading(child) : .item(.section(child))], in: node)
            if isInline { nodes[node].hasInline = true }
          }
          nodes[node].children.append(child)
          nodes[child].parent = node
          nodes[child].depth = nodes[node].depth + 1
        case .setting(let position):
          sections[position] = node
          if index.traits(at: position).contains(.skipped) {
            skipped.insert(position)
          } else {
            nodes[node].settings.append(position)
          }
        case .section: break
        }
      }
    }
    // The keys of apps are the names of properties, which have no dots.
    if index.form.source != nil || index.form.describesNothing {
      for node in nodes.indices { nodes[node].settings = byPrefix(nodes[node].settings, in: index) }
    }
    makeRows(index)
  }

  /// Places rows in front of the next setting of a section.
  private mutating func place(_ rows: [Row], in node: Int) {
    if !rows.isEmpty { nodes[node].placed[nodes[node].settings.count, default: []] += rows }
  }

  private mutating func makeRows(_ index: FormIndex) {
    rows.removeAll(keepingCapacity: true)
    rows.reserveCapacity(sections.count + 2 * nodes.count)
    // The rows of a linked section come before those of the section around it, so they aren't inside its range.
    for node in nodes.indices.reversed()
    where nodes[node].section.isInline == false && ancestors(of: node).first == 0 {
      makeRows(of: node, index)
    }
    makeRows(of: 0, index)
  }

  /// Makes the rows before a setting of a section, or after its last setting. Returns the numbers of visible and hidden settings in these
  /// rows.
  private mutating func makePlaced(before number: Int, of node: Int, _ index: FormIndex) -> (
    shown: Int, hidden: Int
  ) {
    var (shown, hidden) = (0, 0)
    var endsInline = false
    /// Ends a section in place by a blank row, or the next row would look like one of its own.
    func separate() {
      if endsInline { rows.append(.prefix("", node)) }
      endsInline = false
    }
    for row in nodes[node].placed[number] ?? [] {
      switch row {
      case .item(.row(let appRow)):
        guard shownAppRows(of: node).contains(appRow) else { continue }
        separate()
        rows.append(row)
      case .heading(let child), .item(.section(let child)):
        let isInPlace = row == .heading(child)
        if isInPlace { makeRows(of: child, index) }
        shown += nodes[child].shownCount
        hidden += nodes[child].hiddenCount
        guard isShown(child) else { continue }
        if !isInPlace {
          separate()
          rows.append(row)
        }
        endsInline = isInPlace
      default: break
      }
    }
    if number < nodes[node].settings.count { separate() }
    return (shown, hidden)
  }

  private mutating func makeRows(of node: Int, _ index: FormIndex) {
    let start = rows.count
    let section = nodes[node].section
    let hasNotes = visibility.only == nil
    rows.append(.heading(node))
    if hasNotes, !section.help.isEmpty { rows.append(.note(node, .help)) }
    if hasNotes, section.header != nil { rows.append(.note(node, .header)) }
    let appRows = shownAppRows(of: node)
    func add(_ place: FormRow.Place, to rows: inout [Row]) {
      for row in appRows where row.place == place { rows.append(.item(.row(row))) }
    }
    add(.header, to: &rows)
    var hidden = 0
    var shown = 0
    var inner = (shown: 0, hidden: 0)
    let hasPlaced = !nodes[node].placed.isEmpty
    func makePlaced(before number: Int, in outline: inout Outline) {
      let made = outline.makePlaced(before: number, of: node, index)
      inner = (inner.shown + made.shown, inner.hidden + made.hidden)
    }
    var prefix: String?
    for (number, position) in nodes[node].settings.enumerated() {
      if hasPlaced { makePlaced(before: number, in: &self) }
      switch state(of: position, index) {
      case .shown:
        if !prefixes.isEmpty, let own = prefixes[position], own != prefix {
          rows.append(.prefix(own, node))
          prefix = own
        }
        rows.append(.item(.setting(position)))
        shown += 1
      case .advanced: hidden += 1
      case .absent: break
      }
    }
    if hasPlaced { makePlaced(before: nodes[node].settings.count, in: &self) }
    nodes[node].hiddenCount = hidden
    add(.end, to: &rows)
    if hidden > 0 { rows.append(.note(node, .hidden)) }
    shown += inner.shown
    hidden += inner.hidden
    for child in nodes[node].children where nodes[child].section.isInline == nil {
      makeRows(of: child, index)
      shown += nodes[child].shownCount
      hidden += nodes[child].hiddenCount
    }
    nodes[node].shownCount = shown
    nodes[node].showsAppRows = !appRows.isEmpty || nodes[node].children.contains { nodes[$0].showsAppRows }
    if shown == 0, hidden == 0, !nodes[node].showsAppRows, node != 0, !hasNoSettingsInForm(node),
      !visibility.emptySections.contains(node), nodes[node].children.allSatisfy({ nodes[$0].rows.isEmpty })
    {
      // A section without visible settings has no heading either.
      rows.removeSubrange(start...)
    } else if hasNotes, section.footer != nil {
      rows.append(.note(node, .footer))
    }
    if !rows[start...].isEmpty { add(.footer, to: &rows) }
    nodes[node].rows = start..<rows.count
  }

  /// Returns settings in groups by the first word of their keys, such as `editor` in `editor.fontSize`. Settings that are alone with their
  /// word come first. Without dotted keys, the order stays.
  private mutating func byPrefix(_ settings: [Int], in index: FormIndex) -> [Int] {
    guard settings.contains(where: { index.settings[$0].setting.key.utf8.contains(UInt8(ascii: ".")) }) else {
      return settings
    }
    var groups: [String: [Int]] = [:]
    var order: [String] = []
    for position in settings {
      let key = index.settings[position].setting.key
      let dot = key.firstIndex(of: ".")
      let prefix = dot.map { String(key[..<$0]) } ?? ""
      if groups[prefix] == nil { order.append(prefix) }
      groups[prefix, default: []].append(position)
    }
    // One setting alone needs no heading.
    let alone = order.filter { $0.isEmpty || groups[$0]?.count == 1 }
    let together = order.filter { !$0.isEmpty && (groups[$0]?.count ?? 0) > 1 }
    for prefix in together { for position in groups[prefix] ?? [] { prefixes[position] = prefix } }
    return (alone + together).flatMap { groups[$0] ?? [] }
  }

  /// Returns the rows of a section that the app provides; empty if they are filtered out, or if a rule hides the section.
  func shownAppRows(of node: Int) -> [AppRow] {
    let isHidden = visibility.hiddenSections.contains(node) && !visibility.showsAll
    return visibility.only != nil || isHidden ? [] : nodes[node].appRows
  }

  /// Whether the section has no settings in the form. Then no settings are hidden there.
  private func hasNoSettingsInForm(_ node: Int) -> Bool {
    visibility.only == nil && nodes[node].settings.isEmpty
      && nodes[node].children.allSatisfy(hasNoSettingsInForm)
  }

  /// Whether a setting is visible, or why it isn't.
  private enum State {
    case shown
    /// It is advanced.
    case advanced
    /// It is filtered out, hidden by a rule, or a member that doesn't exist.
    case absent
  }

  private func state(of position: Int, _ index: FormIndex) -> State {
    if visibility.revealed.contains(position) { return .shown }
    if visibility.absent.contains(position) { return .absent }
    if let only = visibility.only { return only.contains(position) ? .shown : .absent }
    if visibility.showsAll { return .shown }
    if visibility.hiddenByRules.contains(position) { return .absent }
    return index.traits(at: position).contains(.advanced) ? .advanced : .shown
  }

  /// All rows that the app provides.
  var appRows: [AppRow] { nodes.flatMap(\.appRows) }

  /// The rows that the app provides and that are visible.
  var shownAppRows: [AppRow] { nodes.indices.flatMap { shownAppRows(of: $0) } }

  /// Changes which settings are visible. Cost: linear in the size of the form, if anything changes.
  mutating func show(_ visibility: Visibility, in index: FormIndex) {
    guard visibility != self.visibility else { return }
    self.visibility = visibility
    makeRows(index)
  }

  /// Makes one setting visible, regardless of what hides it.
  mutating func reveal(_ position: Int, in index: FormIndex) {
    guard state(of: position, index) != .shown else { return }
    visibility.revealed.insert(position)
    makeRows(index)
  }

  /// Returns the sections that the tree shows below a section. If an inner section is shown among the settings, the tree shows the sections
  /// inside it in its place.
  func listedChildren(of node: Int) -> [Int] {
    guard nodes[node].hasInline else { return nodes[node].children }
    return nodes[node].children.flatMap { nodes[$0].section.isInline == true ? listedChildren(of: $0) : [$0] }
  }

  /// Returns the section whose page shows a section: the section itself, or, if it is shown among the settings of the section around it,
  /// that section.
  func place(of node: Int) -> Int {
    ancestors(of: node).last { nodes[$0].section.isInline != true } ?? node
  }

  /// Whether a section is currently in the tree.
  func isShown(_ node: Int) -> Bool { node == 0 || !nodes[node].rows.isEmpty }

  /// Returns the section at a path; `nil` if the path doesn't lead to a section, or if that is in none of the lists.
  ///
  /// - Parameter index: The index that the outline was made of, which has the sections in the same order.
  func node(at path: SettingPath, in index: FormIndex) -> Int? {
    guard let node = index.sectionPosition(at: path), ancestors(of: node).first == 0 else { return nil }
    return node
  }

  /// Returns a section and the sections inside it.
  func sections(in node: Int) -> [Int] { [node] + nodes[node].children.flatMap { sections(in: $0) } }

  /// Returns the positions of all settings in a section and in its inner sections.
  func settings(in node: Int) -> [Int] {
    nodes[node].settings + nodes[node].children.flatMap { settings(in: $0) }
  }

  /// Returns the sections that lead to a section, from the root to the section itself.
  func ancestors(of node: Int) -> [Int] {
    sequence(first: node) { nodes[$0].parent }.reversed()
  }

  /// Returns the titles of the sections that lead to a section, the root's first.
  func titles(of node: Int) -> [String] { ancestors(of: node).map { nodes[$0].section.title } }

  /// Returns the section that contains an item.
  func section(around item: EditorItem) -> Int {
    switch item {
    case .setting(let position): sections[position]
    case .section(let node): nodes[node].parent ?? 0
    case .row(let row): row.node
    case .part(let part): sections[part.position]
    }
  }

  /// Returns the row of an item; `nil` if it is hidden.
  ///
  /// Cost: linear in the rows of its section.
  func row(of item: EditorItem) -> Int? {
    nodes[section(around: item)].rows.first { rows[$0] == .item(item) }
  }
}
