import Settings

/// A query as a person types it: words, filters such as `@changed`, and a regular expression between slashes.
struct SearchQuery {
  /// The words, with spaces between them.
  private(set) var words = ""
  private(set) var filters: [SearchFilter] = []
  private(set) var pattern: SearchPattern?
  /// Why the query can't be searched for, as a sentence.
  private(set) var fault: String?
  /// The filters that the person may be about to type: all for an empty query, and those that begin like its last word.
  private(set) var hints: [(typed: String, meaning: String)] = []

  /// Whether nothing restricts what is found.
  var isEmpty: Bool { words.isEmpty && filters.isEmpty && pattern == nil }

  /// Reads a query. Cost: linear in its length.
  ///
  /// - Parameter isComplete: Whether the person has finished typing, so that the name of a filter at the end is complete.
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
      // The name may not be complete yet.
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
