extension Hyperlink {
  /// Returns the bytes that write the text again as a link, and then restore the cursor and its attributes.
  ///
  /// Curses has no links, so the text is written after curses has shown it. Curses doesn't notice, because the characters and the
  /// cursor are the same. See "Hyperlinks (a.k.a. HTML-like anchors) in terminal emulators" for OSC 8.
  func sequence(in grid: Grid, _ theme: Theme) -> String {
    // Without an identifier, a terminal would highlight each row of a link alone. A hash of the address (djb2, by D. J. Bernstein)
    // is the same in each frame.
    let identifier = address.utf8.reduce(UInt64(5381)) { $0 &* 33 &+ UInt64($1) }
    // DECSC and DECRC around the text save and restore the cursor and its attributes.
    var text = "\u{1B}7\u{1B}[\(place.y + 1);\(place.x + 1)H"
    text += "\u{1B}]8;id=\(String(identifier, radix: 36));\(address)\u{1B}\\"
    var style: Style?
    for x in place.x..<min(place.x + columns, grid.size.width) {
      let cell = grid[x, place.y]
      if cell.isContinuation { continue }
      if style != cell.style {
        style = cell.style
        text += theme.paint(cell.style).sequence
      }
      text.append(cell.character)
    }
    return text + "\u{1B}]8;;\u{1B}\\\u{1B}8"
  }
}
