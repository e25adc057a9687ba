/// How well a setting matches a query, the best rank first. The kind of match decides first, then which of its strings matches.
enum SearchRank: Int, Comparable, CaseIterable {
  /// The title, the key or the path equals the query.
  case exact
  /// One of them starts with the query.
  case prefix
  // A word starts with the query.
  case wordOfName, wordOfKeyword, wordOfValue, wordOfHelp
  // The query is inside a word.
  case partOfName, partOfKeyword, partOfValue, partOfHelp
  // Another spelling of the query, or the query with one typing error corrected: it equals a name, or a string contains it.
  case similarToName, similarInName, similarInKeyword, similarInValue, similarInHelp
  /// The letters of the query are in the title or the path in the same order, with other letters between them.
  case scattered

  static func < (left: SearchRank, right: SearchRank) -> Bool { left.rawValue < right.rawValue }

  /// Creates the rank of a matching name: a title, a key, or a path.
  init(name fit: SearchWord.Fit) {
    self =
      switch fit {
      case .exact: .exact
      case .prefix: .prefix
      case .word: .wordOfName
      case .part: .partOfName
      }
  }

  /// The rank of a section whose strings match this well. A section's help describes many settings, so the help of a single setting
  /// ranks before it.
  var ofSection: SearchRank { self == .wordOfHelp ? .partOfHelp : self }

  /// The rank of another spelling of the query that matches this well.
  var ofSimilar: SearchRank {
    switch self {
    case .exact: .similarToName
    case .prefix, .wordOfName, .partOfName: .similarInName
    case .wordOfKeyword, .partOfKeyword: .similarInKeyword
    case .wordOfValue, .partOfValue: .similarInValue
    case .wordOfHelp, .partOfHelp: .similarInHelp
    case .similarToName, .similarInName, .similarInKeyword, .similarInValue, .similarInHelp, .scattered: self
    }
  }
}
