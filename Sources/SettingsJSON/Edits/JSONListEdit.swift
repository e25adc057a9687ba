/// The insertions and removals of the members of an object or the elements of an array.
struct JSONListEdit {
  /// An inserted item.
  enum Item {
    case member(JSONObject.Member)
    case element(JSONValue)
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

  /// The removed children, in order.
  var removed: [Int] = []
  private(set) var inserted: [Anchor: [Item]] = [:]

  var isEmpty: Bool { removed.isEmpty && inserted.isEmpty }

  mutating func insert(_ items: [Item], at anchor: Anchor) {
    if !items.isEmpty { inserted[anchor, default: []] += items }
  }

  /// Returns the last child that stays.
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

  /// Returns the position after all children that stay.
  func end(of container: Int, in storage: JSONStorage) -> Anchor {
    lastKept(of: container, in: storage).map(Anchor.after) ?? .start
  }

  /// Inserts members according to the key order: after the nearest existing key before it, or else before the nearest existing
  /// key after it, or else at the end.
  mutating func insert(
    _ members: [JSONObject.Member], in object: Int, of storage: JSONStorage, keyOrder: [String]
  ) {
    var rest: [ExactText: JSONObject.Member] = [:]
    for member in members { rest[ExactText(member.key)] = member }
    let gone = Set(removed)
    var neighbor: Anchor?
    var waiting: [Item] = []
    for key in keyOrder {
      if let member = rest.removeValue(forKey: ExactText(key)) {
        if let neighbor { insert([.member(member)], at: neighbor) } else { waiting.append(.member(member)) }
      } else if let present = storage.key(key, of: object), !gone.contains(present) {
        insert(waiting, at: .before(present))
        waiting = []
        neighbor = .after(present)
      }
    }
    waiting += members.filter { rest[ExactText($0.key)] != nil }.map(Item.member)
    if !waiting.isEmpty { insert(waiting, at: end(of: object, in: storage)) }
  }
}
