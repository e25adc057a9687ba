/// The hash tables over the keys of large objects. Small objects are searched linearly, which takes less time than a
/// hash.
///
/// All tables share one array of slots, so a document with a thousand large objects needs two growing allocations instead of a thousand. An
/// object of 20 members has 64 slots; 20 of them hold the entry of a key. The search for a key begins at the slot of its hash and goes on,
/// one slot after the other (open addressing with linear probing), until it meets the entry of the key or a free slot.
///
/// A table is added when the end of its object is read, and an inner object ends before the outer object. So the tables
/// are in the order of the ends, and a binary search finds one. A table has at least twice as many slots as keys, so a
/// search for a key always reaches a free slot.
///
/// A slot is the number of an entry in four bytes, not a key and not a pointer. So the tables stay valid for text in
/// which only a scalar differs: `JSONStorage.replacingScalar(by:)` takes them over as they are.
struct JSONKeyTables: Sendable {
  /// The maximum number of members of an object without a table.
  static let fewMembers = 16

  /// The table of one object: a range of slots, whose count is a power of two.
  struct Table: Sendable {
    /// The entry of the end of the object. The tables are ordered by it.
    let end: Int
    let slots: Range<Int>
  }

  private var tables: [Table] = []
  /// Entries of keys by their hashes, with open addressing; 0 for a free slot, since entry 0 is the root and never a key.
  private(set) var slots: [UInt32] = []

  /// Adds a table for an object that ends at an entry. The number of slots is the first power of two from 32 on that is
  /// at least twice the number of members, so that a mask of bits replaces a division.
  mutating func add(end: Int, count: Int) -> Table {
    var size = 2 * JSONKeyTables.fewMembers
    while size < 2 * count { size *= 2 }
    let table = Table(end: end, slots: slots.count..<(slots.count + size))
    slots.append(contentsOf: repeatElement(0, count: size))
    tables.append(table)
    return table
  }

  /// Returns the table of the object that ends at an entry; `nil` if it is a small one.
  ///
  /// Cost: logarithmic in the number of tables.
  func table(end: Int) -> Table? {
    let place = tables.sortedCount { $0.end < end }
    return place < tables.count && tables[place].end == end ? tables[place] : nil
  }

  /// Returns the slot of a key: the slot that contains it, or the free slot in which to insert it.
  ///
  /// - Parameter isKey: Whether the key that is looked for is the one at an entry. Different keys can share a slot, so
  ///   it is the texts that decide.
  @inline(__always)
  func slot(in table: Table, hash: UInt32, isKey: (_ entry: Int) -> Bool) -> Int {
    let mask = table.slots.count - 1
    var probe = Int(hash) & mask
    while true {
      let slot = table.slots.lowerBound + probe
      let entry = Int(slots[slot])
      if entry == 0 || isKey(entry) { return slot }
      probe = (probe + 1) & mask
    }
  }

  mutating func set(_ entry: Int, inSlot slot: Int) {
    slots[slot] = UInt32(truncatingIfNeeded: entry)
  }

  var memory: Int {
    slots.capacity * MemoryLayout<UInt32>.stride + tables.capacity * MemoryLayout<Table>.stride
  }
}
