/// How well a setting fits what is searched for, the best first: by how the text fits, then by which text it is.
enum SearchRank: Int, Comparable, CaseIterable {
  /// The title, the key or the path is what is searched for.
  case exact
  /// One of them begins with it.
  case prefix
  // A word begins with it.
  case wordOfName, wordOfValue, wordOfHelp
  // It stands inside a word.
  case partOfName, partOfValue, partOfHelp
  /// Its letters stand in the title or the path, with others between.
  case scattered

  static func < (left: SearchRank, right: SearchRank) -> Bool { left.rawValue < right.rawValue }

  /// The rank of a name that fits: a title, a key, a path.
  init(name fit: SearchWord.Fit) {
    self =
      switch fit {
      case .exact: .exact
      case .prefix: .prefix
      case .word: .wordOfName
      case .part: .partOfName
      }
  }

  /// The rank of a value that fits.
  init(value fit: SearchWord.Fit) {
    self = fit == .part ? .partOfValue : .wordOfValue
  }

  /// The rank of a help text that fits.
  init(help fit: SearchWord.Fit) {
    self = fit == .part ? .partOfHelp : .wordOfHelp
  }
}
