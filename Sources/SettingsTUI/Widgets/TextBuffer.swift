/// Several lines of text with a caret.
struct TextBuffer: Hashable, Sendable {
  /// The lines, without the line feeds between them; a carriage return before a line feed stays in the line.
  private(set) var lines: [LineEditor]
  /// The line that contains the caret.
  private(set) var row = 0
  /// The column, in characters, that vertical moves try to keep.
  private var preferredColumn = 0

  init(_ text: String = "") {
    lines = Self.split(text)
    lines[0].moveCaret(to: 0)
  }

  /// The text, with its lines joined by line feeds.
  var text: String { lines.map(\.text).joined(separator: "\n") }

  /// The caret's position in its line, in characters.
  var column: Int { lines[row].caret }

  /// Inserts text at the caret.
  mutating func insert(_ text: String) {
    let parts = Self.split(text)
    let head = String(lines[row].characters[..<column])
    let tail = String(lines[row].characters[column...])
    var new = parts
    new[0] = LineEditor(head + parts[0].text)
    let last = new.count - 1
    let caret = new[last].characters.count
    new[last] = LineEditor(new[last].text + tail)
    new[last].moveCaret(to: caret)
    lines.replaceSubrange(row...row, with: new)
    row += last
    preferredColumn = column
  }

  /// Moves the caret to a position, or to the nearest valid position.
  mutating func moveCaret(row: Int, column: Int) {
    self.row = max(0, min(row, lines.count - 1))
    lines[self.row].moveCaret(to: column)
    preferredColumn = self.column
  }

  /// Performs an editing command; returns `false` if the command is a different one. `page` is the number of visible lines.
  mutating func perform(_ command: Command, page: Int) -> Bool {
    switch command {
    case .moveUp: moveVertically(by: -1)
    case .moveDown: moveVertically(by: 1)
    case .pageUp: moveVertically(by: -page)
    case .pageDown: moveVertically(by: page)
    case .moveToStart: moveCaret(row: 0, column: 0)
    case .moveToEnd: moveCaret(row: lines.count - 1, column: .max)
    case .newLine: insert("\n")
    case .caretLeft where column == 0 && row > 0: moveCaret(row: row - 1, column: .max)
    case .caretRight where column == lines[row].characters.count && row < lines.count - 1:
      moveCaret(row: row + 1, column: 0)
    case .deleteBackward where column == 0:
      guard row > 0 else { return true }
      joinWithNext(row - 1)
    case .deleteForward where column == lines[row].characters.count,
      .deleteToEnd where column == lines[row].characters.count:
      guard row < lines.count - 1 else { return true }
      joinWithNext(row)
    default:
      guard lines[row].perform(command) else { return false }
      preferredColumn = column
    }
    return true
  }

  private mutating func moveVertically(by rows: Int) {
    row = max(0, min(row + rows, lines.count - 1))
    lines[row].moveCaret(to: preferredColumn)
  }

  private mutating func joinWithNext(_ index: Int) {
    let head = lines[index].text
    let caret = lines[index].characters.count
    lines[index] = LineEditor(head + lines[index + 1].text)
    lines[index].moveCaret(to: caret)
    lines.remove(at: index + 1)
    row = index
    preferredColumn = column
  }

  private static func split(_ text: String) -> [LineEditor] {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map {
      LineEditor(String($0))
    }
  }
}
