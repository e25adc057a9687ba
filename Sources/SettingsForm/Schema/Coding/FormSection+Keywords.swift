extension FormSchema {
  /// The `$schema` of a form.
  public static let dialect = "https://json-schema.org/draft/2020-12/schema"

  /// The keyword of the rules.
  static let rulesKeyword = "x-rules"

  /// The form as a JSON Schema 2020-12 document, keys in a fixed order.
  ///
  /// Cost: linear in the size of the form.
  public var json: JSONValue {
    var members = [JSONObject.Member(key: "$schema", value: .string(Self.dialect))]
    members += root.schema.object.members
    if !rules.isEmpty { members.append(JSONObject.Member(key: Self.rulesKeyword, value: .array(rules))) }
    return .object(JSONObject(distinct: members))
  }
}

extension FormSection {
  /// The section as a schema.
  var schema: JSONSchema {
    var keywords: [SchemaKeyword] = [.title(title)]
    if !help.isEmpty { keywords.append(.description(help)) }
    keywords.append(.type([.object]))
    var setting = SettingKeyword()
    setting.order = order
    addItems(to: &keywords, &setting)
    if !setting.isEmpty { keywords.append(.setting(setting)) }
    return JSONSchema(keywords: keywords).replacing(otherKeywords)
  }

  /// Writes what is inside, and the hooks.
  func addItems(to keywords: inout [SchemaKeyword], _ setting: inout SettingKeyword) {
    keywords.append(
      .properties(items.map { SchemaKeyword.Named(name: $0.key, schema: $0.schema) }))
    setting.header = header
    setting.footer = footer
  }
}

extension FormItem {
  /// The item as a schema.
  var schema: JSONSchema {
    switch self {
    case .section(let section): section.schema
    case .setting(let setting): setting.schema
    }
  }
}

extension FormSetting {
  /// The setting as a schema.
  var schema: JSONSchema { schema(forChecksOnly: false) }

  /// As much of the setting's schema as says what is valid, deprecated or secret.
  var checks: JSONSchema { schema(forChecksOnly: true) }

  private func schema(forChecksOnly isForChecks: Bool) -> JSONSchema {
    var keywords: [SchemaKeyword] = []
    keywords.reserveCapacity(isForChecks ? 3 : 8)
    var setting = SettingKeyword()
    if !isForChecks { addTexts(to: &keywords) }
    kind.add(to: &keywords, &setting, isOptional: isOptional)
    if !isForChecks {
      if let defaultValue { keywords.append(.defaultValue(defaultValue)) }
      if traits.contains(.readOnly) { keywords.append(.readOnly(true)) }
      addExtras(to: &setting)
    }
    if traits.contains(.secret) { keywords.append(.writeOnly(true)) }
    if traits.contains(.deprecated) { keywords.append(.deprecated(true)) }
    if !setting.isEmpty { keywords.append(.setting(setting)) }
    let schema = JSONSchema(keywords: keywords)
    guard case .object(let section) = kind else { return schema.replacing(otherKeywords) }
    return schema.replacing(section.otherKeywords).replacing(otherKeywords)
  }

  private func addTexts(to keywords: inout [SchemaKeyword]) {
    keywords.append(.title(title))
    if !help.isEmpty { keywords.append(.description(help)) }
  }

  private func addExtras(to extras: inout SettingKeyword) {
    extras.requiresRestart = traits.contains(.requiresRestart)
    extras.advanced = traits.contains(.advanced)
    extras.sideEffects = sideEffects
    extras.unit = unit
    extras.was = formerKeys
    extras.order = order
    extras.object = objectMarker
  }

  /// What tells a struct that is one setting from a section, and from the setting's own texts.
  private var objectMarker: SettingKeyword.Object? {
    guard case .object(let section) = kind else { return nil }
    let marker = SettingKeyword.Object(
      key: section.key == key ? nil : section.key,
      title: section.title == title ? nil : section.title,
      help: section.help == help ? nil : section.help,
      order: section.order)
    return isOptional && marker == SettingKeyword.Object() ? nil : marker
  }
}

extension JSONSchema {
  /// The schema with some keywords replaced or added as they are.
  func replacing(_ others: JSONObject) -> JSONSchema {
    guard !others.members.isEmpty else { return self }
    var schema = self
    var reader = SchemaReader(patterns: nil)
    for member in others.members {
      let keyword = reader.keywordOrOther(member.key, member.value)
      if let index = schema.keywords.firstIndex(where: { $0.name == member.key }) {
        schema.keywords[index] = keyword
      } else {
        schema.keywords.append(keyword)
      }
    }
    return schema
  }
}
