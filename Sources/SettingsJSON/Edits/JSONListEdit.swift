/// The insertions and removals of the members of an object or the elements of an array.
///
/// Removals name the entries of the old text. Insertions stand at an anchor: behind or before an item that stays, or at
/// the start if none stays. So the order in which insertions and removals are collected doesn't matter, and neither
/// shifts the other.
///
/// In `{"b": 1, "d": 2}` with the key order `a, b, c, d`, a new `c` has the anchor `after(b)`, and a new `a` has
/// `before(b)`. If `b` is removed at the same time, it is no anchor: `a` stands before `d` then.
struct JSONListEdit {
  /// An inserted item.
  struct Item {
    /// The key of a member; `nil` for an element.
    var key: String?
    var value: JSONValue
    /// The item that moves here with its text and its comments; `nil` for a new one.
    var origin: JSONPlace?

    static func element(_ value: JSONValue) -> Item { Item(key: nil, value: value) }
  }

  /// The position of an insertion. A child is identified by its entry in the index; a member by the entry of its key.
  enum Anchor: Hashable {
    /// First, in a list in which no child stays.
    case start
    /// After a child that stays.
    case after(Int)
    /// Before a child that stays.
    case before(Int)
  }

  /// The entries of the removed children. They are in the order of the text when the edit is applied, which `lastKept`
  /// and the runs rely on.
  var removed: [Int] = []
  private(set) var inserted: [Anchor: [Item]] = [:]

  var isEmpty: Bool { removed.isEmpty && inserted.isEmpty }

  /// Inserts items at an anchor, behind those that are there already. Nothing is added for no items, so an anchor
  /// always has at least one.
  mutating func insert(_ items: [Item], at anchor: Anchor) {
    if !items.isEmpty { inserted[anchor, default: []] += items }
  }

  /// Returns the last child that stays; `nil` if all are removed, and for an empty list.
  ///
  /// Cost: linear in the number of children.
  func lastKept(of container: Int, in storage: JSONStorage) -> Int? {
    var last: Int?
    var skipped = removed[...]
    let children = JSONNode(storage: storage, entry: container).children
    let keyEntries = storage.entries[container].kind == .object ? 1 : 0
    var child = children.lowerBound
    while child < children.upperBound {
      if skipped.first == child { skipped.removeFirst() } else { last = child }
      child = storage.next(after: child + keyEntries)
    }
    return last
  }

  func end(of container: Int, in storage: JSONStorage) -> Anchor {
    lastKept(of: container, in: storage).map(Anchor.after) ?? .start
  }

  /// Inserts members according to the key order: after the nearest existing key before it, or else before the nearest
  /// existing key after it, or else at the end.
  ///
  /// For the key order `name, port, host` and the text `{"port": 1}`, `host` goes behind `port`, and `name` before it.
  /// Keys that a person has arranged otherwise aren't touched; only the new member looks for its neighbor. Members
  /// without a place in the key order go to the end, in the order in which they were added.
  ///
  /// Cost: linear in the key order and in the number of members.
  mutating func insert(
    _ members: [Item], in object: Int, of storage: JSONStorage, keyOrder: [String]
  ) {
    var rest: [ExactText: Item] = [:]
    for member in members { rest[ExactText(member.key ?? "")] = member }
    let gone = Set(removed)
    var neighbor: Anchor?
    // The members that come before the first existing key; they wait until it is found.
    var waiting: [Item] = []
    for key in keyOrder {
      if let member = rest.removeValue(forKey: ExactText(key)) {
        if let neighbor { insert([member], at: neighbor) } else { waiting.append(member) }
      } else if let present = storage.key(key, of: object), !gone.contains(present) {
        insert(waiting, at: .before(present))
        waiting = []
        neighbor = .after(present)
      }
    }
    waiting += members.filter { rest[ExactText($0.key ?? "")] != nil }
    if !waiting.isEmpty { insert(waiting, at: end(of: object, in: storage)) }
  }
}

/// A child of a container in the text before the edits: a member is identified by the entry of its key, and an element by its own entry.
struct JSONPlace {
  var child: Int
  var container: Int
}

extension JSONPlace {
  /// Finds the child at a path; `nil` if there is none, and for the root, which is no child.
  init?(_ path: SettingPath, in root: JSONNode) {
    guard !path.isRoot else { return nil }
    self.init(child: 0, container: 0)
    var node = root
    for key in path.keys {
      let next = node.kind == .array ? SettingPath.elementIndex(key).flatMap { node[$0] } : node[key]
      guard let next else { return nil }
      (child, container) = (next.key == nil ? next.entry : next.entry - 1, node.entry)
      node = next
    }
  }
}
