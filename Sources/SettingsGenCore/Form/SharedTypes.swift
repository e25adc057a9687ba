import SettingsForm

/// The declared types of settings and sections. The schema of a type that is used several times is written once.
struct SharedTypes {
  /// A schema that values of a type have in the form.
  private struct Candidate {
    var name: String
    var keywords: JSONObject
    var text: [UInt8]
    /// The number of places in the form that have it.
    var count = 0
  }

  private var uses: [TypeTable.ID: [FormKind]] = [:]

  /// Adds the use of a type as a value or as a section; a section is an object.
  mutating func add(_ kind: FormKind, of id: TypeTable.ID) { uses[id, default: []].append(kind) }

  /// The definitions of the types that occur several times in a form, by the types' names.
  ///
  /// If the uses of a type differ, for example in the defaults of a section, the most frequent one is the definition.
  func definitions(of root: FormSection, _ table: TypeTable) -> JSONObject {
    var candidates = candidates(table)
    if candidates.isEmpty { return [:] }
    var places = Dictionary(uniqueKeysWithValues: candidates.indices.map { (candidates[$0].text, $0) })
    Self.forEachSchema(in: .object(root.schema.object)) { keywords in
      let text = SharedSchemas.text(keywords)
      if let place = places[text] { candidates[place].count += 1 }
    }
    places = [:]
    let frequent = Dictionary(grouping: candidates.filter { $0.count > 1 }, by: \.name).values.compactMap {
      $0.max { ($0.count, $1.text.count) < ($1.count, $0.text.count) }
    }
    // Inner ones first, so that outer ones refer to them.
    let ordered = frequent.sorted { ($0.text.count, $0.name) < ($1.text.count, $1.name) }
    var shared = SharedSchemas()
    var definitions = JSONObject()
    for candidate in ordered {
      let keywords = shared.parts(of: candidate.keywords)
      shared.add(keywords, named: candidate.name)
      definitions[candidate.name] = .object(keywords)
    }
    return definitions
  }

  /// Returns the schemas of the types that are used several times. The first by name of several equal schemas is used.
  private func candidates(_ table: TypeTable) -> [Candidate] {
    var candidates: [Candidate] = []
    var known: Set<[UInt8]> = []
    let repeated = uses.filter { $0.value.count > 1 }.map {
      (name: table[$0.key].name.joined(separator: "."), kinds: $0.value)
    }
    for (name, kinds) in repeated.sorted(by: { $0.name < $1.name }) {
      for kind in kinds {
        for isOptional in [false, true] {
          let setting = FormSetting(key: "", title: "", kind: kind, isOptional: isOptional)
          let keywords = SharedSchemas.shareable(setting.checks.object)
          let text = SharedSchemas.text(keywords)
          guard SharedSchemas.isShareable(keywords), known.insert(text).inserted else { continue }
          candidates.append(
            Candidate(name: isOptional ? name + ".Optional" : name, keywords: keywords, text: text))
        }
      }
    }
    return candidates
  }

  private static func forEachSchema(in value: JSONValue, _ body: (JSONObject) -> Void) {
    guard case .object(let object) = value else { return }
    let keywords = SharedSchemas.shareable(object)
    if SharedSchemas.isShareable(keywords) { body(keywords) }
    object.forEachSubschema { forEachSchema(in: $0, body) }
  }
}
