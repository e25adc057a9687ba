/// Rules that are switched on and off together.
///
/// ```swift
/// RuleGroup("expert limits") {
///   s.pool.max <= 64
///   s.cache.size <= s.memory.limit * 0.5
/// }
/// ```
public struct RuleGroup: RuleContent {
  /// The rules in the group.
  public let _ruleContent: [Rule]

  /// Creates a group. Rules that are in another group already stay there.
  public init(_ name: String, @RuleBuilder rules: () -> [Rule]) {
    _ruleContent = rules().map { rule in
      var rule = rule
      rule.form.group = rule.form.group ?? name
      return rule
    }
  }
}
