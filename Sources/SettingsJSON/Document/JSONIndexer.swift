/// The parser: one pass over the text that checks it and builds its index.
///
/// There is no recursion, because a text of a million brackets would overflow the stack of the thread. Open arrays and
/// objects are on an explicit stack instead. The parser is in one of two states:
///
/// | state | next in the text | next state |
/// |---|---|---|
/// | before a value; in an object, before its key | a scalar, or an empty array or object | after a value |
/// | | the start of another array or object | before a value, one level deeper |
/// | after a value | a comma | before a value; after a value if the comma is a trailing one |
/// | | the bracket that ends the array or object | after a value, one level higher |
///
/// The labeled loop in `readValues(from:)` is the first state, and the loop inside it is the second.
///
/// An entry is added when its token is read. Only the start entry of an array or object is changed later: it gets the
/// index of its end entry when the end is read. So the index is complete after the pass, and no value is visited twice,
/// except that the keys of an object are read once more at its end to look for duplicates.
///
/// An error ends the pass at once. There is no recovery and no list of errors, because the first one is the one to
/// correct: behind a missing quote, everything else is misread. Nothing of the index is used then.
///
/// In `{"a": [1]}`, the entries are added in the order object, key, array, number, end, end. When the parser reads `]`,
/// the entry of the array, which is number 2, gets the payload 4; when it reads `}`, entry 0 gets the payload 5.
///
/// Cost: linear in the text, whatever it contains. Memory: eight bytes for each token, and one `Container` for each
/// level that is open.
struct JSONIndexer: ~Copyable {
  /// An array or an object whose end hasn't been read yet: its start entry, and the number of children so far.
  struct Container {
    var entry: Int
    var count = 0
    var isObject: Bool

    @inline(__always)
    var closing: UInt8 { isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }

    var expectation: JSONParseError.Expectation { isObject ? .commaOrBrace : .commaOrBracket }
  }

  let scanner: JSONScanner
  private let limits: JSONLimits
  let duplicateKeys: JSONDuplicateKeys

  var bytes: UnsafeBufferPointer<UInt8> { scanner.bytes }
  var entries: JSONEntries
  var tables = JSONKeyTables()
  private(set) var isBlank = false
  private var outer: [Container] = []

  init(
    _ bytes: UnsafeBufferPointer<UInt8>, dialect: JSONDialect, limits: JSONLimits,
    duplicateKeys: JSONDuplicateKeys
  ) {
    scanner = JSONScanner(bytes: bytes, dialect: dialect)
    self.limits = limits
    self.duplicateKeys = duplicateKeys
    // A settings file has about one token for every 14 bytes.
    entries = JSONEntries(capacity: min(bytes.count, limits.size) / 12 + 2)
  }

  /// Parses the whole text.
  ///
  /// White space, comments and one byte order mark can surround the value. Blank text gets the two entries of an object
  /// that the text doesn't have (see `JSONStorage.isBlank`); in the strict dialect, it is an error, as RFC 8259
  /// requires a value.
  ///
  /// The size is checked before anything is read, because every offset has to fit in the 28 bits of an entry. The error
  /// is then at the first byte over the limit.
  mutating func run() throws(JSONParseError) {
    guard bytes.count <= limits.size else {
      throw scanner.error(.tooLarge(limit: limits.size), at: limits.size)
    }
    let reserved = entries.capacity
    outer.reserveCapacity(16)
    let start = try scanner.endOfTrivia(
      from: JSONBytes.hasByteOrderMark(bytes) ? JSONBytes.byteOrderMark.count : 0)
    if start == bytes.count, scanner.dialect == .jsonc {
      isBlank = true
      entries.append(JSONEntry(.object, at: start, payload: 1))
      entries.append(JSONEntry(.end, at: start))
      return
    }
    let end = try scanner.endOfTrivia(from: try readValues(from: start))
    guard end == bytes.count else { throw scanner.expected(.end, at: end) }
    // The memory has grown because the text is denser, and won't grow again, so release the excess. Memory that is only reserved
    // costs nothing.
    if entries.capacity > reserved { entries.resize(entries.count) }
  }

  /// Parses the root value and its content, and returns the offset after it. What follows the root is checked by the
  /// caller.
  private mutating func readValues(from start: Int) throws(JSONParseError) -> Int {
    let scanner = scanner
    let bytes = bytes
    // The innermost open container. The root is in a container that never ends.
    var container = Container(entry: -1, isObject: false)
    var at = start
    value: while true {
      if container.isObject { at = try addKey(at: at) }
      guard at < bytes.count else { throw scanner.expected(.value, at: at) }
      switch bytes[at] {
      case UInt8(ascii: "\""): at = try addString(.string, at: at)
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        at = add(.number, at: at, end: try scanner.endOfNumber(from: at))
      case UInt8(ascii: "t"): at = add(.true, at: at, end: try scanner.end(of: "true", from: at))
      case UInt8(ascii: "f"): at = add(.false, at: at, end: try scanner.end(of: "false", from: at))
      case UInt8(ascii: "n"): at = add(.null, at: at, end: try scanner.end(of: "null", from: at))
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        // The depth counts the containers around this one, so `[[1]]` has two levels.
        guard outer.count < limits.depth else { throw scanner.error(.tooDeep(limit: limits.depth), at: at) }
        outer.append(container)
        let isObject = bytes[at] == UInt8(ascii: "{")
        container = Container(entry: entries.count, isObject: isObject)
        // The payload, which is the index of the end entry, isn't known yet.
        entries.append(JSONEntry(isObject ? .object : .array, at: at))
        at = try scanner.endOfTrivia(from: at &+ 1)
        guard at < bytes.count, bytes[at] == container.closing else { continue value }
        try close(&container, at: at)
        at &+= 1
      default: throw scanner.expected(.value, at: at)
      }

      // After a value, there is the next value, or any number of ends.
      while container.entry >= 0 {
        container.count &+= 1
        at = try scanner.endOfTrivia(from: at)
        guard at < bytes.count else { throw scanner.expected(container.expectation, at: at) }
        if bytes[at] == UInt8(ascii: ",") {
          // A comma is a trailing one if the closing bracket follows. In `[,1]` there is no value before it, so the
          // first state has refused it.
          let comma = at
          at = try scanner.endOfTrivia(from: at &+ 1)
          guard at < bytes.count, bytes[at] == container.closing else { continue value }
          guard scanner.dialect == .jsonc else { throw scanner.error(.trailingComma, at: comma) }
        } else if bytes[at] != container.closing {
          throw scanner.expected(container.expectation, at: at)
        }
        try close(&container, at: at)
        at &+= 1
      }
      return at
    }
  }

  /// Ends the innermost container at its closing bracket: adds the end entry, checks the keys, and enters the index of
  /// the end in the start entry. The container around it becomes the innermost again.
  private mutating func close(_ container: inout Container, at offset: Int) throws(JSONParseError) {
    let end = entries.count
    entries.append(JSONEntry(.end, at: offset, payload: container.count))
    let hasTable = container.isObject ? try checkKeys(of: container, end: end) : false
    let start = entries[container.entry]
    entries.replace(
      container.entry, with: JSONEntry(start.kind, at: start.offset, payload: end, flag: hasTable))
    container = outer.removeLast()
  }

  /// Parses a key and the colon after it, and returns the offset of the value.
  @inline(__always)
  private mutating func addKey(at start: Int) throws(JSONParseError) -> Int {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else {
      throw scanner.expected(.key, at: start)
    }
    let colon = try scanner.endOfTrivia(from: try addString(.key, at: start))
    guard colon < bytes.count, bytes[colon] == UInt8(ascii: ":") else {
      throw scanner.expected(.colon, at: colon)
    }
    // Nearly all programs and people write one space here. Two comparisons take less time than one of a vector.
    let space = colon &+ 1
    let value = colon &+ 2
    if value < bytes.count, bytes[space] == 0x20, bytes[value] > 0x20, bytes[value] != UInt8(ascii: "/") {
      return value
    }
    return try scanner.endOfTrivia(from: space)
  }

  @inline(__always)
  private mutating func addString(_ kind: JSONEntry.Kind, at start: Int) throws(JSONParseError) -> Int {
    let string = try scanner.endOfString(from: start)
    return add(kind, at: start, end: string.end, flag: string.hasEscapes)
  }

  @inline(__always)
  private mutating func add(_ kind: JSONEntry.Kind, at start: Int, end: Int, flag: Bool = false) -> Int {
    entries.append(JSONEntry(kind, at: start, payload: end &- start, flag: flag))
    return end
  }
}

/// Duplicate keys.
extension JSONIndexer {
  /// Refuses duplicate keys and creates a table for a large object; returns whether it created one.
  ///
  /// - Throws: `JSONParseError` with the reason `duplicateKey`, at the second key, with the position of the first one.
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

  /// Returns the entries of the first key of a small object that equals an earlier key, and of that earlier key.
  ///
  /// Nearly all objects are small and have no duplicates, so this runs for most of the text and has to be cheap. It
  /// compares numbers first: the fingerprint of a key differs for most keys. It even skips that comparison unless a bit
  /// in a set of 64 says that an earlier key can have the same fingerprint. Only equal fingerprints lead to a
  /// comparison of the texts, which decides.
  ///
  /// For `host`, `port`, `host`: the bit of the third fingerprint is set, it equals the first one, and the texts are
  /// equal, so the result is the entries of the third and the first key. Keys with escapes are decoded before, because
  /// `"\u0061"` and `"a"` are the same key.
  private func duplicate(in object: Container, end: Int) -> (key: Int, first: Int)? {
    withUnsafeTemporaryAllocation(
      of: (fingerprint: UInt64, entry: Int).self, capacity: JSONKeyTables.fewMembers
    ) { keys in
      var count = 0
      // One bit for each fingerprint, by its highest bits after a multiplication that spreads it (Fibonacci hashing). Most keys have a bit
      // of their own, so they aren't compared with the earlier keys.
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

  /// Adds the table of a large object, and refuses a key that is in it already.
  ///
  /// If duplicates are allowed, the later key takes the slot of the earlier one: a lookup finds the value that counts.
  ///
  /// Cost: linear in the number of members, also if somebody has chosen the keys, because nobody outside the process
  /// knows the seed of the hash.
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
    return JSONString.unescaped(bytes, start: start, end: end).withUnsafeBufferPointer {
      body($0, 0, $0.count)
    }
  }

  /// Returns the entry of the next key. The value in between must be complete, since the entry of an open container has
  /// no end yet.
  @inline(__always)
  private func entryAfterMember(_ key: Int) -> Int {
    let value = entries[key + 1]
    return value.isContainer ? value.payload + 1 : key + 2
  }

  /// Returns the error for a key that comes again, at its later place. The key is shortened in the message, and its
  /// invisible characters are escaped.
  private func duplicate(_ entry: Int, of first: Int) -> JSONParseError {
    let token = entries[entry]
    let key = JSONString.decode(
      bytes, start: token.offset + 1, end: token.offset + token.payload - 1, hasEscapes: token.flag)
    var position = SourcePosition.start
    position.advance(over: bytes, from: 0, to: entries[first].offset)
    return scanner.error(.duplicateKey(Excerpt.quoted(key), first: position), at: token.offset)
  }
}

/// Compares keys in place: neither key becomes a string unless it has escapes, and bytes are equal exactly if their
/// scalars are, which is how JSON compares keys.
enum JSONKeyReader {
  @inline(__always)
  static func key(
    at entry: Int, equals key: UnsafeBufferPointer<UInt8>, in entries: borrowing JSONEntries,
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let token = entries[entry]
    if token.flag {
      let text = JSONString.decode(
        bytes, start: token.offset + 1, end: token.offset + token.payload - 1, hasEscapes: true)
      return text.utf8.elementsEqual(key)
    }
    guard token.payload - 2 == key.count else { return false }
    return JSONBytes.areEqual(bytes, at: token.offset + 1, text: key)
  }

  /// Whether the keys of two entries are equal.
  static func key(
    at entry: Int, equalsKeyAt other: Int, in entries: borrowing JSONEntries,
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let token = entries[other]
    let (start, end) = (token.offset + 1, token.offset + token.payload - 1)
    guard token.flag else {
      return key(at: entry, equals: UnsafeBufferPointer(rebasing: bytes[start..<end]), in: entries, bytes)
    }
    let text = JSONString.unescaped(bytes, start: start, end: end)
    return text.span.withUnsafeBufferPointer { key(at: entry, equals: $0, in: entries, bytes) }
  }
}
