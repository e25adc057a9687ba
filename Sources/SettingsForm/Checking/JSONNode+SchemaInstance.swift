extension JSONNode: SchemaInstance {
  /// A key in a document.
  package struct MemberKey: SchemaMemberKey {
    fileprivate let storage: JSONStorage
    fileprivate let entry: Int

    package var text: String { storage.text(of: entry) }

    package func isText(_ text: String) -> Bool { storage.isText(text, at: entry) }
  }

  package func forEachMember(_ body: (MemberKey, JSONNode) -> Void) {
    guard kind == .object else { return }
    var rest = children
    while let key = rest.first {
      rest = storage.next(after: key + 1)..<rest.upperBound
      guard countsMember(at: key) else { continue }
      body(MemberKey(storage: storage, entry: key), JSONNode(storage: storage, entry: key + 1))
    }
  }

  package func forEachMember(of table: KeyTable, _ body: (_ place: Int?, MemberKey, JSONNode) -> Void) {
    var cursor = KeyCursor(table)
    forEachMember { key, value in body(cursor.place(of: key), key, value) }
  }

  package func hasProblems(_ checks: CompiledSchema, _ probe: inout SchemaChecker) -> Bool {
    probe.hasProblems(self, checks)
  }

  package func check(_ checks: CompiledSchema, _ checker: inout SchemaChecker) { checker.check(self, checks) }

  package var schemaType: JSONType {
    switch kind {
    case .null: .null
    case .bool: .boolean
    case .number: decimalValue?.isWhole == true ? .integer : .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  package var text: String? { string }

  package var elementList: [JSONNode] { Array(elements) }

  package var partCount: Int { children.count + 1 }

  package var memberList: [(key: String, value: JSONNode)] { Array(members) }

  package func member(_ key: String) -> JSONNode? { self[key] }

  package var textPosition: SourcePosition? { position }

  package var keyTextPosition: SourcePosition? { keyPosition }
}
