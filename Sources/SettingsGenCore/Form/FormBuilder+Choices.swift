import SettingsForm

/// Choices.
extension FormBuilder {
  /// The choices of an enum; `nil` if its values are no plain choices.
  mutating func choices(of id: TypeTable.ID, usedAt property: TypeTable.CodedProperty) -> [FormChoice]? {
    if let known = choices[id] { return known }
    guard let shape = table.enumShape(of: id) else { return nil }
    _ = typeAnnotations(of: id, at: .enumeration)
    var found: [FormChoice] = []
    var values: Set<JSONValue> = []
    for item in shape.cases {
      guard values.insert(item.value).inserted else {
        let location = SourceLocation(file: shape.file, offset: item.declaration.name.start)
        diagnostics.error("another case of '\(table[id].description)' has this value, too", at: location)
        continue
      }
      let annotations = caseAnnotations(item.declaration, in: shape.file)
      let help = table.program.documentation(of: item.declaration.comments, in: shape.file)
      guard
        let choice = choice(item.value, item.name, help, annotations, item.declaration.prefix, in: shape.file)
      else { continue }
      found.append(choice)
    }
    checkChoices(found, of: id)
    addConformance(of: shape, id)
    choices[id] = found
    return found
  }

  private mutating func caseAnnotations(_ declaration: CaseDeclaration, in file: Int) -> AnnotationSet {
    let found = table.program.annotations(
      of: declaration.comments, startingAt: declaration.prefix.start, in: file)
    return AnnotationSet(found, at: .enumCase, in: file, &diagnostics)
  }

  /// A choice; `nil` if it is left out.
  mutating func choice(
    _ value: JSONValue, _ name: String, _ help: String, _ annotations: AnnotationSet,
    _ prefix: DeclarationPrefix,
    in file: Int
  ) -> FormChoice? {
    if flag(.skipSetting, annotations, in: file) ?? false { return nil }
    let isDeprecated =
      isDeprecated(annotations, in: file) || table.program.files[file].isDeprecated(prefix)
    return FormChoice(
      value: value, title: title(annotations, in: file) ?? SettingTitle.words(name), help: help,
      isDeprecated: isDeprecated)
  }

  private mutating func addConformance(of shape: EnumShape, _ id: TypeTable.ID) {
    let name = table[id].description
    let location = RootFinder(table: table).location(of: id)
    if shape.coding == .object {
      let first = shape.cases.first.map { "{\"\($0.name)\":{}}" } ?? ""
      diagnostics.note(
        "'\(name)' is kept as Swift codes it, \(first); with raw values, or without Codable, it is kept by name",
        at: location)
    }
    guard shape.needsConformance else { return }
    if table[id].access < .internal {
      diagnostics.error("'\(name)' is not Codable, and private, so no code can be made for it", at: location)
      return
    }
    addSupport(shape.coding == .rawValue ? .rawValue : .caseNames, for: id, names: shape.cases.map(\.name))
  }

  /// The choices of the option set that is made from an enum.
  mutating func optionChoices(of id: TypeTable.ID) -> [FormChoice] {
    files.insert(table[id].place.file)
    if let known = choices[id] { return known }
    addOptionSet(of: id)
    var found: [FormChoice] = []
    let file = table[id].place.file
    let source = table.program.files[file]
    for declaration in table.declaration(of: id)?.cases ?? []
    where table.program.isActive(declaration.clause, in: file) {
      let name = source.name(declaration.name)
      let help = table.program.documentation(of: declaration.comments, in: file)
      let annotations = caseAnnotations(declaration, in: file)
      if let choice = choice(.string(name), name, help, annotations, declaration.prefix, in: file) {
        found.append(choice)
      }
    }
    checkChoices(found, of: id)
    choices[id] = found
    return found
  }

  /// Tells if nothing can be chosen.
  mutating func checkChoices(_ choices: [FormChoice], of id: TypeTable.ID) {
    guard choices.isEmpty else { return }
    let location = RootFinder(table: table).location(of: id)
    diagnostics.error("'\(table[id].description)' has no case that is not left out", at: location)
  }

  /// Notes the option sets of all enums that ask for one, whether settings use them or not.
  mutating func addOptionSets() {
    for id in table.entries.indices where table.bindsOptions(id) { addOptionSet(of: id) }
  }

  private mutating func addOptionSet(of id: TypeTable.ID) {
    guard types[id] == nil else { return }
    _ = typeAnnotations(of: id, at: .enumeration)
    let names = table.optionNames(of: id)
    let name = table[id].description
    let location = RootFinder(table: table).location(of: id)
    if table[id].access < .internal {
      diagnostics.error("'\(name)' is private, so no option set can be made of it", at: location)
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
    addSupport(.options, for: id, names: names)
  }

  mutating func addSupport(_ kind: GeneratedForm.TypeSupport.Kind, for id: TypeTable.ID, names: [String]) {
    let source = table.program.files[table[id].place.file]
    let prefixes = table.declaration(of: id).map { $0.cases.map(\.prefix) + $0.properties.map(\.prefix) }
    types[id] = GeneratedForm.TypeSupport(
      kind: kind, type: table[id].description, access: table[id].access, names: names,
      isDeprecated: (prefixes ?? []).contains { source.isDeprecated($0) })
  }
}
