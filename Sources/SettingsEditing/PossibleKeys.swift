import Settings

/// The keys that an object can have besides the keys that the form lists, as far as they can be told to a person: a list of words, or
/// regular expressions.
///
///     propertyNames: {"enum": ["lint", "test"]}         Possible keys: lint, test.
///     patternProperties: {"^(lint|test)$": …}           Possible keys: lint, test.
///     patternProperties: {"^[a-z]+$": …}                A key has to match ^[a-z]+$.
///     additionalProperties: {…}                         (nothing: any key)
///
/// This is help and not a check; the form decides about the key that is typed.
package struct PossibleKeys {
  /// The keys that the schema lists, even if others are possible.
  package let known: [String]
  /// The only keys that are possible; `nil` if there are many.
  private let choices: [String]?
  /// The regular expressions that the keys match; empty if any key is possible.
  private let patterns: [String]

  /// The keys of a setting's dictionary, or the other keys of its object.
  ///
  /// - Parameter library: The definitions to which the schema of the keys can refer.
  package init(of setting: FormSetting, _ library: SchemaLibrary) {
    guard case .object(let section) = setting.kind.resolved else {
      self.init(of: [], keywords: setting.otherKeywords, library)
      return
    }
    var keywords = section.otherKeywords
    if let names = setting.otherKeywords["propertyNames"] { keywords[names.name] = names }
    self.init(of: section.entries, keywords: keywords, library)
  }

  /// The keys of entries, and of a section with other keywords.
  package init(
    of entries: [FormEntries], keywords: JSONSchema, _ library: SchemaLibrary = SchemaLibrary()
  ) {
    let names = keywords[.propertyNames]
    let ofEntries = entries.contains { $0.pattern == nil } ? [] : entries.compactMap(\.pattern)
    let ofNames = [names?[.pattern]].compactMap(\.self)
    let patterns = ofEntries.isEmpty ? ofNames : ofEntries
    self.patterns = patterns
    if let keys = names.flatMap({ Self.values(of: $0, library) }) {
      known = keys.compactMap(\.text)
      choices = known
    } else {
      let ofDictionary = keywords[.patternProperties]?.map(\.name) ?? []
      known = (entries.compactMap(\.pattern) + ofNames + ofDictionary)
        .flatMap { Self.alternatives(in: $0) ?? [] }
      choices = patterns.isEmpty || patterns.map(Self.alternatives).contains(nil) ? nil : known
    }
  }

  /// Returns the only values that a schema allows; `nil` if it allows others.
  private static func values(of schema: JSONSchema, _ library: SchemaLibrary, depth: Int = 0) -> [JSONValue]?
  {
    guard depth < 8 else { return nil }
    return schema.keywords.lazy.compactMap { keyword -> [JSONValue]? in
      switch keyword {
      case .enumeration(let values): return values
      case .const(let value): return [value]
      case .reference(let name):
        return library.definitions[name].flatMap { values(of: $0, library, depth: depth + 1) }
      case .list(.allOf, let schemas):
        return schemas.lazy.compactMap { values(of: $0, library, depth: depth + 1) }.first
      case .list(.anyOf, let schemas), .list(.oneOf, let schemas):
        let lists = schemas.compactMap { values(of: $0, library, depth: depth + 1) }
        return lists.count == schemas.count ? Array(lists.joined()) : nil
      default: return nil
      }
    }.first
  }

  /// Returns the words of a pattern that only lists words, such as `^(lint|test)$`; `nil` for any other pattern.
  private static func alternatives(in pattern: String) -> [String]? {
    var rest = pattern[...]
    guard rest.hasPrefix("^"), rest.hasSuffix("$") else { return nil }
    rest = rest.dropFirst().dropLast()
    if rest.hasPrefix("("), rest.hasSuffix(")") {
      rest = rest.dropFirst().dropLast()
      if rest.hasPrefix("?:") { rest = rest.dropFirst(2) }
    }
    let words = rest.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    let isPlain = words.allSatisfy { word in
      !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    }
    return isPlain ? words : nil
  }

  /// A sentence that says which keys are possible; `nil` if any is.
  ///
  /// - Parameter isPresent: Whether a key is there already.
  package func sentence(without isPresent: (String) -> Bool) -> String? {
    if let choices {
      let free = choices.filter { !isPresent($0) }
      return free.isEmpty
        ? "All possible keys are there already." : "Possible keys: \(free.joined(separator: ", "))."
    }
    guard !patterns.isEmpty else { return nil }
    if patterns == [TextPattern.integerKeys] { return "A key is a whole number." }
    return "A key has to \(patterns.map(Self.demand).joined(separator: " or "))."
  }

  /// Says what a pattern asks for: of one with literal text, such as `^_`, in words.
  private static func demand(of pattern: String) -> String {
    var text = pattern[...]
    let begins = text.hasPrefix("^")
    if begins { text = text.dropFirst() }
    var ends = text.hasSuffix("$") && !text.hasSuffix("\\$")
    if ends { text = text.dropLast() }
    if ends, begins, let rest = [".*", ".+"].first(where: text.hasSuffix) {
      text = text.dropLast(rest.count)
      ends = false
    }
    var (literal, isEscaped) = ("", false)
    for character in text {
      let isPlain =
        isEscaped ? !character.isLetter && !character.isNumber : !".*+?()[]{}|^$".contains(character)
      guard isPlain else { return "match \(pattern)" }
      isEscaped = !isEscaped && character == "\\"
      if !isEscaped { literal.append(character) }
    }
    guard !literal.isEmpty, !begins || !ends else { return "match \(pattern)" }
    return begins ? "begin with \(literal)" : ends ? "end with \(literal)" : "contain \(literal)"
  }
}

extension [String] {
  /// The longest beginning that all strings share; `nil` without strings.
  package var sharedBeginning: String? {
    first.map { dropFirst().reduce($0) { String(zip($0, $1).prefix { $0 == $1 }.map(\.0)) } }
  }
}
