extension Secrecy {
  /// The secrecy of the parts of lists and objects, according to one schema.
  struct Parts: Sendable {
    /// Members whose keys match a pattern.
    struct Pattern: Sendable {
      /// The regular expression; `nil` if it is malformed, so that it matches any key.
      let keys: TextPattern?
      let secrecy: Secrecy
    }

    /// Named members, those without secrets included.
    var properties: [ExactText: Secrecy] = [:]
    /// The current keys for each former key.
    var formerKeys: [ExactText: [String]] = [:]
    var patterns: [Pattern] = [] {
      didSet { patternKeys = TextPatternSet(patterns.map(\.keys)) }
    }
    private var patternKeys = TextPatternSet([])
    /// All other members.
    var additional = Secrecy.none
    /// The first elements.
    var prefix: [Secrecy] = []
    /// All other elements.
    var items = Secrecy.none
    /// Any element, if `contains` may describe it.
    var contained = Secrecy.none

    var holdsSecrets: Bool {
      additional.holdsSecrets || items.holdsSecrets || contained.holdsSecrets
        || properties.values.contains(where: \.holdsSecrets)
        || patterns.contains(where: \.secrecy.holdsSecrets)
        || prefix.contains(where: \.holdsSecrets)
    }

    func member(_ key: String) -> Secrecy {
      let named = properties[ExactText(key)].map { [$0] } ?? []
      let matching = (patternKeys.places(in: key) { $0.matches(key) } + patternKeys.malformed).sorted()
        .map { patterns[$0].secrecy }
      let all = named + matching
      return all.isEmpty ? additional : Secrecy.any(of: all)
    }

    func element(_ index: Int) -> Secrecy {
      let element = prefix.indices.contains(index) ? prefix[index] : items
      return contained.holdsSecrets ? Secrecy.any(of: [element, contained]) : element
    }
  }
}

extension Secrecy {
  /// Creates the secrecy of an object, or `null`, from that of its members.
  package init(ofObjectWith members: [ExactText: Secrecy]) {
    var parts = Parts()
    parts.properties = members
    self.init(
      alternatives: [Alternative(types: .object, parts: parts)], types: [.object, .null],
      holdsSecrets: parts.holdsSecrets)
  }
}

// MARK: - Secrets by their paths

/// The paths of secrets, as records keep them, so that values stay masked when their form is gone. An element of a list is `-`, because
/// elements move.
extension Secrecy {
  /// The maximum number of paths. Of more secrets, the objects and lists around them are named.
  package static let maxPaths = 500

  /// The key of a path that stands for each element of a list.
  private static let anyElement = "-"

  /// Creates the secrecy of a document from the paths of secrets in it.
  package init(ofPaths paths: some Sequence<SettingPath>) {
    self.init(ofKeys: paths.map { $0.keys[...] })
  }

  private init(ofKeys paths: [ArraySlice<String>]) {
    guard !paths.isEmpty else {
      self = .none
      return
    }
    guard !paths.contains(where: \.isEmpty) else {
      self = .whole
      return
    }
    var members: [ExactText: [ArraySlice<String>]] = [:]
    for path in paths {
      if let key = path.first { members[ExactText(key), default: []].append(path.dropFirst()) }
    }
    var parts = Parts()
    parts.properties = members.mapValues { Secrecy(ofKeys: $0) }
    var types: JSONTypeSet = [.object, .null]
    if let elements = parts.properties[ExactText(Self.anyElement)] {
      parts.items = elements
      types.insert(.array)
    }
    self.init(alternatives: [Alternative(types: types, parts: parts)], types: types, holdsSecrets: true)
  }

  /// Returns the paths of the secrets in a document, in its order, each once.
  ///
  /// Cost: linear in the number of secret members of sections, and in the size of other values with secrets.
  package func paths(in document: JSONDocument) -> [SettingPath] {
    var paths: [SettingPath] = []
    var known: Set<SettingPath> = []
    forEachPath(of: document.root, at: .root) { if known.insert($0).inserted { paths.append($0) } }
    var depth = paths.map(\.keys.count).max() ?? 0
    while paths.count > Self.maxPaths, depth > 0 {
      depth -= 1
      known = []
      paths = paths.map { SettingPath(Array($0.keys.prefix(depth))) }.filter { known.insert($0).inserted }
    }
    return paths
  }

  /// Calls the body with the path of each secret part of a value, also of an empty one, which may be set later.
  private func forEachPath(of node: JSONNode, at path: SettingPath, _ body: (SettingPath) -> Void) {
    guard holdsSecrets else { return }
    if hides(anyOf: JSONTypeSet(node.kind)) { return body(path) }
    switch node.kind {
    case .array:
      let inner = path.appending(Self.anyElement)
      for (index, value) in node.elements.enumerated() {
        element(index).forEachPath(of: value, at: inner, body)
      }
    case .object:
      if let keys = keysOfSecrets {
        for key in keys {
          if let value = node[key] { member(key).forEachPath(of: value, at: path.appending(key), body) }
        }
      } else {
        for (key, value) in node.members {
          member(key).forEachPath(of: value, at: path.appending(key), body)
        }
      }
    case .null, .bool, .number, .string: break
    }
  }

  /// The keys of an object's members that may hold secrets; `nil` if there may be any others.
  private var keysOfSecrets: [String]? {
    var keys: [String] = []
    for parts in alternatives.map(\.parts) {
      guard parts.patterns.isEmpty, !parts.additional.holdsSecrets, parts.formerKeys.isEmpty else {
        return nil
      }
      keys += parts.properties.filter(\.value.holdsSecrets).map(\.key.text)
    }
    return keys
  }
}
