import SettingsEditing

/// A query as a person types it: words, filters such as `@changed`, and a regular expression between slashes, in any order.
///
///     port @changed /^net\./      "port" among the settings with a staged change whose strings match ^net\.
///     @section:"Access control" key
///
/// All conditions apply together. A query is read again after each key, so it is often unfinished: `@ch` at its end isn't an error but a
/// prefix for which ``hints`` offers `@changed`. In the middle of the query, or after Enter (`isComplete`), the same word is an error. A
/// slash only ends the expression in front of a blank or at the end: `/a/b/` searches for `a/b`.
struct SearchQuery {
  /// The words, with spaces between them.
  private(set) var words = ""
  private(set) var filters: [SearchFilter] = []
  private(set) var pattern: SearchPattern?
  /// Why the query can't be searched for, as a sentence.
  var fault: String?
  /// The filters that someone is about to type, perhaps: all for an empty query, otherwise the filters that begin like its last word.
  ///
  /// There is one in `@se`: `@set`, `@secret` and `@section:NAME`. They are shown below the field in place of results.
  private(set) var hints: [(typed: String, meaning: String)] = []

  /// Whether nothing restricts what is found.
  var isEmpty: Bool { words.isEmpty && filters.isEmpty && pattern == nil }

  /// Reads a query. Cost: linear in its length.
  ///
  /// - Parameter isComplete: Whether typing has finished. If so, the name of a filter at the end is complete.
  init(_ typed: String, isComplete: Bool = false) {
    var rest = Substring(typed)
    while fault == nil {
      rest = rest.drop(while: \.isWhitespace)
      guard let first = rest.first else { break }
      switch first {
      case "@": takeFilter(&rest, isComplete: isComplete)
      case "/" where pattern == nil: takePattern(&rest)
      default:
        let word = rest.prefix { !$0.isWhitespace }
        words += (words.isEmpty ? "" : " ") + word
        rest = rest[word.endIndex...]
      }
    }
    if isEmpty, fault == nil, hints.isEmpty { hints = SearchFilter.guide }
  }

  /// Reads a filter. The name of a section can have quotes around it, and then contain spaces.
  private mutating func takeFilter(_ rest: inout Substring, isComplete: Bool) {
    let word = rest.prefix { !$0.isWhitespace && $0 != ":" }
    rest = rest[word.endIndex...]
    var name: String?
    if rest.first == ":" {
      rest.removeFirst()
      let isQuoted = rest.first == "\""
      if isQuoted { rest.removeFirst() }
      let part = rest.prefix { isQuoted ? $0 != "\"" : !$0.isWhitespace }
      rest = rest[part.endIndex...]
      if isQuoted, !rest.isEmpty { rest.removeFirst() }
      name = String(part)
    }
    if let filter = SearchFilter(String(word), name: name) {
      if case .section(let name) = filter, name.allSatisfy(\.isWhitespace) {
        fault = "Type the name of a section after @section:."
      }
      filters.append(filter)
    } else if rest.isEmpty, name == nil, !isComplete {
      // Perhaps the name isn't complete yet.
      hints = SearchFilter.guide.filter { $0.typed.hasPrefix(word.lowercased()) }
      if hints.isEmpty { fault = Self.unknown(word) }
    } else {
      fault = Self.unknown(word)
    }
  }

  private static func unknown(_ word: Substring) -> String {
    "\(word.prefix(40)) isn't a filter. \(SearchFilter.sentence)"
  }

  /// Reads a regular expression up to a slash that ends a word, or to the end of the query.
  private mutating func takePattern(_ rest: inout Substring) {
    rest.removeFirst()
    var source = ""
    var isEscaped = false
    while let character = rest.popFirst() {
      if character == "/", !isEscaped, rest.first?.isWhitespace ?? true { break }
      isEscaped = !isEscaped && character == "\\"
      source.append(character)
    }
    guard !source.isEmpty else { return }
    do throws(TextPatternError) {
      pattern = try SearchPattern(source)
    } catch {
      fault = "The regular expression is malformed: \(error.message)"
    }
  }
}

/// A condition in a query, such as `@changed`, that restricts which settings are found.
enum SearchFilter: Hashable {
  case changed, set, problem, secret, restart, new
  /// The settings and sections inside the sections with a name.
  case section(String)

  /// The filters as they are typed, and what they find.
  static let guide: [(typed: String, meaning: String)] = [
    ("@changed", "settings with a staged change"),
    ("@set", "settings that are set in the file"),
    ("@problem", "settings with a problem or a conflict"),
    ("@secret", "settings with secrets"),
    ("@restart", "settings that require a restart"),
    ("@new", "settings that are new since the last apply"),
    ("@section:NAME", "settings in a section"),
  ]

  /// A sentence about the filters, for people who type a query.
  static var sentence: String { "The filters are \(Phrase.enumeration(guide.map(\.typed)))." }

  /// Reads a word that begins with `@`, in any case.
  ///
  /// - Parameter name: The name after a colon.
  init?(_ word: String, name: String?) {
    switch (word.lowercased(), name) {
    case ("@changed", nil): self = .changed
    case ("@set", nil): self = .set
    case ("@problem", nil): self = .problem
    case ("@secret", nil): self = .secret
    case ("@restart", nil): self = .restart
    case ("@new", nil): self = .new
    case ("@section", let name?): self = .section(name)
    default: return nil
    }
  }
}

/// A regular expression in a query, in the syntax of a form's `pattern`. Case matters only if the expression contains an uppercase letter,
/// as in many editors: `/url/` finds `baseURL`, and `/URL/` doesn't find `url`.
///
/// The uppercase letter of an escape doesn't count: `/\S+/` ignores case, because nobody means anything else.
struct SearchPattern {
  private let pattern: TextPattern
  private let ignoresCase: Bool

  /// Parses the expression.
  init(_ source: String) throws(TextPatternError) {
    pattern = try TextPattern(source)
    var isEscaped = false
    ignoresCase = !source.contains { character in
      defer { isEscaped = !isEscaped && character == "\\" }
      return !isEscaped && character.isUppercase
    }
  }

  /// Returns the first string of a row that the pattern matches; `nil` if none does.
  func place(of row: RowStrings) -> SearchPlace? {
    let strings: [(SearchPlace, [String])] = [
      (.title, [row.name]), (.path, [row.path]), (.keywords, row.keywords), (.value, row.values),
      (.help, [row.help]), (.choice, row.choices),
    ]
    return strings.first { $0.1.contains { pattern.matches(ignoresCase ? $0.lowercased() : $0) } }?.0
  }
}
