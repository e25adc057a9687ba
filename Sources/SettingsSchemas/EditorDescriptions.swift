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

/// The text of an HTML fragment.
///
/// It reads what people write in descriptions, and not HTML in general: no styles, scripts or nested quotation.
/// Anything that isn't a complete tag or a known character reference is text, so `a < b && c` stays as it is.
///
///     <p>Use <code>a &lt; b</code>.</p> <p>Or&nbsp;not.</p>   ─▶   Use a < b.
///                                                                  Or not.
///
/// Cost: linear in the length of the text, also for text such as a thousand `<` without a `>`.
struct HTMLText {
  /// Returns the text without tags and with its character references decoded; each block is a line.
  static func plain(_ html: String) -> String {
    var reader = HTMLText(rest: html[...])
    reader.read()
    return reader.lines.map(\.trimmed).filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The text that hasn't been read.
  private var rest: Substring
  /// The lines of the result; the last one is still growing.
  private var lines = [""]
  /// The ends of tags that the rest may contain. Each is searched in vain only once, so that reading takes linear time.
  private var ends: Set<String> = [">", "-->"]

  private init(rest: Substring) {
    self.rest = rest
  }

  private mutating func read() {
    while let character = rest.first {
      if character == "<", let name = readTag() {
        if Self.blocks.contains(name) { lines.append("") }
      } else if character == "&", let (text, end) = Self.reference(rest) {
        append(text)
        rest = rest[end...]
      } else {
        append(String(character))
        rest.removeFirst()
      }
    }
  }

  /// Adds text to the line. Any amount of white space is one space, as a browser shows it.
  private mutating func append(_ text: String) {
    let line = lines.count - 1
    if !text.allSatisfy(\.isWhitespace) {
      lines[line] += text
    } else if lines[line].last != " " {
      lines[line] += " "
    }
  }

  /// The elements that start or end a line.
  private static let blocks: Set<String> = [
    "address", "blockquote", "br", "dd", "div", "dl", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li",
    "ol", "p", "pre", "table", "td", "th", "tr", "ul",
  ]

  /// Reads a tag or a comment; returns its name, or `nil` if the text doesn't start with a complete one.
  ///
  /// The name is empty for a comment, and the same for a start and an end tag: `</p>` → `p`. A `>` inside of an
  /// attribute's value ends the tag.
  private mutating func readTag() -> String? {
    let inner = rest.dropFirst()
    let end = inner.hasPrefix("!--") ? "-->" : ">"
    let name = inner.drop { $0 == "/" }.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    guard inner.hasPrefix("!") || name.first?.isLetter == true, ends.contains(end) else { return nil }
    guard let close = inner.firstRange(of: end) else {
      ends.remove(end)
      return nil
    }
    rest = rest[close.upperBound...]
    return name.lowercased()
  }

  /// Returns the character and the end of the character reference at the start of some text; `nil` if the text doesn't
  /// start with one.
  ///
  /// Examples: `&amp;` → `&`, `&#65;` and `&#x41;` → `A`. A number that isn't a Unicode scalar is no reference, so
  /// `&#xD800;` stays as it is. Only the first twelve characters are searched for the semicolon.
  private static func reference(_ text: Substring) -> (text: String, end: Substring.Index)? {
    guard text.first == "&", let end = text.prefix(12).firstIndex(of: ";") else { return nil }
    let name = text[text.startIndex..<end].dropFirst()
    let after = text.index(after: end)
    if let known = named[String(name)] { return (known, after) }
    guard name.first == "#" else { return nil }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let scalar = number.flatMap(Unicode.Scalar.init) else { return nil }
    return (String(Character(scalar)), after)
  }

  /// The named characters that occur in descriptions. HTML has over two thousand; an unknown name stays as it is
  /// written.
  private static let named = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "\u{2013}",
    "mdash": "\u{2014}", "hellip": "\u{2026}", "copy": "\u{a9}", "rarr": "\u{2192}", "larr": "\u{2190}",
    "lsquo": "\u{2018}", "rsquo": "\u{2019}", "ldquo": "\u{201c}", "rdquo": "\u{201d}", "bull": "\u{2022}",
  ]
}
