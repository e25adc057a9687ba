extension SourceSchema {
  /// Removes each reference that leads back to its definition without a step into the value, so that the check of a value ends.
  /// Returns the names of the definitions with such references.
  mutating func cutCycles() -> [String] {
    var search = CycleSearch(definitions)
    for name in definitions.keys.sorted() { search.visit(name) }
    for (name, references) in search.cut {
      definitions[name] = definitions[name]?.removing(references)
    }
    return search.cut.keys.sorted()
  }
}

/// A depth-first search for references that lead back to themselves.
private struct CycleSearch {
  private enum State { case open, done }

  private let definitions: [String: JSONSchema]
  private var states: [String: State] = [:]
  /// The references to remove from each definition.
  private(set) var cut: [String: Set<String>] = [:]

  init(_ definitions: [String: JSONSchema]) {
    self.definitions = definitions
  }

  mutating func visit(_ name: String) {
    guard states[name] == nil, let schema = definitions[name] else { return }
    states[name] = .open
    var references: [String] = []
    schema.forEachReferenceInPlace { references.append($0) }
    for reference in references {
      if states[reference] == .open { cut[name, default: []].insert(reference) } else { visit(reference) }
    }
    states[name] = .done
  }
}

extension JSONSchema {
  /// Calls the body with the reference of each schema that describes the same value.
  fileprivate func forEachReferenceInPlace(_ body: (String) -> Void) {
    for keyword in keywords {
      if case .reference(let name) = keyword { body(name) }
      for schema in keyword.schemasInPlace { schema.forEachReferenceInPlace(body) }
    }
  }

  fileprivate func removing(_ references: Set<String>) -> JSONSchema {
    JSONSchema(
      keywords: keywords.compactMap { keyword in
        if case .reference(let name) = keyword, references.contains(name) { return nil }
        return keyword.mappingInPlace { $0.removing(references) }
      })
  }
}
