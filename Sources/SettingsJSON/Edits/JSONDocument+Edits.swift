extension JSONDocument {
  /// Returns the text with edits applied. Only the bytes of changed values are replaced.
  ///
  /// Setting a value that equals the current one changes nothing. When an array or object replaces another, only the
  /// differences are changed.
  ///
  /// A new member is inserted according to the key order, in the style of the text around it: after the nearest existing key
  /// before it, or else before the nearest existing key after it. An unknown key is inserted at the end.
  ///
  /// A comment belongs to the member or element on its line, or else to the one directly below, and is removed and moved with it.
  /// A comment above a blank line, one that comments out members, and a heading stay (see `JSONGap`).
  ///
  /// An element that equals a removed one is that element, moved, and so is a member that the edits move. Both keep their text.
  ///
  /// - Parameter keyOrder: Returns the preferred order of the keys of the object at a path; empty for no order.
  /// - Throws: `JSONEditError` if a path can't be reached or the result would exceed the limits of the document.
  ///
  /// Cost: one copy of the text, and for each edit a lookup and a scan of the text around it.
  package func bytes(
    applying edits: JSONEdits, keyOrder: (SettingPath) -> [String] = { _ in [] }
  ) throws(JSONEditError) -> [UInt8] {
    var tree = try JSONEditTree(edits, depth: storage.limits.depth)
    tree.sort(by: keyOrder)
    var editor = JSONEditor(storage: storage, origins: edits.origins)
    try editor.edit(with: tree, keyOrder: keyOrder)
    guard !editor.splices.isEmpty else { return bytes }
    let result = Splice.apply(editor.splices, to: bytes)
    guard result.count <= storage.limits.size else { throw .tooLarge(limit: storage.limits.size) }
    return result
  }
}

/// The replacement of a part of the text.
struct Splice {
  let range: Range<Int>
  let text: [UInt8]

  /// Applies replacements that don't overlap. Insertions at the same position keep their order, and come before what is replaced there.
  static func apply(_ splices: [Splice], to bytes: [UInt8]) -> [UInt8] {
    // The sort of the standard library is stable.
    let sorted = splices.sorted {
      ($0.range.lowerBound, $0.range.isEmpty ? 0 : 1) < ($1.range.lowerBound, $1.range.isEmpty ? 0 : 1)
    }
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
