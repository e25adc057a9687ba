/// Edits as a tree, by the keys of their paths.
///
/// `JSONEdits` is a flat list: set `server.port`, remove `server.proxy`. The editor goes through the document once,
/// from the root down, and asks at each object which of its members change. The tree answers that without a search:
///
///     (root) ── server ──┬── port     set 8080
///                        └── proxy    remove
///
/// A node can have a change of its own and changes below it: `set server = {…}` and later `set server.port`. The change
/// of the node comes first, and those below are applied to its result.
///
/// The tree exists only while edits are applied. It is as large as the edits, however large the document is: if one of 100 000 settings
/// changes, the tree has only the nodes on the way to this setting.
struct JSONEditTree {
  private(set) var change: JSONEdits.Change?
  /// Whether a value is set here or below. Where nothing is set, edits only remove, and a removal creates no object on the way to what it
  /// removes.
  private(set) var setsValue = false
  /// The keys below that have edits, in the order in which they were added until they are sorted. That order decides in
  /// which order new members without a place in the key order are written.
  private(set) var keys: [String] = []
  private var inside: [ExactText: JSONEditTree] = [:]

  /// Creates a tree from edits.
  ///
  /// - Throws: `JSONEditError.tooDeep` for a value that would be nested deeper than the limit. It is refused before
  ///   anything is written, because the result couldn't be read again.
  init(_ edits: JSONEdits, depth: Int) throws(JSONEditError) {
    self.init()
    for (path, change) in edits {
      if case .set(let value) = change, path.keys.count + value.depth > depth {
        throw .tooDeep(path, limit: depth)
      }
      // There are no values deeper than the limit, so there is nothing to remove.
      if path.keys.count <= depth { insert(change, at: path.keys[...]) }
    }
  }

  /// Creates the tree of one change; of none, it changes nothing.
  init(_ change: JSONEdits.Change? = nil) {
    self.change = change
    if case .set? = change { setsValue = true }
  }

  private mutating func insert(_ change: JSONEdits.Change, at keys: ArraySlice<String>) {
    if case .set = change { setsValue = true }
    guard let key = keys.first else {
      self.change = change
      return
    }
    if inside[ExactText(key)] == nil { self.keys.append(key) }
    inside[ExactText(key), default: JSONEditTree()].insert(change, at: keys.dropFirst())
  }

  /// Sorts the keys by the key order. Unknown keys come last, in the order in which their edits were added: with the key order
  /// `name, port`, edits of `zone`, `port`, `name` and `app` are sorted as `name`, `port`, `zone`, `app`.
  mutating func sort(by keyOrder: JSONEditor.KeyOrder, at path: SettingPath = .root) {
    if keys.count > 1 {
      var ranks: [ExactText: Int] = [:]
      for (rank, key) in keyOrder(path).enumerated() { ranks[ExactText(key)] = rank }
      let ranked = keys.map { (key: $0, rank: ranks[ExactText($0)] ?? .max) }
      // The sort of the standard library is stable.
      keys = ranked.sorted { $0.rank < $1.rank }.map(\.key)
    }
    for key in keys { inside[ExactText(key)]?.sort(by: keyOrder, at: path.appending(key)) }
  }

  var children: [(key: String, tree: JSONEditTree)] {
    keys.compactMap { key in inside[ExactText(key)].map { (key, $0) } }
  }

  /// Returns the edits of array elements in the order of their indices.
  ///
  /// In an array of two elements, edits of 0, 1 and 2 are fine, as are those of 2 and 3 together: the second one
  /// extends what the first one appends. An edit of 5 that only removes is returned too and does nothing.
  ///
  /// - Throws: `JSONEditError.noElement` if a value is set at a key that is neither an element nor the next one.
  func elements(count: Int, at path: SettingPath) throws(JSONEditError) -> [(index: Int, tree: JSONEditTree)]
  {
    var result: [(index: Int, tree: JSONEditTree)] = []
    for (key, tree) in children {
      if let index = SettingPath.elementIndex(key) {
        result.append((index, tree))
      } else if tree.setsValue {
        throw .noElement(path.appending(key), count: count)
      }
    }
    result.sort { $0.index < $1.index }
    var length = count
    for (index, tree) in result where index >= count && tree.setsValue {
      guard index == length else { throw .noElement(path.appending(index), count: count) }
      length += 1
    }
    return result
  }

  /// Returns a value with the edits applied; `nil` if it is removed.
  ///
  /// This computes values, not text: for a value that is written anew, and for one that replaces another, whose
  /// differences the editor then looks for. Where a path leads through a missing value or `null`, an object is created,
  /// but only if something is set in it: removing `proxy.host` from a file without `proxy` leaves it without `proxy`.
  ///
  /// - Throws: `JSONEditError` if a value is set inside a scalar, or at an index behind the end of an array.
  func applied(to base: JSONValue?, at path: SettingPath) throws(JSONEditError) -> JSONValue? {
    var value =
      switch change {
      case .set(let value): value
      case .remove: JSONValue?.none
      case nil: base
      }
    guard !keys.isEmpty else { return value }
    switch value {
    case .array(let elements):
      value = .array(try applied(to: elements, at: path))
    case nil, .null, .object:
      guard setsValue || value != nil else { return nil }
      var object = JSONObject()
      if case .object(let members) = value { object = members }
      var removed: Set<ExactText> = []
      for (key, tree) in children {
        let member = try tree.applied(to: object[key], at: path.appending(key))
        if let member { object[key] = member } else { removed.insert(ExactText(key)) }
      }
      object.remove(removed)
      // Edits that only remove members don't create an object.
      if case .object = value { return .object(object) }
      if !object.members.isEmpty { return .object(object) }
    case .bool?, .number?, .string?:
      if children.contains(where: \.tree.setsValue), let kind = value?.kind {
        throw .noContainer(path, found: kind)
      }
    }
    return value
  }

  private func applied(to elements: [JSONValue], at path: SettingPath) throws(JSONEditError) -> [JSONValue] {
    var result = elements.map(JSONValue?.some)
    for (index, tree) in try self.elements(count: elements.count, at: path) {
      if index < elements.count {
        result[index] = try tree.applied(to: elements[index], at: path.appending(index))
      } else if tree.setsValue {
        result.append(try tree.applied(to: nil, at: path.appending(index)))
      }
    }
    return result.compactMap { $0 }
  }
}

extension JSONValue {
  /// The nesting depth of arrays and objects in the value; 0 for a scalar.
  var depth: Int {
    switch self {
    case .array(let elements): 1 + elements.reduce(0) { max($0, $1.depth) }
    case .object(let object): 1 + object.members.reduce(0) { max($0, $1.value.depth) }
    default: 0
    }
  }
}

extension JSONStorage {
  func slot(of child: Int, in container: Int) -> JSONSlot {
    // A child is identified by its key in an object, and by its value in an array.
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

  /// The text after an item that belongs to the item: `, // port of the server` behind `"port": 80`.
  struct Trail {
    var comma: Int?
    var end: Int
    var lineBreak: Range<Int>?
    var endsInLineComment = false
  }

  /// Returns the text after an opening bracket that belongs to the container: comments, if nothing else is on the line.
  ///
  /// In `{ // mine` with members on the next lines, the comment is about the object, so it stays if the first member is
  /// removed. In `{ /* a's */ "a": 1 }`, it belongs to the member.
  func head(of container: Int) -> Trail {
    let isEmpty = entries[container].payload == container + 1
    let start = entries[container].offset + 1
    return comments(
      after: Trail(comma: nil, end: start), to: entries[container + 1].offset, isLast: isEmpty)
  }

  /// Returns the comma of an item, everything before the comma, and the comments on its line if there is no other item after them.
  ///
  /// In `1, /* a */ 2`, the comment belongs to the 2, because an item follows on the line. In `1, // a`, it belongs to the 1.
  func trail(from start: Int, to limit: Int, isLast: Bool) -> Trail {
    var at = start
    while trivia.next(&at, before: limit) != nil {}
    let comma = at < limit ? at : nil
    return comments(after: Trail(comma: comma, end: comma.map { $0 + 1 } ?? start), to: limit, isLast: isLast)
  }

  /// Extends a trail by the comments on its line. If another item follows before the line ends, they are its comments,
  /// and the trail stays as it was.
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
