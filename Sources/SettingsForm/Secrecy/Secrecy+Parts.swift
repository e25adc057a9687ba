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
