/// What a check may cost. A schema that refers to itself several times can make a check take time without end, and one that refers
/// to itself in many steps takes more memory than a stack has.
struct CheckEffort {
  /// The maximum nesting of schemas, each inside a value or beside others for the same value.
  private static let maxDepth = 1_500
  /// The number of schemas that any value may be checked by, and the number that each part adds.
  private static let steps = (atLeast: 200_000, forEachPart: 4_000)

  private var depth = 0
  private var steps: Int
  /// Whether the check can't be completed.
  private(set) var isExhausted = false

  /// Creates the limits for the check of a value.
  init(for instance: some SchemaInstance) {
    let (forParts, overflows) = instance.partCount.multipliedReportingOverflow(by: Self.steps.forEachPart)
    steps = Self.steps.atLeast + (overflows ? 0 : forParts)
  }

  /// Begins the check of a value against a schema; returns `false` if that isn't possible.
  mutating func begin() -> Bool {
    depth += 1
    steps -= 1
    if depth > Self.maxDepth || steps < 0 { isExhausted = true }
    return !isExhausted
  }

  /// Ends the check that was begun.
  mutating func end() { depth -= 1 }
}
