/// The `Decoder` that a value sees: a node of the file over one of the defaults.
struct NodeDecoder: Decoder {
  let node: JSONNode?
  let fallback: JSONNode?
  let codingPath: [any CodingKey]
  // `Codable` asks for this type.
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The node that counts.
  private var effective: JSONNode? { node ?? fallback }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    if let node, node.kind != .object {
      throw mismatch([String: JSONValue].self, expected: "a section in braces")
    }
    return KeyedDecodingContainer(KeyedNodes(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let effective, effective.kind == .array else {
      throw mismatch([JSONValue].self, expected: "a list in brackets")
    }
    return UnkeyedNodes(elements: Array(effective.elements), codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    SingleNode(decoder: self)
  }

  var isNull: Bool { effective.map { $0.kind == .null } ?? true }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let leaf = type as? any JSONLeaf.Type {
      guard let effective else { throw missing(type) }
      guard let value = leaf.init(effective) as? Value else {
        throw mismatch(type, expected: leaf.expected, as: leaf.kind)
      }
      return value
    }
    if fallback?.kind != .object, let group = type as? any SettingsGroup.Type {
      let defaults = try SettingsEncoder().encode(group.init())
      let document = try JSONDocument(parsing: Array(defaults.description.utf8))
      return try type.init(from: NodeDecoder(node: node, fallback: document.root, codingPath: codingPath))
    }
    return try type.init(from: self)
  }

  /// A decoder of the member of a key.
  func member(_ key: any CodingKey) -> NodeDecoder {
    NodeDecoder(
      node: node?[key.stringValue], fallback: fallback?[key.stringValue], codingPath: codingPath + [key])
  }

  /// The keys that a person or a default gave.
  var keys: [String] { effective?.members.map(\.key) ?? [] }

  func contains(_ key: String) -> Bool {
    node?[key] != nil || fallback?[key] != nil
  }

  private func missing(_ type: Any.Type) -> DecodingError {
    .valueNotFound(
      type,
      DecodingError.Context(codingPath: codingPath, debugDescription: "has neither a value nor a default."))
  }

  private func mismatch(
    _ type: Any.Type, expected: String, as kind: JSONNode.Kind? = nil
  ) -> DecodingError {
    let found = effective?.kind
    let reason = found == kind ? "this \(found.words) is none" : "it is \(found.article)\(found.words)"
    return .typeMismatch(
      type,
      DecodingError.Context(codingPath: codingPath, debugDescription: "should be \(expected), but \(reason).")
    )
  }
}

extension JSONNode.Kind? {
  /// What a person sees there.
  fileprivate var words: String {
    switch self {
    case .null?: "null"
    case .bool?: "true or false"
    case .number?: "number"
    case .string?: "text"
    case .array?: "list"
    case .object?: "section"
    case nil: "nothing"
    }
  }

  fileprivate var article: String {
    switch self {
    case .null?, .bool?, nil: ""
    case .number?, .string?, .array?, .object?: "a "
    }
  }
}
