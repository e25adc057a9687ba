/// One end of a range.
package enum RangeLimit<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The end itself is allowed.
  case inclusive(Value)
  /// The end itself is not allowed.
  case exclusive(Value)

  /// The end.
  package var value: Value {
    switch self {
    case .inclusive(let value), .exclusive(let value): value
    }
  }

  /// Whether the end itself is not allowed.
  package var isExclusive: Bool {
    if case .exclusive = self { return true }
    return false
  }

  /// The keyword of JSON Schema for a lower end.
  package var lowerKeyword: String { isExclusive ? "exclusiveMinimum" : "minimum" }

  /// The keyword of JSON Schema for an upper end.
  package var upperKeyword: String { isExclusive ? "exclusiveMaximum" : "maximum" }
}
