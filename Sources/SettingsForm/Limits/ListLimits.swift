/// The limits of a list.
public struct ListLimits: Hashable, Sendable {
  /// The fewest elements allowed; `nil` for no limit.
  public package(set) var minCount: Int?
  /// The most elements allowed; `nil` for no limit.
  public package(set) var maxCount: Int?
  /// Whether no two elements may be equal.
  public package(set) var isUnique: Bool
  /// Whether the list is the two ends of a range of numbers, the lower end first.
  public package(set) var isRange: Bool

  /// Creates limits.
  package init(minCount: Int? = nil, maxCount: Int? = nil, isUnique: Bool = false, isRange: Bool = false) {
    self.minCount = minCount
    self.maxCount = maxCount
    self.isUnique = isUnique
    self.isRange = isRange
  }

  /// The limits of a range: two elements in order.
  package static let range = ListLimits(minCount: 2, maxCount: 2, isRange: true)
}
