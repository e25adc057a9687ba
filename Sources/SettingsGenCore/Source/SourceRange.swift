/// A part of a source file, in bytes from its start.
struct SourceRange: Hashable, Sendable {
  /// The first byte.
  var start: Int
  /// The byte after the last one.
  var end: Int

  /// An empty part, for syntax that is absent.
  static let none = SourceRange(start: 0, end: 0)

  var isEmpty: Bool { start == end }
}
