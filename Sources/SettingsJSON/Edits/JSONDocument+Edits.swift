extension JSONDocument {
  /// The text with changes made: the bytes of what changes are replaced, and no others.
  ///
  /// A value equal to what stands there changes nothing. A new member goes where the key order puts it,
  /// in the style of the text around it: behind the nearest key before it that is there, or else before the
  /// nearest key after it; an unknown key goes to the end. A comment belongs to the member or element on its
  /// line, or else to the one right below, and goes with it; a comment set off by a blank line stays. Of an
  /// array or object set in the place of another, only what differs is changed.
  ///
  /// - Parameter keyOrder: The keys of the object at a path, in the order they are to stand in; none if
  ///   there is no such order.
  /// - Throws: `JSONEditError` when a path leads nowhere or the result would exceed the document's limits.
  ///
  /// Cost: one copy of the text, and for each change a descent and a look at what stands around it.
  public func bytes(
    applying edits: JSONEdits, keyOrder: (SettingPath) -> [String] = { _ in [] }
  ) throws(JSONEditError) -> [UInt8] {
    var tree = try JSONEditTree(edits, depth: storage.limits.depth)
    tree.sort(by: keyOrder)
    var editor = JSONEditor(storage: storage)
    try editor.edit(with: tree, keyOrder: keyOrder)
    guard !editor.splices.isEmpty else { return bytes }
    let result = Splice.apply(editor.splices, to: bytes)
    guard result.count <= storage.limits.size else { throw .tooLarge(limit: storage.limits.size) }
    return result
  }
}

/// The replacement of a part of a text.
struct Splice {
  let range: Range<Int>
  let text: [UInt8]

  /// Makes replacements that do not overlap; of several at the same place, the first comes first.
  static func apply(_ splices: [Splice], to bytes: [UInt8]) -> [UInt8] {
    // The standard library's sort is stable.
    let sorted = splices.sorted { $0.range.lowerBound < $1.range.lowerBound }
    var result: [UInt8] = []
    result.reserveCapacity(sorted.reduce(bytes.count) { $0 + $1.text.count - $1.range.count })
    var end = 0
    for splice in sorted {
      result += bytes[end..<max(end, splice.range.lowerBound)]
      result += splice.text
      end = max(end, splice.range.upperBound)
    }
    result += bytes[end...]
    return result
  }
}
