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

/// A group of rules that is to be switched and that no rule is in.
public struct UnknownRuleGroup: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name.
  public let name: String
  /// The groups of the form.
  let known: [String]

  /// One sentence that describes the error and what to do.
  public var description: String {
    if known.isEmpty { return "There is no group of rules ‘\(name)’, since no rule is in a group." }
    let nearest = EditDistance.nearest(to: name, among: known).map { "did you mean ‘\($0)’?" }
    let list = Phrase.enumeration(known.map { "‘\($0)’" })
    return "There is no group of rules ‘\(name)’; \(nearest ?? "the groups are \(list).")"
  }
}
