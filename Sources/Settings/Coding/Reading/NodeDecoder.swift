/// The `Decoder` that values decode from: a node of the file that overlays a node of the defaults.
///
/// It is a class so that passing it as `any Decoder` copies a reference, and so that it can keep the position of the last
/// member: most types decode members in the order of the file.
final class NodeDecoder: Decoder {
  let node: JSONNode?
  let fallback: JSONNode?
  private let parent: NodeDecoder?
  private let key: (any CodingKey)?
  private let defaults: GroupDefaults
  private var members: MemberCursor?
  private var fallbackMembers: MemberCursor?

  /// Creates the decoder of a whole document.
  init(node: JSONNode?, fallback: JSONNode?) {
    (self.node, self.fallback, parent, key) = (node, fallback, nil, nil)
    defaults = GroupDefaults()
    (members, fallbackMembers) = (node.flatMap(MemberCursor.init), fallback.flatMap(MemberCursor.init))
  }

  /// Creates the decoder of a document that is expected to have all keys, so that it needs no defaults.
  init(complete node: JSONNode) {
    (self.node, fallback, parent, key) = (node, nil, nil, nil)
    defaults = GroupDefaults(areUnneeded: true)
    (members, fallbackMembers) = (MemberCursor(node), nil)
  }

  /// Whether a key was missing in a document that was expected to have all keys.
  var hasMissedKeys: Bool { defaults.haveBeenMissed }

  /// Creates the decoder of a member or an element.
  init(node: JSONNode?, fallback: JSONNode?, in parent: NodeDecoder, at key: (any CodingKey)?) {
    (self.node, self.fallback, self.parent, self.key) = (node, fallback, parent, key)
    defaults = parent.defaults
    (members, fallbackMembers) = (node.flatMap(MemberCursor.init), fallback.flatMap(MemberCursor.init))
  }

  // `Decoder` requires this property and its type.
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The keys from the root; computed on demand, because only errors need them.
  var codingPath: [any CodingKey] {
    var path: [any CodingKey] = []
    var decoder: NodeDecoder? = self
    while let current = decoder {
      if let key = current.key { path.append(key) }
      decoder = current.parent
    }
    return path.reversed()
  }

  /// The node of the file, or else that of the defaults.
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
    return UnkeyedNodes(elements: Array(effective.elements), decoder: self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    SingleNode(decoder: self)
  }

  var isNull: Bool { effective.map { $0.kind == .null } ?? true }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let leaf = type as? any JSONLeaf.Type {
      guard let value = try self.leaf(leaf) as? Value else { throw mismatch(leaf) }
      return value
    }
    if !defaults.areUnneeded, fallback?.kind != .object, let group = type as? any SettingsGroup.Type {
      // The defaults of the root have no object here: this is an element of a list, an entry of a dictionary, or an optional group.
      // Its missing members get the defaults of its own type.
      let fallback = try defaults.document(of: group).root
      return try type.init(from: NodeDecoder(node: node, fallback: fallback, in: self, at: nil))
    }
    // A dictionary in the file replaces the whole default, including the entries with the same keys.
    return try type.init(from: hasDefaultMembers && type is any WholeValue.Type ? withoutDefaults : self)
  }

  /// Whether the file and the defaults both have an object. Testing this first avoids the search for a conformance.
  private var hasDefaultMembers: Bool { node?.kind == .object && fallback?.kind == .object }

  /// The decoder without the defaults if the file has a value.
  var withoutDefaults: NodeDecoder {
    node == nil || fallback == nil ? self : NodeDecoder(node: node, fallback: nil, in: self, at: nil)
  }

  /// Decodes a leaf.
  func leaf<Leaf: JSONLeaf>(_ type: Leaf.Type) throws -> Leaf {
    guard let effective else { throw missing(type) }
    guard let value = Leaf(effective) else { throw mismatch(type) }
    return value
  }

  // MARK: - Members and elements

  /// Returns the node of a key in the file, or else in the defaults.
  func effectiveMember(_ key: String) -> JSONNode? {
    if let node = members?.find(key) ?? fallbackMembers?.find(key) { return node }
    defaults.haveBeenMissed = true
    return nil
  }

  /// Returns the decoder of a key's member; `nil` if there is neither a value nor a default.
  func member(_ key: any CodingKey) -> NodeDecoder? {
    let (node, fallback) = (members?.find(key.stringValue), fallbackMembers?.find(key.stringValue))
    guard node != nil || fallback != nil else {
      defaults.haveBeenMissed = true
      return nil
    }
    return NodeDecoder(node: node, fallback: fallback, in: self, at: key)
  }

  /// The keys in the file, or else in the defaults.
  var keys: [String] { effective?.members.map(\.key) ?? [] }

  // MARK: - Errors

  private func missing(_ type: any JSONLeaf.Type) -> DecodingError {
    .valueNotFound(
      type,
      DecodingError.Context(codingPath: codingPath, debugDescription: "has neither a value nor a default."))
  }

  private func mismatch(_ leaf: any JSONLeaf.Type) -> DecodingError {
    mismatch(leaf, expected: leaf.expected, as: leaf.kind)
  }

  // `DecodingError.typeMismatch` takes a value of type `Any.Type`.
  private func mismatch(
    _ type: Any.Type, expected: String, as kind: JSONNode.Kind? = nil
  ) -> DecodingError {
    let found = effective?.kind
    let reason = found == kind ? "this \(found.words) isn't" : "it is \(found.article)\(found.words)"
    return .typeMismatch(
      type,
      DecodingError.Context(codingPath: codingPath, debugDescription: "should be \(expected), but \(reason).")
    )
  }
}

extension JSONNode.Kind? {
  /// The kind's name in messages.
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
    case .null?, .bool?, .string?, nil: ""
    case .number?, .array?, .object?: "a "
    }
  }
}

/// A value with keys that isn't merged with its default.
private protocol WholeValue {}

extension Dictionary: WholeValue {}
