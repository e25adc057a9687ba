/// The limits of a list.
package struct ListLimits: Hashable, Sendable {
  /// The fewest elements allowed; `nil` for no limit.
  package var minCount: Int?
  /// The most elements allowed; `nil` for no limit.
  package var maxCount: Int?
  /// Whether no two elements may be equal.
  package var isUnique: Bool
  /// Whether the list is the two ends of a range of numbers, the lower end first.
  package var isRange: Bool

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
