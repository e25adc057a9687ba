/// Reads alternatives that are distinguished by a key.
extension SettingReader {
  /// Returns the kind of a `oneOf` whose alternatives are objects, distinguished by the one key that each requires; `nil` for
  /// any other schema.
  mutating func variants(_ schema: JSONSchema, _ extras: SettingKeyword) throws(FormSchemaError) -> Found? {
    let types = schema.types
    guard Set(types).isSubset(of: [.object, .null]), types.isEmpty || types.contains(.object),
      schema.keywords.allSatisfy(\.isPartOfVariants),
      let schemas = schema.oneOf, let alternatives = KeyedAlternatives(schemas)
    else { return nil }
    var variants: [FormVariant] = []
    keys.append("oneOf")
    defer { keys.removeLast() }
    for (alternative, position) in zip(alternatives.all, alternatives.positions) {
      keys.append(String(position))
      defer { keys.removeLast() }
      guard let variant = try variant(alternative) else { return nil }
      variants.append(variant)
    }
    let isOptional = alternatives.allowsNull && (types.isEmpty || types.contains(.null))
    let isImplied = types.isEmpty || types.contains(.null) == isOptional
    let kind = FormKind.variants(variants)
    try checkApplicable(extras, to: kind)
    let rest = schema.keywords.filter { $0.name != "oneOf" && !(isImplied && $0.name == "type") }
    return Found(kind: kind, isOptional: isOptional, rest: rest)
  }

  private mutating func variant(
    _ alternative: KeyedAlternatives.Alternative
  ) throws(FormSchemaError) -> FormVariant? {
    var variant = FormVariant(mark: .key(alternative.key), title: alternative.key, kind: .json)
    var rest = JSONSchema(keywords: [])
    for keyword in alternative.schema.keywords {
      switch keyword {
      case .title(let text): variant.title = text
      case .description(let text): variant.help = text
      case .deprecated(let flag): variant.isDeprecated = flag
      case .setting(let setting) where !setting.was.isEmpty:
        variant.formerKeys = setting.was.compactMap(\.text)
      default: rest.keywords.append(keyword)
      }
    }
    let (kind, isExact) = try element(rest)
    guard isExact, case .object = kind else { return nil }
    variant.kind = kind
    return variant
  }
}

extension SchemaKeyword {
  /// Whether the keyword can be next to the alternatives of a setting, because it doesn't describe members.
  fileprivate var isPartOfVariants: Bool {
    switch self {
    case .properties, .patternProperties, .additionalProperties, .dependentSchemas, .allOf, .anyOf, .const,
      .enumeration, .if:
      false
    default: true
    }
  }
}
