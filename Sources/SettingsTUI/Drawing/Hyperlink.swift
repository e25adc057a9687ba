/// The part of a link's text that is in one row of the screen.
struct Hyperlink: Hashable, Sendable {
  let address: String
  /// The position of the first character.
  let place: Point
  /// The number of columns of the text.
  let columns: Int

  /// Whether a terminal may open the address: a web or mail address of printable ASCII that isn't too long.
  ///
  /// A form of another program must not make a terminal open files or run its own protocols. VTE ignores longer addresses.
  var isSafe: Bool {
    address.utf8.count <= 2083 && address.utf8.allSatisfy { (0x21..<0x7F).contains($0) }
      && ["https://", "http://", "mailto:"].contains { address.lowercased().hasPrefix($0) }
  }
}
