/// The constraints of a form, without the texts and the defaults: enough to decide whether a document has any problem.
///
/// Most processes open a store, read its values, and never need the form itself. Reading it would take most of the time
/// of their start. An outline has none of the form's texts, and each of its schemas is compiled once, however many
/// settings share it. So a store checks its document by the outline when it opens, and reads the form only when
/// something needs it, such as a problem that is to be described.
///
/// ```json
/// {
///   "schemas": [{ "type": "boolean" }, { "type": "integer", "minimum": 2, "maximum": 90 }],
///   "settings": { "calculation": { "isSmooth": 0, "timePeriod": 1 } },
///   "unknownDefaults": true
/// }
/// ```
///
/// `settings` has the tree of the form, with the number of a schema for each setting. The outline isn't decoded into
/// objects of its own: the check walks through this text and through the document side by side.
///
/// The answer is one-sided. "Accepted" is certain: the form would find nothing. "Not accepted" means only that the form
/// has to look; it's also the answer for an unknown key or a former key. So a form whose values depend on more than
/// single settings (rules, conditions, keywords of sections) has no outline at all.
///
/// By this outline, `{"calculation": {"timePeriod": 30}}` is accepted. `{"calculation": {"timePeriod": 1}}` and
/// `{"color": "red"}` aren't, and the form tells what is wrong with each of them.
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
  /// The compiled schemas, by the numbers in ``root``.
  private let schemas: [CompiledSchema]

  /// Reads an outline; returns `nil` if it is malformed. The store then reads the form instead.
  ///
  /// Cost: one pass over the text, and the compilation of each schema.
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
      schemas.append(CompiledSchema(schema, library: library))
    }
    self.schemas = schemas
  }

  /// Whether a document is certain to have no problem, neither an error nor a warning.
  ///
  /// Cost: linear in the size of the document. Values are checked where they are, so a valid document allocates next to
  /// nothing.
  package func accepts(_ document: JSONDocument) -> Bool {
    var probe = SchemaChecker.probe
    return accepts(document.root, section: root, isRoot: true, with: &probe)
  }

  /// Whether a section's object is certain to have no problem. Both are walked in the order of the object; a cursor
  /// finds each item nearly without a search, since files mostly have the order of the form.
  private func accepts(
    _ object: JSONNode, section: JSONNode, isRoot: Bool, with probe: inout SchemaChecker
  ) -> Bool {
    guard object.kind == .object, var items = MemberCursor(section) else { return false }
    var isAccepted = true
    object.forEachMember { key, value in
      guard isAccepted else { return }
      if let item = items.find(keyOf: value) {
        isAccepted = accepts(value, item: item, with: &probe)
      } else {
        isAccepted = isRoot && (key.isText("$schema") || key.isText(JSONSchema.versionKey))
      }
    }
    return isAccepted
  }

  /// Whether a value is certain to have no problem. An item that is a number is a setting; any other one is a section.
  private func accepts(_ value: JSONNode, item: JSONNode, with probe: inout SchemaChecker) -> Bool {
    guard let number = item.integer(as: Int.self) else {
      return accepts(value, section: item, isRoot: false, with: &probe)
    }
    return schemas.indices.contains(number) && !value.hasProblems(schemas[number], with: &probe)
  }
}

extension FormOutline {
  /// Returns the outline of a form as JSON; `nil` if values depend on more than the constraints of single settings.
  ///
  /// The generator calls it and writes the result into the app's code.
  ///
  /// Cost: linear in the size of the form.
  package static func json(of form: FormSchema) -> JSONValue? {
    guard form.source == nil, form.rootSetting == nil, form.rules.isEmpty else { return nil }
    var writer = Writer()
    guard let settings = writer.json(of: form.root) else { return nil }
    var members = [
      JSONObject.Member(key: Key.schemas, value: .array(writer.schemas.map(\.json))),
      JSONObject.Member(key: Key.settings, value: settings),
    ]
    if writer.hasUnknownDefaults {
      members.append(JSONObject.Member(key: Key.unknownDefaults, value: .bool(true)))
    }
    return .object(JSONObject(distinct: members))
  }

  /// Numbers the schemas while it goes through the sections.
  private struct Writer {
    /// The distinct schemas; settings with the same one share its number.
    private(set) var schemas: [JSONSchema] = []
    /// The number of each schema, which is its position in the list.
    private var numbers: [JSONSchema: Int] = [:]
    /// Whether one of the settings has a default that the form doesn't state.
    private(set) var hasUnknownDefaults = false

    /// Returns a section as JSON; `nil` if it has keywords of its own, entries or conditions, which an outline can't
    /// express.
    mutating func json(of section: FormSection) -> JSONValue? {
      guard section.otherKeywords.keywords.isEmpty, section.entries.isEmpty,
        section.conditionalMembers.isEmpty
      else { return nil }
      var members: [JSONObject.Member] = []
      for item in section.items {
        switch item {
        case .section(let inner):
          guard let json = json(of: inner) else { return nil }
          members.append(JSONObject.Member(key: inner.key, value: json))
        case .setting(let setting):
          if setting.defaultValue == nil { hasUnknownDefaults = true }
          let number = number(of: setting.checks)
          members.append(JSONObject.Member(key: setting.key, value: .number(JSONNumber(number))))
        }
      }
      return .object(JSONObject(distinct: members))
    }

    /// Returns the number of a schema, which is the same for equal schemas.
    private mutating func number(of schema: JSONSchema) -> Int {
      if let known = numbers[schema] { return known }
      let number = schemas.count
      schemas.append(schema)
      numbers[schema] = number
      return number
    }
  }
}
