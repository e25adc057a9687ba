/// Converts edits to replacements of a document's text.
struct JSONEditor {
  /// Returns the preferred order of the keys of an object.
  typealias KeyOrder = (SettingPath) -> [String]

  let storage: JSONStorage
  private(set) var splices: [Splice] = []
  lazy var style = JSONStyle(storage)

  init(storage: JSONStorage) {
    self.storage = storage
  }

  /// Applies all edits of a tree.
  mutating func edit(with tree: JSONEditTree, keyOrder: KeyOrder) throws(JSONEditError) {
    guard storage.isBlank else { return try edit(0, with: tree, at: .root, keyOrder) }
    let base = JSONValue.object(JSONObject())
    let value = try tree.applied(to: base, at: .root) ?? base
    if value != base { fill(with: value) }
  }

  mutating func splice(_ range: Range<Int>, _ text: [UInt8] = []) {
    if !range.isEmpty || !text.isEmpty { splices.append(Splice(range: range, text: text)) }
  }

  private func node(_ entry: Int) -> JSONNode { JSONNode(storage: storage, entry: entry) }

  private mutating func edit(
    _ entry: Int, with tree: JSONEditTree, at path: SettingPath, _ keyOrder: KeyOrder
  ) throws(JSONEditError) {
    let kind = node(entry).kind
    // A value that is set inside `null` makes it an object, as if `null` were missing.
    if tree.change != nil || kind == .null && tree.setsValue {
      let value = try tree.applied(to: .null, at: path)
      replace(entry, with: value ?? .object(JSONObject()), at: path, keyOrder)
    } else if kind == .object {
      try editMembers(of: entry, with: tree, at: path, keyOrder)
    } else if kind == .array {
      try editElements(of: entry, with: tree, at: path, keyOrder)
    } else if tree.setsValue {
      throw .noContainer(path, found: kind)
    }
  }

  private mutating func editMembers(
    of object: Int, with tree: JSONEditTree, at path: SettingPath, _ keyOrder: KeyOrder
  ) throws(JSONEditError) {
    var edit = JSONListEdit()
    var added: [JSONObject.Member] = []
    for (key, child) in tree.children {
      let childPath = path.appending(key)
      if let found = storage.key(key, of: object) {
        if child.setsValue || child.change == nil {
          try self.edit(found + 1, with: child, at: childPath, keyOrder)
        } else {
          edit.removed += storage.keys(key, last: found, of: object)
        }
      } else if let value = try child.applied(to: nil, at: childPath) {
        added.append(JSONObject.Member(key: key, value: value))
      }
    }
    finish(&edit, adding: added, to: object, at: path, keyOrder)
  }

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
        try self.edit(entry, with: child, at: childPath, keyOrder)
      } else {
        edit.removed.append(entry)
      }
    }
    edit.insert(added, at: edit.end(of: array, in: storage))
    self.edit(array, edit)
  }

  /// Inserts new members according to the key order, and applies the edit.
  private mutating func finish(
    _ edit: inout JSONListEdit, adding members: [JSONObject.Member], to object: Int, at path: SettingPath,
    _ keyOrder: KeyOrder
  ) {
    // The edits are in the key order, and the removed items are needed in the order of the text.
    edit.removed.sort()
    if !members.isEmpty { edit.insert(members, in: object, of: storage, keyOrder: keyOrder(path)) }
    self.edit(object, edit)
  }
}

// MARK: - Replacing a value

extension JSONEditor {
  /// Replaces a value with another, changing only the differences.
  private mutating func replace(
    _ entry: Int, with value: JSONValue, at path: SettingPath, _ keyOrder: KeyOrder
  ) {
    let old = node(entry)
    if old.isEqual(to: value) { return }
    switch value {
    case .object(let object) where old.kind == .object:
      var edit = JSONListEdit()
      var added: [JSONObject.Member] = []
      for (key, member) in old.members where object[key] == nil { edit.removed.append(member.entry - 1) }
      for member in object.members {
        if let found = storage.key(member.key, of: entry) {
          replace(found + 1, with: member.value, at: path.appending(member.key), keyOrder)
        } else {
          added.append(member)
        }
      }
      finish(&edit, adding: added, to: entry, at: path, keyOrder)
    case .array(let elements) where old.kind == .array:
      replaceElements(of: entry, with: elements, at: path, keyOrder)
    default:
      let start = old.keyOffset ?? old.byteRange.lowerBound
      let indent = entry == 0 ? (style.isMultiline ? [] : nil) : storage.indentation(ofLineStartingAt: start)
      splice(old.byteRange, text(of: .element(value), indent: indent))
    }
  }

  private mutating func replaceElements(
    of array: Int, with elements: [JSONValue], at path: SettingPath, _ keyOrder: KeyOrder
  ) {
    let old = Array(node(array).elements)
    var edit = JSONListEdit()
    var lastKept: Int?
    var (oldPlace, newPlace) = (0, 0)
    let kept = ElementMatching.pairs(of: old, with: elements) + [(old: old.count, new: elements.count)]
    for match in kept {
      // Between two elements that stay, as many elements as possible are changed in place.
      while oldPlace < match.old, newPlace < match.new {
        replace(old[oldPlace].entry, with: elements[newPlace], at: path.appending(newPlace), keyOrder)
        lastKept = old[oldPlace].entry
        oldPlace += 1
        newPlace += 1
      }
      edit.removed += old[oldPlace..<match.old].map(\.entry)
      if newPlace < match.new {
        let items = elements[newPlace..<match.new].map(JSONListEdit.Item.element)
        let next = match.old < old.count ? JSONListEdit.Anchor.before(old[match.old].entry) : .start
        edit.insert(items, at: lastKept.map(JSONListEdit.Anchor.after) ?? next)
      }
      if match.old < old.count { lastKept = old[match.old].entry }
      (oldPlace, newPlace) = (match.old + 1, match.new + 1)
    }
    self.edit(array, edit)
  }
}

extension JSONNode {
  /// The byte offset of the key of the value's member.
  fileprivate var keyOffset: Int? {
    key == nil ? nil : storage.entries[entry - 1].offset
  }

  /// Whether the value equals another as in JSON Schema.
  func isEqual(to other: JSONValue) -> Bool {
    switch other {
    case .array(let elements):
      return kind == .array && count == elements.count
        && zip(self.elements, elements).allSatisfy { $0.isEqual(to: $1) }
    case .object(let object) where storage.duplicateKeys == .refused:
      return kind == .object && count == object.members.count
        && members.allSatisfy { key, node in object[key].map(node.isEqual(to:)) ?? false }
    default: return kind == other.kind && value == other
    }
  }
}

extension JSONStorage {
  /// Returns the entries of a key in an object: several if the document may have duplicate keys.
  fileprivate func keys(_ key: String, last: Int, of object: Int) -> [Int] {
    guard duplicateKeys == .lastWins else { return [last] }
    return JSONNode(storage: self, entry: object).allMembers
      .filter { $0.key.hasSameScalars(as: key) }.map { $0.value.entry - 1 }
  }
}
