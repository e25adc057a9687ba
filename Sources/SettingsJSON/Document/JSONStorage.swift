import CVector
import Synchronization

/// A document's text and its index, shared by the document and its nodes.
///
/// Text, entries and tables never change after parsing. What changes are two caches that are filled when someone asks:
/// the line and column of every 256th byte, and the places of the elements of long lists. Both are behind a lock,
/// because nodes are used on several threads, and neither changes an answer; it only comes sooner.
///
/// Everything here works with the numbers of entries. A node holds the number of its entry, and a walk over an object
/// goes from entry to entry without creating anything. A number means nothing in another storage, so it always travels
/// with its own, as a `JSONNode`.
///
/// It is a class because a node must not copy the index, and because the text has to stay as long as a node of it is
/// used: a snapshot that an app still holds keeps the text that it was read from after the file has changed.
package final class JSONStorage: Sendable {
  package let bytes: [UInt8]
  let entries: JSONEntries
  let tables: JSONKeyTables
  let limits: JSONLimits
  let duplicateKeys: JSONDuplicateKeys
  /// Whether the text has no value, as an empty file or one with only comments.
  ///
  /// The index then has the object as which such text is read, with both entries at the end of the text. The text has
  /// no brackets there, so an edit doesn't insert into the object: it writes the first value behind the comments.
  let isBlank: Bool
  /// The positions of the offsets 0, 256, 512, …, computed up to the last one that was needed.
  private let landmarks = Mutex<[SourcePosition]>([.start])
  private static let landmarkDistance = 256
  /// The entries of the elements of long arrays that were asked for by index, under the entry of the array.
  private let elements = Mutex<[Int: [Int]]>([:])
  /// Shorter arrays are counted through, which takes no memory.
  private static let longArray = 32

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

  /// Returns the entry after a value and its content: one step, whatever the value contains.
  ///
  /// Behind the last value of an object or an array, that is the end entry. To get from one key to the next, pass the
  /// entry of the key's value, which is the key's entry plus one.
  @inline(__always)
  package func next(after entry: Int) -> Int {
    let token = entries[entry]
    return token.isContainer ? token.payload + 1 : entry + 1
  }

  /// Returns the entry of an element of an array, which must have so many elements.
  ///
  /// Cost: linear in the length of the array for the first element that is asked for; then constant. Without that,
  /// whoever goes through the elements by path would take a quadratic time. The first 32 elements are counted through
  /// each time, so a list without more of them takes no memory here.
  func element(_ index: Int, of array: Int) -> Int {
    guard index >= Self.longArray else {
      return (0..<index).reduce(array + 1) { entry, _ in next(after: entry) }
    }
    return elements.withLock { elements in
      if let known = elements[array] { return known[index] }
      var found: [Int] = []
      var entry = array + 1
      let end = entries[array].payload
      while entry < end {
        found.append(entry)
        entry = next(after: entry)
      }
      elements[array] = found
      return found[index]
    }
  }

  /// Returns the byte offset at which a token ends; for an array or an object, the end of its opening bracket.
  ///
  /// The brackets of blank text don't exist, so they have no length.
  @inline(__always)
  func tokenEnd(of entry: Int) -> Int {
    let token = entries[entry]
    switch token.kind {
    case .array, .object, .end: return token.offset + (isBlank ? 0 : 1)
    default: return token.offset + token.payload
    }
  }

  /// Returns the byte range of a value: of `[1, 2]` with both brackets, of a string with its quotes. It has neither the
  /// key of a member nor comments around the value.
  package func range(of entry: Int) -> Range<Int> {
    let token = entries[entry]
    return token.offset..<tokenEnd(of: token.isContainer ? token.payload : entry)
  }

  /// Returns the line and the column of a byte offset.
  ///
  /// Cost: linear in the text between the last position that was requested and this one; otherwise constant.
  ///
  /// Messages need lines and columns, but the index has only offsets, because counting lines would slow down the parsing of files without
  /// an error. So the positions of offsets 0, 256, 512, … are computed when the first position behind them is asked for, and a position is
  /// counted from the landmark before it.
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

  /// Returns the text of a string or a key, with its escapes decoded. The entry must be one of these two; that isn't
  /// checked.
  package func text(of entry: Int) -> String {
    let token = entries[entry]
    return bytes.withUnsafeBufferPointer { bytes in
      JSONString.decode(
        bytes, start: token.offset + 1, end: token.offset + token.payload - 1, hasEscapes: token.flag)
    }
  }

  /// Whether a string or a key has this content, scalar by scalar. It is compared with the bytes of the document, and
  /// only a string with escapes, such as `"\u0061"` for `a`, is decoded first.
  package func isText(_ text: String, at entry: Int) -> Bool {
    let token = entries[entry]
    guard !token.flag else { return self.text(of: entry).hasSameScalars(as: text) }
    guard token.payload - 2 == text.utf8.count else { return false }
    let start = token.offset + 1
    return bytes.withUnsafeBufferPointer { bytes in
      text.withBytes { JSONBytes.areEqual(bytes, at: start, text: $0) }
    }
  }

  /// Whether a string or a key has the same bytes as one of another document, both without escapes.
  ///
  /// `false` says only that this quick comparison doesn't find them equal: `"a"` and `"\u0061"` are the same key. The
  /// caller then compares the decoded texts.
  func hasText(at entry: Int, spelledAs other: Int, in storage: JSONStorage) -> Bool {
    let (token, otherToken) = (entries[entry], storage.entries[other])
    guard !token.flag, !otherToken.flag, token.payload == otherToken.payload else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      storage.bytes.withUnsafeBufferPointer { others in
        let text = others[otherToken.offset..<(otherToken.offset + otherToken.payload)]
        return JSONBytes.areEqual(bytes, at: token.offset, text: UnsafeBufferPointer(rebasing: text))
      }
    }
  }

  /// Returns the number of Unicode scalars of a string or a key, as `maxLength` counts them. In text without escapes, each byte that
  /// doesn't continue a UTF-8 sequence is one, so no string is created.
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

  /// Returns the entry of a member's key; `nil` if the object doesn't have it.
  ///
  /// Cost: constant. An object of up to 16 members has no table and is searched linearly. In a document with duplicate
  /// keys, that search goes on to the end, because the last of equal keys counts; in a table, the last one has replaced
  /// the others.
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

/// The index of text that differs from indexed text in a single scalar.
extension JSONStorage {
  /// Returns the storage of other text, with the same index except for one scalar; `nil` if the text differs in more
  /// than a scalar, or has no scalar there.
  ///
  /// The scalar has the same place among the other tokens, and what follows a scalar can follow any scalar. So the
  /// entries of all other tokens are the same, apart from the offsets after it, and so are the keys.
  ///
  /// For `{"a": 1, "b": 2}` and then `{"a": 10, "b": 2}`, the texts differ by a `0` that is inserted at byte 7. That is
  /// the end of the number at byte 6, so `10` is parsed alone, and all later entries move by one byte. The result is
  /// `nil`, and the text is parsed as a whole, if a key, a comment or a space has changed, or if the new text there
  /// isn't a single scalar, as in `{"a": 1, "c": 3, "b": 2}`.
  ///
  /// Cost: a comparison of the text and a copy of the index, at the speed of memory.
  func replacingScalar(by text: [UInt8]) -> JSONStorage? {
    guard !isBlank, text.count <= limits.size else { return nil }
    let difference = differingRange(to: text)
    guard let entry = scalar(around: difference) else { return nil }
    let distance = text.count - bytes.count
    let start = entries[entry].offset
    let end = start + entries[entry].payload + distance
    guard start < end, let scalar = Self.scalar(text[start..<end], limits: limits) else { return nil }
    var moved = JSONEntries(copying: entries, movedAfter: entry, by: distance)
    moved.replace(
      entry, with: JSONEntry(scalar.kind, at: start, payload: end - start, flag: scalar.flag))
    return JSONStorage(
      bytes: text, entries: moved, tables: tables, limits: limits, duplicateKeys: duplicateKeys,
      isBlank: false)
  }

  /// Returns the range of this text that other text replaces: what is left after the longest common beginning, and then the longest common
  /// end.
  ///
  /// The end may not reach into the beginning: for `11` and `111`, both share two bytes at either end, but only one of them can count
  /// twice.
  private func differingRange(to text: [UInt8]) -> Range<Int> {
    let shorter = min(bytes.count, text.count)
    return bytes.withUnsafeBufferPointer { bytes in
      text.withUnsafeBufferPointer { text in
        guard let start = bytes.baseAddress, let otherStart = text.baseAddress else { return 0..<bytes.count }
        let first = cvector_common_prefix(start, otherStart, shorter)
        let last = cvector_common_suffix(
          start + bytes.count, otherStart + text.count, shorter - first)
        return first..<(bytes.count - last)
      }
    }
  }

  /// Returns the entry of the scalar that contains a range, or at whose end the range is; `nil` if there is none.
  ///
  /// Keys don't count: another key can be a duplicate, and has another slot in the table of its object.
  private func scalar(around range: Range<Int>) -> Int? {
    let next = (0..<entries.count).sortedCount { entries[$0].offset <= range.lowerBound }
    // Another token can begin where the scalar ends.
    return (max(0, next - 2)..<next).reversed().first { entry in
      let token = entries[entry]
      return token.isScalar && range.upperBound <= token.offset + token.payload
    }
  }

  /// Returns the entry of text that is a scalar, and nothing else; otherwise `nil`.
  ///
  /// It is parsed as a document of its own, so a scalar is refused here for the same reasons as in a whole text. The
  /// strict dialect has no comments, so `1 // one` isn't taken for a number.
  private static func scalar(_ text: ArraySlice<UInt8>, limits: JSONLimits) -> JSONEntry? {
    text.withUnsafeBufferPointer { text in
      var indexer = JSONIndexer(text, dialect: .strict, limits: limits, duplicateKeys: .refused)
      do throws(JSONParseError) { try indexer.run() } catch { return nil }
      guard indexer.entries.count == 1 else { return nil }
      let entry = indexer.entries[0]
      return entry.isScalar && entry.offset == 0 && entry.payload == text.count ? entry : nil
    }
  }
}

extension JSONEntry {
  fileprivate var isScalar: Bool {
    switch kind {
    case .null, .false, .true, .number, .string: true
    case .key, .array, .object, .end: false
    }
  }
}

/// One token of a document's index, packed into eight bytes.
///
/// The index has the tokens in the order of the text, without commas and colons. A scalar is one entry with its length. An array or an
/// object is a start entry with the index of its end entry, then its content, then an end entry with the number of children. A member is
/// the entry of its key, then the entries of its value. So iterating over an object skips each value in one step, regardless of its
/// content.
///
/// The index of `{"a": [1, 20], "b": "x"}`:
///
///     entry   kind     offset   payload
///       0     object        0         8     the index of the object's end
///       1     key           1         3     the length of "a" with its quotes
///       2     array         6         5     the index of the array's end
///       3     number        7         1     the length of 1
///       4     number       10         2
///       5     end          12         2     the number of elements
///       6     key          15         3
///       7     string       20         3
///       8     end          23         2     the number of members
///
/// Whoever looks for `b` reads entry 1, compares the key, sees at entry 2 that the array ends at entry 5, and continues at entry 6.
///
/// The fixed size is what makes the index fast. The parser writes it sequentially, no value needs an object of its own, and it takes about
/// two thirds of the memory of the text.
struct JSONEntry: Sendable {
  enum Kind: UInt8 {
    case null, `false`, `true`, number, string, key, array, object, end
  }

  // Bits 0–3: kind; bit 4: flag; bits 8–35: offset; bits 36–63: payload. Offsets and payloads fit in 28 bits, because text is
  // shorter than 256 MiB, and each entry takes at least one byte of text.
  let bits: UInt64

  @inline(__always)
  init(_ kind: Kind, at offset: Int, payload: Int = 0, flag: Bool = false) {
    bits =
      UInt64(kind.rawValue) | (flag ? 0x10 : 0) | UInt64(truncatingIfNeeded: offset) << 8
      | UInt64(truncatingIfNeeded: payload) << 36
  }

  private init(bits: UInt64) {
    self.bits = bits
  }

  /// Returns the entry of a token that is moved by a number of bytes. The caller ensures that its offset is valid.
  @inline(__always)
  func moved(by distance: Int) -> JSONEntry {
    JSONEntry(bits: bits &+ UInt64(truncatingIfNeeded: distance) << 8)
  }

  @inline(__always)
  var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: bits & 0xf)) ?? .end }

  /// For a string or a key, whether it has escapes. For an object, whether its keys have a hash table.
  @inline(__always)
  var flag: Bool { bits & 0x10 != 0 }

  /// The byte offset at which the token starts.
  @inline(__always)
  var offset: Int { Int(truncatingIfNeeded: bits >> 8 & 0xfff_ffff) }

  /// For a scalar or a key, its length in bytes, including quotes. For an array or an object, the index of its end. For an end, the
  /// number of elements or members.
  @inline(__always)
  var payload: Int { Int(truncatingIfNeeded: bits >> 36) }

  @inline(__always)
  var isContainer: Bool { kind == .array || kind == .object }
}
