/// Why an expression came to nothing, so that its rule does not apply.
enum RuleGap: Error, Hashable, Sendable {
  /// The setting at this position in the form has no value.
  case notSet(Int)
  /// The value of the setting at this position is not of its type.
  case unfit(Int)
  /// The app gives no such context value.
  case noContext(String)
  /// A value is `null`.
  case null
  /// A number was divided by zero.
  case divisionByZero
  /// A number is too large or too small to compute with.
  case outOfRange
  /// A value whose type only the document or the app knows does not fit the operation.
  case type(expected: RuleType)
  /// A derived value does not fit its setting; what a person would be told.
  case refused(String)
}
