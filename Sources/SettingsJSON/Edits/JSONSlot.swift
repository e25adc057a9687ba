/// The place of one member or element in the text of its object or array: the item, its comma, its comments.
///
/// ```json
/// {
///   // Far from what follows: stands in the gap, and belongs to nobody.
///
///   // Right above: belongs to the item.
///   "key": 1,  // On the same line, too.
///   /* and so does this */ "other": 2
/// }
/// ```
struct JSONSlot {
  /// The entry of the item, of a member's key.
  let child: Int
  /// The entry of the next item, or of the container's end.
  let next: Int
  /// The item's text, without comma and comments.
  let item: Range<Int>
  /// The item with its comma and comments.
  let own: Range<Int>
  /// Where the comma is, if there is one.
  let comma: Int?
  /// Where the gap before the item starts: at the end of what belongs to the item before.
  let gapStart: Int
  /// Where the next item's text starts, or the closing bracket.
  let nextStart: Int
  let isFirst: Bool
  let isLast: Bool
  /// Whether nothing but space stands before it on its line.
  let startsLine: Bool
  /// The end of its line, if nothing stands behind it there.
  let lineBreak: Range<Int>?
  /// Whether a line comment ends it, so that nothing can follow on the line.
  let endsInLineComment: Bool
  /// Whether a line comment ends what stands before the gap.
  let followsLineComment: Bool
}

extension JSONSlot {
  /// Whether nothing stands behind it on its line.
  var endsLine: Bool { lineBreak != nil }
}

extension JSONStorage {
  /// The slot of a container's child.
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
    let ownStart = lead(from: before.end, to: start)
    let after = trail(from: end, to: nextStart, isLast: isLast)
    return JSONSlot(
      child: child, next: next, item: start..<end, own: ownStart..<after.end, comma: after.comma,
      gapStart: before.end, nextStart: nextStart, isFirst: isFirst, isLast: isLast,
      startsLine: trivia.hasNewline(before.end..<ownStart), lineBreak: after.lineBreak,
      endsInLineComment: after.endsInLineComment, followsLineComment: before.endsInLineComment)
  }

  /// What belongs to an item behind its text.
  struct Trail {
    var comma: Int?
    var end: Int
    var lineBreak: Range<Int>?
    var endsInLineComment = false
  }

  /// What belongs to a container behind its opening bracket: comments, if nothing else is on the line.
  func head(of container: Int) -> Trail {
    let isEmpty = entries[container].payload == container + 1
    let start = entries[container].offset + 1
    return comments(
      after: Trail(comma: nil, end: start), to: entries[container + 1].offset, isLast: isEmpty)
  }

  /// The comma of an item, all before it, and the comments on its line if no other item follows there.
  private func trail(from start: Int, to limit: Int, isLast: Bool) -> Trail {
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

  /// Where the comments start that stand right above an item or before it on its line.
  private func lead(from start: Int, to item: Int) -> Int {
    var at = start
    var lead: Int?
    var newlines = 0
    while true {
      let pieceStart = trivia.endOfSpace(from: at, before: item)
      let piece = trivia.next(&at, before: item)
      if piece == .newline {
        newlines += 1
        continue
      }
      if newlines > 1 { lead = nil }
      guard piece != nil else { return lead ?? item }
      lead = lead ?? pieceStart
      newlines = 0
    }
  }
}
