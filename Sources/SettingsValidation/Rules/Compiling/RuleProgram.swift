/// A compiled expression: settings are looked up, types are checked, regular expressions are compiled.
indirect enum RuleProgram: Sendable {
  case constant(JSONValue)
  /// A setting by its position in the form, and the type of its value.
  case setting(Int, RuleType)
  case context(String)
  case comparison(RuleComparison, RuleProgram, RuleProgram)
  /// Whether there is a value.
  case presence(RuleProgram)
  case arithmetic(RuleArithmetic, RuleProgram, RuleProgram)
  case minimum([RuleProgram])
  case maximum([RuleProgram])
  case all([RuleProgram])
  case any([RuleProgram])
  case not(RuleProgram)
  case contains(RuleProgram, RuleProgram)
  case matches(RuleProgram, TextPattern)
  case count(RuleProgram)
  case isEmpty(RuleProgram)
  case fallback(RuleProgram, RuleProgram)
  case conditional(RuleProgram, then: RuleProgram, else: RuleProgram)
  /// The length of a duration in seconds.
  case seconds(RuleProgram)
  /// The seconds from the beginning of 1970 to a point in time.
  case instant(RuleProgram)
  /// The string of a duration, from its seconds.
  case durationText(RuleProgram)
}
