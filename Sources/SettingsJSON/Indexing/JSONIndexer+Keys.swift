/// Duplicate keys.
extension JSONIndexer {
  /// Refuses duplicate keys and creates a table for a large object; returns whether it created one.
  mutating func checkKeys(of object: Container, end: Int) throws(JSONParseError) -> Bool {
    if object.count > JSONKeyTables.fewMembers {
      try addTable(for: object, end: end)
      return true
    }
    if duplicateKeys == .refused, object.count > 1, let (key, first) = duplicate(in: object, end: end) {
      throw duplicate(key, of: first)
    }
    return false
  }

  /// Returns the entries of the first key of a small object that equals an earlier one, and of that one.
  private func duplicate(in object: Container, end: Int) -> (key: Int, first: Int)? {
    withUnsafeTemporaryAllocation(
      of: (fingerprint: UInt64, entry: Int).self, capacity: JSONKeyTables.fewMembers
    ) { keys in
      var count = 0
      // One bit for each fingerprint, by its highest bits after a multiplication that spreads it (Fibonacci hashing). Most keys have a bit
      // of their own, so they aren't compared with the earlier ones.
      var bits: UInt64 = 0
      var entry = object.entry + 1
      while entry < end {
        let fingerprint = withKey(at: entry) { JSONBytes.fingerprint($0, from: $1, to: $2) }
        let bit: UInt64 = 1 &<< ((fingerprint &* 0x9e37_79b9_7f4a_7c15) >> 58)
        if bits & bit != 0 {
          for earlier in 0..<count where keys[earlier].fingerprint == fingerprint {
            let first = keys[earlier].entry
            if JSONKeyReader.key(at: entry, equalsKeyAt: first, in: entries, bytes) { return (entry, first) }
          }
        }
        bits |= bit
        keys.initializeElement(at: count, to: (fingerprint, entry))
        count += 1
        entry = entryAfterMember(entry)
      }
      return nil
    }
  }

  private mutating func addTable(for object: Container, end: Int) throws(JSONParseError) {
    let table = tables.add(end: end, count: object.count)
    let seed = JSONBytes.hashSeed
    var entry = object.entry + 1
    while entry < end {
      let hash = withKey(at: entry) { JSONBytes.hash($0, from: $1, to: $2, seed: seed) }
      let slot = tables.slot(in: table, hash: hash) { other in
        JSONKeyReader.key(at: other, equalsKeyAt: entry, in: entries, bytes)
      }
      let first = Int(tables.slots[slot])
      if first != 0, duplicateKeys == .refused { throw duplicate(entry, of: first) }
      tables.set(entry, inSlot: slot)
      entry = entryAfterMember(entry)
    }
  }

  /// Calls the body with the range of a key in the text, or with its characters if it has escapes.
  @inline(__always)
  private func withKey<Result>(
    at entry: Int, _ body: (_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Result
  ) -> Result {
    let token = entries[entry]
    let (start, end) = (token.offset + 1, token.offset + token.payload - 1)
    guard token.flag else { return body(bytes, start, end) }
    return JSONString.unescaped(bytes, start, end).withUnsafeBufferPointer { body($0, 0, $0.count) }
  }

  /// Returns the entry of the next key. The value in between must be complete.
  @inline(__always)
  private func entryAfterMember(_ key: Int) -> Int {
    let value = entries[key + 1]
    return value.isContainer ? value.payload + 1 : key + 2
  }

  private func duplicate(_ entry: Int, of first: Int) -> JSONParseError {
    let token = entries[entry]
    let key = JSONString.decode(
      bytes, token.offset + 1, token.offset + token.payload - 1, hasEscapes: token.flag)
    var position = SourcePosition.start
    position.advance(over: bytes, from: 0, to: entries[first].offset)
    return scanner.error(.duplicateKey(Excerpt.quoted(key), first: position), at: token.offset)
  }
}
