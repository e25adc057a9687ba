/// The parser: one pass over the text that checks it and builds its index.
///
/// There is no recursion; open arrays and objects are on an explicit stack. The parser is in one of two states:
///
/// | state | next in the text | next state |
/// |---|---|---|
/// | before a value; in an object, before its key | a scalar, or an empty array or object | after a value |
/// | | the start of another array or object | before a value, one level deeper |
/// | after a value | a comma | before a value; after a value if the comma is a trailing one |
/// | | the bracket that ends the array or object | after a value, one level higher |
///
/// An entry is added when its token is read. Only the start entry of an array or object is changed later: it gets the index of its
/// end entry when the end is read.
struct JSONIndexer: ~Copyable {
  /// An array or an object whose end hasn't been read yet.
  struct Container {
    var entry: Int
    var count = 0
    var isObject: Bool

    /// The bracket that ends it.
    @inline(__always)
    var closing: UInt8 { isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }

    /// What follows a value in it.
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

  /// Parses the root value and its content.
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
        guard outer.count < limits.depth else { throw scanner.error(.tooDeep(limit: limits.depth), at: at) }
        outer.append(container)
        let isObject = bytes[at] == UInt8(ascii: "{")
        container = Container(entry: entries.count, isObject: isObject)
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

  /// Ends the innermost container at its closing bracket.
  private mutating func close(_ container: inout Container, at offset: Int) throws(JSONParseError) {
    let end = entries.count
    entries.append(JSONEntry(.end, at: offset, payload: container.count))
    let hasTable = container.isObject ? try checkKeys(of: container, end: end) : false
    let start = entries[container.entry]
    entries.replace(
      container.entry, with: JSONEntry(start.kind, at: start.offset, payload: end, flag: hasTable))
    container = outer.removeLast()
  }

  /// Parses a key and the colon after it.
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

  /// Adds a scalar or a key, and returns its end.
  @inline(__always)
  private mutating func add(_ kind: JSONEntry.Kind, at start: Int, end: Int, flag: Bool = false) -> Int {
    entries.append(JSONEntry(kind, at: start, payload: end &- start, flag: flag))
    return end
  }
}
