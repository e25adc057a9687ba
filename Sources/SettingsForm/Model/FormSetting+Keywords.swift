extension FormSetting {
  /// The setting as a schema.
  var schema: JSONSchema {
    shape.values.schema { keywords, setting in
      addText(to: &keywords)
      shape.values.kind.add(to: &keywords, &setting, isOptional: isOptional)
      if let defaultValue { keywords.append(.defaultValue(defaultValue)) }
      if traits.contains(.readOnly) { keywords.append(.readOnly(true)) }
      addExtras(to: &setting)
    }
  }

  /// The part of the setting's schema that decides what is valid, deprecated or secret.
  package var checks: JSONSchema { shape.values.checks }

  /// Returns the problems of a value at a path.
  package func problems(
    of value: some SchemaInstance, at path: SettingPath = .root, _ library: SchemaLibrary
  ) -> [FormProblem] {
    shape.compiledChecks(library).problems(of: value, at: path, secrecy: secrecy)
  }

  private func addText(to keywords: inout [SchemaKeyword]) {
    keywords.append(.title(title))
    if !help.isEmpty { keywords.append(.description(help)) }
  }

  private func addExtras(to extras: inout SettingKeyword) {
    extras.requiresRestart = traits.contains(.requiresRestart)
    extras.skipSetting = traits.contains(.skipped)
    extras.advanced = traits.contains(.advanced)
    extras.sideEffects = sideEffects
    extras.unit = unit
    extras.choices = choicesHook
    extras.was = formerKeys.map(JSONValue.string)
    extras.keywords = keywords
    extras.order = order
    extras.object = objectMarker
  }

  /// The mark of a struct that is one setting rather than a section, with the title and help that differ from the setting's.
  private var objectMarker: SettingKeyword.Object? {
    guard case .object(let section) = shape.values.kind else { return nil }
    let marker = SettingKeyword.Object(
      key: section.key == key ? nil : section.key,
      title: section.title == title ? nil : section.title,
      help: section.help == help ? nil : section.help,
      order: section.order)
    return isOptional && marker == SettingKeyword.Object() ? nil : marker
  }
}

extension FormShape.Values {
  /// The part of the schema that decides what is valid, deprecated or secret.
  var checks: JSONSchema {
    schema { keywords, setting in kind.add(to: &keywords, &setting, isOptional: isOptional) }
  }

  /// Returns the schema with the keywords that the body adds.
  fileprivate func schema(_ body: (inout [SchemaKeyword], inout SettingKeyword) -> Void) -> JSONSchema {
    var keywords: [SchemaKeyword] = []
    keywords.reserveCapacity(8)
    var setting = SettingKeyword()
    body(&keywords, &setting)
    if traits.contains(.secret) { keywords.append(.writeOnly(true)) }
    if traits.contains(.deprecated) { keywords.append(.deprecated(true)) }
    if !setting.isEmpty { keywords.append(.setting(setting)) }
    let schema = JSONSchema(keywords: keywords)
    guard case .object(let section) = kind else { return schema.replacing(otherKeywords) }
    return schema.replacing(section.otherKeywords).replacing(otherKeywords)
  }
}
