/// The parser: one pass over the text that checks it and builds its index.
///
/// There is no recursion; open arrays and objects are on an explicit stack.
struct JSONIndexer {
  /// An array or an object whose end hasn't been read yet.
  struct Container {
    var entry: Int
    var count = 0
    var isObject: Bool
  }

  let bytes: UnsafeBufferPointer<UInt8>
  let dialect: JSONDialect
  let limits: JSONLimits
  let duplicateKeys: JSONDuplicateKeys

  var at = 0
  var entries: [JSONEntry] = []
  var tables = JSONKeyTables()
  var isBlank = false
  var outer: [Container] = []

  init(
    _ bytes: UnsafeBufferPointer<UInt8>, dialect: JSONDialect, limits: JSONLimits,
    duplicateKeys: JSONDuplicateKeys
  ) {
    self.bytes = bytes
    self.dialect = dialect
    self.limits = limits
    self.duplicateKeys = duplicateKeys
  }

  /// Parses the whole text.
  mutating func run() throws(JSONParseError) {
    guard bytes.count <= limits.size else { throw error(.tooLarge(limit: limits.size), at: limits.size) }
    // A settings file has about one token for every 14 bytes.
    entries.reserveCapacity(bytes.count / 12 + 2)
    let reserved = entries.capacity
    outer.reserveCapacity(16)
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
    // The array has grown because the text is denser, and won't grow again, so release the excess. Memory that is only reserved
    // costs nothing.
    if entries.capacity > reserved { entries = entries.withUnsafeBufferPointer(Array.init) }
  }

  /// Parses the root value and its content.
  private mutating func readValues() throws(JSONParseError) {
    // The innermost open container. The root is in a container that never ends.
    var container = Container(entry: -1, isObject: false)
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
        container = Container(entry: entries.count, isObject: isObject)
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

      // After a value, there is the next value, or any number of ends.
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
    let hasTable = container.isObject ? try checkKeys(of: container, end: end) : false
    let start = entries[container.entry]
    entries[container.entry] = JSONEntry(start.kind, at: start.offset, payload: end, flag: hasTable)
    container = outer.removeLast()
  }

  /// Parses a key and the colon after it.
  @inline(__always)
  private mutating func key() throws(JSONParseError) {
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else { throw expected(.key) }
    let start = at
    let hasEscapes = try skipString()
    entries.append(JSONEntry(.key, at: start, payload: at - start, flag: hasEscapes))
    try skipTrivia()
    guard at < bytes.count, bytes[at] == UInt8(ascii: ":") else { throw expected(.colon) }
    at += 1
    try skipTrivia()
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
    // A number is never followed by a letter, a digit, a point or a sign.
    guard let end,
      end == bytes.count || bytes[end] < 0x2b || bytes[end] == 0x2c || bytes[end] == 0x2f
        || bytes[end] == 0x5d || bytes[end] == 0x7d
    else { throw error(.invalidNumber(Excerpt.word(in: bytes, at: at)), at: at) }
    at = end
  }
}

extension JSONIndexer {
  func error(_ reason: JSONParseError.Reason, at offset: Int) -> JSONParseError {
    JSONParseError(reason, in: bytes, at: offset)
  }

  func expected(_ expectation: JSONParseError.Expectation) -> JSONParseError {
    error(
      .expected(expectation, found: Excerpt.word(in: bytes, at: at, isKey: expectation == .key)), at: at)
  }
}
