/// The text of one member or element in its object or array: the item, its comma and its comments.
///
///     {
///       // Above a blank line: in the gap, belongs to no item.
///
///       // Directly above: belongs to the item, unless it comments out items or is a heading of several.
///       "key": 1,  // On the same line: belongs to the item.
///       /* belongs to the next item */ "other": 2
///     }
///
/// The offsets of `"key"` in this text, from left to right:
///
///     … gapStart … own.lowerBound … item.lowerBound … item.upperBound … comma … own.upperBound … lineBreak … nextStart
///       │ comments of    │ own comments  │ "key": 1       │            │ ,     │ // On the    │              │ the next item
///       │ nobody         │ above it      │                │            │       │ same line    │              │ or bracket
///
/// The slots of neighbors don't overlap, and together with the gaps between them they are the whole text between the
/// brackets. So each byte has one owner: removing an item removes `own`, and a comment is never removed twice or left
/// to the wrong item.
///
/// A slot is computed from the text between the tokens when an edit touches its item or the one beside it, and isn't stored. This takes
/// time in proportion to the comments around the item.
struct JSONSlot {
  /// The entry of the next item, or of the end of the container. For a member, that is the entry of the next key.
  let next: Int
  /// The byte range of the item, without comma and comments.
  let item: Range<Int>
  /// The byte range of the item with its comma and comments.
  let own: Range<Int>
  /// The byte offset of the comma behind the item; `nil` for a last item without a trailing comma.
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
  /// Whether the text of the item ends with a line comment. Nothing can follow on that line: it would become a part of
  /// the comment.
  let endsInLineComment: Bool
  /// Whether the text before the gap ends with a line comment, so that a line break has to stay in front of the item.
  let followsLineComment: Bool
}

extension JSONSlot {
  var endsLine: Bool { lineBreak != nil }
}
