import CVector

/// The entries of an index, in memory with a single owner.
///
/// An array checks at each entry that is added whether others share it, and at each entry that is read whether the
/// entry exists. That would take a third of the time of parsing. The numbers of entries come only from the index
/// itself, so the check would never fail; whoever computes such a number elsewhere has to prove that the entry exists.
///
/// The type can't be copied, so Swift ensures the single owner, and `deinit` gives the memory back exactly once.
struct JSONEntries: ~Copyable {
  private(set) var memory: UnsafeMutableBufferPointer<JSONEntry>
  private(set) var count = 0

  init(capacity: Int) {
    memory = .allocate(capacity: capacity)
  }

  /// Copies entries, those after one of them moved by a number of bytes, which is negative if the text became shorter.
  init(copying other: borrowing JSONEntries, movedAfter entry: Int, by distance: Int) {
    memory = .allocate(capacity: other.count)
    count = other.count
    let rest = memory[...entry].initialize(fromContentsOf: other.memory[...entry])
    for place in rest..<other.count {
      memory.initializeElement(at: place, to: other.memory[place].moved(by: distance))
    }
  }

  deinit {
    memory.deallocate()
  }

  @inline(__always)
  /// The entry with a number below ``count``, which isn't checked.
  subscript(entry: Int) -> JSONEntry {
    memory[entry]
  }

  /// The number of entries for which there is memory. The parser compares it with what it reserved, to see whether the
  /// memory has grown.
  var capacity: Int { memory.count }

  @inline(__always)
  mutating func append(_ entry: JSONEntry) {
    if count == capacity { resize(2 * capacity + 2) }
    memory.initializeElement(at: count, to: entry)
    count &+= 1
  }

  @inline(__always)
  mutating func replace(_ entry: Int, with other: JSONEntry) {
    memory[entry] = other
  }

  /// Moves the entries to memory of another size.
  @inline(never)
  mutating func resize(_ capacity: Int) {
    let larger = UnsafeMutableBufferPointer<JSONEntry>.allocate(capacity: capacity)
    _ = larger.moveInitialize(fromContentsOf: memory[..<count])
    memory.deallocate()
    memory = larger
  }
}

// The memory has one owner, as a value has. It changes only by mutating functions, to which Swift gives exclusive access.
extension JSONEntries: @unchecked Sendable {}
