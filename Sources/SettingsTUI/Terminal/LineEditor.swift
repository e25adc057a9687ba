import SettingsEditing

/// A line of text with a caret, with the editing commands of readline (`Ctrl+A`, `Ctrl+W`, `Ctrl+K`, `Ctrl+Y`, …).
///
/// Positions count characters as Swift defines them, so the caret never stands between a letter and its accent, or inside a flag. That is
/// also why an insertion counts the character before it again: an accent that is typed after a letter joins it and adds no character.
///
///     one two▏   deleteWordBackward ─▶ one ▏   yank ─▶ one two▏
///     e▏         insert U+0301      ─▶ é▏
///
/// All fields of the editor use it: values in their rows, queries, paths, messages, and each line of a ``TextBuffer``. The caret is always
/// from 0 to the number of characters. What a text may contain isn't decided here: control characters are kept, and drawn as visible text.
/// Cost: each edit is linear in the length of the line.
struct LineEditor: Hashable, Sendable {
  private(set) var characters: [Character]
  /// The index of the character that the caret is before; the number of characters at the end.
  private(set) var caret: Int
  /// Whether the whole text is selected: typing replaces it, and moving the caret keeps it. An empty text is never selected.
  ///
  /// A field that opens with a value selects it, because a new value usually replaces the old one.
  private(set) var isSelected: Bool
  /// What was deleted last in this line by a command that doesn't share it (``perform(_:)``).
  private var killed = ""

  /// Creates a line with the caret at its end.
  init(_ text: String = "", isSelected: Bool = false) {
    characters = Array(text)
    caret = characters.count
    self.isSelected = isSelected && !characters.isEmpty
  }

  var text: String { String(characters) }

  var isEmpty: Bool { characters.isEmpty }

  /// Inserts text at the caret, instead of the selected text if there is some; pasted text is never interpreted as keys.
  mutating func insert(_ text: String) {
    if isSelected { removeSelection() }
    // Inserted marks may combine with the previous character, so count it again.
    let start = max(0, caret - 1)
    let inserted = Array(String(characters[start..<caret]) + text)
    characters.replaceSubrange(start..<caret, with: inserted)
    caret = start + inserted.count
  }

  mutating func moveCaret(to place: Int) {
    isSelected = false
    caret = max(0, min(place, characters.count))
  }

  /// Performs an editing command; returns `false` for any other command, which the field's screen then performs.
  ///
  /// At the ends of the line, a command does nothing, and is performed all the same. Every editing command ends the selection.
  ///
  /// - Parameter killed: What a command for a word or a part of the line has deleted last, in this line or in another one; `yank` inserts it.
  mutating func perform(_ command: Command, sharing killed: inout String) -> Bool {
    if isSelected, [.deleteBackward, .deleteForward].contains(command) {
      removeSelection()
      return true
    }
    guard performOnCharacters(command, sharing: &killed) else { return false }
    isSelected = false
    return true
  }

  /// Performs an editing command in a line whose text no other line may have, because it can be a secret.
  mutating func perform(_ command: Command) -> Bool {
    var own = killed
    defer { killed = own }
    return perform(command, sharing: &own)
  }

  private mutating func removeSelection() {
    isSelected = false
    characters = []
    caret = 0
  }

  /// Performs an editing command as if nothing were selected.
  private mutating func performOnCharacters(_ command: Command, sharing killed: inout String) -> Bool {
    switch command {
    case .caretLeft: moveCaret(to: caret - 1)
    case .caretRight: moveCaret(to: caret + 1)
    case .caretToStart: caret = 0
    case .caretToEnd: caret = characters.count
    case .wordLeft: caret = wordStart
    case .wordRight: caret = wordEnd
    case .deleteBackward: remove(max(0, caret - 1)..<caret)
    case .deleteForward: remove(caret..<min(characters.count, caret + 1))
    case .deleteWordBackward: remove(wordStart..<caret, keptAs: &killed)
    case .deleteWordForward: remove(caret..<wordEnd, keptAs: &killed)
    case .deleteToStart: remove(0..<caret, keptAs: &killed)
    case .deleteToEnd: remove(caret..<characters.count, keptAs: &killed)
    case .yank: if !killed.isEmpty { insert(killed) }
    default: return false
    }
    return true
  }

  /// Removes characters and puts the caret there.
  private mutating func remove(_ range: Range<Int>) {
    characters.removeSubrange(range)
    caret = range.lowerBound
  }

  /// Removes characters, and keeps them for `yank`. An empty range leaves what is kept as it is.
  private mutating func remove(_ range: Range<Int>, keptAs killed: inout String) {
    if !range.isEmpty { killed = String(characters[range]) }
    remove(range)
  }

  /// The start of the word before the caret: first over what isn't a word, then over the word.
  ///
  /// In `one two ▏`, it is before `two`; in `▏one`, it is the caret.
  private var wordStart: Int {
    var place = caret
    while place > 0, !Self.isWord(characters[place - 1]) { place -= 1 }
    while place > 0, Self.isWord(characters[place - 1]) { place -= 1 }
    return place
  }

  private var wordEnd: Int {
    var place = caret
    while place < characters.count, !Self.isWord(characters[place]) { place += 1 }
    while place < characters.count, Self.isWord(characters[place]) { place += 1 }
    return place
  }

  /// Whether a character is part of a word. A period and a hyphen aren't, so the parts of a path or an address are words.
  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}

extension Frame {
  /// Draws a line that is edited, scrolled so far that the caret is visible, and puts the cursor there.
  ///
  /// Cost: linear in the columns.
  ///
  /// The field shows the text around the caret, which is at most at the last column, and marks each end that is cut off:
  ///
  ///     text:   https://example.org/very/long/path
  ///     field:  ‹example.org/very/lo›    with the caret on › at the right end
  ///
  /// A masked field shows an asterisk for each character, and so tells only their number. How far it is scrolled follows from the caret
  /// alone, and isn't kept between two frames.
  mutating func drawField(_ line: LineEditor, x: Int, y: Int, columns: Int, isMasked: Bool = false) {
    guard columns > 1 else { return }
    clear(Rect(x: x, y: y, width: columns, height: 1), style: Style(.text, on: .field))
    let ground: Style.Ground = line.isSelected ? .selection : .field
    let characters = line.characters
    func width(_ index: Int) -> Int { isMasked ? 1 : glyphs.visible.width(of: characters[index]) }

    // Go left from the caret as far as the columns allow. The caret itself takes one column.
    var first = line.caret
    var before = 0
    while first > 0 {
      let next = width(first - 1)
      let marker = first > 1 ? 1 : 0
      if before + next + marker > columns - 1 { break }
      before += next
      first -= 1
    }
    var column = 0
    if first > 0 {
      draw(glyphs.beginsBefore, x: x, y: y, style: Style(.secondary, on: .field))
      column = 1
    }
    cursor = Point(x: min(x + columns - 1, x + column + before), y: y)
    var index = first
    // The last column is kept for the mark, unless the text ends there.
    while index < characters.count, column < columns {
      let isLast = index == characters.count - 1
      let next = width(index)
      if column + next > columns - (isLast ? 0 : 1) {
        draw(glyphs.continues, x: x + columns - 1, y: y, style: Style(.secondary, on: .field))
        break
      }
      if isMasked {
        draw(Secrecy.maskCharacter, x: x + column, y: y, style: Style(.text, on: ground))
      } else {
        var offset = column
        glyphs.visible.pieces(of: characters[index]) { piece in
          grid.put(
            piece, x: x + offset, y: y, style: Style(piece.isSubstitute ? .substitute : .text, on: ground))
          offset += piece.width
        }
      }
      column += next
      index += 1
    }
  }
}

/// Several lines of text with a caret: a ``LineEditor`` for each line.
///
/// Vertical moves keep the column that the caret had before the first of them, as in all editors: from column 40 through a line with 3
/// characters into a long line, the caret is in column 40 again. A move to the side, or typing, sets a new column.
///
/// Only a line feed separates lines, and all other characters are kept: `text` returns what the buffer was created with, CR LF and U+2028
/// included. There is always at least one line, and `row` is one of them.
struct TextBuffer: Hashable, Sendable {
  /// The lines, without the line feeds between them; a carriage return before a line feed stays in the line.
  private(set) var lines: [LineEditor]
  private(set) var row = 0
  /// The column, in characters, that vertical moves try to keep. It can be behind the end of the line in which the caret is.
  private var preferredColumn = 0
  /// What was deleted last by a command that doesn't share it (``perform(_:page:)``).
  private var killed = ""

  /// Creates a buffer with the caret at the start of the text; an empty text is one empty line.
  init(_ text: String = "") {
    lines = Self.split(text)
    lines[0].moveCaret(to: 0)
  }

  var text: String { lines.map(\.text).joined(separator: "\n") }

  var column: Int { lines[row].caret }

  /// Inserts text at the caret, which is behind it afterwards: `"1\n2\n3"` inserted between the brackets of `[]` gives three lines, with
  /// the caret before the closing bracket in the third one.
  mutating func insert(_ text: String) {
    let parts = Self.split(text)
    let head = String(lines[row].characters[..<column])
    let tail = String(lines[row].characters[column...])
    // The parts before the last end their lines; what was behind the caret goes behind the last one.
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

  mutating func moveCaret(row: Int, column: Int) {
    self.row = max(0, min(row, lines.count - 1))
    lines[self.row].moveCaret(to: column)
    preferredColumn = self.column
  }

  /// Performs an editing command; returns `false` for any other command. `page` is the number of visible lines.
  ///
  /// At the start and end of a line, left and right lead to the neighboring line, and deleting joins the two lines; at the ends of the
  /// text, nothing happens.
  ///
  /// - Parameter killed: What was deleted last, here or in another text; `yank` inserts it.
  mutating func perform(_ command: Command, page: Int, sharing killed: inout String) -> Bool {
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
    // At the start of a line, Backspace joins it with the line before.
    case .deleteBackward where column == 0:
      guard row > 0 else { return true }
      joinWithNext(row - 1)
    // At the end of a line, Del and Ctrl-K join it with the next line.
    case .deleteForward where column == lines[row].characters.count,
      .deleteToEnd where column == lines[row].characters.count:
      guard row < lines.count - 1 else { return true }
      joinWithNext(row)
    default:
      guard lines[row].perform(command, sharing: &killed) else { return false }
      preferredColumn = column
    }
    return true
  }

  /// Performs an editing command in a text that no other one may have, because it can hold secrets.
  mutating func perform(_ command: Command, page: Int) -> Bool {
    var own = killed
    defer { killed = own }
    return perform(command, page: page, sharing: &own)
  }

  private mutating func moveVertically(by rows: Int) {
    row = max(0, min(row + rows, lines.count - 1))
    lines[row].moveCaret(to: preferredColumn)
  }

  /// Joins a line with the next one, which must exist, and puts the caret between them.
  ///
  /// The lines are joined as text and their characters counted again, since an accent at the start of the second line joins the last letter
  /// of the first.
  private mutating func joinWithNext(_ index: Int) {
    let head = lines[index].text
    let caret = lines[index].characters.count
    lines[index] = LineEditor(head + lines[index + 1].text)
    lines[index].moveCaret(to: caret)
    lines.remove(at: index + 1)
    row = index
    preferredColumn = column
  }

  /// Returns a line for each part between line feeds, at least one.
  ///
  /// Scalars are split, because CR LF is one character in Swift, and a split by characters would not find its line feed.
  private static func split(_ text: String) -> [LineEditor] {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map {
      LineEditor(String($0))
    }
  }
}
