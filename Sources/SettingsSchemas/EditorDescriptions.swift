/// Reads the keywords of other editors (VS Code, JetBrains) as keywords of a form. A value of a wrong type is ignored.
///
///     {"enum": ["a", "b"], "enumDescriptions": ["First", "Second"]}     help of the choices
///     {"markdownDescription": "…"}                                      help, if there is no `description`
///     {"deprecationMessage": "Use x"}                                   deprecated, with a reason
///
/// Many schemas on the web are written for these editors and have their best explanations there.
///
/// A ``KeywordConversion`` collects the keywords of one schema, and asks for the result when all other keywords are
/// known. The result has no effect on which values are valid.
///
/// Texts are cut to the limits of ``InputLimits``.
struct EditorDescriptions {
  /// The keywords that the schema has, with their values unread.
  private var values: [EditorKeyword: JSONValue] = [:]

  /// Whether the schema has none of these keywords. Then nothing has to be converted.
  var isEmpty: Bool { values.isEmpty }

  mutating func add(_ keyword: EditorKeyword, value: JSONValue) { values[keyword] = value }

  /// Returns the keywords that these keywords of editors add to a schema: `markdownDescription` becomes its `description`, for example.
  ///
  /// A keyword of JSON Schema has precedence: `description` over `markdownDescription`, and `deprecated: false` over a
  /// message. Plain text is preferred to Markdown, and Markdown to HTML.
  func keywords(beside schema: JSONSchema) -> [SchemaKeyword] {
    var keywords: [SchemaKeyword] = []
    if !schema.has("description"), let help = text(.markdownDescription) ?? plainHelp {
      keywords.append(.text(.description, help))
    }
    if let message = text(.deprecationMessage) ?? text(.markdownDeprecationMessage) {
      if !schema.has("deprecated") { keywords.append(.flag(.deprecated, true)) }
      keywords.append(.other(EditorKeyword.deprecationMessage.rawValue, .string(message)))
    }
    for keyword in [EditorKeyword.errorMessage, .patternErrorMessage] {
      if let message = text(keyword) { keywords.append(.other(keyword.rawValue, .string(message))) }
    }
    for keyword in [EditorKeyword.examples, .defaultSnippets] where !list(keyword).isEmpty {
      keywords.append(.other(keyword.rawValue, .array(list(keyword))))
    }
    for case .enumeration(let choices) in schema.keywords { keywords += strings(about: choices) }
    return keywords
  }

  /// The text of the HTML description; `nil` if nothing remains without the tags.
  private var plainHelp: String? {
    text(.htmlDescription).map(HTMLText.plain).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the strings about choices, and the keywords that they come from, which are needed to write the schema.
  ///
  /// The lists name choices by position, and can be too short or have gaps: a choice without a string in the first list gets one from the
  /// next list. `enumMetadata` names choices by value, with the value's text as the key: `{"2": {"description": "Two."}}` for 2.
  private func strings(about choices: [JSONValue]) -> [SchemaKeyword] {
    let sources = [EditorKeyword.enumDescriptions, .markdownEnumDescriptions, .enumItemLabels, .enumMetadata]
    let present = sources.compactMap { source in values[source].map { (source.rawValue, $0) } }
    if present.isEmpty { return [] }
    let titles = list(.enumItemLabels)
    let help = [list(.enumDescriptions), list(.markdownEnumDescriptions)]
    let metadata = values[.enumMetadata] ?? .null
    let strings = choices.enumerated().compactMap { position, value -> ValueDescription? in
      let listed = help.lazy.compactMap { $0.element(position)?.nonEmptyText }.first
      let text =
        listed ?? metadata.member(value.plainText)?.member("description")?.nonEmptyText
      let title = titles.element(position)?.nonEmptyText
      return title == nil && text == nil
        ? nil : ValueDescription(value: value, title: title, help: text ?? "")
    }
    return present.map { .other($0.0, $0.1) } + (strings.isEmpty ? [] : [.valueDescriptions(strings)])
  }

  /// The text of a keyword, cut to the length of a help; `nil` if it is missing, empty or not text.
  private func text(_ keyword: EditorKeyword) -> String? {
    values[keyword]?.nonEmptyText.map { InputLimits.cut($0, to: InputLimits.helpLength) }
  }

  private func list(_ keyword: EditorKeyword) -> [JSONValue] { values[keyword]?.elementList ?? [] }
}

extension JSONValue {
  fileprivate var nonEmptyText: String? { text.flatMap { $0.isEmpty ? nil : $0 } }
}

extension [JSONValue] {
  fileprivate func element(_ position: Int) -> JSONValue? {
    indices.contains(position) ? self[position] : nil
  }
}
