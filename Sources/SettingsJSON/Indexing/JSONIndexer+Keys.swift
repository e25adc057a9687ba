/// Duplicate keys.
extension JSONIndexer {
  /// Refuses duplicate keys and creates a table for a large object; returns whether it created one.
  mutating func checkKeys(of object: Container, end: Int) throws(JSONParseError) -> Bool {
    if object.count > JSONKeyTables.fewMembers {
      try addTable(for: object, end: end)
      return true
    }
    guard duplicateKeys == .refused, object.count > 1 else { return false }
    let hasTwins = hashes.withUnsafeBufferPointer { hashes in
      var hasTwins = false
      for later in (object.firstHash + 1)..<hashes.count {
        let hash = hashes[later]
        for earlier in object.firstHash..<later where hashes[earlier] == hash { hasTwins = true }
      }
      return hasTwins
    }
    guard hasTwins else { return false }
    var seen: [ExactText: Int] = [:]
    var entry = object.entry + 1
    while entry < end {
      let token = entries[entry]
      let key = JSONString.decode(
        bytes, token.offset + 1, token.offset + token.payload - 1, hasEscapes: token.flag)
      if let first = seen.updateValue(entry, forKey: ExactText(key)) {
        throw duplicate(entry, of: first)
      }
      entry = entryAfterMember(entry)
    }
    return false
  }

  private mutating func addTable(for object: Container, end: Int) throws(JSONParseError) {
    let table = tables.add(end: end, count: object.count)
    let reader = JSONKeyReader(bytes: bytes, entries: entries)
    var entry = object.entry + 1
    for hash in hashes[object.firstHash...] {
      let slot = tables.slot(in: table, hash: hash) { other in
        reader.key(at: other, equalsKeyAt: entry)
      }
      let first = Int(tables.slots[slot])
      if first != 0, duplicateKeys == .refused { throw duplicate(entry, of: first) }
      tables.set(entry, inSlot: slot)
      entry = entryAfterMember(entry)
    }
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
    return error(.duplicateKey(Excerpt.quoted(key), first: position), at: token.offset)
  }
}
