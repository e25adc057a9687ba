/// The members of a setting's schema, classified without decoding them.
///
/// One instance is reused for all schemas of a document, so that a schema allocates no memory.
struct SchemaParts {
  private let storage: JSONStorage
  private var entries: (title: Int?, help: Int?, defaultValue: Int?) = (nil, nil, nil)
  private var others: [Int] = []
  private(set) var hasProperties = false
  /// The text of all members except the title, the help and the default.
  private(set) var spelling: [UInt8] = []

  init(of document: JSONDocument) {
    storage = document.storage
  }

  var title: JSONNode? { node(entries.title) }
  var help: JSONNode? { node(entries.help) }
  var defaultValue: JSONNode? { node(entries.defaultValue) }

  /// The members of ``spelling``, decoded.
  var rest: JSONObject {
    JSONObject(
      distinct: others.map { key in
        JSONObject.Member(key: storage.text(of: key), value: JSONNode(storage: storage, entry: key + 1).value)
      })
  }

  /// Reads the members of a schema; returns `false` for a node that isn't an object.
  mutating func read(_ node: JSONNode) -> Bool {
    guard node.kind == .object else { return false }
    entries = (nil, nil, nil)
    hasProperties = false
    spelling.removeAll(keepingCapacity: true)
    others.removeAll(keepingCapacity: true)
    let end = storage.entries[node.entry].payload
    var key = node.entry + 1
    while key < end {
      switch Keyword(storage, at: key) {
      case .title: entries.title = key + 1
      case .description: entries.help = key + 1
      case .default: entries.defaultValue = key + 1
      case .properties: hasProperties = true
      case nil:
        others.append(key)
        spelling += storage.bytes[storage.entries[key].offset..<storage.range(of: key + 1).upperBound]
      }
      key = storage.next(after: key + 1)
    }
    return true
  }

  private func node(_ entry: Int?) -> JSONNode? { entry.map { JSONNode(storage: storage, entry: $0) } }

  /// The keywords that don't affect a setting's shape, and the keyword that makes a section.
  private enum Keyword: String {
    case title, description, `default`, properties

    /// Finds the keyword of a key; returns `nil` for any other key.
    init?(_ storage: JSONStorage, at key: Int) {
      let token = storage.entries[key]
      guard !token.flag else {
        self.init(rawValue: storage.text(of: key))
        return
      }
      // The length, including quotes, rules out most keys.
      let keyword: Keyword
      switch token.payload {
      case 7: keyword = .title
      case 9: keyword = .default
      case 12: keyword = .properties
      case 13: keyword = .description
      default: return nil
      }
      guard storage.isText(keyword.rawValue, at: key) else { return nil }
      self = keyword
    }
  }
}
