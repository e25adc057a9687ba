import TestSupport
import Testing

@testable import SettingsTUI

@Suite("Editing a line")
struct LineEditorTests {
  private func editor(_ text: String, _ commands: Command...) -> LineEditor {
    var line = LineEditor(text)
    for command in commands { _ = line.perform(command) }
    return line
  }

  @Test("A key in a text of megabytes takes no time that a person would notice")
  func megabytes() {
    var line = LineEditor(String(repeating: "x", count: 2_000_000))
    line.moveCaret(to: 1)
    #expect(ProcessorTime.least { line.insert("y") } < .milliseconds(100))
    #expect(line.characters.prefix(3) == ["x", "y", "y"])
  }

  @Test("The caret moves by characters and stops at the ends")
  func caret() {
    #expect(editor("日本", .caretLeft).caret == 1)
    #expect(editor("日本", .caretLeft, .caretLeft, .caretLeft).caret == 0)
    #expect(editor("ab", .caretToStart, .caretRight).caret == 1)
    #expect(editor("ab", .caretRight).caret == 2)
  }

  @Test("Typing replaces a selected text, and moving the caret keeps it")
  func selection() {
    func selected(_ body: (inout LineEditor) -> Void) -> LineEditor {
      var line = LineEditor("one", isSelected: true)
      body(&line)
      return line
    }
    #expect(selected { $0.insert("x") }.text == "x")
    #expect(selected { _ = $0.perform(.deleteBackward) }.isEmpty)
    let moved = selected { line in
      _ = line.perform(.caretToEnd)
      line.insert("!")
    }
    #expect(moved.text == "one!" && !moved.isSelected)
    #expect(selected { _ = $0.perform(.accept) }.isSelected)
    #expect(!LineEditor("", isSelected: true).isSelected)
  }

  @Test("A family of emoji is deleted as one")
  func clusters() {
    #expect(editor("a👩‍👩‍👧", .deleteBackward).text == "a")
    #expect(editor("e\u{301}x", .caretToStart, .deleteForward).text == "x")
  }

  @Test("Words are moved over and deleted")
  func words() {
    #expect(editor("one two", .deleteWordBackward).text == "one ")
    #expect(editor("one two ", .deleteWordBackward).text == "one ")
    #expect(editor("one two", .wordLeft).caret == 4)
    #expect(editor("one two", .caretToStart, .wordRight).caret == 3)
    #expect(editor("one two", .caretToStart, .deleteWordForward).text == " two")
  }

  @Test("Text that was deleted to the start or the end can be inserted again")
  func killAndYank() {
    #expect(editor("one two", .wordLeft, .deleteToStart).text == "two")
    #expect(editor("one two", .wordLeft, .deleteToEnd).text == "one ")
    #expect(editor("one two", .deleteToStart, .yank, .yank).text == "one twoone two")
  }

  @Test(
    "Given text that one line shares, when another inserts it, then it is there; a line that shares nothing has its own"
  )
  func sharedKill() {
    var shared = ""
    var first = LineEditor("one two")
    _ = first.perform(.deleteWordBackward, sharing: &shared)
    var other = LineEditor("x", isSelected: true)
    _ = other.perform(.yank, sharing: &shared)
    #expect(other.text == "two" && shared == "two")
    var secret = LineEditor("hunter2")
    _ = secret.perform(.deleteToStart)
    #expect(shared == "two")
    _ = secret.perform(.yank)
    #expect(secret.text == "hunter2")
    var empty = ""
    var selected = LineEditor("x", isSelected: true)
    _ = selected.perform(.yank, sharing: &empty)
    #expect(selected.text == "x")
  }

  @Test("A mark typed after its base joins it")
  func combining() {
    var line = LineEditor("e")
    line.insert("\u{301}")
    #expect(line.characters.count == 1)
    #expect(line.caret == 1)
  }

  @Test("Text is inserted at the caret unchanged")
  func insertion() {
    var line = LineEditor("ad")
    _ = line.perform(.caretLeft)
    line.insert("b\u{1B}c")
    #expect(line.text == "ab\u{1B}cd")
    #expect(line.caret == 4)
  }

  @Test(
    "The field scrolls so that the caret is visible, at the column after the text before it",
    arguments: 3...20)
  func field(_ columns: Int) {
    var line = LineEditor("日本語 and a longer text 👩‍👩‍👧")
    for place in 0...line.characters.count {
      line.moveCaret(to: place)
      var frame = Frame(Size(width: 30, height: 1), glyphs: Glyphs())
      frame.drawField(line, x: 2, y: 0, columns: columns)
      #expect(frame.cursor.x >= 2 && frame.cursor.x < 2 + columns)
      if columns == 20, place == 3 { #expect(frame.cursor.x == 8) }
    }
  }

  @Test("A masked field shows as many asterisks as characters")
  func masked() {
    var frame = Frame(Size(width: 12, height: 1), glyphs: Glyphs())
    frame.drawField(LineEditor("s日cret"), x: 0, y: 0, columns: 12, isMasked: true)
    #expect(frame.grid.text == "******")
  }
}

@Suite("Editing several lines")
struct TextBufferTests {
  private func buffer(_ text: String, _ commands: Command...) -> TextBuffer {
    var buffer = TextBuffer(text)
    for command in commands { _ = buffer.perform(command, page: 2) }
    return buffer
  }

  @Test(
    "Text is returned unchanged, whatever its line ends",
    arguments: ["", "a", "a\nb", "a\n", "\n\n", "a\r\nb\r\n", "a\u{2028}b"])
  func roundTrip(_ text: String) {
    #expect(TextBuffer(text).text.unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test("Lines are split and joined at the caret")
  func lines() {
    #expect(buffer("ab", .caretRight, .newLine).text == "a\nb")
    #expect(buffer("a\nb", .moveDown, .deleteBackward).text == "ab")
    #expect(buffer("a\nb", .caretToEnd, .deleteForward).text == "ab")
    #expect(buffer("ab\ncd", .deleteToEnd, .deleteToEnd).text == "cd")
  }

  @Test("Moving over short lines keeps the column")
  func wantedColumn() {
    let result = buffer("abcd\nx\nabcd", .caretToEnd, .moveDown, .moveDown)
    #expect(result.row == 2)
    #expect(result.column == 4)
  }

  @Test("The caret moves across line ends")
  func overLineEnds() {
    #expect(buffer("a\nb", .caretRight, .caretRight).row == 1)
    #expect(buffer("a\nb", .moveDown, .caretLeft).column == 1)
  }

  @Test("Pasted lines become lines")
  func pasted() {
    var result = TextBuffer("[]")
    result.moveCaret(row: 0, column: 1)
    result.insert("1\n2\n3")
    #expect(result.text == "[1\n2\n3]")
    #expect(result.row == 2)
    #expect(result.column == 1)
  }
}
