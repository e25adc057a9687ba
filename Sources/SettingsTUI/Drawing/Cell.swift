/// One position of the screen.
///
/// A character and its style are packed into 128 bits, so that whole screens are copied and compared as plain memory:
/// a frame has thousands of cells, and reference counting for each would cost more than the rest of a key press.
struct Cell: Hashable, Sendable {
  /// The first three scalars, 21 bits each, the first one lowest.
  private let front: UInt64
  /// The other two scalars, with the style above them.
  private var rest: UInt64

  /// Creates a cell of a spacing character with the marks that curses can keep.
  init(character: Character, style: Style) {
    var front: UInt64 = 0
    var rest: UInt64 = 0
    var place: UInt64 = 0
    for scalar in character.unicodeScalars {
      if place < 3 {
        front |= UInt64(scalar.value) << (place * Self.scalarBits)
      } else if place < 5 {
        rest |= UInt64(scalar.value) << ((place - 3) * Self.scalarBits)
      }
      place += 1
    }
    self.front = front
    self.rest = rest
    self.style = style
  }

  /// Creates a cell of a printable ASCII character.
  init(ascii: UInt8, style: Style) {
    front = UInt64(ascii)
    rest = 0
    self.style = style
  }

  /// Creates the right half of a wide character.
  init(continuationIn style: Style) {
    self.init(ascii: 0, style: style)
  }

  static let blank = Cell(ascii: UInt8(ascii: " "), style: Style())

  /// Whether this is the right half of a wide character.
  var isContinuation: Bool { front == 0 }

  var style: Style {
    get {
      Style(
        Style.Role(rawValue: UInt8(truncatingIfNeeded: rest >> Self.roleShift)) ?? .text,
        on: Style.Ground(rawValue: UInt8(truncatingIfNeeded: rest >> Self.groundShift)) ?? .plain)
    }
    set {
      rest =
        rest & Self.scalarsOfRest | UInt64(newValue.role.rawValue) << Self.roleShift
        | UInt64(newValue.ground.rawValue) << Self.groundShift
    }
  }

  /// The spacing character with its marks; a NUL in the right half of a wide character.
  var character: Character {
    var text = String.UnicodeScalarView()
    forEachScalar { text.append(Unicode.Scalar($0) ?? " ") }
    return String(text).first ?? "\0"
  }

  /// Calls the body with each scalar.
  func forEachScalar(_ body: (UInt32) -> Void) {
    Self.forEachScalar(in: front, body)
    Self.forEachScalar(in: rest & Self.scalarsOfRest, body)
  }

  private static func forEachScalar(in bits: UInt64, _ body: (UInt32) -> Void) {
    var bits = bits
    while bits != 0 {
      body(UInt32(truncatingIfNeeded: bits & scalar))
      bits >>= scalarBits
    }
  }

  private static let scalarBits: UInt64 = 21
  private static let scalar: UInt64 = (1 << 21) - 1
  private static let scalarsOfRest: UInt64 = (1 << 42) - 1
  // The style has the two highest bytes, above the 42 bits of the scalars.
  private static let roleShift: UInt64 = 48
  private static let groundShift: UInt64 = 56
}
