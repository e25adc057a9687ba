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
    var origin: Origin?

    static func member(_ member: JSONObject.Member) -> Item { Item(key: member.key, value: member.value) }
    static func element(_ value: JSONValue) -> Item { Item(key: nil, value: value) }
  }

  /// A child of a container in the text before the edits: a member is identified by the entry of its key, and an
  /// element by its own entry.
  struct Origin {
    var child: Int
    var container: Int

    init(child: Int, container: Int) {
      (self.child, self.container) = (child, container)
    }

    /// Finds the child at a path; `nil` if there is none, and for the root, which is no child.
    init?(_ path: SettingPath, in root: JSONNode) {
      guard !path.isRoot else { return nil }
      (child, container) = (0, 0)
      var node = root
      for key in path.keys {
        let next = node.kind == .array ? SettingPath.elementIndex(key).flatMap { node[$0] } : node[key]
        guard let next else { return nil }
        (child, container) = (next.key == nil ? next.entry : next.entry - 1, node.entry)
        node = next
      }
    }
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

/// Finds the elements of a list that stay when another list replaces it.
///
/// The editor keeps the text of these elements, and the comparison of two lists shows the others as added and removed.
/// For old `[a, b, c]` and new `[b, c, d]`, `b` and `c` stay.
package enum ElementMatching {
  /// Returns a longest common subsequence of equal elements, as pairs of indices.
  ///
  /// Equal elements at both ends are matched first. The rest uses the algorithm of Hunt and Szymanski (1977), which takes n log n time for
  /// n pairs of equal elements. In lists with very many equal elements, the nth of them is paired only with the nth in the other list. This
  /// limits the cost, but then there can be a longer common subsequence than the result.
  package static func pairs<Element: Hashable>(
    of old: [Element], with new: [Element]
  ) -> [(old: Int, new: Int)] {
    pairs(old.count, new.count, areEqual: { old[$0] == new[$1] }) { longest(Array(old[$0]), Array(new[$1])) }
  }

  /// Returns a longest common subsequence of the nodes of a document with values.
  static func pairs(of old: [JSONNode], with new: [JSONValue]) -> [(old: Int, new: Int)] {
    pairs(old.count, new.count, areEqual: { old[$0].isEqual(to: new[$1]) }) {
      longest(old[$0].map(\.value), Array(new[$1]))
    }
  }

  /// Matches equal elements at both ends, then the middle. In a long list of which one element changes, nothing is left
  /// for the middle, so the usual case is linear.
  private static func pairs(
    _ oldCount: Int, _ newCount: Int, areEqual: (Int, Int) -> Bool,
    middle: (Range<Int>, Range<Int>) -> [(old: Int, new: Int)]
  ) -> [(old: Int, new: Int)] {
    let shorter = min(oldCount, newCount)
    var prefix = 0
    while prefix < shorter, areEqual(prefix, prefix) { prefix += 1 }
    var suffix = 0
    while suffix < shorter - prefix, areEqual(oldCount - 1 - suffix, newCount - 1 - suffix) { suffix += 1 }
    let matches = middle(prefix..<(oldCount - suffix), prefix..<(newCount - suffix))
    return (0..<prefix).map { ($0, $0) } + matches.map { (prefix + $0.old, prefix + $0.new) }
      + (0..<suffix).reversed().map { (oldCount - 1 - $0, newCount - 1 - $0) }
  }

  /// Returns a longest common subsequence by the algorithm of Hunt and Szymanski.
  ///
  /// For old `a b c a` and new `a c b a`: the pairs of equal elements are (0,0) (3,0) (2,1) (1,2) (0,3) (3,3), and a
  /// common subsequence is a chain of pairs in which both numbers grow: (0,0) (2,1) (3,3). `ends` holds, for each
  /// length, the chain that ends earliest in the old list, since any pair that extends another chain extends that one,
  /// too.
  ///
  /// A list of 10 000 times `true` against another one would have 100 million pairs. If there are more than 32 pairs
  /// for each element, equal elements take turns: the nth is paired with the nth only.
  private static func longest<Element: Hashable>(
    _ old: [Element], _ new: [Element]
  ) -> [(old: Int, new: Int)] {
    if old.isEmpty || new.isEmpty { return [] }
    var places: [Element: [Int]] = [:]
    for (place, value) in old.enumerated() { places[value, default: []].append(place) }
    let pairCount = new.reduce(0) { $0 + (places[$1]?.count ?? 0) }
    let takesTurns = pairCount > 32 * (old.count + new.count)
    var turns: [Element: Int] = [:]
    // Pairs of equal elements, each with the pair before it in the chain that it ends.
    var links: [(old: Int, new: Int, previous: Int?)] = []
    // The links that end the subsequences found so far: for each length minus one, the link with the smallest index in the old
    // list. These indices increase with the length, so a binary search finds the subsequence that an element extends.
    var ends: [Int] = []
    for (newPlace, value) in new.enumerated() {
      guard let candidates = places[value] else { continue }
      let turn = turns[value, default: 0]
      if takesTurns { turns[value] = turn + 1 }
      let chosen =
        takesTurns
        ? candidates[min(turn, candidates.count)..<min(turn + 1, candidates.count)] : candidates[...]
      // From the last to the first: an element of the new list must not extend a subsequence that already contains it.
      for oldPlace in chosen.reversed() {
        let low = ends.sortedCount { links[$0].old < oldPlace }
        // A subsequence of this length already ends here, at an earlier element of the new list.
        if low < ends.count, links[ends[low]].old == oldPlace { continue }
        links.append((oldPlace, newPlace, previous: low > 0 ? ends[low - 1] : nil))
        if low == ends.count { ends.append(links.count - 1) } else { ends[low] = links.count - 1 }
      }
    }
    var result: [(old: Int, new: Int)] = []
    var link = ends.last
    while let place = link {
      result.append((links[place].old, links[place].new))
      link = links[place].previous
    }
    return result.reversed()
  }
}
