/// The limits of a list.
public struct ListLimits: Hashable, Sendable {
  /// The fewest elements allowed; `nil` for no limit.
  public var minCount: Int?
  /// The most elements allowed; `nil` for no limit.
  public var maxCount: Int?
  /// Whether no two elements may be equal.
  public var isUnique: Bool

  /// Creates limits.
  public init(minCount: Int? = nil, maxCount: Int? = nil, isUnique: Bool = false) {
    self.minCount = minCount
    self.maxCount = maxCount
    self.isUnique = isUnique
  }
}
