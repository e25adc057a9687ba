/// The members of the schema of a setting or a section, classified without decoding them.
///
/// One instance is reused for all schemas of a document, so that a schema allocates no memory.
struct SchemaParts {
  private let storage: JSONStorage
  private var entries: (title: Int?, help: Int?, defaultValue: Int?, properties: Int?) = (nil, nil, nil, nil)
  /// The entries of all members.
  private var members = 0..<0
  /// The text of all members except the title, the help, the default and the properties.
  private(set) var spelling: [UInt8] = []

  init(of document: JSONDocument) {
    storage = document.storage
  }

  var title: JSONNode? { node(entries.title) }
  var help: JSONNode? { node(entries.help) }
  var defaultValue: JSONNode? { node(entries.defaultValue) }
  var properties: JSONNode? { node(entries.properties) }

  /// The members of ``spelling``, decoded.
  var rest: JSONObject {
    var rest: [JSONObject.Member] = []
    var key = members.lowerBound
    while key < members.upperBound {
      let text = storage.text(of: key)
      if Keyword(rawValue: text) == nil {
        rest.append(JSONObject.Member(key: text, value: JSONNode(storage: storage, entry: key + 1).value))
      }
      key = storage.next(after: key + 1)
    }
    return JSONObject(distinct: rest)
  }

  /// Reads the members of a schema; returns `false` for a node that isn't an object.
  mutating func read(_ node: JSONNode) -> Bool {
    guard node.kind == .object else { return false }
    entries = (nil, nil, nil, nil)
    members = node.children
    spelling.removeAll(keepingCapacity: true)
    storage.entries.withUnsafeBufferPointer { entries in
      storage.bytes.withUnsafeBufferPointer { bytes in read(entries, bytes) }
    }
    return true
  }

  private mutating func read(
    _ entries: UnsafeBufferPointer<JSONEntry>, _ bytes: UnsafeBufferPointer<UInt8>
  ) {
    var key = members.lowerBound
    let end = members.upperBound
    while key < end {
      let token = entries[key]
      let value = entries[key + 1]
      let last = value.isContainer ? entries[value.payload] : value
      let keyword =
        token.flag
        ? Keyword(rawValue: storage.text(of: key)) : Keyword(bytes, at: token.offset, token.payload)
      switch keyword {
      case .title: self.entries.title = key + 1
      case .description: self.entries.help = key + 1
      case .default: self.entries.defaultValue = key + 1
      case .properties: self.entries.properties = key + 1
      case nil:
        let textEnd = value.isContainer ? last.offset + 1 : last.offset + last.payload
        spelling.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[token.offset..<textEnd]))
      }
      key = value.isContainer ? value.payload + 1 : key + 2
    }
  }

  private func node(_ entry: Int?) -> JSONNode? { entry.map { JSONNode(storage: storage, entry: $0) } }

  /// The keywords that don't affect the shape of a setting or a section.
  private enum Keyword: String {
    case title, description, `default`, properties

    /// Finds the keyword of a key without escapes; returns `nil` for any other key.
    ///
    /// - Parameter length: The key's length, including quotes, which rules out most keys.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, _ length: Int) {
      switch length {
      case 7 where bytes.has("title", at: offset + 1): self = .title
      case 9 where bytes.has("default", at: offset + 1): self = .default
      case 12 where bytes.has("properties", at: offset + 1): self = .properties
      case 13 where bytes.has("description", at: offset + 1): self = .description
      default: return nil
      }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes at an offset are those of a text. The caller ensures that there are as many bytes.
  @inline(__always)
  fileprivate func has(_ text: StaticString, at offset: Int) -> Bool {
    JSONBytes.areEqual(
      self, at: offset, UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
