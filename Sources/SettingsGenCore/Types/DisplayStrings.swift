/// The titles and help of a type that conforms to `SettingsDisplayable`, if the source has them as literals.
///
///     var settingsTitle: String {
///       switch self {
///       case .fast: "Fast"          literal: in the exported form
///       case .safe: "Very safe"
///       }
///     }
///
/// Strings that only the running program knows, such as localized ones, are `computed`. The exported form then has the
/// name of the case in words, and the running app adds its own strings (`addTitles`).
///
/// Four properties are read: `settingsTitle` and `settingsHelp` of a value, and the static `settingsTitle` and
/// `settingsFormat` of the type. Only the shapes that `readDisplayStrings` knows are literals. Everything else is
/// computed, even if a person sees what it returns.
struct DisplayStrings {
  /// A string, and whether the source shows it. `absent` leaves the decision to others, such as an annotation;
  /// `computed` reserves it for the running app.
  enum Text: Hashable {
    /// The type doesn't declare it.
    case absent
    case literal(String)
    /// Only the running program knows it.
    case computed

    var literal: String? { if case .literal(let text) = self { text } else { nil } }
  }

  /// What one property returns: the strings of the cases that it lists, and the text of all others.
  struct Strings {
    var byCase: [String: String] = [:]
    var others: Text

    /// Returns the text of a case; `computed` if the `switch` doesn't list the case and has no `default` with a literal.
    func text(of name: String) -> Text { byCase[name].map { .literal($0) } ?? others }
  }

  /// The title of settings and sections of the type.
  let title: Text
  /// The text of a struct with the names of its properties in braces: `"{width} × {height}"`.
  let format: Text
  /// Whether a struct declares values with names, in `settingsVariants`. Only the running app knows them.
  let hasVariants: Bool
  /// The titles of the type's values: of an enum's cases, or of an option set's flags.
  let titles: Strings
  let helps: Strings

  /// Reads the titles and help of a type; returns `nil` for a type that doesn't conform, in which case properties of
  /// these names mean nothing.
  init?(of id: TypeTable.ID, in table: TypeTable) {
    guard table.conformances(of: id).contains("SettingsDisplayable") else { return nil }
    func text(_ name: String) -> Text {
      let strings = Self.strings(name, isStatic: true, of: id, in: table)
      return strings.byCase.isEmpty ? strings.others : .computed
    }
    title = text("settingsTitle")
    format = text("settingsFormat")
    hasVariants = text("settingsVariants") != .absent
    titles = Self.strings("settingsTitle", isStatic: false, of: id, in: table)
    helps = Self.strings("settingsHelp", isStatic: false, of: id, in: table)
  }

  // MARK: Reading

  /// Returns what the property of a name returns. If there are two, in extensions with different conditions, or if it
  /// has an attribute, that isn't certain.
  private static func strings(
    _ name: String, isStatic: Bool, of id: TypeTable.ID, in table: TypeTable
  ) -> Strings {
    let found = table.properties(named: name, isStatic: isStatic, of: .declared(id, []))
    // An extension of another protocol to which the type conforms can implement the property.
    if found.isEmpty {
      return Strings(others: table.hasProtocolExtension(declaring: name) ? .computed : .absent)
    }
    // An attribute can be a macro that writes the body.
    guard found.count == 1, found[0].property.prefix.attributes.isEmpty else {
      return Strings(others: .computed)
    }
    let (file, property) = found[0]
    let source = table.program.files[file]
    // A constant is the same for all cases: `static let settingsTitle = "Mode"`.
    if property.isStored {
      let text = property.isLet ? source.string(property.value) : nil
      return Strings(others: text.map { .literal($0) } ?? .computed)
    }
    var reader = TokenReader(source, range: property.body)
    let (strings, others) = reader.readDisplayStrings() ?? ([:], nil)
    return Strings(byCase: strings, others: others.map { .literal($0) } ?? .computed)
  }
}

extension TypeTable {
  /// Whether an extension of a protocol in the sources declares a property. Whether the type conforms to that protocol
  /// isn't checked: the strings are computed then, which is always right.
  fileprivate func hasProtocolExtension(declaring name: String) -> Bool {
    entries.indices.contains { id in
      self[id].keyword == .protocol
        && declarations(of: id).contains { file, type in
          type.keyword == .extension
            && type.properties.contains { program.files[file].name($0.name) == name }
        }
    }
  }
}

extension SourceFile {
  /// Returns the value of a range that is a string literal without interpolation.
  fileprivate func string(_ range: SourceRange) -> String? {
    guard case .string(let text?) = Expression.read(range, in: self).kind else { return nil }
    return text
  }
}

/// The code of a property that returns strings, in the two shapes that have certain results.
extension TokenReader {
  /// Reads `{ "text" }` or `{ switch self { case .a, .b: "text" … } }`; returns `nil` for other code.
  ///
  /// `return` before a string is accepted. If a case is listed twice, the first counts, as in Swift. A `where`, a
  /// binding, a `get` block, and a string with an interpolation are other code.
  fileprivate mutating func readDisplayStrings() -> (strings: [String: String], others: String?)? {
    guard take(.leftBrace) else { return nil }
    skip("return")
    if let text = readText() { return take(.rightBrace) && isAtEnd ? ([:], text) : nil }
    guard skip("switch"), skip("self"), take(.leftBrace) else { return nil }
    var strings: [String: String] = [:]
    var others: String?
    while kind != .rightBrace {
      var names: [String] = []
      if skip("default") {
        guard others == nil else { return nil }
      } else {
        guard skip("case") else { return nil }
        repeat {
          guard take(.dot), kind == .identifier else { return nil }
          names.append(file.name(token.range))
          advance()
        } while take(.comma)
      }
      guard take(.colon) else { return nil }
      skip("return")
      guard let text = readText() else { return nil }
      for name in names where strings[name] == nil { strings[name] = text }
      if names.isEmpty { others = text }
      _ = take(.semicolon)
    }
    advance()
    return take(.rightBrace) && isAtEnd ? (strings, others) : nil
  }

  /// Moves past a word, if it is the current token; returns whether it was.
  @discardableResult
  private mutating func skip(_ word: StaticString) -> Bool {
    guard kind == .identifier, isWord(word) else { return false }
    advance()
    return true
  }

  /// Reads a string literal without interpolation; doesn't move if there is none.
  private mutating func readText() -> String? {
    guard kind == .string, let text = StringLiteral.value(of: token.range, in: file) else { return nil }
    advance()
    return text
  }
}
