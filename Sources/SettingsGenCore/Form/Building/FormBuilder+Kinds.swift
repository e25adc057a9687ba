import SettingsForm

/// Kinds of values.
extension FormBuilder {
  /// Returns the kind of a value that isn't optional.
  mutating func kind(
    of type: ValueType, _ property: TypeTable.CodedProperty, in context: Context
  ) -> FormKind {
    switch type {
    case .boolean: return .boolean
    case .integer(let integer):
      return .integer(integer.limits)
    case .number: return .number(NumberLimits())
    case .string: return .string(TextLimits())
    case .text(let format): return .string(TextLimits(format: format))
    // Only a setting itself can have keywords for its keys.
    case .optional, .keyed, .other: return .json
    case .range(let bound): return .list(kind(of: bound, property, in: context), .range)
    case .list(let element, let isUnique):
      let inner = kind(of: element, property, in: context)
      if case .json = inner, element != .other { return .json }
      return .list(inner, ListLimits(isUnique: isUnique))
    case .dictionary(let value):
      let inner = kind(of: value, property, in: context)
      if case .json = inner, value != .other { return .json }
      return .dictionary(inner)
    case .options(let id): return flags(optionChoices(of: id), of: id)
    case .declared(let id, let arguments):
      guard sizes.size(of: type, in: table) <= ValueSizes.maximum else { return .json }
      return kind(of: id, arguments, property, in: context)
    }
  }

  private mutating func kind(
    of id: TypeTable.ID, _ arguments: [ValueType], _ property: TypeTable.CodedProperty, in context: Context
  ) -> FormKind {
    files.insert(table[id].place.file)
    if table[id].keyword == .enum {
      let kind =
        choices(of: id).map(FormKind.choice)
        ?? variants(of: id, arguments, property, in: context).map(FormKind.variants)
      if let kind { shared.add(kind, of: id) }
      return kind ?? .json
    }
    if let shape = table.optionSetShape(of: id) { return kind(of: shape, id) }
    if let raw = table.rawType(ofStruct: id) {
      if case .declared = raw { return .json }
      return kind(of: raw, property, in: context)
    }
    guard table.isGroup(id), id != context.id, !context.outer.contains(id),
      context.outer.count < Self.maximumDepth
    else { return .json }
    var inner = innerContext(property, id, arguments, in: context)
    inner.properties = nil
    inner.isElement = true
    inner.isSkipped = false
    inner.requiresRestart = false
    inner.overrides = table.keepsInitialValues(id, withArguments: false) ? .known([:]) : .unknown
    inner.requiresKeys = !table.hasDefaults(id) && !table.decodesItself(id)
    let annotations = typeAnnotations(of: id, at: .section)
    checkNoRows(annotations, table[id].description)
    let section = FormSection(
      key: "",
      title: title(annotations) ?? displayTitle(of: id, for: nil)
        ?? SettingTitle.words(table[id].name.last ?? ""),
      help: documentation(of: id), otherKeywords: FormSection.requiring(requiredKeys(in: inner)),
      items: items(of: inner))
    shared.add(.object(section), of: id)
    return .object(section)
  }

  /// Returns a set of an enum's cases or of an option set's flags.
  private mutating func flags(_ choices: [FormChoice], of id: TypeTable.ID) -> FormKind {
    shared.add(.choice(choices), of: id)
    return .flags(choices)
  }

  /// Returns the keys that a value needs, as its decoder and the defaults around it determine.
  func requiredKeys(in context: Context) -> [String] {
    guard context.requiresKeys else { return [] }
    return table.codedProperties(of: context.id).filter { property in
      // A wrapper can code a missing value. A constant with a value isn't read.
      !property.isConstant && !isWrapped(property, in: context)
        && declaredType(of: property, in: context)?.isOptional == false
    }.map(\.key)
  }

  private mutating func kind(of shape: OptionSetShape, _ id: TypeTable.ID) -> FormKind {
    guard shape.isCodedByNames else {
      let all = shape.flags.mapAll(\.bits)?.reduce(Int128(0), |)
      return .integer(
        NumberLimits(lower: .inclusive(JSONNumber(0)), upper: all.map { .inclusive(JSONNumber($0)) }))
    }
    if let known = choices[.values(of: id)] { return flags(known, of: id) }
    let found = shape.flags.compactMap { flag in
      choice(.string(flag.name), flag.name, flag.declaration, of: .values(of: id), in: flag.file)
    }
    addSupport(
      .flagNames(conforms: shape.needsConformance), for: .values(of: id), names: shape.flags.map(\.name))
    return flags(keep(found, of: .values(of: id)), of: id)
  }
}
