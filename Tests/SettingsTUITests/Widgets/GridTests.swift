import Testing

@testable import SettingsTUI

@Suite("The grid of cells")
struct GridTests {
  @Test("Covering half of a wide character blanks the other half")
  func halves() {
    var frame = Frame(Size(width: 6, height: 1), glyphs: Glyphs())
    frame.draw("日本語", x: 0, y: 0, columns: 6)
    frame.draw("x", x: 1, y: 0, columns: 1)
    #expect(frame.grid.text == " x本語")
    frame.draw("y", x: 4, y: 0, columns: 1)
    #expect(frame.grid.text == " x本y")
  }

  @Test("Nothing is drawn outside of the grid")
  func outside() {
    var frame = Frame(Size(width: 3, height: 1), glyphs: Glyphs())
    frame.draw("abcdef", x: 1, y: 0, columns: 9)
    frame.draw("x", x: 0, y: 5, columns: 1)
    frame.draw("x", x: 0, y: -1, columns: 1)
    frame.drawBox(Rect(x: -2, y: -2, width: 9, height: 9), title: "a title").isEmpty ? () : ()
    #expect(frame.grid.size == Size(width: 3, height: 1))
  }

  @Test("An empty grid is valid")
  func empty() {
    var frame = Frame(Size(width: 0, height: 0), glyphs: Glyphs())
    frame.draw("x", x: 0, y: 0, columns: 1)
    frame.clear(frame.area)
    #expect(frame.grid.text == "")
  }
}

@Suite("One position of the screen")
struct CellTests {
  @Test(
    "A cell keeps its character with as many marks as fit, and its style",
    arguments: [
      " ", "a", "é", "日", "👩", "Z\u{301}\u{302}\u{303}\u{304}", "\u{10FFFF}\u{301}\u{302}\u{303}\u{E0100}",
    ] as [Character])
  func roundTrip(_ character: Character) {
    for role in Style.Role.allCases {
      for ground in Style.Ground.allCases {
        var cell = Cell(character: character, style: Style(role, on: ground))
        #expect(cell.character == character && cell.style == Style(role, on: ground))
        #expect(!cell.isContinuation)
        cell.style = Style(.match, on: .bar)
        #expect(
          cell.character == character && cell == Cell(character: character, style: Style(.match, on: .bar)))
      }
    }
  }

  @Test("Cells differ by any scalar, by the role and by the ground")
  func differences() {
    let texts: [Character] = [
      "a", "b", "a\u{301}", "a\u{302}", "a\u{301}\u{302}\u{303}\u{304}", "a\u{301}\u{302}\u{303}\u{305}",
    ]
    let cells = texts.flatMap { text in
      Style.Role.allCases.flatMap { role in
        Style.Ground.allCases.map { Cell(character: text, style: Style(role, on: $0)) }
      }
    }
    #expect(Set(cells).count == cells.count)
  }

  @Test("The right half of a wide character holds nothing, whatever its style")
  func continuation() {
    let cell = Cell(continuationIn: Style(.problem, on: .focus))
    #expect(cell.isContinuation && cell.style == Style(.problem, on: .focus))
    cell.forEachScalar { _ in Issue.record("there is a scalar") }
  }
}

@Suite("Moving through a list")
struct ListStateTests {
  @Test("The focus is always visible", arguments: 1...7)
  func focusShows(_ height: Int) {
    var list = ListState()
    for command in [Command.moveToEnd, .moveUp, .pageUp, .moveDown, .halfPageUp, .moveToStart, .pageDown] {
      _ = list.move(command, of: 20)
      list.layOut(height: height, count: 20)
      #expect(list.focus >= list.top && list.focus < list.top + height)
    }
  }

  @Test("The focus is visible whatever heights rows have", arguments: 3...9)
  func heights(_ height: Int) {
    var list = ListState()
    let heights = { (row: Int) in row % 3 + 1 }
    for focus in Array(0..<20) + (0..<20).reversed() {
      list.move(to: focus, of: 20)
      list.layOut(height: height, count: 20, heights: heights)
      let used = (list.top...focus).reduce(0) { $0 + heights($1) }
      #expect(list.top <= focus && used <= height)
    }
  }

  @Test("An empty list is valid")
  func empty() {
    var list = ListState()
    _ = list.move(.moveDown, of: 0)
    list.layOut(height: 5, count: 0)
    #expect(list.focus == 0)
  }

  @Test("A list that became shorter keeps its focus inside")
  func shorter() {
    var list = ListState(focus: 9)
    list.layOut(height: 4, count: 3)
    #expect(list.focus == 2)
    #expect(list.top == 0)
  }
}
