/// Why an expression has no value, so that its rule doesn't apply.
enum RuleGap: Error, Hashable, Sendable {
  /// The setting at this position in the form has no value.
  case notSet(Int)
  /// The value of the setting at this position doesn't have the setting's type.
  case unfit(Int)
  /// The app doesn't provide the context value.
  case noContext(String)
  /// A value is `null`.
  case null
  /// A number was divided by zero.
  case divisionByZero
  /// A number is too large or too small for calculations.
  case outOfRange
  /// A value whose type isn't known until it is read has the wrong type for the operation.
  case type(expected: RuleType)
  /// A derived value isn't valid for its setting; the problem.
  case refused(String)
}
