import SettingsForm

/// Kinds of values: from a `ValueType` to a `FormKind`.
///
/// A kind says what a value looks like in the document and how it is edited. Making one can need code for the type (a
/// conformance, an option set), which is noted on the way. Whatever has no kind is edited as JSON; that is never an
/// error here.
extension FormBuilder {
  /// Returns the kind of a value that isn't optional; `.json` for a value that a form can't describe.
  ///
  ///     Int                       integer
  ///     [UInt8]                   list of integer 0...255
  ///     Set<Mode>                 list of a choice, without duplicates
  ///     ClosedRange<Double>       list of two numbers
  ///     [String: Proxy]           dictionary of an object
  ///     [[Date?]]                 JSON, because of the optional inside
  ///
  /// A list or dictionary of what is JSON is JSON as a whole, unless the element's type itself is unknown: then at
  /// least the list is known. A type with more than `ValueSizes.maximum` settings inside is JSON, too.
  mutating func kind(
    of type: ValueType, _ property: TypeTable.CodedProperty, in context: Context
  ) -> FormKind {
    switch type {
    case .boolean: return .boolean
    case .integer(let integer):
      return .integer(integer.limits)
    case .number(let fraction): return .number(fraction.limits)
    case .string: return .string(TextLimits())
    case .text(let format): return .string(TextLimits(format: format, readsJSONEncoder: format.isTime))
    // Only a setting itself can have keywords for its keys.
    case .optional, .keyed, .other: return .json
    case .range(let bound): return .list(kind(of: bound, property, in: context), .range)
    case .secret(let value): return kind(of: value, property, in: context)
    case .list(let element, let isUnique):
      let inner = kind(of: element, property, in: context)
      if case .json = inner, !element.isOther { return .json }
      return .list(inner, ListLimits(isUnique: isUnique))
    case .dictionary(let value):
      let inner = kind(of: value, property, in: context)
      if case .json = inner, !value.isOther { return .json }
      return .dictionary(inner)
    case .options(let id): return flags(optionChoices(of: id), of: id)
    case .declared(let id, let arguments):
      guard sizes.size(of: type, in: table) <= ValueSizes.maximum else { return .json }
      return kind(of: id, arguments, property: property, in: context)
    }
  }

  private mutating func kind(
    of id: TypeTable.ID, _ arguments: [ValueType], property: TypeTable.CodedProperty, in context: Context
  ) -> FormKind {
    files.insert(table[id].place.file)
    if table[id].keyword == .enum {
      let kind =
        choices(of: id).map(FormKind.choice)
        ?? variants(of: id, arguments, property: property, in: context).map(FormKind.variants)
      if let kind { shared.add(kind, of: id) }
      return kind ?? .json
    }
    if let shape = table.optionSetShape(of: id) { return kind(of: shape, id) }
    if let raw = table.rawType(ofStruct: id) {
      // A raw value of a type of the sources could be anything, also this type again.
      if case .declared = raw { return .json }
      return kind(of: raw, property, in: context)
    }
    guard table.isGroup(id), id != context.id, !context.outer.contains(id),
      context.outer.count < Self.maximumDepth
    else { return .json }
    var inner = innerContext(property, id: id, arguments: arguments, in: context)
    // From here on, everything is inside of a value: no key paths, no inherited flags, and defaults only from the
    // struct itself.
    inner.properties = nil
    inner.isElement = true
    inner.isSkipped = false
    (inner.overrides, inner.overrideScope) = (Evaluator.initialOverrides(of: id, in: table), inner.scope)
    inner.requiresKeys = !table.hasDefaults(id)
    let annotations = typeAnnotations(of: id, at: .section)
    // The property overrides the type.
    inner.requiresRestart = !context.statesRestart && annotations.flag(.requiresRestart) == true
    checkNoRows(annotations, name: table[id].description)
    refuseFormerNames(ofType: annotations, property)
    var section = FormSection(
      key: "",
      title: annotations.text(.title) ?? displayTitle(of: id, for: nil)
        ?? SettingTitle.words(table[id].name.last ?? ""),
      help: documentation(of: id), otherKeywords: .requiring(requiredKeys(in: inner)),
      items: items(of: inner))
    let path = SettingPath(inner.path)
    requireItems(of: &section, at: path)
    // A document needs no element, so the sections around it aren't required.
    required = required.filter { !path.contains($0) }
    shared.add(.object(section), of: id)
    return .object(section)
  }

  /// Returns a set of an enum's cases or of an option set's flags. Its schema is a candidate for a shared definition.
  private mutating func flags(_ choices: [FormChoice], of id: TypeTable.ID) -> FormKind {
    shared.add(.choice(choices), of: id)
    return .flags(choices)
  }

  /// Returns the keys that a value needs, as its decoder and the defaults around it determine.
  ///
  /// A value without these keys can't be decoded. If the struct has defaults for everything, none is required. A struct
  /// with its own `init(from:)` needs the keys that it reads by `decode`. Any other struct needs the keys of its
  /// properties that aren't optional.
  func requiredKeys(in context: Context) -> [String] {
    guard context.requiresKeys else { return [] }
    if let read = table.namesReadWithoutDefault(of: context.id) {
      return table.codedProperties(of: context.id).filter { read.contains($0.name) }.map(\.key)
    }
    return table.codedProperties(of: context.id).filter { property in
      // A wrapper can code a missing value. A constant with a value isn't read.
      !property.isConstant && !isWrapped(property, in: context)
        && declaredType(of: property, in: context)?.isOptional == false
    }.map(\.key)
  }

  /// Returns the kind of a hand-written option set: a set of names if generated code codes it so, else a number of
  /// bits.
  private mutating func kind(of shape: OptionSetShape, _ id: TypeTable.ID) -> FormKind {
    guard shape.isCodedByNames else {
      // Swift reads any number of the raw type, also bits without a name.
      return .integer(shape.rawType?.limits ?? NumberLimits(lower: .inclusive(0)))
    }
    if let known = choices[.values(of: id)] { return flags(known, of: id) }
    let found = shape.flags.compactMap { flag in
      choice(
        .string(flag.name), name: flag.name, declaration: flag.declaration, of: .values(of: id), in: flag.file
      )
    }
    let bits = shape.flags.mapAll { flag in flag.bits.flatMap { UInt64(exactly: $0) } } ?? []
    let all = found.withBits(bits).first?.bit == nil ? nil : bits.reduce(0, |)
    addSupport(
      .flagNames(conforms: table.codability(of: id) == .no, bits: all), for: .values(of: id),
      names: shape.flags.map(\.name))
    return flags(keep(found.withBits(bits), of: .values(of: id)), of: id)
  }
}

/// Choices, and the code that their types need.
///
///     enum Mode: String { case fast, safe = "very-safe" }
///       choices   "fast", title "Fast"     "very-safe", title "Safe"
///       code      extension Mode: Codable {}
extension FormBuilder {
  /// Returns the choices of an enum; `nil` if its values aren't plain choices.
  ///
  /// The result is kept by type: a type is used by many settings, and its problems should be reported once. Two cases
  /// with the same value are an error, as the second could never be read.
  mutating func choices(of id: TypeTable.ID) -> [FormChoice]? {
    if let known = choices[.values(of: id)] { return known }
    guard let shape = table.enumShape(of: id) else { return nil }
    _ = typeAnnotations(of: id, at: .enumeration)
    let file = table[id].place.file
    var values: Set<JSONValue> = []
    let found = shape.cases.compactMap { item in
      if values.insert(item.value).inserted {
        return choice(
          item.value, name: item.name, declaration: item.declaration, of: .values(of: id), in: file)
      }
      diagnostics.error(
        "another case of '\(table[id].description)' has this value, too",
        at: SourceLocation(file: file, offset: item.declaration.name.start))
      return nil
    }
    addConformance(of: shape, id)
    return keep(found, of: .values(of: id))
  }

  /// Returns a choice for a case or flag; `nil` if it is skipped. A document with the value of a skipped case is then
  /// refused, although the app could read it: the case isn't meant for people.
  mutating func choice(
    _ value: JSONValue, name: String, declaration: some AnnotatedDeclaration, of use: TypeUse,
    in file: Int
  ) -> FormChoice? {
    let annotations = annotations(of: declaration, at: .enumCase, in: file)
    if annotations.flag(.skipSetting) == true { return nil }
    if let secret = annotations.own(.secret) {
      report("only a case with associated values can be secret", at: secret, of: annotations)
    }
    let strings = caseStrings(value, name: name, annotatedTitle: annotations.text(.title), of: use)
    return FormChoice(
      value: value, title: strings.title ?? SettingTitle.words(name),
      help: strings.help ?? table.program.documentation(of: declaration.comments, in: file),
      isDeprecated: isDeprecated(annotations, prefix: declaration.prefix),
      formerValues: annotations.formerValues(like: value))
  }

  /// Keeps the choices of a type; reports a type without choices, and former values that two cases claim.
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
  ///
  /// An enum without `Codable` gets it from the generated code, by raw value or by name. For an enum of another module,
  /// that module would have to do it. An enum that is `Codable` without raw values is noted: `{"fast":{}}` in a file is
  /// rarely what its author wants.
  private mutating func addConformance(of shape: EnumShape, _ id: TypeTable.ID) {
    let name = table[id].description
    let location = table.location(of: id)
    if let raw = table.uncodableRawType(ofEnum: id) {
      diagnostics.error("'\(name)' has raw values of '\(raw)', which isn't Codable; use String", at: location)
      return
    }
    if shape.coding == .object {
      let first = shape.cases.first.map { "{\"\($0.name)\":{}}" } ?? ""
      diagnostics.note(
        "'\(name)' is stored as Swift codes it, \(first); with raw values, or without Codable, it is stored by name",
        at: location)
    }
    guard table.codability(of: id) == .no, table.module(of: id) == nil else { return }
    if table[id].access < .internal {
      diagnostics.error(
        "'\(name)' is not Codable, and private, so no code can be generated for it", at: location)
      return
    }
    addSupport(
      shape.coding == .rawValue ? .rawValue : .caseNames, for: .values(of: id), names: shape.cases.map(\.name)
    )
  }

  /// Returns the choices of the option set that is generated from an enum, by the names of its cases, whatever its raw
  /// values are.
  mutating func optionChoices(of id: TypeTable.ID) -> [FormChoice] {
    files.insert(table[id].place.file)
    if let known = choices[.optionSet(of: id)] { return known }
    addOptionSet(of: id)
    var bits: [UInt64] = []
    var found: [FormChoice] = []
    for (number, (declaration, name)) in table.cases(of: id).enumerated() {
      let choice = choice(
        .string(name), name: name, declaration: declaration, of: .optionSet(of: id), in: table[id].place.file)
      guard let choice else { continue }
      found.append(choice)
      bits.append(1 << UInt64(number))
    }
    return keep(found.withBits(bits), of: .optionSet(of: id))
  }

  /// Adds the option sets of all enums with that annotation, even if no setting uses them: the app's code can.
  mutating func addOptionSets() {
    for id in table.entries.indices where table.bindsOptions(id) { addOptionSet(of: id) }
  }

  /// Adds the option set of an enum, once, or reports why the enum can't have it. Its 64 bits are the limit of the
  /// cases.
  private mutating func addOptionSet(of id: TypeTable.ID) {
    // The code for another module's enum is generated in that module.
    guard types[.optionSet(of: id)] == nil, table.module(of: id) == nil else { return }
    _ = typeAnnotations(of: id, at: .enumeration)
    let cases = table.cases(of: id)
    let names = cases.map(\.name)
    let name = table[id].description
    let location = table.location(of: id)
    if table[id].access < .internal {
      diagnostics.error("'\(name)' is private, so no option set can be generated from it", at: location)
    }
    if names.count > 64 {
      diagnostics.error("'\(name)' has \(names.count) cases; an option set holds at most 64", at: location)
    }
    let file = table[id].place.file
    for (declaration, text) in cases {
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

  /// Adds code that generated Swift has for a type of its own module. A type of another module gets it there.
  ///
  /// If one of the type's cases or properties is deprecated, the code is marked as deprecated, too, or it would cause a
  /// warning.
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

/// Alternatives: the cases of enums with associated values.
///
///     enum Source: Codable { case file(path: String), none }
///       alternatives   "file" with a setting "path"      "none" without members
///
/// Each associated value is an item like a property of a struct: a setting, or a section if it is a struct. It has no
/// key path, hook or row.
extension FormBuilder {
  /// Returns the alternatives of an enum with associated values; `nil` if it has none, or if forms can't describe how
  /// it is coded.
  ///
  /// If an enum contains itself, this function is called for it again while its values are being read. The inner call marks the enum as
  /// recursive and gives up, and then the outer call does, too.
  mutating func variants(
    of id: TypeTable.ID, _ arguments: [ValueType], property: TypeTable.CodedProperty, in context: Context
  ) -> [FormVariant]? {
    guard id != context.id, !context.outer.contains(id) else {
      recursiveEnums.insert(id)
      return nil
    }
    guard context.outer.count < Self.maximumDepth, !table.codesItself(id) else { return nil }
    if let (reason, location) = table.unknownKeys(ofCasesOf: id) {
      diagnostics.error(reason, at: location)
      return nil
    }
    guard let shapes = table.variantShapes(of: id) else { return nil }
    _ = typeAnnotations(of: id, at: .enumeration)
    var inner = innerContext(property, id: id, arguments: arguments, in: context)
    (inner.properties, inner.isElement, inner.requiresRestart, inner.requiresKeys) = (nil, true, false, true)
    let variants = shapes.compactMap { variant($0, property: property, in: inner) }
    refuseFormerNames(variants.flatMap(\.formerKeys), among: variants.map(\.name), of: id)
    // Forms don't describe values that contain values of their own type.
    if recursiveEnums.contains(id) { return nil }
    if variants.isEmpty {
      diagnostics.error(
        "'\(table[id].description)' has no case that can be chosen", at: table.location(of: id))
      return nil
    }
    return variants
  }

  /// Returns the alternative of a case; `nil` if the case is skipped. Unnamed values have the titles "Value", or "Value
  /// 1" and "Value 2" if there are several. A secret case has only secret members.
  private mutating func variant(
    _ item: VariantShape, property: TypeTable.CodedProperty, in context: Context
  ) -> FormVariant? {
    let file = context.scope.file
    let annotations = annotations(of: item.declaration, at: .enumCase, in: file)
    if annotations.flag(.skipSetting) == true { return nil }
    let isSecret = annotations.flag(.secret) ?? false
    let coded = item.values.filter { $0.key != nil }
    let members = coded.enumerated().map { index, value in
      let name = value.label.map(SettingTitle.words) ?? (coded.count == 1 ? "Value" : "Value \(index + 1)")
      return member(value, titled: name, isSecret: isSecret, property: property, in: context)
    }
    let types = coded.map { table.resolve($0.type, in: context.scope) }
    var variant = FormVariant(
      key: item.key, title: annotations.text(.title) ?? SettingTitle.words(item.name),
      help: table.program.documentation(of: item.declaration.comments, in: file),
      isDeprecated: isDeprecated(annotations, prefix: item.declaration.prefix), members: members,
      required: zip(coded, types).compactMap { $1.isOptional ? nil : $0.key })
    variant.formerKeys = annotations.names(.was)
    return variant
  }

  /// Returns an associated value as a member of its alternative: `port` of `case proxy(port: Int)`.
  ///
  /// A struct is a section among the members, unless it is optional or secret, which only a setting can be. The title
  /// and help of the associated value replace its own.
  private mutating func member(
    _ value: VariantShape.Value, titled title: String, isSecret: Bool, property: TypeTable.CodedProperty,
    in context: Context
  ) -> FormItem {
    count += 1
    let file = context.scope.file
    let annotations = annotations(of: value.declaration, at: .associatedValue, in: file)
    // The value's own annotation overrides the annotation of the case, in both directions.
    let type = table.resolve(value.type, in: context.scope)
    let isSecret = type.isSecret || annotations.flag(.secret) ?? isSecret
    let (kind, keywords) = described(type.unwrapped, property: property, in: context)
    let ownTitle = annotations.text(.title)
    var setting = FormSetting(
      key: value.key ?? "", title: ownTitle ?? title,
      help: table.program.documentation(of: value.declaration.comments, in: file), kind: kind,
      isOptional: type.isOptional, otherKeywords: keywords)
    if isSecret { setting.traits.insert(.secret) }
    applyLimits(annotations, to: &setting)
    // As for settings: a secret at an unknown place makes the whole value secret.
    if kind.isJSONInside, AnnotationFinder.finds(.secret, in: type, of: table) {
      setting.traits.insert(.secret)
    }
    setting.formerKeys = annotations.names(.was)
    checkFormerKeysOfElement(annotations)
    refuseFormerNames(
      inside: kind, type, at: SourceLocation(file: file, offset: value.declaration.prefix.start))
    let initial = value.initial.flatMap { Evaluator(table, in: context.scope).value(of: $0, as: type) }
    setting.defaultValue = type.isOptional ? .null : initial
    checkLimits(
      of: setting, annotations, named: value.label ?? setting.key,
      at: SourceLocation(file: file, offset: value.declaration.prefix.start))
    // The members of a struct can be shown among the others, if there is always a value and it isn't hidden as a whole.
    guard case .object(var section) = kind, !type.isOptional, !isSecret else { return .setting(setting) }
    section.key = setting.key
    section.title = ownTitle ?? section.title
    if !setting.help.isEmpty { section.help = setting.help }
    section.otherKeywords = keywords
    section.formerKeys = setting.formerKeys
    return .section(section)
  }

  /// Returns the kind of a setting, and the keywords that the kind doesn't write: the required keys of a struct, and
  /// the names of a dictionary's keys.
  ///
  /// A kind inside of another has no place for such keywords, which is why dictionaries with keys of an enum are
  /// described only as settings or members.
  mutating func described(
    _ type: ValueType, property: TypeTable.CodedProperty, in context: Context
  ) -> (kind: FormKind, keywords: JSONSchema) {
    let none = JSONSchema(keywords: [])
    guard case .keyed(let key, let value) = type else {
      let found = kind(of: type, property, in: context)
      guard case .object(var section) = found else { return (found, none) }
      // If a struct is a single setting, its keywords belong to the setting.
      let keywords = section.otherKeywords
      section.otherKeywords = none
      return (.object(section), keywords)
    }
    var choices: [FormChoice] = []
    if case .declared(let id, _) = key {
      files.insert(table[id].place.file)
      choices = self.choices(of: id) ?? []
    }
    let inner = kind(of: value, property, in: context)
    if case .json = inner, !value.isOther { return (.json, none) }
    return (.dictionary(inner), JSONSchema(keywords: [.schema(.propertyNames, names(of: key, choices))]))
  }

  /// Returns the schema of a dictionary's keys: the values of an enum's cases, as text, or the numbers of `Int`.
  ///
  /// A number has to be spelled as Swift writes it: `"01"` would be a second key for 1.
  private func names(of key: ValueType, _ choices: [FormChoice]) -> JSONSchema {
    func name(_ value: JSONValue) -> JSONValue {
      if case .string = value { value } else { .string(value.description) }
    }
    guard case .declared(let id, _) = key, let shape = table.enumShape(of: id) else {
      return JSONSchema(keywords: [.text(.pattern, TextPattern.integerKeys)])
    }
    let renamed = choices.filter { !$0.formerValues.isEmpty }
    if renamed.isEmpty { return JSONSchema(keywords: [.enumeration(shape.cases.map { name($0.value) })]) }
    let cases = shape.cases.map { item in
      var names = SettingKeyword()
      names.was = renamed.first { $0.value == item.value }?.formerValues.map(name) ?? []
      return JSONSchema(keywords: [.const(name(item.value))] + (names.isEmpty ? [] : [.setting(names)]))
    }
    return JSONSchema(keywords: [.list(.oneOf, cases)])
  }
}
