extension JSONNode: SchemaInstance {
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
  /// Cost: linear in the size of the document, about a microsecond a setting; nothing is done for settings
  /// that are not set. The nearest keys are looked for until 200 000 keys have been compared.
  public func problems(in document: JSONDocument) -> [FormProblem] {
    problems(inInstance: document.root)
  }
}
