extension JSONNode: SchemaInstance {
  /// A key in a document.
  struct MemberKey: SchemaMemberKey {
    fileprivate let storage: JSONStorage
    fileprivate let entry: Int

    var text: String { storage.text(of: entry) }

    func isText(_ text: String) -> Bool { storage.isText(text, at: entry) }
  }

  func forEachMember(_ body: (MemberKey, JSONNode) -> Void) {
    guard kind == .object else { return }
    var rest = children
    while let key = rest.first {
      rest = storage.next(after: key + 1)..<rest.upperBound
      body(MemberKey(storage: storage, entry: key), JSONNode(storage: storage, entry: key + 1))
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

  var text: String? { string }

  var exactNumber: JSONNumber? { number }

  var elementList: [JSONNode] { Array(elements) }

  var memberList: [(key: String, value: JSONNode)] { Array(members) }

  func member(_ key: String) -> JSONNode? { self[key] }

  var textPosition: SourcePosition? { position }

  var keyTextPosition: SourcePosition? { keyPosition }
}
