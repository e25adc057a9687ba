/// The titles and help of a type that conforms to `SettingsDisplayable`, if the source has them as literals.
struct DisplayStrings {
  /// A string, and whether the source shows it.
  enum Text: Hashable {
    /// The type doesn't declare it.
    case absent
    case literal(String)
    /// Only the running program knows it.
    case computed

    var literal: String? { if case .literal(let text) = self { text } else { nil } }
  }

  /// The strings by case in a property that the type declares: one for each case, or one for all.
  private enum Strings {
    case none
    case all(String)
    case byCase([String: String], others: String?)
    case computed
  }

  /// The title of settings and sections of the type.
  let title: Text
  /// The text of a struct with the names of its properties in braces.
  let format: Text
  /// Whether a struct declares values with names.
  let hasVariants: Bool
  private let titles: Strings
  private let helps: Strings

  /// Reads the titles and help of a type; returns `nil` for a type that doesn't conform.
  init?(of id: TypeTable.ID, in table: TypeTable) {
    guard table.conformances(of: id).contains("SettingsDisplayable") else { return nil }
    func text(_ name: String) -> Text {
      switch Self.strings(name, isStatic: true, of: id, in: table) {
      case .none: .absent
      case .all(let text): .literal(text)
      case .byCase, .computed: .computed
      }
    }
    title = text("settingsTitle")
    format = text("settingsFormat")
    hasVariants = text("settingsVariants") != .absent
    titles = Self.strings("settingsTitle", isStatic: false, of: id, in: table)
    helps = Self.strings("settingsHelp", isStatic: false, of: id, in: table)
  }

  /// Returns the title of a case.
  func title(of name: String) -> Text { Self.text(titles, of: name) }

  /// Returns the help of a case.
  func help(of name: String) -> Text { Self.text(helps, of: name) }

  private static func text(_ strings: Strings, of name: String) -> Text {
    switch strings {
    case .none: .absent
    case .all(let text): .literal(text)
    case .byCase(let strings, let others): (strings[name] ?? others).map { .literal($0) } ?? .computed
    case .computed: .computed
    }
  }

  // MARK: Reading

  private static func strings(
    _ name: String, isStatic: Bool, of id: TypeTable.ID, in table: TypeTable
  ) -> Strings {
    var found: [(property: PropertyDeclaration, file: Int)] = []
    for (file, type) in table.declarations(of: id) {
      for property in type.properties
      where property.prefix.isStatic == isStatic && table.program.files[file].name(property.name) == name
        && table.program.isActive(property.clause, in: file)
      {
        found.append((property, file))
      }
    }
    // An extension of another protocol to which the type conforms can implement the property.
    if found.isEmpty { return table.hasProtocolExtension(declaring: name) ? .computed : .none }
    guard found.count == 1, found[0].property.prefix.attributes.isEmpty else { return .computed }
    let (property, file) = found[0]
    let source = table.program.files[file]
    if property.storage == .stored {
      guard property.isLet, let text = source.string(property.value) else { return .computed }
      return .all(text)
    }
    var reader = TokenReader(source, property.body)
    return reader.readDisplayStrings().map { strings, others in
      strings.isEmpty ? others.map { .all($0) } ?? .computed : .byCase(strings, others: others)
    } ?? .computed
  }
}

extension TypeTable {
  /// Whether an extension of a protocol in the sources declares a property.
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

extension TokenReader {
  /// Reads `{ "text" }` or `{ switch self { case .a, .b: "text" … } }`; returns `nil` for other code.
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

  @discardableResult
  private mutating func skip(_ word: StaticString) -> Bool {
    guard kind == .identifier, isWord(word) else { return false }
    advance()
    return true
  }

  private mutating func readText() -> String? {
    guard kind == .string, let text = StringLiteral.value(of: token.range, in: file) else { return nil }
    advance()
    return text
  }
}
