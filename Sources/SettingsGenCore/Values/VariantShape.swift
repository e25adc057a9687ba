import SettingsForm

/// The cases of an enum with associated values, as Swift codes them: `{"file": {"path": "x"}}`.
struct VariantShape {
  /// An associated value.
  struct Value {
    var declaration: AssociatedValueDeclaration
    var label: String?
    var type: TypeReference
    /// The default; `nil` without one.
    var initial: Expression?
    /// The key; `nil` for a value that isn't coded.
    var key: String?
  }

  struct Case {
    var declaration: CaseDeclaration
    var name: String
    var key: String
    var values: [Value]
  }

  var cases: [Case] = []
}

extension TypeTable {
  /// Returns the shape of an enum with associated values. Returns `nil` for any other enum, for an enum that codes itself, and
  /// if only running the program shows its keys.
  func variantShape(of id: ID) -> VariantShape? {
    guard self[id].keyword == .enum, let type = declaration(of: id), !codesItself(id),
      codability(of: id) != .no
    else { return nil }
    let file = self[id].place.file
    let cases = type.cases.filter { program.isActive($0.clause, in: file) }
    guard cases.contains(where: { !$0.associated.isEmpty }) else { return nil }
    let keys = codingKeys(of: id)
    if case .unknown = keys { return nil }
    var shape = VariantShape()
    for declaration in cases {
      let name = program.files[file].name(declaration.name)
      let inner = codingKeys(of: id, named: Self.keyTypeName(ofCase: name))
      if case .unknown = inner { return nil }
      guard let values = associatedValues(of: declaration, in: file, keys: inner) else { return nil }
      // A case without a key can be neither encoded nor decoded.
      guard let key = keys.key(of: name) else { continue }
      shape.cases.append(VariantShape.Case(declaration: declaration, name: name, key: key, values: values))
    }
    return shape
  }

  /// Returns the reason why the keys of an enum's cases, or of their values, are unknown; `nil` if they are known.
  func unknownKeys(ofCasesOf id: ID) -> (reason: String, location: SourceLocation)? {
    let names = optionCases(of: id).map { Self.keyTypeName(ofCase: $0.name) }
    for name in ["CodingKeys"] + names {
      if case .unknown(let reason, let location) = codingKeys(of: id, named: name) {
        return (reason, location)
      }
    }
    return nil
  }

  /// `FileCodingKeys` for the case `file`.
  private static func keyTypeName(ofCase name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst() + "CodingKeys"
  }

  private func associatedValues(
    of declaration: CaseDeclaration, in file: Int, keys: CodingKeys
  ) -> [VariantShape.Value]? {
    guard let declarations = declaration.values else { return nil }
    var values: [VariantShape.Value] = []
    for declaration in declarations {
      var reader = TokenReader(program.files[file], declaration.range)
      guard var value = reader.readAssociatedValue(declaration), reader.isAtEnd else { return nil }
      value.key = keys.key(of: value.label ?? "_\(values.count)")
      values.append(value)
    }
    return values
  }
}

extension TokenReader {
  /// Reads `path: String`, `_ path: String`, `String`, each with or without a default.
  fileprivate mutating func readAssociatedValue(
    _ declaration: AssociatedValueDeclaration
  ) -> VariantShape.Value? {
    var label: String?
    if isWord("_"), nextKind == .identifier {
      advance()
    } else if kind == .identifier, nextKind == .colon {
      label = file.name(token.range)
    }
    if nextKind == .colon {
      advance()
      advance()
    }
    guard let type = readType() else { return nil }
    var initial: Expression?
    if isWord("=") {
      advance()
      initial = readExpression()
    }
    return VariantShape.Value(
      declaration: declaration, label: label == "_" ? nil : label, type: type, initial: initial)
  }
}
