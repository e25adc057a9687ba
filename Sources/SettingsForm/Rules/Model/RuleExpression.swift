/// An expression of a rule over settings, context values and constants.
///
/// The result is a value or no value. An optional setting without a value, a context value that the app didn't provide, and a
/// division by zero have no value. An expression with an operand that has no value has no value, except `all` with a `false`
/// operand, `any` with a `true` operand, `fallback`, and comparisons with the constant `null`. A rule whose condition,
/// constraint or value has no value doesn't apply.
///
/// Strings are equal if they are canonically equivalent in Unicode (`é` written either way). They are ordered by their scalars
/// in normal form C, regardless of language. Numbers are exact decimals: `0.1 + 0.2` is `0.3`.
package indirect enum RuleExpression: Hashable, Sendable {
  /// A constant.
  case value(JSONValue)
  /// A setting's value: the explicit value, or else the derived value, or else the default.
  case setting(SettingPath)
  /// A value that the app provides besides the settings, such as its platform.
  case context(String)
  /// A comparison of two values. A comparison with the constant `null` tests whether there is a value.
  case comparison(RuleComparison, RuleExpression, RuleExpression)
  /// An operation on two numbers.
  case arithmetic(RuleArithmetic, RuleExpression, RuleExpression)
  /// The least of several numbers.
  case minimum([RuleExpression])
  /// The greatest of several numbers.
  case maximum([RuleExpression])
  /// Whether all operands are true; `true` without operands.
  case all([RuleExpression])
  /// Whether any operand is true; `false` without operands.
  case any([RuleExpression])
  /// The opposite.
  case not(RuleExpression)
  /// Whether the first operand contains the second: a list an element, a dictionary a key, a string a substring.
  case contains(RuleExpression, RuleExpression)
  /// Whether any part of a string matches a regular expression; see ``TextPattern``.
  case matches(RuleExpression, String)
  /// The number of a list's elements, a dictionary's members, or a string's characters (grapheme clusters).
  case count(RuleExpression)
  /// Whether a list, a dictionary or a string is empty.
  case isEmpty(RuleExpression)
  /// The first operand, or the second if the first has no value.
  case fallback(RuleExpression, RuleExpression)
  /// The second operand if the first is true, the third if it is false.
  case conditional(RuleExpression, then: RuleExpression, else: RuleExpression)
}
