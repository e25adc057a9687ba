/// A parsed JSON document, including its comments and layout.
///
/// Parsing is one pass over the bytes. It builds a flat index of eight bytes per token, without an object for any value. Values
/// are decoded when they are requested.
///
/// ```swift
/// let document = try JSONDocument(parsing: bytes)
/// let period = document.node(at: ["calculation", "timePeriod"])?.integer(as: Int.self)
///
/// var edits = JSONEdits()
/// edits.set(14, at: ["calculation", "timePeriod"])
/// let edited = try document.bytes(applying: edits)      // nothing but the number differs
/// ```
package struct JSONDocument: Sendable {
  /// The text and the index. Code that walks whole documents, such as the check of a form, works with its entries;
  /// everything else uses ``root``.
  package let storage: JSONStorage

  /// Parses the text of a document.
  ///
  /// A byte order mark is skipped. In the `jsonc` dialect, text that has only white space and comments is read as `{}`.
  ///
  /// - Throws: `JSONParseError` with the position of the first error.
  ///
  /// Cost: one pass, at one to two gigabytes per second. The index of a settings file takes about two thirds of the
  /// memory of the text.
  package init(
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

  /// Parses text in the `jsonc` dialect, with the limits of another document.
  ///
  /// Most new versions of a file differ from the last version in one number or one string: a person has changed a
  /// setting, or an apply has written it. If that is so, the index is derived from the other document's instead of
  /// parsed, which takes a fraction of the time (see `JSONStorage.replacingScalar(by:)`). The result is the same either
  /// way; tests compare the two indexes entry by entry.
  ///
  /// - Throws: `JSONParseError` with the position of the first error.
  package init(parsing bytes: [UInt8], insteadOf other: JSONDocument) throws(JSONParseError) {
    if let storage = other.storage.replacingScalar(by: bytes) {
      self.init(storage)
    } else {
      try self.init(
        parsing: bytes, limits: other.storage.limits, duplicateKeys: other.storage.duplicateKeys)
    }
  }

  /// Parses stored text in the `jsonc` dialect, in which an object can have a key twice: the last one counts, and
  /// ``duplicateKeys`` has their positions.
  ///
  /// New text with a key twice is refused, because one of the values would be lost without notice. Stored text is
  /// somebody's file, and a store that refused to open it would leave the app without any settings; so it is read as
  /// most parsers read it, and the store reports each key. Only text with such a key is parsed twice, since the index
  /// without duplicates is the faster one.
  ///
  /// - Parameter other: A document from whose index this one's can be derived. It isn't used if it has duplicate keys
  ///   itself, because the new text would then be read as if it had some, too.
  /// - Throws: `JSONParseError` with the position of the first other error.
  package init(parsingStored bytes: [UInt8], insteadOf other: JSONDocument? = nil) throws(JSONParseError) {
    do throws(JSONParseError) {
      if let other, other.storage.duplicateKeys == .refused {
        try self.init(parsing: bytes, insteadOf: other)
      } else {
        try self.init(parsing: bytes)
      }
    } catch {
      guard case .duplicateKey = error.reason else { throw error }
      try self.init(parsing: bytes, duplicateKeys: .lastWins)
    }
  }

  private init(_ storage: JSONStorage) {
    self.storage = storage
  }

  /// Creates a document without text, which is read as `{}`: the content of a store whose file doesn't exist. Its bytes
  /// are empty, and the first edit writes the whole object.
  package init() {
    var entries = JSONEntries(capacity: 2)
    entries.append(JSONEntry(.object, at: 0, payload: 1))
    entries.append(JSONEntry(.end, at: 0))
    storage = JSONStorage(
      bytes: [], entries: entries, tables: JSONKeyTables(), limits: JSONLimits(), duplicateKeys: .refused,
      isBlank: true)
  }

  /// The parsed text, byte for byte, with a byte order mark if it has one.
  package var bytes: [UInt8] { storage.bytes }

  package var root: JSONNode { JSONNode(storage: storage, entry: 0) }

  /// The memory that the index uses, in bytes, without the text: eight for each token, and four for each slot of a
  /// table of keys. Benchmarks report it.
  package var indexMemory: Int { storage.indexMemory }
}

extension JSONDocument {
  /// Returns the value at a path; `nil` if the path leads nowhere.
  ///
  /// In an array, a key of digits is the index of an element: `servers.0.port`. In an object, the same key is the name
  /// of a member. A path that goes on below a scalar leads nowhere, as does one that leads to a missing member.
  ///
  /// Cost: constant for each key; for an element of a list that wasn't asked for an element before, linear in its
  /// length.
  package func node(at path: SettingPath) -> JSONNode? {
    var node = root
    for key in path.keys {
      let child = node.kind == .array ? SettingPath.elementIndex(key).flatMap { node[$0] } : node[key]
      guard let child else { return nil }
      node = child
    }
    return node
  }
}

extension JSONDocument {
  /// A key that an object has more than once.
  ///
  /// A person sees two values in the file, of which only the last one counts. The problem names both places: `port` is
  /// at 3:5 and at 9:5.
  package struct DuplicateKey: Hashable, Sendable {
    package let path: SettingPath
    package let first: SourcePosition
    /// The position of the last key, whose value counts.
    package let last: SourcePosition
  }

  /// The keys that objects have more than once, in the order of their last members; inside values that don't count, none.
  ///
  /// Cost: constant for a document without such keys, otherwise quadratic in the number of members of an object at worst.
  package var duplicateKeys: [DuplicateKey] {
    guard storage.duplicateKeys == .lastWins else { return [] }
    var found: [DuplicateKey] = []
    root.addDuplicateKeys(at: .root, to: &found)
    return found
  }
}

extension JSONNode {
  /// Adds the keys that objects in this value have more than once.
  ///
  /// Only the members that count are looked into: what is inside an earlier value of the same key has no effect, so its
  /// duplicates concern nobody. If a key comes three times, there is one entry for it, with the positions of the first
  /// and the last.
  fileprivate func addDuplicateKeys(at path: SettingPath, to found: inout [JSONDocument.DuplicateKey]) {
    for (index, element) in elements.enumerated() where kind == .array {
      element.addDuplicateKeys(at: path.appending(index), to: &found)
    }
    guard kind == .object else { return }
    var firsts: [ExactText: JSONNode] = [:]
    for (key, value) in allMembers where firsts[ExactText(key)] == nil { firsts[ExactText(key)] = value }
    for (key, value) in members {
      let path = path.appending(key)
      if let first = firsts[ExactText(key)], first.entry != value.entry, let position = first.keyPosition,
        let last = value.keyPosition
      {
        found.append(JSONDocument.DuplicateKey(path: path, first: position, last: last))
      }
      value.addDuplicateKeys(at: path, to: &found)
    }
  }
}

extension JSONValue {
  /// Parses JSON (RFC 8259).
  ///
  /// - Throws: `JSONParseError` with the position of the error.
  public init(parsing text: String) throws(JSONParseError) {
    try self.init(parsing: text, dialect: .strict)
  }

  /// Parses JSON. A blank string is an error in the strict dialect, and is read as `{}` in the `jsonc` dialect.
  package init(parsing text: String, dialect: JSONDialect) throws(JSONParseError) {
    self = try JSONDocument(parsing: Array(text.utf8), dialect: dialect).root.value
  }
}

extension JSONObject {
  /// Parses an object in strict JSON; returns `nil` for anything else, errors included.
  ///
  /// It is for data that programs of this package have written themselves: records of the log, lines of a storage
  /// helper, values in etcd. Bytes that aren't UTF-8 are replaced before the text is parsed.
  package init?(parsing bytes: some Collection<UInt8>) {
    guard let object = (try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self)))?.object else {
      return nil
    }
    self = object
  }
}
