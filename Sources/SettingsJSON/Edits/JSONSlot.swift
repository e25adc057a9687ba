/// The text of one member or element in its object or array: the item, its comma and its comments.
///
/// ```json
/// {
///   // Above a blank line: in the gap, belongs to no item.
///
///   // Directly above: belongs to the item, unless it comments out items or is a heading of several.
///   "key": 1,  // On the same line: belongs to the item.
///   /* belongs to the next item */ "other": 2
/// }
/// ```
struct JSONSlot {
  /// The entry of the next item, or of the end of the container.
  let next: Int
  /// The byte range of the item, without comma and comments.
  let item: Range<Int>
  /// The byte range of the item with its comma and comments.
  let own: Range<Int>
  /// The byte offset of the comma, if there is one.
  let comma: Int?
  /// The byte offset of the gap before the item: the end of the text that belongs to the previous item.
  let gapStart: Int
  /// The byte offset of the next item, or of the closing bracket.
  let nextStart: Int
  let isFirst: Bool
  let isLast: Bool
  /// Whether there is only space before the item on its line.
  let startsLine: Bool
  /// The line break after the item; `nil` if there is anything else after the item on its line.
  let lineBreak: Range<Int>?
  /// Whether the text of the item ends with a line comment, so that nothing can follow on the line.
  let endsInLineComment: Bool
  /// Whether the text before the gap ends with a line comment.
  let followsLineComment: Bool
}

extension JSONSlot {
  /// Whether there is nothing after the item on its line.
  var endsLine: Bool { lineBreak != nil }
}

extension JSONStorage {
  /// Returns the slot of a child of a container.
  func slot(of child: Int, in container: Int) -> JSONSlot {
    let value = entries[container].kind == .object ? child + 1 : child
    let start = entries[child].offset
    let end = range(of: value).upperBound
    let next = next(after: value)
    let nextStart = entries[next].offset
    let isFirst = child == container + 1
    let isLast = next == entries[container].payload
    let before =
      isFirst
      ? head(of: container)
      : trail(from: tokenEnd(of: child - 1), to: start, isLast: false)
    let ownStart = lead(of: child, in: container, from: before.end)
    let after = trail(from: end, to: nextStart, isLast: isLast)
    return JSONSlot(
      next: next, item: start..<end, own: ownStart..<after.end, comma: after.comma,
      gapStart: before.end, nextStart: nextStart, isFirst: isFirst, isLast: isLast,
      startsLine: trivia.hasNewline(before.end..<ownStart) && trivia.startsLine(ownStart),
      lineBreak: after.lineBreak,
      endsInLineComment: after.endsInLineComment, followsLineComment: before.endsInLineComment)
  }

  /// The text after an item that belongs to the item.
  struct Trail {
    var comma: Int?
    var end: Int
    var lineBreak: Range<Int>?
    var endsInLineComment = false
  }

  /// Returns the text after an opening bracket that belongs to the container: comments, if nothing else is on the line.
  func head(of container: Int) -> Trail {
    let isEmpty = entries[container].payload == container + 1
    let start = entries[container].offset + 1
    return comments(
      after: Trail(comma: nil, end: start), to: entries[container + 1].offset, isLast: isEmpty)
  }

  /// Returns the comma of an item, everything before the comma, and the comments on its line if there is no other item after
  /// them.
  func trail(from start: Int, to limit: Int, isLast: Bool) -> Trail {
    var at = start
    while trivia.next(&at, before: limit) != nil {}
    let comma = at < limit ? at : nil
    return comments(after: Trail(comma: comma, end: comma.map { $0 + 1 } ?? start), to: limit, isLast: isLast)
  }

  private func comments(after start: Trail, to limit: Int, isLast: Bool) -> Trail {
    var trail = start
    var at = trail.end
    while true {
      let start = trivia.endOfSpace(from: at, before: limit)
      guard let piece = trivia.next(&at, before: limit) else { break }
      if piece == .newline {
        trail.lineBreak = start..<at
        return trail
      }
      trail.end = at
      trail.endsInLineComment = piece == .lineComment
    }
    return isLast ? trail : start
  }
}
