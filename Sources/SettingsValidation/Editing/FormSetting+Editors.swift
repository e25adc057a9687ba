/// What the keywords of other editors say about a setting.
extension FormSetting {
  /// Why the setting is deprecated; `nil` if the form doesn't say it.
  package var deprecationMessage: String? {
    guard traits.contains(.deprecated) else { return nil }
    return annotation(.deprecationMessage)?.text
  }

  /// The values that the form suggests; other values are valid, too.
  ///
  /// They are the values that an alternative of an open choice lists, the examples and the snippets. Cost: they are created once.
  package var suggestions: [FormChoice] {
    guard kind.canHaveChoicesHook, !otherKeywords.members.isEmpty, !holdsSecrets else { return [] }
    return shape.suggestions { makeSuggestions() }
  }

  private func makeSuggestions() -> [FormChoice] {
    let listed =
      (otherKeywords["anyOf"]?.elementList ?? []).flatMap(Suggestions.listed)
      + Suggestions.listedOnce(by: otherKeywords["oneOf"]?.elementList ?? [])
    let examples = (annotation(.examples)?.elementList ?? []).map { Suggestions.choice($0) }
    let snippets = (annotation(.defaultSnippets)?.elementList ?? []).compactMap {
      Suggestions.snippet($0, isText: kind.isString)
    }
    var seen: Set<JSONValue> = []
    return (listed + snippets + examples).filter {
      kind.describes($0.value) && seen.insert($0.value).inserted
    }
  }

  /// Returns the value of a keyword, also of a setting whose schema can only be edited as JSON.
  private func annotation(_ keyword: EditorKeyword) -> JSONValue? {
    if let value = otherKeywords[keyword.rawValue] { return value }
    guard case .json = kind else { return nil }
    return (otherKeywords["allOf"]?.elementList ?? []).lazy.compactMap { $0.member(keyword.rawValue) }.first
  }
}

extension JSONObject {
  /// The keywords of a schema that suggest values, for the value or for its parts.
  package var suggestingKeywords: JSONObject {
    var keywords = JSONObject()
    for name in ["anyOf", "oneOf", "items", "additionalProperties"] { keywords[name] = self[name] }
    for name in [EditorKeyword.examples, .defaultSnippets] { keywords[name.rawValue] = self[name.rawValue] }
    return keywords
  }
}

/// Reads suggestions.
private enum Suggestions {
  static func choice(_ value: JSONValue, title: String? = nil, help: String? = nil) -> FormChoice {
    FormChoice(value: value, title: title ?? value.plainText, help: help ?? "")
  }

  /// Returns the values that an alternative lists.
  static func listed(by schema: JSONValue) -> [FormChoice] {
    if let value = schema.member("const") {
      var choice = choice(
        value, title: schema.member("title")?.text, help: schema.member("description")?.text)
      choice.isDeprecated = schema.member("deprecated") == .bool(true)
      return [choice]
    }
    if let values = schema.member("enum") {
      let titles = schema.member(EditorKeyword.enumItemLabels.rawValue)?.elementList ?? []
      let help =
        [EditorKeyword.enumDescriptions, .markdownEnumDescriptions].lazy
        .compactMap { schema.member($0.rawValue)?.elementList }.first ?? []
      return values.elementList.enumerated().map { position, value in
        choice(
          value, title: titles.indices.contains(position) ? titles[position].text : nil,
          help: help.indices.contains(position) ? help[position].text : nil)
      }
    }
    return ["anyOf", "oneOf"].flatMap { (schema.member($0)?.elementList ?? []).flatMap(listed) }
  }

  /// Returns the values that one of several alternatives lists and that no other one allows, as `oneOf` requires.
  static func listedOnce(by schemas: [JSONValue]) -> [FormChoice] {
    let listed = schemas.flatMap(listed)
    if listed.isEmpty { return [] }
    let library = SchemaLibrary()
    let alternatives = schemas.map { schema -> CompiledSchema in
      var reader = SchemaReader(patterns: nil, .bundle)
      return CompiledSchema((try? reader.schema(schema)) ?? JSONSchema(keywords: []), library)
    }
    return listed.filter { choice in
      alternatives.count { schema in
        !schema.problems(of: choice.value).contains { $0.severity == .error }
      } == 1
    }
  }

  /// Returns the value of a snippet; `nil` if it has no single value.
  static func snippet(_ snippet: JSONValue, isText: Bool) -> FormChoice? {
    guard var value = snippet.member("body") ?? snippet.member("bodyText") else { return nil }
    if case .string(let body) = value {
      let text = SnippetText.plain(body)
      if body.hasPrefix("^") || snippet.member("body") == nil || !isText {
        // The text of a value rather than a string: VS Code inserts `bodyText`, and a body after `^`, as they are. A setting that
        // isn't a string can't mean a string, either.
        let json = body.hasPrefix("^") ? String(text.dropFirst()) : text
        guard let parsed = try? JSONValue(parsing: json) else { return nil }
        value = parsed
      } else {
        value = .string(text)
      }
    }
    return choice(value, title: snippet.member("label")?.text, help: snippet.member("description")?.text)
  }
}

extension FormKind {
  fileprivate var isString: Bool {
    if case .string = self { true } else { false }
  }

  /// Whether a value has the type of a number or a string.
  fileprivate func describes(_ value: JSONValue) -> Bool {
    switch (self, value) {
    case (.string, .string), (.number, .number): true
    case (.integer, .number(let number)): number.isWhole
    default: false
    }
  }
}
