/// A line of text with a caret, with the editing commands of readline.
struct LineEditor: Hashable, Sendable {
  private(set) var characters: [Character]
  /// The index of the character that the caret is before.
  private(set) var caret: Int
  /// Whether the whole text is selected: typing replaces it, and moving the caret keeps it.
  private(set) var isSelected: Bool
  /// The text that the last command for a word, a part of the line or the selection has deleted; `yank` inserts it again.
  private var killed: [Character] = []

  init(_ text: String = "", isSelected: Bool = false) {
    characters = Array(text)
    caret = characters.count
    self.isSelected = isSelected && !characters.isEmpty
  }

  /// The text.
  var text: String { String(characters) }

  var isEmpty: Bool { characters.isEmpty }

  /// Inserts text at the caret; pasted text is never interpreted as keys.
  mutating func insert(_ text: String) {
    if isSelected { removeSelection() }
    // Inserted marks may combine with the previous character, so count the characters again.
    let head = String(characters[..<caret]) + text
    let tail = characters[caret...]
    characters = Array(head)
    caret = characters.count
    characters += tail
  }

  /// Moves the caret to a position, or to the nearest valid position.
  mutating func moveCaret(to place: Int) {
    isSelected = false
    caret = max(0, min(place, characters.count))
  }

  /// Performs an editing command; returns `false` if the command is a different one.
  mutating func perform(_ command: Command) -> Bool {
    if isSelected, [.deleteBackward, .deleteForward].contains(command) {
      removeSelection()
      return true
    }
    guard performOnCharacters(command) else { return false }
    isSelected = false
    return true
  }

  private mutating func removeSelection() {
    isSelected = false
    remove(0..<characters.count)
  }

  private mutating func performOnCharacters(_ command: Command) -> Bool {
    switch command {
    case .caretLeft: moveCaret(to: caret - 1)
    case .caretRight: moveCaret(to: caret + 1)
    case .caretToStart: caret = 0
    case .caretToEnd: caret = characters.count
    case .wordLeft: caret = wordStart
    case .wordRight: caret = wordEnd
    case .deleteBackward: remove(max(0, caret - 1)..<caret, keeping: false)
    case .deleteForward: remove(caret..<min(characters.count, caret + 1), keeping: false)
    case .deleteWordBackward: remove(wordStart..<caret)
    case .deleteWordForward: remove(caret..<wordEnd)
    case .deleteToStart: remove(0..<caret)
    case .deleteToEnd: remove(caret..<characters.count)
    case .yank: insert(String(killed))
    default: return false
    }
    return true
  }

  private mutating func remove(_ range: Range<Int>, keeping: Bool = true) {
    guard !range.isEmpty else { return }
    if keeping { killed = Array(characters[range]) }
    characters.removeSubrange(range)
    caret = range.lowerBound
  }

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

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
