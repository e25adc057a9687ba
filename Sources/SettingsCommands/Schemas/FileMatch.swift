/// The patterns of an entry of a catalog: which files have its form.
///
/// A file matches if a pattern matches, and if the last pattern that matches isn't an exclusion, which begins with `!`.
struct FileMatch {
  /// How well a pattern describes a file.
  struct Rank: Comparable {
    let pattern: String
    private let literalCount: Int

    fileprivate init(_ pattern: String, _ literalCount: Int) {
      self.pattern = pattern
      self.literalCount = literalCount
    }

    static func < (left: Rank, right: Rank) -> Bool { left.literalCount < right.literalCount }
  }

  /// Returns the most specific of the patterns that match a file; `nil` if the file doesn't match.
  static func rank(of path: FilePath, in patterns: some Sequence<String>) -> Rank? {
    var best: Rank?
    var isExcluded = false
    for pattern in patterns {
      let isExclusion = pattern.hasPrefix("!")
      let text = isExclusion ? String(pattern.dropFirst()) : pattern
      guard !text.isEmpty, FileGlob.canMatch(text, path) else { continue }
      let glob = FileGlob(text)
      guard glob.matches(path) else { continue }
      isExcluded = isExclusion
      if isExclusion { continue }
      let rank = Rank(text, glob.literalCount)
      if best.map({ $0 < rank }) ?? true { best = rank }
    }
    return isExcluded ? nil : best
  }
}
