extension SourceSchema {
  /// The names of definitions from which references were removed.
  struct Cuts {
    /// Those with a reference that leads back to its definition.
    var recursive: [String] = []
    /// Those with a reference that exceeded a limit.
    var tooLarge: [String] = []
  }

  /// Removes each reference that leads back to its definition without a step into the value, so that the check of a value ends,
  /// and each one that would describe a value by too many schemas, so that the check needs neither much memory nor much time.
  mutating func cutReferences() -> Cuts {
    var search = ReferenceSearch(definitions)
    for name in definitions.keys.sorted() { search.visit(name) }
    for (name, references) in search.cut {
      definitions[name] = definitions[name]?.removing(references)
    }
    return Cuts(recursive: search.recursive.sorted(), tooLarge: search.tooLarge.sorted())
  }
}

/// A depth-first search of the references for the same value. It doesn't recurse, because references can be nested more deeply
/// than a stack is.
private struct ReferenceSearch {
  /// How many schemas describe a value, with those that references lead to.
  private struct Extent {
    /// The maximum number of schemas for one value. Checking a value takes as many steps.
    static let maxCount = 50_000
    /// The maximum nesting of references for one value. Checking a value takes stack memory for each.
    static let maxDepth = 64

    var count = 0
    var depth = 0

    /// Adds what a reference leads to; returns `false` if that exceeds a limit.
    mutating func add(_ target: Extent, times: Int) -> Bool {
      let (added, overflows) = target.count.multipliedReportingOverflow(by: times)
      guard !overflows, added <= Self.maxCount - count, target.depth < Self.maxDepth else { return false }
      count += added
      depth = max(depth, target.depth + 1)
      return true
    }
  }

  private enum State {
    case open
    case done(Extent)
  }

  /// A definition that is being searched.
  private struct Visit {
    let name: String
    var extent: Extent
    /// The references to visit, the last one first.
    var references: [(name: String, times: Int)]
  }

  private let definitions: [String: JSONSchema]
  private var states: [String: State] = [:]
  /// The references to remove from each definition.
  private(set) var cut: [String: Set<String>] = [:]
  private(set) var recursive: Set<String> = []
  private(set) var tooLarge: Set<String> = []

  init(_ definitions: [String: JSONSchema]) {
    self.definitions = definitions
  }

  mutating func visit(_ name: String) {
    var visits: [Visit] = []
    if let first = open(name) { visits.append(first) }
    while var visit = visits.popLast() {
      guard let reference = visit.references.last else {
        states[visit.name] = .done(visit.extent)
        continue
      }
      switch states[reference.name] {
      case nil:
        visits.append(visit)
        guard let inner = open(reference.name) else { continue }
        visits.append(inner)
        continue
      case .open:
        recursive.insert(visit.name)
        cut[visit.name, default: []].insert(reference.name)
      case .done(let extent):
        if !visit.extent.add(extent, times: reference.times) {
          tooLarge.insert(visit.name)
          cut[visit.name, default: []].insert(reference.name)
        }
      }
      visit.references.removeLast()
      visits.append(visit)
    }
  }

  /// Starts the search of a definition; returns `nil` if it was started before.
  private mutating func open(_ name: String) -> Visit? {
    guard states[name] == nil else { return nil }
    guard let schema = definitions[name] else {
      states[name] = .done(Extent())
      return nil
    }
    states[name] = .open
    var extent = Extent()
    var times: [String: Int] = [:]
    var names: [String] = []
    schema.forEachSchemaInPlace { schema in
      extent.count += 1
      for case .reference(let name) in schema.keywords {
        if times[name] == nil { names.append(name) }
        times[name, default: 0] += 1
      }
    }
    return Visit(
      name: name, extent: extent, references: names.reversed().map { (name: $0, times: times[$0] ?? 1) })
  }
}

extension JSONSchema {
  /// Calls the body with the schema and each schema inside that describes the same value.
  fileprivate func forEachSchemaInPlace(_ body: (JSONSchema) -> Void) {
    body(self)
    for keyword in keywords {
      for schema in keyword.schemasInPlace { schema.forEachSchemaInPlace(body) }
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
