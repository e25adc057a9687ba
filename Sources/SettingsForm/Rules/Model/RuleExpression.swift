/// What a rule computes from settings, context values and constants.
///
/// An expression is `true`, `false` or another value, or nothing: an optional setting without a value, a context value
/// that the app did not give, a division by zero. What is made of nothing is nothing, but for `all` with a `false`
/// in it, `any` with a `true`, `fallback`, and comparisons with the constant `null`. A rule whose condition, constraint
/// or value is nothing does not apply.
///
/// Texts are equal when Unicode calls them canonically equivalent (`é` written either way), and ordered by their scalars
/// in normal form C, whatever the language. Numbers count as they are written, exactly: `0.1 + 0.2` is `0.3`.
public indirect enum RuleExpression: Hashable, Sendable {
  /// A constant.
  case value(JSONValue)
  /// A setting's value: what was set, or else derived, or else its default.
  case setting(SettingPath)
  /// A value that the app gives besides the settings, such as its platform.
  case context(String)
  /// Whether two values compare so. With the constant `null` it is the question whether there is a value.
  case comparison(RuleComparison, RuleExpression, RuleExpression)
  /// A number made of two.
  case arithmetic(RuleArithmetic, RuleExpression, RuleExpression)
  /// The least of some numbers.
  case minimum([RuleExpression])
  /// The greatest of some numbers.
  case maximum([RuleExpression])
  /// Whether all are true; of none it is `true`.
  case all([RuleExpression])
  /// Whether any is true; of none it is `false`.
  case any([RuleExpression])
  /// The opposite.
  case not(RuleExpression)
  /// Whether the first, a list, a dictionary or a text, holds the second: an element, a key, a part of the text.
  case contains(RuleExpression, RuleExpression)
  /// Whether some part of a text matches a regular expression, as `TextPattern` reads it.
  case matches(RuleExpression, String)
  /// The number of a list's elements, a dictionary's members or a text's characters as people count them.
  case count(RuleExpression)
  /// Whether a list, a dictionary or a text has nothing in it.
  case isEmpty(RuleExpression)
  /// The first, or the second where the first is nothing.
  case fallback(RuleExpression, RuleExpression)
  /// The second if the first is true, the third if it is false.
  case conditional(RuleExpression, then: RuleExpression, else: RuleExpression)
}
