import SettingsEditing

/// The settings of a store with their values, as a table for the terminal.
///
/// Use it for a command such as `trend settings list`, which shows values without the editor:
///
/// ```swift
/// print(SettingsListing(store.untyped).table(width: 80))
/// print(SettingsListing(store.untyped, in: ["network"]).table())
/// ```
///
/// A row has the path, the value as people read it, and notes, such as `default 7`, the unit and `restart`. Settings that an app skips
/// aren't listed. Secrets are masked.
///
/// A listing is a value of the moment when it was created. For machine-readable output, `settings-tui list --json FILE` has everything that
/// the form says about a setting, too.
///
/// Cost: linear in the number of settings. A row is made when it is read, since a file can have a million.
public struct SettingsListing: Sendable {
  private enum Row {
    case setting(Int)
    case emptySection(SettingPath)
  }

  private let draft: Draft
  private let newSettings: Set<SettingPath>
  private let file: String?
  private var rows: [Row] = []
  /// The number of settings that are left out because they have no value of their own. `list` prints it, with the option that lists them,
  /// too.
  package private(set) var unsetCount = 0

  /// Lists the stored settings in form order.
  ///
  /// - Parameters:
  ///   - store: The store whose settings are listed.
  ///   - section: The path of the section whose settings are listed; the root by default.
  public init(_ store: StoreEngine, in section: SettingPath = []) {
    self.init(store.draft(), in: section, newSettings: store.newSettings())
  }

  /// Lists the settings of a draft in form order.
  ///
  /// - Parameters:
  ///   - onlySet: Whether only settings with their own value are listed, stored or staged.
  ///   - includesLayers: Whether values of other layers count as well.
  ///   - section: The path of the section whose settings are listed; the root by default.
  ///   - file: The name of the settings file, to list where each value comes from; `nil` to leave that out.
  ///   - newSettings: The settings that are marked as new: `StoreEngine.newSettings()`.
  package init(
    _ draft: Draft, onlySet: Bool = false, includesLayers: Bool = false, in section: SettingPath = .root,
    newSettings: Set<SettingPath> = [], originsIn file: String? = nil
  ) {
    (self.draft, self.newSettings, self.file) = (draft, newSettings, file)
    let index = draft.index
    var emptySections = Set(draft.emptySections)
    for position in index.settings.indices
    where !index.traits(at: position).contains(.skipped)
      && (section.isRoot || section.contains(index.settings[position].path))
    {
      let path = onlySet || !emptySections.isEmpty ? index.settings[position].path : .root
      if let empty = emptySections.isEmpty
        ? nil : path.prefixes.dropLast().first(where: emptySections.contains)
      {
        emptySections.remove(empty)
        rows.append(.emptySection(empty))
      }
      let isListed = !onlySet || draft.isSet(path) || includesLayers && draft.otherLayer(of: path) != nil
      if isListed { rows.append(.setting(position)) } else { unsetCount += 1 }
    }
  }

  /// The settings, in form order.
  package var settings: some Collection<ListedSetting> {
    rows.lazy.flatMap { row in
      switch row {
      case .emptySection(let path): return ListedSetting(emptySection: path, in: draft).map { [$0] } ?? []
      case .setting(let position):
        let entry = draft.index.settings[position]
        let path = entry.path
        var setting = ListedSetting(entry, in: draft, isNew: newSettings.contains(path))
        setting.origin = file.flatMap { draft.origin(of: path, file: $0) }
        return setting.parts(of: entry)
      }
    }
  }

  /// Returns the listing as a table with a line of headings: path, value and notes. Secrets are masked, and control characters are shown as
  /// text.
  ///
  /// - Parameter width: The number of columns; notes first and then values are cut to fit. `nil` for as many columns as the table needs.
  public func table(width: Int? = nil) -> String {
    table.text(width: width).joined(separator: "\n")
  }

  /// The listing as rows and columns, with a column for the origin of the values if origins are listed.
  ///
  /// The paths are never cut, because they are what people copy from a list; in a narrow window, the notes are left out first.
  package var table: TextTable {
    var columns: [TextTable.Column] = [
      .init("SETTING"), .init("VALUE", minimum: 8), .init("NOTES", minimum: 0),
    ]
    if file != nil { columns.insert(.init("ORIGIN", minimum: 8), at: 2) }
    return TextTable(
      columns,
      rows: settings.lazy.map { setting in
        var cells = setting.cells
        if file != nil { cells.insert(setting.origin?.description ?? "", at: 2) }
        return cells
      })
  }
}

/// Rows of cells under headings, in columns that fit a window.
///
///     TextTable([.init("SETTING"), .init("VALUE", minimum: 8)], rows: [["port", "8080"]]).text()
///
///     SETTING  VALUE
///     port     8080
///
/// Columns are separated by two spaces, and no line ends with spaces. All lists of the commands are printed with it: settings, versions,
/// forms.
package struct TextTable {
  /// A column: its heading, and how it shrinks in a narrow window.
  package struct Column {
    let heading: String
    let isRight: Bool
    let minimum: Int

    /// Creates a column.
    ///
    /// - Parameters:
    ///   - isRight: Whether the cells are aligned right, as numbers are.
    ///   - minimum: The smallest width in columns of the terminal; by default it never shrinks.
    package init(_ heading: String, isRight: Bool = false, minimum: Int = .max) {
      self.heading = heading
      self.isRight = isRight
      self.minimum = minimum
    }
  }

  private let columns: [Column]
  private let rows: any Collection<[String]>
  /// The headings, and the rows that decide about the widths.
  private let measured: [[String]]
  /// The number of rows that decide about the widths, so that a table of a million rows is written as it is made. A wider cell behind them
  /// shifts only the rest of its own row.
  private static let rowsToMeasure = 1_000

  /// Creates a table of rows that have a cell for each column.
  package init(_ columns: [Column], rows: some Collection<[String]>) {
    self.columns = columns
    self.rows = rows
    measured = [columns.map(\.heading)] + rows.prefix(Self.rowsToMeasure)
  }

  /// Returns the table as lines, the headings first; control characters in cells become escapes.
  ///
  /// - Parameter width: The number of columns; cells are cut from the last column on, and columns at the end that don't fit are
  ///   left out. `nil` for as many columns as the table needs; a very long cell then shifts only the rest of its own row.
  package func text(width window: Int? = nil) -> [String] {
    var lines: [String] = []
    forEachLine(width: window) { lines.append($0) }
    return lines
  }

  /// Calls the body with each line of ``text(width:)``, as soon as it is made.
  package func forEachLine(width window: Int? = nil, _ body: (String) -> Void) {
    let visible = VisibleText(isASCIIOnly: false)
    let widths = self.widths(in: window, visible)
    let limit = window ?? Self.widest
    func write(_ cells: [String]) {
      var line = ""
      for (position, width) in widths.enumerated() {
        if position > 0 { line += "  " }
        let cell = window == nil ? cells[position] : visible.truncate(cells[position], columns: width)
        let blank = String(
          repeating: " ", count: max(0, width - Self.width(of: cell, atMost: limit, visible)))
        // Terminals without a grid join the emoji of a cluster, or show them one after the other; either is readable.
        let shown = VisibleText.spelling(of: cell)
        line += columns[position].isRight ? blank + shown : shown + blank
      }
      body(line.trimmingTrailingSpaces)
    }
    write(columns.map(\.heading))
    for cells in rows { write(cells) }
  }

  /// Returns the widths of the columns that are shown, from the first on.
  ///
  /// Without a window, each column is as wide as its widest cell, up to ``widest``. In a window, each column takes what it needs of what
  /// the columns before it have left, but at least its minimum. A column ends the table, together with all columns behind it, if it never
  /// shrinks and doesn't fit, or if only three columns or less would be left of it. The first column is always shown.
  private func widths(in window: Int?, _ visible: VisibleText) -> [Int] {
    let natural = columns.indices.map { column in
      measured.map { Self.width(of: $0[column], atMost: window ?? Self.widest, visible) }.max() ?? 0
    }
    guard let window else { return natural }
    var widths: [Int] = []
    var left = window
    for (column, wanted) in zip(columns, natural) {
      if !widths.isEmpty { left -= 2 }
      let width = min(wanted, max(left, column.minimum))
      let fits = column.minimum == .max ? width <= left : width > Self.least || width == wanted
      guard widths.isEmpty || fits else { break }
      widths.append(width)
      left -= width
    }
    return widths
  }

  /// Returns the width of a cell. A value can be as long as the file, so no more than the limit is measured.
  private static func width(of cell: String, atMost limit: Int, _ visible: VisibleText) -> Int {
    cell.utf8.count <= limit ? visible.width(of: cell) : min(limit, visible.width(of: cell.prefix(limit)))
  }

  /// The maximum width of a column without a window. A longer cell is printed as a whole and shifts only its own row.
  private static let widest = 200
  /// The smallest width of a readable column.
  private static let least = 3
}
