/// The constraints of a form, without the texts and the defaults: enough to decide whether a document has any problem.
///
/// Most processes open a store, read its values, and never need the form itself. An outline has none of the form's texts, and each of
/// its schemas is compiled once, however many settings share it. So a store checks its document by the outline when it opens, and reads
/// the form when something else needs it, such as a problem that is to be described.
///
/// ```json
/// {
///   "schemas": [{ "type": "boolean" }, { "type": "integer", "minimum": 2, "maximum": 90 }],
///   "settings": { "calculation": { "isSmooth": 0, "timePeriod": 1 } },
///   "unknownDefaults": true
/// }
/// ```
package struct FormOutline: Sendable {
  enum Key {
    static let schemas = "schemas"
    static let settings = "settings"
    static let unknownDefaults = "unknownDefaults"
  }

  /// Whether a setting has a default that the form doesn't state, so the generator hasn't checked it.
  package let hasUnknownDefaults: Bool
  /// The sections as objects, and the settings as numbers of schemas.
  private let root: JSONNode
  private let schemas: [CompiledSchema]

  /// Reads an outline; returns `nil` if it is malformed.
  ///
  /// Cost: linear in the number of settings.
  package init?(parsing text: String) {
    guard let document = try? JSONDocument(parsing: Array(text.utf8)),
      let root = document.root[Key.settings], root.kind == .object,
      let list = document.root[Key.schemas], list.kind == .array
    else { return nil }
    self.root = root
    hasUnknownDefaults = document.root[Key.unknownDefaults]?.bool ?? false
    var reader = SchemaReader(patterns: nil)
    let library = SchemaLibrary()
    var schemas: [CompiledSchema] = []
    for node in list.elements {
      guard let schema = try? reader.schema(node.value) else { return nil }
      schemas.append(CompiledSchema(schema, library))
    }
    self.schemas = schemas
  }

  /// Whether a document is certain to have no problem, neither an error nor a warning.
  ///
  /// Cost: linear in the size of the document.
  package func accepts(_ document: JSONDocument) -> Bool {
    var probe = SchemaChecker.probe
    return accepts(document.root, root, isRoot: true, &probe)
  }

  private func accepts(
    _ object: JSONNode, _ section: JSONNode, isRoot: Bool, _ probe: inout SchemaChecker
  ) -> Bool {
    guard object.kind == .object, var items = MemberCursor(section) else { return false }
    var isAccepted = true
    object.forEachMember { key, value in
      guard isAccepted else { return }
      if let item = items.find(keyOf: value) {
        isAccepted = accepts(value, item: item, &probe)
      } else {
        isAccepted = isRoot && (key.isText("$schema") || key.isText(JSONSchema.versionKey))
      }
    }
    return isAccepted
  }

  private func accepts(_ value: JSONNode, item: JSONNode, _ probe: inout SchemaChecker) -> Bool {
    guard let number = item.integer(as: Int.self) else {
      return accepts(value, item, isRoot: false, &probe)
    }
    return schemas.indices.contains(number) && !value.hasProblems(schemas[number], &probe)
  }
}
