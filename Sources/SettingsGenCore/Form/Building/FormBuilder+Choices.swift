import SettingsForm

/// Choices, and the code that their types need.
extension FormBuilder {
  /// Returns the choices of an enum; `nil` if its values aren't plain choices.
  mutating func choices(of id: TypeTable.ID) -> [FormChoice]? {
    if let known = choices[.values(of: id)] { return known }
    guard let shape = table.enumShape(of: id) else { return nil }
    _ = typeAnnotations(of: id, at: .enumeration)
    var values: Set<JSONValue> = []
    var found: [FormChoice] = []
    for item in shape.cases {
      if values.insert(item.value).inserted {
        found += [choice(item.value, item.name, item.declaration, of: .values(of: id), in: shape.file)]
          .compactMap(\.self)
      } else {
        let location = SourceLocation(file: shape.file, offset: item.declaration.name.start)
        diagnostics.error("another case of '\(table[id].description)' has this value, too", at: location)
      }
    }
    addConformance(of: shape, id)
    return keep(found, of: .values(of: id))
  }

  /// Returns a choice for a case or flag; `nil` if it is skipped.
  mutating func choice(
    _ value: JSONValue, _ name: String, _ declaration: some AnnotatedDeclaration, of use: TypeUse,
    in file: Int
  ) -> FormChoice? {
    let annotations = AnnotationSet(
      table.program.annotations(of: declaration, in: file), at: .enumCase, in: file, &diagnostics)
    if flag(.skipSetting, annotations) ?? false { return nil }
    if let secret = annotations[.secret] {
      let error = annotations.error("only a case with associated values can be secret", at: secret)
      diagnostics.error(error.message, at: error.location)
    }
    let strings = caseStrings(value, name, annotatedTitle: title(annotations), of: use)
    return FormChoice(
      value: value, title: strings.title ?? SettingTitle.words(name),
      help: strings.help ?? table.program.documentation(of: declaration.comments, in: file),
      isDeprecated: isDeprecated(annotations, declaration.prefix),
      formerValues: names(.was, annotations).map { Self.formerValue($0, like: value) })
  }

  /// Returns a value of earlier versions that is written like the current one.
  private static func formerValue(_ name: String, like value: JSONValue) -> JSONValue {
    switch value {
    case .number: (try? JSONDocument(parsing: Array(name.utf8)))?.root.value ?? .string(name)
    case .object: .object([name: [:]])
    default: .string(name)
    }
  }

  /// Keeps the choices of a type; reports a type without choices.
  mutating func keep(_ found: [FormChoice], of use: TypeUse) -> [FormChoice] {
    if found.isEmpty {
      diagnostics.error(
        "'\(table[use.id].description)' has no case that can be chosen", at: table.location(of: use.id))
    }
    refuseFormerNames(
      found.flatMap { $0.formerValues.map(\.description) }, among: found.map(\.value.description), of: use.id)
    choices[use] = found
    return found
  }

  /// Adds the conformance to `Codable` that an enum of the module lacks.
  private mutating func addConformance(of shape: EnumShape, _ id: TypeTable.ID) {
    let name = table[id].description
    let location = table.location(of: id)
    if shape.coding == .object {
      let first = shape.cases.first.map { "{\"\($0.name)\":{}}" } ?? ""
      diagnostics.note(
        "'\(name)' is stored as Swift codes it, \(first); with raw values, or without Codable, it is stored by name",
        at: location)
    }
    guard shape.needsConformance, table.module(of: id) == nil else { return }
    if table[id].access < .internal {
      diagnostics.error(
        "'\(name)' is not Codable, and private, so no code can be generated for it", at: location)
      return
    }
    addSupport(
      shape.coding == .rawValue ? .rawValue : .caseNames, for: .values(of: id), names: shape.cases.map(\.name)
    )
  }

  /// Returns the choices of the option set that is generated from an enum.
  mutating func optionChoices(of id: TypeTable.ID) -> [FormChoice] {
    files.insert(table[id].place.file)
    if let known = choices[.optionSet(of: id)] { return known }
    addOptionSet(of: id)
    let found = table.optionCases(of: id).compactMap { declaration, name in
      choice(.string(name), name, declaration, of: .optionSet(of: id), in: table[id].place.file)
    }
    return keep(found, of: .optionSet(of: id))
  }

  /// Adds the option sets of all enums with the annotation for one, even if no setting uses them.
  mutating func addOptionSets() {
    for id in table.entries.indices where table.bindsOptions(id) { addOptionSet(of: id) }
  }

  private mutating func addOptionSet(of id: TypeTable.ID) {
    // The code for another module's enum is generated in that module.
    guard types[.optionSet(of: id)] == nil, table.module(of: id) == nil else { return }
    _ = typeAnnotations(of: id, at: .enumeration)
    let names = table.optionCases(of: id).map(\.name)
    let name = table[id].description
    let location = table.location(of: id)
    if table[id].access < .internal {
      diagnostics.error("'\(name)' is private, so no option set can be generated from it", at: location)
    }
    if names.count > 64 {
      diagnostics.error("'\(name)' has \(names.count) cases; an option set holds at most 64", at: location)
    }
    let file = table[id].place.file
    for declaration in table.declaration(of: id)?.cases ?? [] {
      let text = table.program.files[file].name(declaration.name)
      let place = SourceLocation(file: file, offset: declaration.name.start)
      if text == "none" || text == "all" {
        diagnostics.error("the option set of '\(name)' has its own '\(text)'; rename this case", at: place)
      }
      if !declaration.associated.isEmpty {
        diagnostics.error("a case with associated values cannot be in an option set", at: place)
      }
    }
    addSupport(.options, for: .optionSet(of: id), names: names)
  }

  mutating func addSupport(_ kind: GeneratedForm.TypeSupport.Kind, for use: TypeUse, names: [String]) {
    let id = use.id
    if table.module(of: id) != nil { return }
    let source = table.program.files[table[id].place.file]
    let prefixes = table.declaration(of: id).map { $0.cases.map(\.prefix) + $0.properties.map(\.prefix) }
    types[use] = GeneratedForm.TypeSupport(
      kind: kind, type: table[id].description, access: table[id].access, names: names,
      isDeprecated: (prefixes ?? []).contains { source.isDeprecated($0) })
  }
}
