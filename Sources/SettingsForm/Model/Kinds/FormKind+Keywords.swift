extension FormKind {
  /// Writes the type and its limits as keywords.
  ///
  /// - Parameter setting: Receives the attributes that JSON Schema has no keyword for.
  package func add(to keywords: inout [SchemaKeyword], _ setting: inout SettingKeyword, isOptional: Bool) {
    switch self {
    case .boolean:
      keywords.append(Self.type(.boolean, isOptional))
    case .integer(let limits):
      keywords.append(Self.type(.integer, isOptional))
      limits.add(to: &keywords, &setting)
    case .number(let limits):
      keywords.append(Self.type(.number, isOptional))
      limits.add(to: &keywords, &setting)
    case .string(let limits):
      keywords.append(Self.type(.string, isOptional))
      limits.add(to: &keywords, &setting)
    case .choice(let choices):
      if let type = FormChoice.commonType(choices) { keywords.append(Self.type(type, isOptional)) }
      keywords.append(.oneOf(choices.map(\.schema) + Self.null(isOptional)))
    case .flags(let choices):
      keywords.append(Self.type(.array, isOptional))
      keywords.append(.items(FormKind.choice(choices).schema))
      keywords.append(.uniqueItems(true))
      setting.flags = true
    case .list(let element, let limits):
      keywords.append(Self.type(.array, isOptional))
      keywords.append(.items(element.schema))
      limits.add(to: &keywords)
      setting.range = limits.isRange
    case .dictionary(let element):
      keywords.append(Self.type(.object, isOptional))
      keywords.append(.additionalProperties(element.schema))
    case .object(let section):
      keywords.append(Self.type(.object, isOptional))
      section.addItems(to: &keywords, &setting)
    // The schema that the alternatives were read from is kept.
    case .variants(let variants) where !variants.allSatisfy(\.hasKey): break
    case .variants(let variants):
      keywords.append(Self.type(.object, isOptional))
      keywords.append(.oneOf(variants.map(\.schema) + Self.null(isOptional)))
    case .recursive, .json:
      if isOptional { keywords.append(.type(JSONType.anyOrNull)) }
    }
  }

  /// The schema of an element of a list or a dictionary.
  var schema: JSONSchema {
    var keywords: [SchemaKeyword] = []
    var setting = SettingKeyword()
    if case .object(let section) = self {
      if !section.title.isEmpty { keywords.append(.title(section.title)) }
      if !section.help.isEmpty { keywords.append(.description(section.help)) }
      if !section.key.isEmpty || section.order != nil {
        setting.object = SettingKeyword.Object(
          key: section.key.isEmpty ? nil : section.key, order: section.order)
      }
    }
    add(to: &keywords, &setting, isOptional: false)
    if !setting.isEmpty { keywords.append(.setting(setting)) }
    guard case .object(let section) = self else { return JSONSchema(keywords: keywords) }
    return JSONSchema(keywords: keywords).replacing(section.otherKeywords)
  }

  /// Returns the alternative of an optional without a value.
  private static func null(_ isOptional: Bool) -> [JSONSchema] {
    isOptional ? [JSONSchema(keywords: [.const(.null)])] : []
  }

  private static func type(_ type: JSONType, _ isOptional: Bool) -> SchemaKeyword {
    .type(isOptional ? [type, .null] : [type])
  }
}

extension JSONType {
  /// All types including `null`: the type of an optional setting of any JSON.
  package static let anyOrNull: [JSONType] = [.boolean, .number, .string, .array, .object, .null]
}

extension FormChoice {
  /// Returns the type that the values of all choices have; `nil` if they differ.
  static func commonType(_ choices: [FormChoice]) -> JSONType? {
    guard let first = choices.first.map({ JSONType(of: $0.value) }),
      choices.allSatisfy({ JSONType(of: $0.value) == first })
    else { return nil }
    return first
  }

  /// The choice as one of the schemas of `oneOf`.
  var schema: JSONSchema {
    var keywords: [SchemaKeyword] = [.const(value), .title(title)]
    if !help.isEmpty { keywords.append(.description(help)) }
    if isDeprecated { keywords.append(.deprecated(true)) }
    if !formerValues.isEmpty {
      var setting = SettingKeyword()
      setting.was = formerValues
      keywords.append(.setting(setting))
    }
    return JSONSchema(keywords: keywords)
  }
}

extension FormVariant {
  /// The alternative as one of the schemas of `oneOf`.
  var schema: JSONSchema {
    var keywords: [SchemaKeyword] = [.title(title)]
    if !help.isEmpty { keywords.append(.description(help)) }
    if isDeprecated { keywords.append(.deprecated(true)) }
    if !formerKeys.isEmpty {
      var setting = SettingKeyword()
      setting.was = formerKeys.map(JSONValue.string)
      keywords.append(.setting(setting))
    }
    return JSONSchema(keywords: keywords + kind.schema.keywords)
  }
}

extension NumberLimits {
  fileprivate func add(to keywords: inout [SchemaKeyword], _ setting: inout SettingKeyword) {
    switch lower {
    case .inclusive(let number)?: keywords.append(.minimum(number))
    case .exclusive(let number)?: keywords.append(.exclusiveMinimum(number))
    case nil: break
    }
    switch upper {
    case .inclusive(let number)?: keywords.append(.maximum(number))
    case .exclusive(let number)?: keywords.append(.exclusiveMaximum(number))
    case nil: break
    }
    guard let step else { return }
    if countsFromZero(step) { keywords.append(.multipleOf(step)) } else { setting.step = step }
  }

  /// Whether a step can be written as `multipleOf`, which validators compute in binary and from zero: the step is a multiple of
  /// 2^-10, so it is exact in binary, and the lower limit is a multiple of the step.
  package func countsFromZero(_ step: JSONNumber) -> Bool {
    let isExact = JSONNumber(0x1p-10).map(step.isMultiple) ?? false
    return isExact && lower.map { $0.value.isMultiple(of: step) } ?? true
  }
}

extension TextLimits {
  fileprivate func add(to keywords: inout [SchemaKeyword], _ setting: inout SettingKeyword) {
    if let minLength { keywords.append(.minLength(minLength)) }
    if let maxLength { keywords.append(.maxLength(maxLength)) }
    if let pattern { keywords.append(.pattern(pattern)) }
    switch format {
    case .base64?: keywords.append(.contentEncoding(TextLimits.Format.base64.rawValue))
    case let format?: keywords.append(.format(format.rawValue))
    case nil: break
    }
    setting.times = times
    setting.multiline = isMultiline
  }
}

extension ListLimits {
  fileprivate func add(to keywords: inout [SchemaKeyword]) {
    if let minCount { keywords.append(.minItems(minCount)) }
    if let maxCount { keywords.append(.maxItems(maxCount)) }
    if isUnique { keywords.append(.uniqueItems(true)) }
  }
}
