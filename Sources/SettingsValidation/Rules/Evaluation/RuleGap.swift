/// Why an expression gave no value, so that its rule doesn't apply.
enum RuleGap: Error, Hashable, Sendable {
  /// The setting at this position in the form has no value.
  case notSet(Int)
  /// The value of the setting at this position is not of its type.
  case unfit(Int)
  /// The app doesn't provide the context value.
  case noContext(String)
  /// A value is `null`.
  case null
  /// A number was divided by zero.
  case divisionByZero
  /// A number is too large or too small to compute with.
  case outOfRange
  /// A value whose type isn't known before it is read has a wrong type for the operation.
  case type(expected: RuleType)
  /// A derived value isn't valid for its setting; the problem.
  case refused(String)
}
