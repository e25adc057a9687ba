import SettingsForm

/// Decodes values from a settings file that overlays the defaults.
///
/// A key that is missing in the file is read from the defaults: a file that was written before a property was added stays valid. Only
/// sections are merged: a list or a dictionary in the file replaces the whole default.
///
///     file      { "server": { "port": 81 } }          defaults   { "server": { "port": 80, "host": "a" } }
///
///     server        a section in both: one decoder with two nodes
///     server.port   81, from the file
///     server.host   "a", from the defaults
///
/// The struct's own `init(from:)` doesn't know about that: it asks for a key, and gets the value from either document. So apps need no
/// decoding code for missing keys, and a custom `init(from:)` works, too.
///
/// The decoder works on the index of the document and makes no tree of values in between, so a struct with 100 000 members is decoded with
/// one lookup for each. What isn't in the file is decoded from the *encoded* defaults, because Swift can't copy a property if only its key
/// is known.
struct SettingsDecoder {
  let document: JSONDocument
  let defaults: JSONDocument?

  /// Creates a decoder of a file and of the encoded defaults.
  init(_ document: JSONDocument, defaults: JSONDocument? = nil) {
    self.document = document
    self.defaults = defaults
  }

  /// Decodes a value from the document alone; returns `nil` if the value reads a key that the document lacks, which would need the
  /// defaults, or if decoding fails.
  ///
  /// The defaults have to be encoded before they can be read as a document, which takes longer than decoding. A file of an app that writes
  /// all settings doesn't need them.
  func decodeComplete<Value: Decodable>(_ type: Value.Type) -> Value? {
    let decoder = NodeDecoder(complete: document.root)
    guard let value = try? decoder.decode(type), !decoder.hasMissedKeys else { return nil }
    return value
  }

  /// Decodes a value from the document and the defaults. Any error of the app's own code becomes a ``SettingsDecodingError``, with the
  /// position in the file if its path is known.
  func decode<Value: Decodable>(_ type: Value.Type) throws(SettingsDecodingError) -> Value {
    let decoder = NodeDecoder(node: document.root, fallback: defaults?.root)
    do {
      return try decoder.decode(type)
    } catch let error as SettingsDecodingError {
      throw error
    } catch {
      throw SettingsDecodingError(error, at: decoder.place(of: error), in: document)
    }
  }
}

extension JSONValue {
  /// Returns the value as a type of an app; `nil` if it can't be decoded, as a staged value that the form refuses.
  func decoded<Value: Decodable>(as type: Value.Type) -> Value? {
    guard let document = try? JSONDocument(parsing: bytes()) else { return nil }
    return try? SettingsDecoder(document).decode(type)
  }
}

extension SettingsDecodingError {
  /// Adds the position in the file to an error. An error about a missing key gets the path of that key, which has no position.
  ///
  /// - Parameter place: The innermost value whose decoding has failed. An error of the app's own code doesn't always know where it is.
  fileprivate init(_ error: any Error, at place: SettingPath, in document: JSONDocument) {
    var path = place
    let reason: String
    switch error as? DecodingError {
    case .typeMismatch(_, let found)?, .valueNotFound(_, let found)?, .dataCorrupted(let found)?:
      reason = found.debugDescription
      if found.codingPath.count > place.keys.count { path = SettingPath(found.codingPath) }
    case .keyNotFound(let key, let found)?:
      reason = found.debugDescription
      if found.codingPath.count >= place.keys.count { path = SettingPath(found.codingPath) }
      path = path.appending(key.stringValue)
    default: reason = "is refused by the app: \(error)"
    }
    self.init(path: path, position: document.node(at: path)?.position, reason: reason)
  }
}

/// The app can't decode a value of the settings file that the form allows.
///
/// It happens where a type's own `init(from:)` is stricter than the form. Opening a store throws it inside
/// ``SettingsStoreError/undecodable(file:_:)``, and an apply inside ``ApplyError/undecodable(_:)``. ``SettingsReview`` throws it alone.
///
/// ```swift
/// do throws(ApplyError) {
///   try await store.apply(draft)
/// } catch .undecodable(let error) {
///   print("\(error.path): \(error.reason)")
/// } catch {
///   print(error)
/// }
/// ```
///
/// The ``reason`` is the `debugDescription` of the `DecodingError` that the type throws, so write that as the predicate of a sentence:
/// `has no such address`. Any other error has the reason `is refused by the app: …`.
///
/// To find such a value before it is stored, give the setting a limit by an annotation, or a rule: then an editor says at once what is
/// wrong.
///
/// A reason that contains the value of a secret is replaced by a sentence without it. It is a `Sendable` value.
public struct SettingsDecodingError: Error, Hashable, Sendable {
  /// The setting, or the part of its value, that can't be decoded: `servers.0.port`.
  public let path: SettingPath
  /// The position of its value in the file; `nil` if it isn't in the file.
  public let position: SourcePosition?
  /// The predicate of a sentence: what was expected and what was found. After the path, it makes the ``description``.
  public let reason: String
  /// The path that the value has in the file, if it is of an earlier version; otherwise `nil`.
  var storedPath: SettingPath?
}

extension SettingsDecodingError: CustomStringConvertible {
  /// One sentence that describes the error and what to correct, with the path in front: `‘network.host’ has no such address`
  public var description: String {
    "‘\(storedPath ?? path)’\(storedPath == nil ? "" : " (now ‘\(path)’)") \(reason)"
  }
}

extension SettingsDecodingError {
  /// Removes the reason if it contains a secret.
  ///
  /// The reason may come from the app or from the standard library, which quote values: “invalid String value …”.
  func hidingSecrets(of document: JSONDocument, in index: FormIndex) -> SettingsDecodingError {
    let root = index.secrecy(at: .root)
    guard root.holdsSecrets else { return self }
    var shown = SettingPath.root
    for key in path.keys {
      if index.secrecy(at: shown).isWhole { break }
      shown = shown.appending(key)
    }
    let isSafe =
      !index.secrecy(at: shown).isWhole
      && !root.secrets(in: document.root.value).contains { reason.contains($0) }
    return SettingsDecodingError(
      path: shown, position: position, reason: isSafe ? reason : "has a secret value that the app refuses.",
      storedPath: shown == path ? storedPath : nil)
  }
}

extension Secrecy {
  /// Returns the secrets in a value, each in the forms in which a message may contain it: as it is, and as a Swift literal with its
  /// escapes. Empty strings are left out, since every text contains them.
  fileprivate func secrets(in value: JSONValue) -> [String] {
    guard hidesPart(of: value) else { return [] }
    switch value {
    case .array(let elements):
      return elements.enumerated().flatMap { element($0.offset).secrets(in: $0.element) }
    case .object(let object): return object.members.flatMap { member($0.key).secrets(in: $0.value) }
    case .string(let text): return [text, String(String(reflecting: text).dropFirst().dropLast())]
    case .number: return [value.description]
    case .null, .bool: return []
    }
  }
}

/// The `Decoder` that values decode from: a node of the file that overlays a node of the defaults.
///
/// It is a class so that passing it as `any Decoder` copies a reference, and so that it can keep the position of the last
/// member: most types decode members in the order of the file.
///
///     decoder of            node                 fallback
///     the root              the file             the encoded defaults
///     a member              the file's member    the default's member; one of both may be missing
///     an element            the element          none: a list isn't merged
///     a group in a list     the element          the encoded defaults of its own type
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

  /// Creates the decoder of a document that is expected to have all keys and therefore needs no defaults. The first key that it lacks makes
  /// the attempt useless; see ``hasMissedKeys``.
  init(complete node: JSONNode) {
    (self.node, fallback, parent, key) = (node, nil, nil, nil)
    defaults = GroupDefaults(areUnneeded: true)
    (members, fallbackMembers) = (MemberCursor(node), nil)
  }

  /// Whether a key was missing in a document that was expected to have all keys. The decoded value can be wrong then, because a type may
  /// use a value of its own for a missing key.
  var hasMissedKeys: Bool { defaults.haveBeenMissed }

  /// Creates the decoder of a member or an element.
  init(node: JSONNode?, fallback: JSONNode?, in parent: NodeDecoder, at key: (any CodingKey)?) {
    (self.node, self.fallback, self.parent, self.key) = (node, fallback, parent, key)
    defaults = parent.defaults
    (members, fallbackMembers) = (node.flatMap(MemberCursor.init), fallback.flatMap(MemberCursor.init))
  }

  // `Decoder` requires this property and its type.
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The keys from the root. They are computed on demand, by walking up, because only errors need them.
  var codingPath: [any CodingKey] {
    var path: [any CodingKey] = []
    var decoder: NodeDecoder? = self
    while let current = decoder {
      if let key = current.key { path.append(key) }
      decoder = current.parent
    }
    return path.reversed()
  }

  /// The node of the file, or else the node of the defaults; `nil` for a key that neither has, as for `super`.
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
    do { return try value(type) } catch {
      defaults.note(error, at: self)
      throw error
    }
  }

  /// Returns the innermost value whose decoding has thrown an error.
  func place(of error: any Error) -> SettingPath { defaults.place(of: error) ?? .root }

  private func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
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

  /// Whether the file and the defaults both have an object. Testing this first avoids the search for a conformance, which most values don't
  /// need.
  private var hasDefaultMembers: Bool { node?.kind == .object && fallback?.kind == .object }

  /// The decoder without the defaults if the file has a value: for values that are replaced as a whole. Without a value in the file, the
  /// default is still needed.
  var withoutDefaults: NodeDecoder {
    node == nil || fallback == nil ? self : NodeDecoder(node: node, fallback: nil, in: self, at: nil)
  }

  /// Decodes a leaf, from the file or else from the defaults. Throws what was expected and what was found: `should be a whole number from 0
  /// to 65535, but it is text.`
  func leaf<Leaf: JSONLeaf>(_ type: Leaf.Type) throws -> Leaf {
    guard let effective else { throw missing(type) }
    guard let value = Leaf(effective) else { throw mismatch(type) }
    return value
  }

  // MARK: - Members and elements

  /// Returns the node of a key in the file, or else in the defaults; `nil` if neither has it, which is noted for ``hasMissedKeys``.
  func effectiveMember(_ key: String) -> JSONNode? {
    if let node = members?.find(key) ?? fallbackMembers?.find(key) { return node }
    defaults.haveBeenMissed = true
    return nil
  }

  /// Returns the decoder of a key's member; `nil` if there is neither a value nor a default. The decoder has both nodes, because a section
  /// inside is merged, too.
  func member(_ key: any CodingKey) -> NodeDecoder? {
    let (node, fallback) = (members?.find(key.stringValue), fallbackMembers?.find(key.stringValue))
    guard node != nil || fallback != nil else {
      defaults.haveBeenMissed = true
      return nil
    }
    return NodeDecoder(node: node, fallback: fallback, in: self, at: key)
  }

  /// The keys in the file, or else in the defaults. A dictionary asks for them, and isn't merged.
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

/// A value with keys that isn't merged with its default. Otherwise an entry that a person removes from a dictionary in the file would come
/// back from the default.
private protocol WholeValue {}

extension Dictionary: WholeValue {}

/// A single value being decoded, such as that of an enum with raw values.
struct SingleNode: SingleValueDecodingContainer {
  let decoder: NodeDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool {
    decoder.isNull
  }

  func decode<Leaf: JSONLeaf & Decodable>(_ type: Leaf.Type) throws -> Leaf {
    try decoder.leaf(type)
  }

  // Without these, the standard library's own would be used, which throw.
  func decode(_ type: Int128.Type) throws -> Int128 { try decoder.leaf(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try decoder.leaf(type) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decoder.decode(type)
  }
}

/// The defaults of groups that the defaults of the root don't contain, such as the elements of a list. Each type's defaults
/// are encoded once per decoding.
final class GroupDefaults {
  /// Whether the document has to have all keys. If not, a missing key is read from the defaults.
  let areUnneeded: Bool
  /// Whether a key had neither a value nor a default. A type's own decoding may handle that without an error, so it is noted here.
  var haveBeenMissed = false
  private var documents: [ObjectIdentifier: JSONDocument] = [:]
  /// The last error that a type has thrown, and the path of the innermost value.
  private var failure: (error: String, path: SettingPath)?

  init(areUnneeded: Bool = false) {
    self.areUnneeded = areUnneeded
  }

  /// Notes an error that passes through the decoder of a value. The decoders around the value let the same error pass, and note nothing.
  func note(_ error: any Error, at decoder: NodeDecoder) {
    guard !areUnneeded, place(of: error) == nil else { return }
    failure = ("\(error)", SettingPath(decoder.codingPath))
  }

  /// Returns the path of the value that has thrown an error; `nil` if it wasn't noted.
  func place(of error: any Error) -> SettingPath? {
    failure.flatMap { $0.error == "\(error)" ? $0.path : nil }
  }

  /// Returns the encoded defaults of a group. For a list of a thousand servers, the defaults of `Server` are encoded once.
  func document(of group: any SettingsGroup.Type) throws -> JSONDocument {
    if let known = documents[ObjectIdentifier(group)] { return known }
    let json = try SettingsEncoder().encode(group.init())
    let document = try JSONDocument(parsing: json.bytes())
    documents[ObjectIdentifier(group)] = document
    return document
  }
}
