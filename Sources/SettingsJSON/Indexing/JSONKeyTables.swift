/// The hash tables over the keys of large objects. Small objects are searched linearly.
///
/// A table is added when the end of its object is read, and an inner object ends before the outer one. So the tables are in the
/// order of the ends, and a binary search finds one. A table has at least twice as many slots as keys, so a search for a key always
/// reaches a free slot.
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
  /// Entries of keys by their hashes, with open addressing; 0, which is the entry of the root and never that of a key, for a free
  /// slot.
  private(set) var slots: [UInt32] = []

  /// Adds a table for an object that ends at an entry.
  mutating func add(end: Int, count: Int) -> Table {
    var size = 2 * JSONKeyTables.fewMembers
    while size < 2 * count { size *= 2 }
    let table = Table(end: end, slots: slots.count..<(slots.count + size))
    slots.append(contentsOf: repeatElement(0, count: size))
    tables.append(table)
    return table
  }

  /// Returns the table of the object that ends at an entry.
  func table(end: Int) -> Table? {
    var low = 0
    var high = tables.count
    while low < high {
      let middle = (low + high) / 2
      if tables[middle].end < end { low = middle + 1 } else { high = middle }
    }
    return low < tables.count && tables[low].end == end ? tables[low] : nil
  }

  /// Returns the slot of a key: the slot that contains it, or the free slot in which to insert it.
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

  /// The memory that the tables use, in bytes.
  var memory: Int {
    slots.capacity * MemoryLayout<UInt32>.stride + tables.capacity * MemoryLayout<Table>.stride
  }
}
