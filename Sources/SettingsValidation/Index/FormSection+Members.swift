extension FormSection {
  /// Whether a keyword of the section can cause problems that depend on which settings and sections are present, or on their values.
  ///
  /// `additionalProperties` isn't such a keyword: it is about other members, which no change of a setting adds.
  var judgesMembers: Bool {
    guard !otherKeywords.members.isEmpty else { return false }
    var reader = SchemaReader(patterns: nil, .bundle)
    return otherKeywords.members.contains { reader.keywordOrOther($0.key, $0.value).judgesMembers }
  }
}

extension SchemaKeyword {
  /// Whether the keyword can cause such problems.
  package var judgesMembers: Bool {
    switch self {
    case .title, .description, .defaultValue, .readOnly, .writeOnly, .deprecated(false), .setting,
      .valueDescriptions, .conditionalMembers, .other:
      false
    case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf: false
    case .minLength, .maxLength, .pattern, .format, .contentEncoding: false
    case .minItems, .maxItems, .uniqueItems, .prefixItems, .items, .unevaluatedItems, .contains, .minContains,
      .maxContains:
      false
    case .type(let types): !types.contains(.object)
    case .additionalProperties: false
    case .deprecated, .never, .const, .enumeration: true
    case .properties, .patternProperties, .propertyNames, .minProperties, .maxProperties: true
    case .required, .dependentRequired, .dependentSchemas: true
    case .unevaluatedProperties, .reference, .allOf, .anyOf, .oneOf, .not, .if, .then, .else: true
    }
  }
}
