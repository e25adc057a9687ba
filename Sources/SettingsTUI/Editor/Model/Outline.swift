import Settings

/// The form as the editor shows it: sections as a tree, and below each its settings as rows.
///
/// In a section its own settings stand before the sections inside it, so that nothing stands below a heading
/// that it does not belong to. All rows are made once; those of a section are a part of them, so going from
/// section to section costs nothing, however large the form is.
struct Outline {
  /// A section.
  struct Node {
    let section: FormSection
    let path: SettingPath
    let parent: Int?
    let depth: Int
    var children: [Int] = []
    /// Positions in the index of the section's own settings.
    var settings: [Int] = []
    /// The section's rows, those of inner sections included.
    var rows: Range<Int> = 0..<0
    /// The settings hidden in the section itself.
    var hiddenCount = 0
  }

  /// A row of the list of settings.
  enum Row: Hashable {
    case heading(Int)
    case note(Int, Note)
    case setting(Int)

    /// Texts around a section's settings.
    enum Note: Hashable {
      case help
      case header
      case footer
      /// How many advanced settings are hidden.
      case hidden
    }
  }

  private(set) var nodes: [Node] = []
  private(set) var rows: [Row] = []
  /// The section of each setting, by the setting's position in the index.
  private(set) var sections: [Int] = []
  /// Whether advanced settings show.
  private(set) var showsAdvanced = false
  /// Advanced settings that show all the same, because somebody went to them.
  private var revealed: Set<Int> = []

  /// Cost: linear in the size of the form.
  init(_ index: FormIndex) {
    sections = Array(repeating: 0, count: index.settings.count)
    var position = 0
    add(index.form.root, at: .root, parent: nil, depth: 0, &position)
    makeRows(index)
  }

  private mutating func add(
    _ section: FormSection, at path: SettingPath, parent: Int?, depth: Int, _ position: inout Int
  ) {
    let node = nodes.count
    nodes.append(Node(section: section, path: path, parent: parent, depth: depth))
    if let parent { nodes[parent].children.append(node) }
    for item in section.items {
      switch item {
      case .section(let inner):
        add(inner, at: path.appending(inner.key), parent: node, depth: depth + 1, &position)
      case .setting:
        sections[position] = node
        nodes[node].settings.append(position)
        position += 1
      }
    }
  }

  private mutating func makeRows(_ index: FormIndex) {
    rows.removeAll(keepingCapacity: true)
    rows.reserveCapacity(sections.count + 2 * nodes.count)
    makeRows(of: 0, index)
  }

  private mutating func makeRows(of node: Int, _ index: FormIndex) {
    let start = rows.count
    let section = nodes[node].section
    rows.append(.heading(node))
    if !section.help.isEmpty { rows.append(.note(node, .help)) }
    if section.header != nil { rows.append(.note(node, .header)) }
    var hidden = 0
    for position in nodes[node].settings {
      if isHidden(position, index) {
        hidden += 1
      } else {
        rows.append(.setting(position))
      }
    }
    nodes[node].hiddenCount = hidden
    if hidden > 0 { rows.append(.note(node, .hidden)) }
    for child in nodes[node].children { makeRows(of: child, index) }
    if section.footer != nil { rows.append(.note(node, .footer)) }
    nodes[node].rows = start..<rows.count
  }

  private func isHidden(_ position: Int, _ index: FormIndex) -> Bool {
    !showsAdvanced && index.settings[position].setting.traits.contains(.advanced)
      && !revealed.contains(position)
  }

  /// Shows advanced settings, or hides them again.
  mutating func showAdvanced(_ shows: Bool, _ index: FormIndex) {
    showsAdvanced = shows
    makeRows(index)
  }

  /// Makes one setting show, even if it is advanced.
  mutating func reveal(_ position: Int, _ index: FormIndex) {
    guard isHidden(position, index) else { return }
    revealed.insert(position)
    makeRows(index)
  }

  /// The titles of the sections that lead to a section, the root's first.
  func titles(of node: Int) -> [String] {
    var titles: [String] = []
    var next: Int? = node
    while let node = next {
      titles.append(nodes[node].section.title)
      next = nodes[node].parent
    }
    return titles.reversed()
  }

  /// The row of a setting; `nil` if it is hidden.
  ///
  /// Cost: linear in the rows of its section.
  func row(ofSetting position: Int) -> Int? {
    nodes[sections[position]].rows.first { rows[$0] == .setting(position) }
  }
}
