import SettingsForm

/// Alternatives: the cases of enums with associated values.
extension FormBuilder {
  /// Returns the alternatives of an enum with associated values; `nil` if it has none, or if forms can't describe how it is
  /// coded.
  mutating func variants(
    of id: TypeTable.ID, _ arguments: [ValueType], _ property: TypeTable.CodedProperty, in context: Context
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
    guard let shape = table.variantShape(of: id) else { return nil }
    _ = typeAnnotations(of: id, at: .enumeration)
    var inner = innerContext(property, id, arguments, in: context)
    (inner.properties, inner.isElement, inner.requiresRestart, inner.requiresKeys) = (nil, true, false, true)
    let variants = shape.cases.compactMap { variant($0, property, in: inner) }
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

  /// Returns the alternative of a case; `nil` if the case is skipped.
  private mutating func variant(
    _ item: VariantShape.Case, _ property: TypeTable.CodedProperty, in context: Context
  ) -> FormVariant? {
    let file = context.scope.file
    let annotations = AnnotationSet(
      table.program.annotations(of: item.declaration, in: file), at: .enumCase, in: file, &diagnostics)
    if flag(.skipSetting, annotations) ?? false { return nil }
    let isSecret = flag(.secret, annotations) ?? false
    let coded = item.values.filter { $0.key != nil }
    let members = coded.enumerated().map { index, value in
      let name = value.label.map(SettingTitle.words) ?? (coded.count == 1 ? "Value" : "Value \(index + 1)")
      return member(value, titled: name, isSecret: isSecret, property, in: context)
    }
    let types = coded.map { table.resolve($0.type, in: context.scope) }
    var variant = FormVariant(
      key: item.key, title: title(annotations) ?? SettingTitle.words(item.name),
      help: table.program.documentation(of: item.declaration.comments, in: file),
      isDeprecated: isDeprecated(annotations, item.declaration.prefix), members: members,
      required: zip(coded, types).compactMap { $1.isOptional ? nil : $0.key })
    variant.formerKeys = names(.was, annotations)
    return variant
  }

  private mutating func member(
    _ value: VariantShape.Value, titled title: String, isSecret: Bool, _ property: TypeTable.CodedProperty,
    in context: Context
  ) -> FormItem {
    count += 1
    let file = context.scope.file
    let annotations = AnnotationSet(
      table.program.annotations(of: value.declaration, in: file), at: .associatedValue, in: file, &diagnostics
    )
    let isSecret = flag(.secret, annotations) ?? isSecret
    let type = table.resolve(value.type, in: context.scope)
    let (kind, keywords) = described(type.unwrapped, property, in: context)
    let ownTitle = self.title(annotations)
    var setting = FormSetting(
      key: value.key ?? "", title: ownTitle ?? title,
      help: table.program.documentation(of: value.declaration.comments, in: file), kind: kind,
      isOptional: type.isOptional, otherKeywords: keywords)
    if isSecret { setting.traits.insert(.secret) }
    applyLimits(annotations, to: &setting)
    if case .json = kind, AnnotationFinder.finds(.secret, in: type, of: table) {
      setting.traits.insert(.secret)
    }
    setting.formerKeys = names(.was, annotations)
    checkFormerKeysOfElement(annotations)
    refuseFormerNames(
      inside: kind, type, at: SourceLocation(file: file, offset: value.declaration.range.start))
    let initial = value.initial.flatMap { Evaluator(table, in: context.scope).value(of: $0, as: type) }
    setting.defaultValue = type.isOptional ? .null : initial
    checkLimits(
      of: setting, annotations, named: value.label ?? setting.key,
      at: SourceLocation(file: file, offset: value.declaration.range.start))
    guard case .object(var section) = kind, !type.isOptional, !isSecret else { return .setting(setting) }
    section.key = setting.key
    section.title = ownTitle ?? section.title
    if !setting.help.isEmpty { section.help = setting.help }
    section.otherKeywords = keywords
    section.formerKeys = setting.formerKeys
    return .section(section)
  }

  /// Returns the kind of a setting, and the keywords that the kind doesn't write.
  mutating func described(
    _ type: ValueType, _ property: TypeTable.CodedProperty, in context: Context
  ) -> (kind: FormKind, keywords: JSONObject) {
    guard case .keyed(let key, let value) = type else {
      let found = kind(of: type, property, in: context)
      guard case .object(var section) = found else { return (found, [:]) }
      // The keywords of a struct that is a setting are those of the setting.
      let keywords = section.otherKeywords
      section.otherKeywords = [:]
      return (.object(section), keywords)
    }
    if case .declared(let id, _) = key,
      table.declaration(of: id)?.cases.contains(where: { isFormer($0, in: table[id].place.file) }) == true
    {
      diagnostics.error(
        "'was' can't rename the keys of the dictionary '\(property.name)'; write a migration",
        at: table.location(of: id))
    }
    let inner = kind(of: value, property, in: context)
    if case .json = inner, value != .other { return (.json, [:]) }
    return (.dictionary(inner), ["propertyNames": names(of: key)])
  }

  /// Returns the schema of a dictionary's keys.
  private func names(of key: ValueType) -> JSONValue {
    if case .declared(let id, _) = key, let shape = table.enumShape(of: id) {
      let names = shape.cases.map { item -> JSONValue in
        if case .string = item.value { item.value } else { .string(item.value.description) }
      }
      return ["enum": .array(names)]
    }
    // An `Int` of up to 18 digits, as the program writes it.
    return ["pattern": "^(0|-?[1-9][0-9]{0,17})$"]
  }
}
