import SettingsForm

/// The cases of an enum with the values that they have in a document.
struct EnumShape {
  /// How the cases are coded.
  enum Coding {
    /// By raw value.
    case rawValue
    /// As `{"name": {}}`, which is how Swift codes cases without raw values.
    case object
    /// By name, by generated code.
    case name
  }

  struct Case {
    var declaration: CaseDeclaration
    var name: String
    var value: JSONValue
  }

  var coding: Coding
  var file: Int
  var cases: [Case]
  /// Whether the conformance to `Codable` has to be generated.
  var needsConformance: Bool
}

extension TypeTable {
  /// Returns the shape of an enum; `nil` for an enum that codes itself, maps raw values itself, or has associated values.
  func enumShape(of id: ID) -> EnumShape? {
    guard self[id].keyword == .enum, let type = declaration(of: id), !codesItself(id) else { return nil }
    let file = self[id].place.file
    let cases = type.cases.filter { program.isActive($0.clause, in: file) }
    guard !cases.isEmpty, cases.allSatisfy(\.associated.isEmpty), !converts("rawValue", id) else {
      return nil
    }
    let isCodable = codability(of: id) != .no
    let raw = rawType(ofEnum: id)
    let coding: EnumShape.Coding = raw != nil ? .rawValue : isCodable ? .object : .name
    var shape = EnumShape(coding: coding, file: file, cases: [], needsConformance: !isCodable)
    var next: Int128? = 0
    let keys = codingKeys(of: id)
    for declaration in cases {
      let name = program.files[file].name(declaration.name)
      let value: JSONValue
      switch coding {
      case .name: value = .string(name)
      case .object:
        guard let key = keys.key(of: name) else { return nil }
        value = .object([key: .object([:])])
      case .rawValue:
        guard let found = rawValue(of: declaration, named: name, raw ?? .other, &next, in: file) else {
          return nil
        }
        value = found
      }
      shape.cases.append(EnumShape.Case(declaration: declaration, name: name, value: value))
    }
    return shape
  }

  private func rawValue(
    of declaration: CaseDeclaration, named name: String, _ type: ValueType, _ next: inout Int128?,
    in file: Int
  ) -> JSONValue? {
    if declaration.rawValue.isEmpty {
      if type == .string { return .string(name) }
      defer { next = next.map { $0 &+ 1 } }
      return next.map { .number(JSONNumber($0)) }
    }
    let expression = Expression.read(declaration.rawValue, in: program.files[file])
    switch expression.kind {
    case .string(let text?) where type == .string: return .string(text)
    case .number where type != .string:
      let evaluator = Evaluator(self, in: TypeScope(type: [], file: file))
      guard let number = evaluator.number(expression, as: type) else { return nil }
      next = number.integer(as: Int128.self).map { $0 &+ 1 }
      return .number(number)
    default: return nil
    }
  }
}
