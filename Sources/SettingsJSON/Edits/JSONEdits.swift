/// Edits to be applied to a document, at most one per path.
///
/// All paths refer to the document before the edits, so the indices of array elements don't shift. Adding an edit of a
/// path removes the edits of paths inside it. A later edit inside it is applied to the new value.
///
/// ```swift
/// var edits = JSONEdits()
/// edits.set(8080, at: ["server", "port"])
/// edits.remove(at: ["server", "proxy"])
/// let edited = try document.bytes(applying: edits)
/// ```
///
/// A draft stages its changes in such a value, and a migration collects its moves in one. The edits know nothing of the
/// document: a path that leads nowhere is found only when they are applied. So edits are kept while the document under
/// them is replaced, and applied to the new one.
///
/// With `a` and `a.b` set, in this order, both are staged, and `a.b` is applied to the new value of `a`. With `a` set
/// again after that, only `a` is left, because the new value of `a` says what `b` is. In `[1, 2, 3]`, removing the
/// elements 0 and 2 leaves `[2]`.
///
/// Equality and the hash consider what is changed to what, not the order of the edits and not where values come from.
///
/// Cost: staging takes time in proportion to the length of the path; if an edit replaces edits inside its value, each
/// edit is looked at.
package struct JSONEdits: Sendable {
  /// One edit.
  package enum Change: Hashable, Sendable {
    /// Sets the value. Missing parents are created.
    case set(JSONValue)
    /// Removes the member or element. Does nothing if it is missing.
    case remove
  }

  private struct Staged: Sendable {
    var change: Change
    /// The position of the edit in the order in which paths were added. A new edit of the same path keeps the position.
    var number: Int
  }

  private var staged: [SettingPath: Staged] = [:]
  /// The number of edits inside the value of each path. An edit of `server` replaces the edits inside it; this tells without a search
  /// whether there are any, which is rarely so.
  private var countInside: [SettingPath: Int] = [:]
  private var lastNumber = 0
  /// What the edits do to the text around values.
  package var text = TextChanges()

  package init() {}

  package var isEmpty: Bool { staged.isEmpty }

  package var count: Int { staged.count }

  package mutating func set(_ value: JSONValue, at path: SettingPath) {
    stage(.set(value), at: path)
  }

  /// Adds the edits that move a value: the member with the value takes its text and its comments along. A member that
  /// stays in its object keeps its place there, too.
  ///
  /// ```swift
  /// edits.move(size, from: ["fontSize"], to: ["font", "size"])
  /// ```
  ///
  /// If the document has an object `font`, `"fontSize": 14.0 // px` becomes its member `"size": 14.0 // px`. If it has
  /// none, the object is written anew, and only the value arrives in it: a caller that wants to keep the comments adds
  /// the object first, as `StepWalk` does. If nothing is at the origin, the value is written as a new one.
  ///
  /// - Parameter value: The value after the move, which may differ from the one before. The text of what doesn't differ
  ///   stays.
  package mutating func move(_ value: JSONValue, from origin: SettingPath, to path: SettingPath) {
    remove(at: origin)
    set(value, at: path)
    text.origins[path] = origin
  }

  package mutating func remove(at path: SettingPath) {
    stage(.remove, at: path)
  }

  /// Removes the edit of exactly this path, if there is one. Edits above it and inside it stay.
  package mutating func unstage(at path: SettingPath) {
    guard staged.removeValue(forKey: path) != nil else { return }
    countInAncestors(of: path, by: -1)
  }

  /// The edit of exactly this path; `nil` if there is none, also where an edit of a path around it changes the value.
  package subscript(path: SettingPath) -> Change? {
    staged[path]?.change
  }

  /// Whether there are edits inside the value of a path.
  package func hasEdits(inside path: SettingPath) -> Bool { countInside[path] != nil }

  private mutating func stage(_ change: Change, at path: SettingPath) {
    // What was staged inside the value is part of what this edit replaces.
    if countInside[path] != nil {
      for inner in staged.keys where inner != path && path.contains(inner) { unstage(at: inner) }
    }
    if staged[path] != nil {
      staged[path]?.change = change
    } else {
      lastNumber += 1
      staged[path] = Staged(change: change, number: lastNumber)
      countInAncestors(of: path, by: 1)
    }
  }

  private mutating func countInAncestors(of path: SettingPath, by step: Int) {
    var ancestor = path
    while let parent = ancestor.parent {
      let count = countInside[parent, default: 0] + step
      countInside[parent] = count == 0 ? nil : count
      ancestor = parent
    }
  }
}

/// What edits do to the text around values, besides setting and removing them.
package struct TextChanges: Hashable, Sendable {
  /// The comments to write above members, by their paths; an empty text removes the comment that describes the member.
  package var comments: [SettingPath: String] = [:]
  /// The old path of each value that the edits move, by its new path: the value that they set there, or inside it, is the one that they
  /// remove. It keeps its spelling and its comments; if it were removed and added again, they would be lost.
  package var origins: [SettingPath: SettingPath] = [:]
  /// Which element of a list each element of its new value is, where they were inserted, moved or removed by their positions. In
  /// `[1, 1, 1]`, the origins `[1, 2]` say that the first one is removed. Origins that don't fit the two lists are ignored.
  package var elementOrigins: ElementOrigins = [:]
  /// The paths whose values are written as they are spelled. Elsewhere, a number that equals the one in the document keeps the spelling that
  /// it has there: a program that stores 80 where `80.0` is has changed nothing, but a person who types `80` wants to read it.
  package var spelledPaths: Set<SettingPath> = []
  /// The members that become comments where the edits remove them, and that come out of comments where the edits set what is written
  /// there; see ``JSONDocument/commenting(_:unless:)``.
  package var commentSwitches: Set<SettingPath> = []

  package init(
    comments: [SettingPath: String] = [:], origins: [SettingPath: SettingPath] = [:],
    elementOrigins: ElementOrigins = [:]
  ) {
    (self.comments, self.origins, self.elementOrigins) = (comments, origins, elementOrigins)
  }

  package var isEmpty: Bool {
    comments.isEmpty && origins.isEmpty && elementOrigins.isEmpty && commentSwitches.isEmpty
  }

  /// Which parts of values the edits have named. Cost: linear in the number of moves.
  package var partOrigins: PartOrigins { PartOrigins(elements: elementOrigins, moves: origins) }
}

extension JSONEdits: Sequence {
  /// Returns an iterator over the edits in the order in which their paths were first added.
  ///
  /// Cost: sorts the edits.
  package func makeIterator() -> some IteratorProtocol<(path: SettingPath, change: Change)> {
    staged.sorted { $0.value.number < $1.value.number }
      .map { (path: $0.key, change: $0.value.change) }.makeIterator()
  }
}

extension JSONEdits: Hashable {
  package static func == (left: JSONEdits, right: JSONEdits) -> Bool {
    left.staged.count == right.staged.count
      && left.staged.allSatisfy { $0.value.change == right[$0.key] }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(staged.mapValues(\.change))
  }
}

extension JSONValue {
  /// Returns the value with edits applied, whose paths begin in it; `nil` if it is removed.
  ///
  /// Cost: linear in the edits and in the size of what they change.
  package func applying(_ edits: JSONEdits) throws(JSONEditError) -> JSONValue? {
    try JSONEditTree(edits, depth: .max).applied(to: self, at: .root)
  }
}

extension JSONDocument {
  /// Returns the text with edits applied. Only the bytes of changed values are replaced.
  ///
  /// Setting a value that equals the current one changes nothing, except for numbers that are to be spelled as they are in the value
  /// (``TextChanges/spelledPaths``). When an array or object replaces another, only the differences are changed.
  ///
  /// A new member is inserted according to the key order, in the style of the text around it: after the nearest existing key
  /// before it, or else before the nearest existing key after it. An unknown key is inserted at the end.
  ///
  /// A comment belongs to the member or element on its line, or else to the one directly below, and is removed and moved with it.
  /// A comment above a blank line, one that comments out members, and a heading stay (see `JSONGap`).
  ///
  /// An element of a new list that is an element of the old one (``ListPairing``) keeps its text and its comments, and so does a member that
  /// the edits move. The edits can say which element is which; see ``TextChanges/elementOrigins``. Comments of
  /// the edits come last, because one can be above a member that they add.
  ///
  /// - Parameter keyOrder: Returns the preferred order of the keys of the object at a path; empty for no order.
  /// - Throws: `JSONEditError` if a path can't be reached or the result would exceed the limits of the document.
  ///
  /// Cost: one copy of the text, and for each edit a lookup and a scan of the text around it.
  package func bytes(
    applying edits: JSONEdits, keyOrder: (SettingPath) -> [String] = { _ in [] }
  ) throws(JSONEditError) -> [UInt8] {
    guard edits.text.commentSwitches.isEmpty else {
      return try bytes(commentingBy: edits, keyOrder: keyOrder)
    }
    var tree = try JSONEditTree(edits, depth: storage.limits.depth)
    tree.sort(by: keyOrder)
    let text = edits.text
    let lists = text.elementOrigins.compactMap { path, origins in node(at: path).map { ($0.entry, origins) } }
    var editor = JSONEditor(
      storage: storage, origins: text.origins, elementOrigins: Dictionary(lists) { first, _ in first },
      spelledPaths: text.spelledPaths)
    try editor.edit(with: tree, keyOrder: keyOrder)
    let bytes = try editor.result()
    guard !text.comments.isEmpty, let document = try? JSONDocument(parsing: bytes, insteadOf: self) else {
      return bytes
    }
    return document.bytes(commenting: text.comments)
  }
}

extension JSONDocument {
  /// Returns the text with members that become comments or come out of them, and then with the other edits applied: what they remove isn't
  /// there anymore, and what they set is there already.
  ///
  /// Other edits of the member, and saves of other programs, can come between: then the text is checked. It has the values that the edits
  /// say, and a comment for each value that was to be kept in one; otherwise, throws ``JSONEditError/notCommented(_:)``.
  private func bytes(
    commentingBy edits: JSONEdits, keyOrder: (SettingPath) -> [String]
  ) throws(JSONEditError) -> [UInt8] {
    let value = try root.value.applying(edits)
    var document = self
    // A member comes before those inside it.
    let paths = edits.text.commentSwitches.sorted { $0.pointer < $1.pointer }
    for path in paths { document = document.commenting(path, unless: value?.value(at: path)) }
    var rest = edits
    rest.text.commentSwitches = []
    let bytes = try document.bytes(applying: rest, keyOrder: keyOrder)
    let result = try? JSONDocument(parsing: bytes, insteadOf: self)
    for path in paths {
      let old = node(at: path)?.value
      let isKept =
        old == nil || old == value?.value(at: path)
        || result?.commentedMembers(at: path).contains { $0.node.value == old } == true
        // A comment inside another one is a part of its text.
        || paths.contains { $0 != path && $0.contains(path) }
      guard isKept, result?.root.value.value(at: path) == value?.value(at: path) else {
        throw .notCommented(path)
      }
    }
    return bytes
  }
}

/// The replacement of a part of the text: the only way in which an edit changes bytes. An insertion has an empty range, and a removal an
/// empty text.
struct Splice {
  let range: Range<Int>
  let text: [UInt8]

  /// Applies replacements that don't overlap. Insertions at the same position keep their order, and come before what is
  /// replaced there.
  ///
  /// For `{"a": 1}` with `6..<7 → "2"` and `7..<7 → ", \"b\": 3"`, the result is `{"a": 2, "b": 3}`.
  ///
  /// Cost: one copy of the text, and the sort of the splices. All are applied at once, so offsets of the old text stay
  /// valid until the end.
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

/// An edit that can't be applied to a document, because of what the document has at the place.
///
/// An apply throws it inside `ApplyError.uneditable`. Nothing is stored. The description is one sentence with the path:
///
/// ```swift
/// do throws(ApplyError) {
///   try await store.apply(draft)
/// } catch .uneditable(let error) {
///   print(error)  // calculation is a string, so nothing can be set in it.
/// } catch {
///   print(error)
/// }
/// ```
///
/// With a form, it is rare: a review reports values of a wrong type as problems first. Correct the value at the path in the file, or store
/// less.
public enum JSONEditError: Error, Hashable, Sendable {
  /// The path leads through a value that isn't an object or an array: `calculation.timePeriod` in `{"calculation": "fast"}`.
  case noContainer(SettingPath, found: JSONValue.Kind)
  /// The path names an element that isn't in the array and wouldn't be the next one: `tags.5` in an array of two elements.
  case noElement(SettingPath, count: Int)
  /// The result would be nested deeper than the limit of the document, which is 512 levels.
  case tooDeep(SettingPath, limit: Int)
  /// A string at this position has half of a surrogate pair, such as `"\ud83d"`, and an edit would write another part of it: it can only be
  /// replaced as a whole.
  case halfPair(SourcePosition)
  /// The result would have more bytes than the limit of the document, which is 64 MiB.
  case tooLarge(limit: Int)
  /// A member that was to become a comment can't be one beside the other changes, or in the text that another program has saved.
  case notCommented(SettingPath)
}

extension JSONEditError: CustomStringConvertible {
  /// The message: one sentence.
  public var description: String {
    switch self {
    case .noContainer(let path, let found):
      "\(path.isRoot ? "The document" : path.description) is a \(found.rawValue), so nothing can be set in it."
    case .noElement(let path, let count):
      "\(path) isn't an element of its array, which has \(count)."
    case .tooDeep(let path, let limit):
      "\(path) would be nested deeper than \(limit) levels."
    case .halfPair(let position):
      "The text at \(position) has half of a surrogate pair, which can't be typed; edit it in the file, or set another text."
    case .tooLarge(let limit):
      "The document would have more than \(limit) bytes."
    case .notCommented(let path):
      "The text of \(path) can't be kept in a comment beside the other changes; unstage it, and edit the text."
    }
  }
}
