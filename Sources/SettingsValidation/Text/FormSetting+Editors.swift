/// What the keywords of other editors say about a setting.
extension FormSetting {
  /// Why the setting is deprecated; `nil` if the form doesn't say it, and for a setting that isn't deprecated.
  package var deprecationMessage: String? {
    guard traits.contains(.deprecated) else { return nil }
    return annotation(.deprecationMessage)?.text
  }

  /// The values that the form suggests; other values are valid, too. Empty for a secret, and for a value that isn't
  /// typed as one number or text.
  ///
  /// They are the values that an alternative of an open choice lists, the examples and the snippets. The presets of a
  /// struct take precedence over all of them.
  ///
  /// An open choice is a schema such as `anyOf: [{"enum": ["a", "b"]}, {"type": "string"}]`: two known values, and any
  /// other text.
  ///
  /// Cost: they are created once for all settings of the same shape.
  package var suggestions: [FormChoice] {
    if !self.presets.isEmpty { return self.presets }
    // A suggestion for a secret would be a secret in the form.
    guard kind.canHaveChoicesHook, !otherKeywords.keywords.isEmpty, !holdsSecrets else { return [] }
    return shape.suggestions { makeSuggestions() }
  }

  /// Returns the suggestions, each value once: listed values first, then snippets, then examples. Values of another
  /// type than the setting's are left out.
  private func makeSuggestions() -> [FormChoice] {
    let listed =
      (otherKeywords[.anyOf] ?? []).flatMap(Suggestions.listed)
      + Suggestions.listedOnce(by: otherKeywords[.oneOf] ?? [])
    let examples = (annotation(.examples)?.elementList ?? []).map { Suggestions.choice($0) }
    let snippets = (annotation(.defaultSnippets)?.elementList ?? []).compactMap {
      Suggestions.snippet($0, isText: kind.isString)
    }
    // The first of equal values has the best title, because listed values come first.
    var seen: Set<JSONValue> = []
    return (listed + snippets + examples).filter {
      kind.describes($0.value) && seen.insert($0.value).inserted
    }
  }

  /// Returns the value of a keyword, also of a setting whose schema can only be edited as JSON, where it can be inside
  /// `allOf`.
  private func annotation(_ keyword: EditorKeyword) -> JSONValue? {
    let schemas =
      if case .json = kind { [otherKeywords] + (otherKeywords[.allOf] ?? []) } else { [otherKeywords] }
    return schemas.lazy.compactMap { $0[keyword.rawValue]?.json }.first
  }
}

extension JSONSchema {
  /// The keywords of a schema that suggest values, for the value or for its parts. The description of an element keeps
  /// them, so a list of strings has suggestions for each.
  package var suggestingKeywords: JSONSchema {
    let names = [
      "anyOf", "oneOf", "items", "additionalProperties", "propertyNames", "examples", "defaultSnippets",
    ]
    return JSONSchema(keywords: keywords.filter { names.contains($0.name) })
  }
}

/// Reads suggestions from keywords: VS Code's and JetBrains' editors read the same.
private enum Suggestions {
  /// Creates a suggestion, whose title is its value unless it has one.
  static func choice(_ value: JSONValue, title: String? = nil, help: String? = nil) -> FormChoice {
    FormChoice(value: value, title: title ?? value.plainText, help: help ?? "")
  }

  /// Returns the values that an alternative lists: of `const`, of `enum` with the titles and help beside it, or of
  /// alternatives inside. None for a schema that lists nothing.
  static func listed(by schema: JSONSchema) -> [FormChoice] {
    if let value = schema.const {
      var choice = choice(value, title: schema[.title], help: schema[.description])
      choice.isDeprecated = schema[.deprecated]
      return [choice]
    }
    for case .enumeration(let values) in schema.keywords {
      let known = Dictionary(schema.valueDescriptions.map { ($0.value, $0) }) { first, _ in first }
      return values.map { choice($0, title: known[$0]?.title, help: known[$0]?.help) }
    }
    return ((schema[.anyOf] ?? []) + (schema[.oneOf] ?? [])).flatMap(listed)
  }

  /// Returns the values that one of several alternatives lists and that no other alternative allows, as `oneOf`
  /// requires.
  ///
  /// With `oneOf: [{"enum": ["a"]}, {"type": "string"}]`, the value `a` fits both and is therefore invalid; it mustn't
  /// be suggested.
  ///
  /// Cost: compiles each alternative, and checks each value by each of them.
  static func listedOnce(by schemas: [JSONSchema]) -> [FormChoice] {
    let listed = schemas.flatMap(listed)
    if listed.isEmpty { return [] }
    let library = SchemaLibrary()
    let alternatives = schemas.map { CompiledSchema($0, library: library) }
    return listed.filter { choice in
      alternatives.count { schema in
        !schema.problems(of: choice.value).contains { $0.severity == .error }
      } == 1
    }
  }

  /// Returns the value of a snippet; `nil` if it has no single value.
  ///
  /// `{"label": "Debug", "body": "^{\"level\": ${1:3}}"}` is the object with the level 3, because a body after `^` is
  /// JSON and not a string.
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

  /// Whether a value has the type of a number or a string. Limits don't matter: the form's author has suggested it.
  fileprivate func describes(_ value: JSONValue) -> Bool {
    switch (self, value) {
    case (.string, .string), (.number, .number): true
    case (.integer, .number(let number)): number.isWhole
    default: false
    }
  }
}

extension FormVariant {
  /// Returns a new value of this alternative that keeps what fits of another alternative's value: the value as the only
  /// element of a list, the first element of a list, or the members that are valid here, too.
  ///
  /// Somebody who changes `{"file": {"path": "a", "level": 3}}` to the alternative `url`, which has a `level` as well,
  /// keeps the level.
  ///
  /// - Parameter new: The value of this alternative without anything kept.
  package func value(_ new: JSONValue, keeping old: JSONValue, of other: FormVariant) -> JSONValue {
    switch (kind.resolved, old) {
    case (.list(let element, _), _) where element.distance(to: old) == 0 && !old.isEmptyText:
      return .array([old])
    case (_, .array(let elements)) where mark == .kind:
      if let first = elements.first, kind.distance(to: first) == 0 { return first }
    default: break
    }
    guard let (keys, section) = members, let otherKeys = other.members?.keys else { return new }
    let library = SchemaLibrary()
    let kept = section.items.reduce(into: JSONObject()) { kept, item in
      guard let value = old.member(at: otherKeys + [item.key]) else { return }
      let checks =
        switch item {
        case .setting(let setting): setting.checks
        case .section(let section): section.schema
        }
      let problems = CompiledSchema(checks, library: library).problems(of: value)
      if !problems.contains(where: { $0.severity == .error }) { kept[item.key] = value }
    }
    return new.replacing(kept, inObjectAt: keys[...])
  }
}

extension JSONValue {
  /// Whether the value is text that says nothing, which isn't kept as an element.
  fileprivate var isEmptyText: Bool { self == .string("") }

  /// Returns the value under the keys of nested objects; `nil` if there is none.
  package func member(at keys: [String]) -> JSONValue? {
    keys.reduce(Optional(self)) { (value: JSONValue?, key: String) in value?.member(key) }
  }

  /// Returns the object at keys inside the value with members replaced. A path that leads nowhere changes nothing.
  fileprivate func replacing(_ members: JSONObject, inObjectAt keys: ArraySlice<String>) -> JSONValue {
    guard case .object(var object) = self else { return self }
    if let key = keys.first {
      object[key] = object[key]?.replacing(members, inObjectAt: keys.dropFirst())
    } else {
      for member in members.members { object[member.key] = member.value }
    }
    return .object(object)
  }
}

/// The text of a snippet of VS Code, whose placeholders a person would fill in.
///
///     ${1:name}    a placeholder with a default        name
///     $1, ${1}     a placeholder                       (nothing)
///     ${1|a,b|}    a placeholder with choices          a
///     \$           a dollar sign                       $
///
/// What isn't a placeholder stays as it is, as `$` before a space. Placeholders can be inside one another.
struct SnippetText {
  /// Returns the text with each placeholder replaced by its default, or left out: `a${1:b}c$0` is `abc`.
  static func plain(_ snippet: String) -> String {
    var reader = SnippetText(rest: snippet[...])
    reader.read()
    return reader.text
  }

  private var rest: Substring
  private var text = ""
  /// The number of placeholders around the rest, which end with a `}` each.
  private var depth = 0
  /// Whether the rest may contain the end of a list of choices. The rest is searched in vain only once, so that reading takes
  /// linear time.
  private var mayHaveChoices = true

  private init(rest: Substring) {
    self.rest = rest
  }

  private mutating func read() {
    while let character = rest.popFirst() {
      switch character {
      case "}" where depth > 0: depth -= 1
      case "\\" where rest.first == "$" || rest.first == "}" || rest.first == "\\":
        text.append(rest.removeFirst())
      case "$": if !readPlaceholder() { text.append(character) }
      default: text.append(character)
      }
    }
  }

  /// Reads a placeholder after its `$`; returns `false` if it isn't one. Then the `$` is an ordinary character.
  private mutating func readPlaceholder() -> Bool {
    if let first = rest.first, first.isPlaceholderName {
      rest = first.isNumber ? rest.drop(while: \.isDigit) : rest.drop(while: \.isPlaceholderName)
      return true
    }
    guard rest.first == "{", rest.dropFirst().first?.isPlaceholderName == true else { return false }
    var inner = rest.dropFirst().drop(while: \.isPlaceholderName)
    switch inner.popFirst() {
    case "}": break
    case ":": depth += 1
    case "|":
      guard mayHaveChoices, let end = inner.firstRange(of: "|}") else {
        mayHaveChoices = false
        return false
      }
      // The first of several choices is the default.
      text += inner[..<end.lowerBound].prefix { $0 != "," }
      inner = inner[end.upperBound...]
    default: return false
    }
    rest = inner
    return true
  }
}

extension Character {
  fileprivate var isDigit: Bool { isASCII && isNumber }

  /// Whether a placeholder's name or number can have the character: an ASCII letter, a digit or `_`.
  fileprivate var isPlaceholderName: Bool { isASCII && (isLetter || isNumber || self == "_") }
}
