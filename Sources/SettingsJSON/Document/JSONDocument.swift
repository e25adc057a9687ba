/// A JSON text with an index over it: what a settings file says, comments and layout included.
///
/// Parsing is one pass over the bytes. It builds a flat index, eight bytes a token, and no object for any
/// value; values are decoded when they are asked for.
///
/// ```swift
/// let document = try JSONDocument(parsing: bytes)
/// let period = document.node(at: ["calculation", "timePeriod"])?.integer(as: Int.self)
///
/// var edits = JSONEdits()
/// edits.set(14, at: ["calculation", "timePeriod"])
/// let edited = try document.bytes(applying: edits)      // nothing but the number differs
/// ```
public struct JSONDocument: Sendable {
  package let storage: JSONStorage

  /// Reads a text.
  ///
  /// A byte order mark is skipped. In the `jsonc` dialect a text that is blank but for comments reads as `{}`.
  ///
  /// - Throws: `JSONParseError` with the position of the first thing that is wrong.
  ///
  /// Cost: one pass, some hundreds of megabytes a second; memory for the index of about two thirds of the text's
  /// size in a settings file.
  public init(
    parsing bytes: [UInt8], dialect: JSONDialect = .jsonc, limits: JSONLimits = JSONLimits(),
    duplicateKeys: JSONDuplicateKeys = .refused
  ) throws(JSONParseError) {
    let limits = limits.clamped
    storage = try bytes.withUnsafeBufferPointer { buffer throws(JSONParseError) in
      var indexer = JSONIndexer(buffer, dialect: dialect, limits: limits, duplicateKeys: duplicateKeys)
      try indexer.run()
      return JSONStorage(
        bytes: bytes, entries: indexer.entries, tables: indexer.tables, limits: limits,
        duplicateKeys: duplicateKeys, isBlank: indexer.isBlank)
    }
  }

  /// Makes a document without text, which reads as `{}`.
  public init() {
    storage = JSONStorage(
      bytes: [], entries: [JSONEntry(.object, at: 0, payload: 1), JSONEntry(.end, at: 0)],
      tables: JSONKeyTables(), limits: JSONLimits(), duplicateKeys: .refused, isBlank: true)
  }

  /// The text as it was read.
  public var bytes: [UInt8] { storage.bytes }

  /// The whole document's value.
  public var root: JSONNode { JSONNode(storage: storage, entry: 0) }

  /// The value at a path; `nil` if there is none.
  ///
  /// Cost: one descent; a key takes constant time, an element a step for each one before it.
  public func node(at path: SettingPath) -> JSONNode? {
    var node = root
    for key in path.keys {
      let child = node.kind == .array ? Int(elementKey: key).flatMap { node[$0] } : node[key]
      guard let child else { return nil }
      node = child
    }
    return node
  }

  /// The memory of the index, in bytes.
  public var indexMemory: Int { storage.indexMemory }
}

extension Int {
  /// The index of an array's element that a path's key names: digits without zeros in front.
  init?(elementKey key: String) {
    guard key.utf8.allSatisfy({ $0 &- 0x30 < 10 }), !key.hasPrefix("0") || key == "0" else { return nil }
    self.init(key)
  }
}
