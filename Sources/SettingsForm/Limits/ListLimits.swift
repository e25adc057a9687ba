/// The limits of a list.
public struct ListLimits: Hashable, Sendable {
  /// The fewest elements allowed; `nil` for no limit.
  public package(set) var minCount: Int?
  /// The most elements allowed; `nil` for no limit.
  public package(set) var maxCount: Int?
  /// Whether no two elements may be equal.
  public package(set) var isUnique: Bool

  /// Creates limits.
  package init(minCount: Int? = nil, maxCount: Int? = nil, isUnique: Bool = false) {
    self.minCount = minCount
    self.maxCount = maxCount
    self.isUnique = isUnique
  }
}
