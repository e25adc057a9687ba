/// One end of a range. In Swift, `2...90` has two inclusive ends; `0..<100` excludes the upper one.
package enum RangeLimit<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The end itself is allowed.
  case inclusive(Value)
  /// The end itself is not allowed.
  case exclusive(Value)

  package var value: Value {
    switch self {
    case .inclusive(let value), .exclusive(let value): value
    }
  }

  package var isExclusive: Bool {
    if case .exclusive = self { return true }
    return false
  }

  package var lowerKeyword: String { isExclusive ? "exclusiveMinimum" : "minimum" }

  package var upperKeyword: String { isExclusive ? "exclusiveMaximum" : "maximum" }
}
