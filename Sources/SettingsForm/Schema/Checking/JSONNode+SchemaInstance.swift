extension JSONNode: SchemaInstance {
  func forEachMember(
    of keys: SectionKeys, _ body: (_ place: Int?, _ key: () -> String, JSONNode) -> Void
  ) {
    guard kind == .object else { return }
    var cursor = SectionKeyCursor(keys)
    var rest = children
    while let key = rest.first {
      rest = storage.next(after: key + 1)..<rest.upperBound
      let text = { storage.text(of: key) }
      let place = cursor.place(where: { storage.isText($0, at: key) }, key: text)
      body(place, text, JSONNode(storage: storage, entry: key + 1))
    }
  }

  var schemaType: JSONType {
    switch kind {
    case .null: .null
    case .bool: .boolean
    case .number: integer(as: Int.self) != nil || number?.isWhole == true ? .integer : .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  var isNumber: Bool { kind == .number }

  var text: String? { string }

  var exactNumber: JSONNumber? { number }

  var elementList: [JSONNode] { Array(elements) }

  var memberList: [(key: String, value: JSONNode)] { Array(members) }

  func member(_ key: String) -> JSONNode? { self[key] }

  var textPosition: SourcePosition? { position }

  var keyTextPosition: SourcePosition? { keyPosition }
}

extension FormValidator {
  /// The problems of a document, with their positions, in form order; unknown keys come last in their section.
  ///
  /// Cost: linear in the size of the document, some fifth of a microsecond a setting; nothing is done for settings
  /// that are not set. The nearest keys are looked for until 200 000 keys have been compared.
  public func problems(in document: JSONDocument) -> [FormProblem] {
    let problems = valueProblems(in: document)
    guard !index.rules.isEmpty else { return problems }
    let state = RuleState(index.rules, switches.conditions) { document.node(of: index.settings[$0])?.value }
    return state.problems(with: problems, in: index, position: document.positionOfNearest)
  }

  /// The problems of a document's values, rules left aside.
  package func valueProblems(in document: JSONDocument) -> [FormProblem] {
    problems(inInstance: document.root)
  }
}

extension JSONDocument {
  /// The node of a setting, also under a key of an earlier version; `nil` if it was not set.
  package func node(of entry: FormIndex.Entry) -> JSONNode? {
    if let node = node(at: entry.path) { return node }
    guard !entry.setting.formerKeys.isEmpty, let section = entry.path.parent else { return nil }
    return entry.setting.formerKeys.lazy.compactMap { node(at: section.appending($0)) }.first
  }
}
