/// Rows of cells under headings, in columns that fit a window.
package struct TextTable {
  /// A column: its heading, and how it shrinks in a narrow window.
  package struct Column {
    let heading: String
    let isRight: Bool
    let minimum: Int

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
  private let lines: [[String]]

  /// Creates a table of rows that have a cell for each column.
  package init(_ columns: [Column], rows: [[String]]) {
    self.columns = columns
    lines = [columns.map(\.heading)] + rows
  }

  /// Returns the table as lines, the headings first; control characters in cells become escapes.
  ///
  /// - Parameter width: The number of columns; cells are cut from the last column on, and columns at the end that don't fit are
  ///   left out. `nil` for as many columns as the table needs; a very long cell then shifts only the rest of its own row.
  package func text(width window: Int? = nil) -> [String] {
    let visible = VisibleText(isASCIIOnly: false)
    let widths = self.widths(in: window, visible)
    let limit = window ?? Self.widest
    return lines.map { cells in
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
      return line.trimmingTrailingSpaces
    }
  }

  private func widths(in window: Int?, _ visible: VisibleText) -> [Int] {
    let natural = columns.indices.map { column in
      lines.map { Self.width(of: $0[column], atMost: window ?? Self.widest, visible) }.max() ?? 0
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

  /// The maximum width of a column without a window.
  private static let widest = 200
  /// The smallest width of a readable column.
  private static let least = 3
}
