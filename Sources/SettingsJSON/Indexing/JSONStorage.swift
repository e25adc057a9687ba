import Synchronization

/// A document's text and its index, shared by the document and its nodes.
package final class JSONStorage: Sendable {
  package let bytes: [UInt8]
  let entries: JSONEntries
  let tables: JSONKeyTables
  let limits: JSONLimits
  let duplicateKeys: JSONDuplicateKeys
  /// Whether the text has no value. The index then has an object that the text doesn't have.
  let isBlank: Bool
  /// The positions of offsets at regular distances, computed up to the last position that was requested.
  private let landmarks = Mutex<[SourcePosition]>([.start])
  private static let landmarkDistance = 256

  init(
    bytes: [UInt8], entries: consuming JSONEntries, tables: JSONKeyTables, limits: JSONLimits,
    duplicateKeys: JSONDuplicateKeys, isBlank: Bool
  ) {
    self.bytes = bytes
    self.entries = entries
    self.tables = tables
    self.limits = limits
    self.duplicateKeys = duplicateKeys
    self.isBlank = isBlank
  }

  /// Returns the entry after a value and its content.
  @inline(__always)
  package func next(after entry: Int) -> Int {
    let token = entries[entry]
    return token.isContainer ? token.payload + 1 : entry + 1
  }

  /// Returns the byte offset at which a token ends; for an array or an object, the end of its opening bracket.
  @inline(__always)
  func tokenEnd(of entry: Int) -> Int {
    let token = entries[entry]
    switch token.kind {
    case .array, .object, .end: return token.offset + (isBlank ? 0 : 1)
    default: return token.offset + token.payload
    }
  }

  /// Returns the byte range of a value.
  package func range(of entry: Int) -> Range<Int> {
    let token = entries[entry]
    return token.offset..<tokenEnd(of: token.isContainer ? token.payload : entry)
  }

  /// Returns the line and the column of a byte offset.
  ///
  /// Cost: linear in the text between the last position that was requested and this one; otherwise constant.
  func position(of offset: Int) -> SourcePosition {
    bytes.withUnsafeBufferPointer { bytes in
      landmarks.withLock { landmarks in
        let landmark = offset / Self.landmarkDistance
        while landmarks.count <= landmark {
          let start = (landmarks.count - 1) * Self.landmarkDistance
          var position = landmarks[landmarks.count - 1]
          position.advance(over: bytes, from: start, to: start + Self.landmarkDistance)
          landmarks.append(position)
        }
        var position = landmarks[landmark]
        position.advance(over: bytes, from: landmark * Self.landmarkDistance, to: offset)
        return position
      }
    }
  }

  /// Returns the text of a string or a key.
  package func text(of entry: Int) -> String {
    let token = entries[entry]
    return bytes.withUnsafeBufferPointer { bytes in
      JSONString.decode(bytes, token.offset + 1, token.offset + token.payload - 1, hasEscapes: token.flag)
    }
  }

  /// Whether a string or a key has this content.
  package func isText(_ text: String, at entry: Int) -> Bool {
    let token = entries[entry]
    guard !token.flag else { return self.text(of: entry).hasSameScalars(as: text) }
    guard token.payload - 2 == text.utf8.count else { return false }
    let start = token.offset + 1
    return bytes.withUnsafeBufferPointer { bytes in
      text.withBytes { JSONBytes.areEqual(bytes, at: start, $0) }
    }
  }

  /// Whether a string or a key has the same bytes as one of another document, both without escapes.
  func hasText(at entry: Int, spelledAs other: Int, in storage: JSONStorage) -> Bool {
    let (token, otherToken) = (entries[entry], storage.entries[other])
    guard !token.flag, !otherToken.flag, token.payload == otherToken.payload else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      storage.bytes.withUnsafeBufferPointer { others in
        let text = others[otherToken.offset..<(otherToken.offset + otherToken.payload)]
        return JSONBytes.areEqual(bytes, at: token.offset, UnsafeBufferPointer(rebasing: text))
      }
    }
  }

  /// Returns the number of Unicode scalars of a string or a key.
  func scalarCount(of entry: Int) -> Int {
    let token = entries[entry]
    guard !token.flag else { return text(of: entry).unicodeScalars.count }
    return bytes.withUnsafeBufferPointer { bytes in
      var count = 0
      for at in (token.offset + 1)..<(token.offset + token.payload - 1) where bytes[at] & 0xc0 != 0x80 {
        count += 1
      }
      return count
    }
  }

  /// Returns the entry of a member's key.
  ///
  /// Cost: constant; a small object is searched linearly.
  func key(_ key: String, of object: Int) -> Int? {
    key.withBytes { key in
      bytes.withUnsafeBufferPointer { bytes in
        let token = entries[object]
        if token.flag, let table = tables.table(end: token.payload) {
          let hash = JSONBytes.hash(key, from: 0, to: key.count, seed: JSONBytes.hashSeed)
          let slot = tables.slot(in: table, hash: hash) {
            JSONKeyReader.key(at: $0, equals: key, in: entries, bytes)
          }
          let entry = Int(tables.slots[slot])
          return entry == 0 ? nil : entry
        }
        var found: Int?
        var entry = object + 1
        while entry < token.payload {
          if JSONKeyReader.key(at: entry, equals: key, in: entries, bytes) {
            found = entry
            if duplicateKeys == .refused { break }
          }
          entry = next(after: entry + 1)
        }
        return found
      }
    }
  }

  /// The memory that the index uses, in bytes.
  var indexMemory: Int {
    entries.capacity * MemoryLayout<JSONEntry>.stride + tables.memory
  }
}
