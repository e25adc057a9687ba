/// The one pass over a text that checks it and builds its index.
///
/// There is no recursion: open arrays and objects stand on a stack of their own.
struct JSONIndexer {
  /// An array or an object whose end has not come yet.
  private struct Container {
    var entry: Int
    var count = 0
    /// Where the hashes of its keys start.
    var firstHash: Int
    var isObject: Bool
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private let dialect: JSONDialect
  private let limits: JSONLimits
  private let duplicateKeys: JSONDuplicateKeys
  private let seed = JSONBytes.hashSeed

  private var at = 0
  private(set) var entries: [JSONEntry] = []
  private(set) var tables = JSONKeyTables()
  private(set) var isBlank = false
  private var outer: [Container] = []
  private var hashes: [UInt32] = []

  init(
    _ bytes: UnsafeBufferPointer<UInt8>, dialect: JSONDialect, limits: JSONLimits,
    duplicateKeys: JSONDuplicateKeys
  ) {
    self.bytes = bytes
    self.dialect = dialect
    self.limits = limits
    self.duplicateKeys = duplicateKeys
  }

  /// Reads the whole text.
  mutating func run() throws(JSONParseError) {
    guard bytes.count <= limits.size else { throw error(.tooLarge(limit: limits.size), at: limits.size) }
    // A settings file has a token for every 14 bytes or so.
    entries.reserveCapacity(bytes.count / 12 + 2)
    if JSONBytes.hasByteOrderMark(bytes) { at = JSONBytes.byteOrderMark.count }
    try skipTrivia()
    if at == bytes.count, dialect == .jsonc {
      isBlank = true
      entries += [JSONEntry(.object, at: at, payload: 1), JSONEntry(.end, at: at)]
      return
    }
    try readValues()
    try skipTrivia()
    guard at == bytes.count else { throw expected(.end) }
  }

  /// Reads the root value and everything in it.
  private mutating func readValues() throws(JSONParseError) {
    // The innermost open container; the root stands in one that never ends.
    var container = Container(entry: -1, firstHash: 0, isObject: false)
    value: while true {
      guard at < bytes.count else { throw expected(.value) }
      let start = at
      switch bytes[at] {
      case UInt8(ascii: "\""):
        let hasEscapes = try skipString()
        entries.append(JSONEntry(.string, at: start, payload: at - start, flag: hasEscapes))
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        try skipNumber()
        entries.append(JSONEntry(.number, at: start, payload: at - start))
      case UInt8(ascii: "t"): try word("true", .true)
      case UInt8(ascii: "f"): try word("false", .false)
      case UInt8(ascii: "n"): try word("null", .null)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard outer.count < limits.depth else { throw error(.tooDeep(limit: limits.depth), at: at) }
        outer.append(container)
        let isObject = bytes[at] == UInt8(ascii: "{")
        container = Container(entry: entries.count, firstHash: hashes.count, isObject: isObject)
        entries.append(JSONEntry(isObject ? .object : .array, at: at))
        at += 1
        try skipTrivia()
        if at < bytes.count, bytes[at] == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          try close(&container)
        } else {
          if isObject { try key() }
          continue value
        }
      default: throw expected(.value)
      }

      // After a value: the next one, or any number of ends.
      while container.entry >= 0 {
        container.count += 1
        try skipTrivia()
        let end = container.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
        guard at < bytes.count else { throw expected(container.isObject ? .commaOrBrace : .commaOrBracket) }
        if bytes[at] == UInt8(ascii: ",") {
          let comma = at
          at += 1
          try skipTrivia()
          guard at < bytes.count, bytes[at] == end else {
            if container.isObject { try key() }
            continue value
          }
          guard dialect == .jsonc else { throw error(.trailingComma, at: comma) }
        } else if bytes[at] != end {
          throw expected(container.isObject ? .commaOrBrace : .commaOrBracket)
        }
        try close(&container)
      }
      return
    }
  }

  /// Ends the innermost container at its closing bracket.
  private mutating func close(_ container: inout Container) throws(JSONParseError) {
    let end = entries.count
    entries.append(JSONEntry(.end, at: at, payload: container.count))
    at += 1
    var hasTable = false
    if container.isObject, container.count > 1 {
      hasTable = try checkKeys(of: container, end: end)
      hashes.removeSubrange(container.firstHash...)
    } else if container.isObject {
      hashes.removeSubrange(container.firstHash...)
    }
    let start = entries[container.entry]
    entries[container.entry] = JSONEntry(start.kind, at: start.offset, payload: end, flag: hasTable)
    container = outer.removeLast()
  }

  /// Reads a key and the colon after it.
  @inline(__always)
  private mutating func key() throws(JSONParseError) {
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else { throw expected(.key) }
    let start = at
    let hasEscapes = try skipString()
    entries.append(JSONEntry(.key, at: start, payload: at - start, flag: hasEscapes))
    hashes.append(hash(start, at, hasEscapes: hasEscapes))
    try skipTrivia()
    guard at < bytes.count, bytes[at] == UInt8(ascii: ":") else { throw expected(.colon) }
    at += 1
    try skipTrivia()
  }

  @inline(__always)
  private func hash(_ start: Int, _ end: Int, hasEscapes: Bool) -> UInt32 {
    guard hasEscapes else { return JSONBytes.hash(bytes, from: start + 1, to: end - 1, seed: seed) }
    return JSONString.unescaped(bytes, start + 1, end - 1).withUnsafeBufferPointer {
      JSONBytes.hash($0, from: 0, to: $0.count, seed: seed)
    }
  }

  private mutating func word(_ word: StaticString, _ kind: JSONEntry.Kind) throws(JSONParseError) {
    let length = word.utf8CodeUnitCount
    guard at + length <= bytes.count else { throw expected(.value) }
    for place in 0..<length where bytes[at + place] != word.utf8Start[place] { throw expected(.value) }
    entries.append(JSONEntry(kind, at: at, payload: length))
    at += length
  }

  @inline(__always)
  private mutating func skipNumber() throws(JSONParseError) {
    let end = JSONGrammar.endOfNumber(in: bytes, from: at)
    // What follows a number is never a letter, a digit, a point or a sign.
    guard let end,
      end == bytes.count || bytes[end] < 0x2b || bytes[end] == 0x2c || bytes[end] == 0x2f
        || bytes[end] == 0x5d || bytes[end] == 0x7d
    else { throw error(.invalidNumber(Excerpt.word(in: bytes, at: at)), at: at) }
    at = end
  }
}

// MARK: - White space and comments

extension JSONIndexer {
  @inline(__always)
  private mutating func skipTrivia() throws(JSONParseError) {
    if at < bytes.count, bytes[at] > 0x20, bytes[at] != UInt8(ascii: "/") { return }
    try skipTriviaSlowly()
  }

  private mutating func skipTriviaSlowly() throws(JSONParseError) {
    while at < bytes.count {
      switch bytes[at] {
      case 0x20:
        at += 1
        while at + 8 <= bytes.count {
          let count = JSONBytes.spaceCount(JSONBytes.word(bytes, at: at))
          at += count
          if count < 8 { break }
        }
      case 0x0a, 0x0d, 0x09: at += 1
      case UInt8(ascii: "/"):
        guard try skipComment() else { return }
      default: return
      }
    }
  }

  /// Moves behind a comment, or stays at a slash that starts none and says so.
  private mutating func skipComment() throws(JSONParseError) -> Bool {
    let start = at
    let second = at + 1 < bytes.count ? bytes[at + 1] : 0
    guard second == UInt8(ascii: "/") || second == UInt8(ascii: "*") else { return false }
    guard dialect == .jsonc else { throw error(.comment, at: at) }
    at += 2
    while at < bytes.count {
      let byte = bytes[at]
      if byte >= 0x80 {
        try skipSequence()
        continue
      }
      if second == UInt8(ascii: "/") {
        if byte == 0x0a || byte == 0x0d { return true }
      } else if byte == UInt8(ascii: "*"), at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "/") {
        at += 2
        return true
      }
      at += 1
    }
    if second == UInt8(ascii: "*") { throw error(.unterminatedComment, at: start) }
    return true
  }
}

// MARK: - Strings

extension JSONIndexer {
  /// Moves behind the closing quote and says whether there were escapes.
  @inline(__always)
  private mutating func skipString() throws(JSONParseError) -> Bool {
    let start = at
    var hasEscapes = false
    at += 1
    while true {
      while at + 8 <= bytes.count {
        let count = JSONBytes.plainCount(JSONBytes.word(bytes, at: at))
        at += count
        if count < 8 { break }
      }
      guard at < bytes.count else { throw error(.unterminatedString, at: start) }
      switch bytes[at] {
      case UInt8(ascii: "\""):
        at += 1
        return hasEscapes
      case UInt8(ascii: "\\"):
        hasEscapes = true
        try skipEscape()
      case 0x80...: try skipSequence()
      case ..<0x20:
        guard bytes[at] != 0x0a, bytes[at] != 0x0d else { throw error(.unterminatedString, at: start) }
        let code = String(bytes[at], radix: 16, uppercase: true)
        throw error(
          .controlCharacter("U+" + String(repeating: "0", count: 4 - code.utf8.count) + code), at: at)
      default: at += 1
      }
    }
  }

  /// Moves over the UTF-8 sequences of one or more characters beyond ASCII.
  private mutating func skipSequence() throws(JSONParseError) {
    while at < bytes.count, bytes[at] >= 0x80 {
      guard let length = JSONGrammar.lengthOfSequence(in: bytes, from: at) else {
        let code = String(bytes[at], radix: 16, uppercase: true)
        throw error(.invalidUTF8("byte 0x\(code)"), at: at)
      }
      at += length
    }
  }

  private mutating func skipEscape() throws(JSONParseError) {
    let start = at
    guard at + 1 < bytes.count else {
      at += 1
      return
    }
    switch bytes[at + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      at += 2
    case UInt8(ascii: "u"):
      guard let code = JSONString.hexadecimal(bytes, at + 2) else {
        throw invalidEscape(at: start, length: 6)
      }
      at += 6
      guard code & 0xf800 == 0xd800 else { return }
      guard code & 0xfc00 == 0xd800, at + 1 < bytes.count, bytes[at] == UInt8(ascii: "\\"),
        bytes[at + 1] == UInt8(ascii: "u"), let low = JSONString.hexadecimal(bytes, at + 2),
        low & 0xfc00 == 0xdc00
      else { throw error(.loneSurrogate(excerpt(from: start, length: 6)), at: start) }
      at += 6
    default: throw invalidEscape(at: start, length: 2)
    }
  }

  private func invalidEscape(at start: Int, length: Int) -> JSONParseError {
    error(.invalidEscape(excerpt(from: start, length: length)), at: start)
  }

  private func excerpt(from start: Int, length: Int) -> String {
    let rest = bytes[start..<min(start + length + 3, bytes.count)]
    let text = String(decoding: rest, as: UTF8.self).unicodeScalars
    let word = text.prefix(length).prefix { $0 != "\"" || length == 2 }
    return Excerpt.quoted(String(String.UnicodeScalarView(word)))
  }
}

// MARK: - Keys that come twice

extension JSONIndexer {
  /// Refuses duplicate keys, and makes a table for a large object; says whether it did.
  private mutating func checkKeys(of object: Container, end: Int) throws(JSONParseError) -> Bool {
    if object.count > JSONKeyTables.fewMembers {
      try addTable(for: object, end: end)
      return true
    }
    guard duplicateKeys == .refused else { return false }
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

  /// The next key's entry, all values between being complete.
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

// MARK: - Errors

extension JSONIndexer {
  private func error(_ reason: JSONParseError.Reason, at offset: Int) -> JSONParseError {
    JSONParseError(reason, in: bytes, at: offset)
  }

  private func expected(_ expectation: JSONParseError.Expectation) -> JSONParseError {
    error(.expected(expectation, found: Excerpt.word(in: bytes, at: at)), at: at)
  }
}
