/// A position in the grid, counted from 0 at the top left.
struct Point: Hashable, Sendable {
  var x: Int
  var y: Int
}

/// Columns and rows.
struct Size: Hashable, Sendable {
  var width: Int
  var height: Int

  /// The smallest window that the editor can be used in.
  static let smallest = Size(width: 40, height: 10)
}

/// An area of the grid.
struct Rect: Hashable, Sendable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  init(_ size: Size) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  var maxX: Int { x + width }
  var maxY: Int { y + height }
  var isEmpty: Bool { width == 0 || height == 0 }

  func contains(_ point: Point) -> Bool {
    (x..<maxX).contains(point.x) && (y..<maxY).contains(point.y)
  }

  func inset(horizontally dx: Int = 0, vertically dy: Int = 0) -> Rect {
    Rect(x: x + dx, y: y + dy, width: width - 2 * dx, height: height - 2 * dy)
  }

  /// Removes rows from the top and returns them.
  mutating func removeTop(_ rows: Int) -> Rect {
    let rows = min(max(0, rows), height)
    defer {
      y += rows
      height -= rows
    }
    return Rect(x: x, y: y, width: width, height: rows)
  }

  /// Removes rows from the bottom and returns them.
  mutating func removeBottom(_ rows: Int) -> Rect {
    let rows = min(max(0, rows), height)
    height -= rows
    return Rect(x: x, y: y + height, width: width, height: rows)
  }

  /// Removes columns from the left and returns them.
  mutating func removeLeft(_ columns: Int) -> Rect {
    let columns = min(max(0, columns), width)
    defer {
      x += columns
      width -= columns
    }
    return Rect(x: x, y: y, width: columns, height: height)
  }

  /// Removes columns from the right and returns them.
  mutating func removeRight(_ columns: Int) -> Rect {
    let columns = min(max(0, columns), width)
    width -= columns
    return Rect(x: x + width, y: y, width: columns, height: height)
  }

  /// Returns a rectangle of a size in the middle of this one, and no larger than this one.
  func centered(width: Int, height: Int) -> Rect {
    let width = min(width, self.width)
    let height = min(height, self.height)
    return Rect(
      x: x + (self.width - width) / 2, y: y + (self.height - height) / 2, width: width, height: height)
  }
}
