/// Converts edits to replacements of a document's text.
///
/// The editor goes down the tree of edits and the index of the document side by side. Three things can happen at a
/// value:
///
/// - The tree has nothing for it: its bytes aren't even looked at.
/// - A scalar changes, or a value becomes one of another type: one splice over its bytes.
/// - Members or elements come and go: `JSONListEdit` collects them, and `JSONEditor+Lists.swift` decides about commas,
///   comments and lines.
///
/// A value that replaces another of the same type isn't written as a whole, either. Objects are compared key by key and
/// lists element by element, down to the scalars that differ, because an app often sets a whole struct of which one
/// member has changed.
///
/// Splices never overlap: a value is either replaced as a whole, or only what is inside it is.
///
/// For `{"a": {"x": 1, /* c */ "y": 2}}` and an edit that sets `a` to `{"y": 3, "x": 1.0}`, the only splice replaces
/// the `2` by `3`. The `1` stays, since `1.0` is equal to it; the order of the new members doesn't count, since objects
/// have none; and the comment is never touched.
///
/// Cost: for each edit, a lookup and the text around the item. A value that is replaced by another is compared with it,
/// and a list takes the time of `ListPairing`. What has no edits costs nothing.
struct JSONEditor {
  /// Returns the preferred order of the keys of the object at a path. It is the order of the form, so a new setting is written where the
  /// form has it.
  typealias KeyOrder = (SettingPath) -> [String]

  let storage: JSONStorage
  private(set) var splices: [Splice] = []
  lazy var style = JSONStyle(storage)
  /// The objects and arrays in containers in which others are written, and the last shape that was read from one.
  var shaped: [Int: [JSONValue.Kind: [Int]]] = [:]
  var lastShape: (entry: Int, shape: JSONShape)?

  /// The former paths of values that move, by their new paths. A moved member takes its text and comments along.
  private let origins: [SettingPath: SettingPath]
  /// The paths around members that get other keys.
  private let pathsAroundMoves: Set<SettingPath>
  /// The former indices of the elements of new lists, by the entries of the old lists: other edits can change a list's path.
  let elementOrigins: [Int: [Int?]]
  /// The entry of the root in the document of which this one is a part, whose entries the origins have.
  let firstEntry: Int
  private let spelledPaths: Set<SettingPath>
  /// Whether the numbers of the value that is being edited are written as they are spelled, also those that are equal already.
  private(set) var spellsNumbers = false

  init(
    storage: JSONStorage, origins: [SettingPath: SettingPath] = [:],
    elementOrigins: [Int: [Int?]] = [:], firstEntry: Int = 0, spelledPaths: Set<SettingPath> = []
  ) {
    self.storage = storage
    self.origins = origins
    let moved = origins.filter { $0.key != $0.value }.keys
    pathsAroundMoves = moved.reduce(into: []) { $0.formUnion($1.prefixes.dropLast()) }
    self.elementOrigins = elementOrigins
    self.firstEntry = firstEntry
    self.spelledPaths = spelledPaths
  }

  /// Applies all edits of a tree.
  ///
  /// Blank text has no object whose members could change, so the value is computed first and then written as a whole.
  /// Edits that only remove leave such text as it is, with its comments.
  mutating func edit(with tree: JSONEditTree, keyOrder: KeyOrder) throws(JSONEditError) {
    guard storage.isBlank else { return try edit(0, with: tree, at: .root, keyOrder: keyOrder) }
    let base = JSONValue.object(JSONObject())
    let value = try tree.applied(to: base, at: .root) ?? base
    if value != base { fill(with: value) }
  }

  /// Returns the text with all replacements.
  ///
  /// - Throws: `JSONEditError.halfPair` if a string would be written that could only be read in part, and `tooLarge`.
  func result() throws(JSONEditError) -> [UInt8] {
    guard !splices.isEmpty else { return storage.bytes }
    // A string with half of a surrogate pair was read with U+FFFD in its place. Written, it would be another string.
    if let broken = splices.first(where: { splice in
      splice.text.firstRange(of: "\u{FFFD}".utf8) != nil
        && JSONString.halvesPairs(storage.bytes[splice.range])
    }) {
      throw .halfPair(storage.position(of: broken.range.lowerBound))
    }
    let result = Splice.apply(splices, to: storage.bytes)
    guard result.count <= storage.limits.size else { throw .tooLarge(limit: storage.limits.size) }
    return result
  }

  /// Adds a replacement, unless it would replace nothing by nothing. Callers pass ranges that turn out empty where an
  /// item has no space or no comma.
  mutating func splice(_ range: Range<Int>, text: [UInt8] = []) {
    if !range.isEmpty || !text.isEmpty { splices.append(Splice(range: range, text: text)) }
  }

  private func node(_ entry: Int) -> JSONNode { JSONNode(storage: storage, entry: entry) }

  /// Applies the edits of a tree to the value at an entry.
  ///
  /// - Parameter container: The entry of the object or array around it; `nil` for the root.
  /// - Throws: `JSONEditError.noContainer` if something is set inside a scalar. An edit that only removes does nothing
  ///   there, because what it removes isn't there.
  private mutating func edit(
    _ entry: Int, in container: Int? = nil, with tree: JSONEditTree, at path: SettingPath,
    keyOrder: KeyOrder
  ) throws(JSONEditError) {
    let kind = node(entry).kind
    let spelledNumbers = spellsNumbers
    defer { spellsNumbers = spelledNumbers }
    spellsNumbers = spellsNumbers || spelledPaths.contains(path)
    // A value that is set inside `null` makes it an object, as if `null` were missing.
    if tree.change != nil || kind == .null && tree.setsValue {
      let value = try tree.applied(to: .null, at: path)
      try replace(entry, in: container, with: value ?? .object(JSONObject()), at: path, keyOrder: keyOrder)
    } else if kind == .object {
      try editMembers(of: entry, with: tree.children, at: path, keyOrder)
    } else if kind == .array {
      try editElements(of: entry, with: tree, at: path, keyOrder)
    } else if tree.setsValue {
      throw .noContainer(path, found: kind)
    }
  }

  /// Applies the edits of an object's members: goes down into those that stay, renames those that move within the object, removes others, and
  /// inserts new ones according to the key order.
  ///
  /// A member that moves within its object is renamed where it stands, by a splice over its key: `"a" : 1.0, // one`
  /// with `a` moved to `c` becomes `"c" : 1.0, // one`, even if the key order has `c` elsewhere. Its author has chosen
  /// the place.
  private mutating func editMembers(
    of object: Int, with children: [(key: String, tree: JSONEditTree)], at path: SettingPath,
    _ keyOrder: KeyOrder
  ) throws(JSONEditError) {
    var edit = JSONListEdit()
    var inserted: [JSONListEdit.Item] = []
    let sources = renames(in: object, with: children, at: path)
    let renamed = Set(sources.values)
    for (key, child) in children {
      let childPath = path.appending(key)
      let source = sources[ExactText(key)]
      if let found = storage.key(key, of: object) {
        if source == nil, !renamed.contains(found), child.setsValue || child.change == nil {
          try self.edit(found + 1, in: object, with: child, at: childPath, keyOrder: keyOrder)
          continue
        }
        edit.removed += storage.keys(key, last: found, of: object)
      }
      guard let value = try child.applied(to: nil, at: childPath) else { continue }
      if let source {
        splice(
          storage.entries[source].offset..<storage.tokenEnd(of: source), text: JSONValue.string(key).bytes())
        try replace(source + 1, in: object, with: value, at: childPath, keyOrder: keyOrder)
      } else {
        // An origin that the document doesn't have is ignored.
        let origin = origins[childPath].flatMap { JSONPlace($0, in: node(0)) }
        inserted.append(
          JSONListEdit.Item(
            key: key, value: value, origin: origin.flatMap { renamed.contains($0.child) ? nil : $0 }))
      }
    }
    // The edits are in the key order, and the removed items are needed in the order of the text.
    edit.removed.removeAll(where: renamed.contains)
    edit.removed.sort()
    if !inserted.isEmpty { edit.insert(inserted, in: object, of: storage, keyOrder: keyOrder(path)) }
    self.edit(object, edit: edit)
  }

  /// Returns the entries of an object's members that get other keys, by those keys. Two members can change keys, or one can get the key
  /// that another had.
  private func renames(
    in object: Int, with children: [(key: String, tree: JSONEditTree)], at path: SettingPath
  ) -> [ExactText: Int] {
    guard !origins.isEmpty else { return [:] }
    let changed = Set(children.filter { $0.tree.change != nil }.map { ExactText($0.key) })
    var renamed: Set<Int> = []
    var sources: [ExactText: Int] = [:]
    for (key, child) in children where child.setsValue {
      guard let former = origins[path.appending(key)], let place = JSONPlace(former, in: node(0)),
        let formerKey = former.keys.last, place.container == object, formerKey != key,
        changed.contains(ExactText(formerKey)), renamed.insert(place.child).inserted
      else { continue }
      sources[ExactText(key)] = place.child
    }
    return sources
  }

  /// Applies the edits of an array's elements. All indices are those before the edits; elements behind the end are
  /// appended in the order of their indices.
  ///
  /// Cost: linear in the elements before the last edited one, since the walk goes from entry to entry.
  private mutating func editElements(
    of array: Int, with tree: JSONEditTree, at path: SettingPath, _ keyOrder: KeyOrder
  ) throws(JSONEditError) {
    var edit = JSONListEdit()
    var added: [JSONListEdit.Item] = []
    var entry = array + 1
    var place = 0
    let count = node(array).count
    for (index, child) in try tree.elements(count: count, at: path) {
      let childPath = path.appending(index)
      if index >= count {
        if let value = try child.applied(to: nil, at: childPath) { added.append(.element(value)) }
        continue
      }
      while place < index {
        entry = storage.next(after: entry)
        place += 1
      }
      if child.setsValue || child.change == nil {
        try self.edit(entry, in: array, with: child, at: childPath, keyOrder: keyOrder)
      } else {
        edit.removed.append(entry)
      }
    }
    edit.insert(added, at: edit.end(of: array, in: storage))
    self.edit(array, edit: edit)
  }
}

// MARK: - Replacing a value

extension JSONEditor {
  /// Returns the text with another value in place of the root.
  mutating func result(replacingRootWith value: JSONValue) throws(JSONEditError) -> [UInt8] {
    spellsNumbers = spelledPaths.contains(.root)
    try replace(0, in: nil, with: value, at: .root, keyOrder: { _ in [] })
    return try result()
  }

  /// Replaces a value with another, changing only the differences.
  ///
  /// A value that is written anew gets the indentation of its line and the shape of the nearest object or array of its
  /// kind, so a list that takes the place of a string looks like the lists around it.
  private mutating func replace(
    _ entry: Int, in container: Int?, with value: JSONValue, at path: SettingPath, keyOrder: KeyOrder
  ) throws(JSONEditError) {
    let old = node(entry)
    if old.isEqual(to: value, spelled: spellsNumbers), !movesParts(in: entry, at: path) { return }
    switch value {
    case .object(let object) where old.kind == .object:
      let removed = old.members.filter { object[$0.key] == nil }.map {
        (key: $0.key, tree: JSONEditTree(.remove))
      }
      let set = object.members.map { (key: $0.key, tree: JSONEditTree(.set($0.value))) }
      try editMembers(of: entry, with: removed + set, at: path, keyOrder)
    case .array(let elements) where old.kind == .array:
      try replaceElements(of: entry, with: elements, at: path, keyOrder)
    default:
      let start = old.keyOffset ?? old.byteRange.lowerBound
      let indent = entry == 0 ? (style.isMultiline ? [] : nil) : storage.indentation(ofLineStartingAt: start)
      let near = container.map { JSONPlace(child: old.keyOffset == nil ? entry : entry - 1, container: $0) }
      splice(
        old.byteRange, text: text(of: .element(value), indent: indent, like: shape(for: value, near: near)))
    }
  }

  /// Whether elements at or inside a value were named by positions that aren't their own, or members have other keys: equal ones can have
  /// other comments.
  private func movesParts(in entry: Int, at path: SettingPath) -> Bool {
    elementOrigins.contains { list, origins in
      (entry..<storage.next(after: entry)).contains(list - firstEntry) && origins.moveElements
    } || pathsAroundMoves.contains(path)
  }

  /// Replaces the elements of a list: those that are the same keep their text and their comments, wherever they are now.
  ///
  /// Which element is the same is what the edits say, and else ``ListPairing`` decides. For old `a b c` and new `c a x`: `a` stays, `c` has
  /// moved to the front and takes its comment along, and `b` becomes `x` where it is, under its comment.
  ///
  ///     old      a   b   c
  ///              │   │
  ///     new  c   a   x
  private mutating func replaceElements(
    of array: Int, with elements: [JSONValue], at path: SettingPath, _ keyOrder: KeyOrder
  ) throws(JSONEditError) {
    let old = Array(node(array).elements)
    let origins = origins(of: elements, in: array, old)
    var edit = JSONListEdit()
    var lastKept: Int?
    var (oldPlace, newPlace) = (0, 0)
    let kept = ElementMatching.pairs(of: old.indices.map(Optional.some), with: origins)
    for match in kept + [(old: old.count, new: elements.count)] {
      edit.removed += old[oldPlace..<match.old].map(\.entry)
      let items = (newPlace..<match.new).map { place in
        JSONListEdit.Item(
          key: nil, value: elements[place],
          origin: origins[place].map { JSONPlace(child: old[$0].entry, container: array) })
      }
      insert(items, after: lastKept, before: match.old < old.count ? old[match.old].entry : nil, with: &edit)
      if match.old < old.count {
        lastKept = old[match.old].entry
        try replace(
          old[match.old].entry, in: array, with: elements[match.new], at: path.appending(match.new),
          keyOrder: keyOrder)
      }
      (oldPlace, newPlace) = (match.old + 1, match.new + 1)
    }
    self.edit(array, edit: edit)
  }

  /// Inserts elements between two that stay: behind the one before, or else in front of the one after it, or at the
  /// start if no element stays.
  private func insert(
    _ items: [JSONListEdit.Item], after last: Int?, before next: Int?, with edit: inout JSONListEdit
  ) {
    edit.insert(
      items, at: last.map(JSONListEdit.Anchor.after) ?? next.map(JSONListEdit.Anchor.before) ?? .start)
  }

  /// Returns the former indices of a list's new elements, `nil` for new ones. What the edits say is ignored if it doesn't fit the two lists.
  private func origins(of elements: [JSONValue], in array: Int, _ old: [JSONNode]) -> [Int?] {
    if let origins = elementOrigins[array + firstEntry], ListPairing.fit(origins, old.count, elements.count) {
      return origins
    }
    let values = old.map(\.value)
    return ListPairing(values, elements, identity: ElementIdentity(of: values + elements))
      .origins(ofElements: elements.count)
  }
}

extension JSONNode {
  /// The byte offset of the key of the value's member; `nil` for an element and for the root. Text and lines of a
  /// member start there.
  fileprivate var keyOffset: Int? {
    key == nil ? nil : storage.entries[entry - 1].offset
  }

  /// Whether the value equals another as in JSON Schema: `1.0` equals `1`, and the order of members doesn't matter. No
  /// part of the node is decoded before it differs from the other value, except in a document with duplicate keys.
  ///
  /// - Parameter spelled: Whether numbers have to be spelled the same.
  func isEqual(to other: JSONValue, spelled: Bool = false) -> Bool {
    switch other {
    case _ where spelled: return value.isSpelled(like: other)
    case .array(let elements):
      return kind == .array && count == elements.count
        && zip(self.elements, elements).allSatisfy { $0.isEqual(to: $1) }
    case .object(let object) where storage.duplicateKeys == .refused:
      return kind == .object && count == object.members.count
        && members.allSatisfy { key, node in object[key].map { node.isEqual(to: $0) } ?? false }
    default: return kind == other.kind && value == other
    }
  }
}

extension JSONStorage {
  /// Returns the entries of a key in an object: several if the document can have duplicate keys. A removal removes all
  /// of them; otherwise, an earlier value would come into effect.
  fileprivate func keys(_ key: String, last: Int, of object: Int) -> [Int] {
    guard duplicateKeys == .lastWins else { return [last] }
    return JSONNode(storage: self, entry: object).allMembers
      .filter { $0.key.hasSameScalars(as: key) }.map { $0.value.entry - 1 }
  }
}
