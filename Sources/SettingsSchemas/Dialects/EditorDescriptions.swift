/// Reads the keywords of other editors as keywords of a form. A value of a wrong type is ignored.
struct EditorDescriptions {
  private var values: [EditorKeyword: JSONValue] = [:]

  var isEmpty: Bool { values.isEmpty }

  mutating func add(_ keyword: EditorKeyword, _ value: JSONValue) { values[keyword] = value }

  /// Returns the keywords that a schema gets in addition for these keywords of editors.
  func keywords(beside schema: JSONSchema) -> [SchemaKeyword] {
    var keywords: [SchemaKeyword] = []
    if !schema.has("description"), let help = text(.markdownDescription) ?? plainHelp {
      keywords.append(.description(help))
    }
    if let message = text(.deprecationMessage) ?? text(.markdownDeprecationMessage) {
      if !schema.has("deprecated") { keywords.append(.deprecated(true)) }
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

  private var plainHelp: String? {
    text(.htmlDescription).map(HTMLText.plain).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the strings about choices, and the keywords that they come from, so that the schema can be written.
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
