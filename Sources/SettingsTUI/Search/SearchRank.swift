/// How well a setting matches a query, the best rank first. The kind of match decides first, then which of its strings matches.
enum SearchRank: Int, Comparable, CaseIterable {
  /// The title, the key or the path equals the query.
  case exact
  /// One of them starts with the query.
  case prefix
  // A word starts with the query.
  case wordOfName, wordOfValue, wordOfHelp
  // The query is inside a word.
  case partOfName, partOfValue, partOfHelp
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

  /// Creates the rank of a matching value.
  init(value fit: SearchWord.Fit) {
    self = fit == .part ? .partOfValue : .wordOfValue
  }

  /// Creates the rank of matching help.
  init(help fit: SearchWord.Fit) {
    self = fit == .part ? .partOfHelp : .wordOfHelp
  }
}
