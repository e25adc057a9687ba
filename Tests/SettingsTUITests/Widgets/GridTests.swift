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

  @Test("A grid of nothing is no trouble")
  func empty() {
    var frame = Frame(Size(width: 0, height: 0), glyphs: Glyphs())
    frame.draw("x", x: 0, y: 0, columns: 1)
    frame.clear(frame.area)
    #expect(frame.grid.text == "")
  }
}

@Suite("Moving through a list")
struct ListStateTests {
  @Test("The focus always shows", arguments: 1...7)
  func focusShows(_ height: Int) {
    var list = ListState()
    for command in [Command.moveToEnd, .moveUp, .pageUp, .moveDown, .halfPageUp, .moveToStart, .pageDown] {
      _ = list.move(command, of: 20)
      list.layOut(height: height, count: 20)
      #expect(list.focus >= list.top && list.focus < list.top + height)
    }
  }

  @Test("The focus shows whatever heights rows have", arguments: 3...9)
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

  @Test("An empty list is no trouble")
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
