/// The limits of a list.
package struct ListLimits: Hashable, Sendable {
  package var minCount: Int?
  package var maxCount: Int?
  /// Whether no two elements can be equal: the list of a Swift `Set` has this limit.
  package var isUnique: Bool
  /// Whether the list is the two ends of a range of numbers, the lower end first.
  ///
  /// In the app, such a list is a range of Swift.
  package var isRange: Bool

  package init(minCount: Int? = nil, maxCount: Int? = nil, isUnique: Bool = false, isRange: Bool = false) {
    self.minCount = minCount
    self.maxCount = maxCount
    self.isUnique = isUnique
    self.isRange = isRange
  }

  /// The limits of a range: two elements in order.
  package static let range = ListLimits(minCount: 2, maxCount: 2, isRange: true)
}

extension ListLimits {
  /// Reads the limits of a schema. `range` in `x-setting` makes the list the two ends of a range.
  package init(_ schema: JSONSchema, _ setting: SettingKeyword) {
    self.init(
      minCount: schema[.minItems], maxCount: schema[.maxItems], isUnique: schema[.uniqueItems],
      isRange: setting.range)
  }

  func add(to keywords: inout [SchemaKeyword], _ setting: inout SettingKeyword) {
    if let minCount { keywords.append(.count(.minItems, minCount)) }
    if let maxCount { keywords.append(.count(.maxItems, maxCount)) }
    if isUnique { keywords.append(.flag(.uniqueItems, true)) }
    setting.range = isRange
  }

  /// Throws for limits that no list meets.
  func check() throws(FormSchemaError) {
    try SchemaKeyword.Count.check(least: minCount, by: .minItems, most: maxCount, by: .maxItems)
  }
}

extension SchemaKeyword.Count {
  /// Throws for a negative number of characters or elements, and for more at least than at most.
  static func check(
    least: Int?, by leastKeyword: Self, most: Int?, by mostKeyword: Self
  ) throws(FormSchemaError) {
    for (count, keyword) in [(least, leastKeyword), (most, mostKeyword)] where count ?? 0 < 0 {
      throw FormSchemaError(
        path: [keyword.rawValue], reason: .wrongValue(expected: "a whole number of zero or more"))
    }
    if let least, let most, least > most {
      throw FormSchemaError(path: [mostKeyword.rawValue], reason: .emptyRange)
    }
  }
}
