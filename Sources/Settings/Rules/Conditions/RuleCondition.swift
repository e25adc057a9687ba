/// Something that is true or false: a rule's condition or, written alone, a constraint that must hold.
public protocol ConditionOperand: RuleOperand, RuleContent {}

/// A comparison or another test, or several of them with `&&`, `||` and `!`.
public struct RuleCondition: ConditionOperand {
  /// What the condition is in the form.
  public let ruleTerm: RuleTerm

  init(_ ruleTerm: RuleTerm) {
    self.ruleTerm = ruleTerm
  }

  static func comparing(
    _ comparison: RuleComparison, _ left: some RuleOperand, _ right: some RuleOperand
  ) -> RuleCondition {
    RuleCondition(left.ruleTerm.with(right.ruleTerm) { .comparison(comparison, $0, $1) })
  }
}

extension SettingReference: ConditionOperand, RuleContent where Value == Bool {}
extension ContextReference: ConditionOperand, RuleContent where Value == Bool {}

extension ConditionOperand {
  /// The constraint that the condition holds.
  public var ruleContent: [Rule] {
    [Rule(FormRule(.require(ruleTerm.expression)), defects: ruleTerm.defects)]
  }
}

// Each operator stands twice: for conditions, which is what the type checker mostly meets, and for settings that are
// true or false.

extension RuleCondition {
  /// Whether both hold.
  public static func && (left: RuleCondition, right: RuleCondition) -> RuleCondition {
    RuleCondition(left.ruleTerm.with(right.ruleTerm) { .all($0.conjuncts + $1.conjuncts) })
  }

  /// Whether one of both holds, or both.
  public static func || (left: RuleCondition, right: RuleCondition) -> RuleCondition {
    RuleCondition(left.ruleTerm.with(right.ruleTerm) { .any($0.disjuncts + $1.disjuncts) })
  }
}

extension ConditionOperand {
  /// Whether both hold.
  @_disfavoredOverload
  public static func && <Right: ConditionOperand>(left: Self, right: Right) -> RuleCondition {
    RuleCondition(left.ruleTerm) && RuleCondition(right.ruleTerm)
  }

  /// Whether one of both holds, or both.
  @_disfavoredOverload
  public static func || <Right: ConditionOperand>(left: Self, right: Right) -> RuleCondition {
    RuleCondition(left.ruleTerm) || RuleCondition(right.ruleTerm)
  }

  /// Whether the condition does not hold.
  public static prefix func ! (condition: Self) -> RuleCondition {
    RuleCondition(condition.ruleTerm.map { .not($0) })
  }
}

extension RuleExpression {
  /// What must all be true for this to be true.
  var conjuncts: [RuleExpression] {
    if case .all(let parts) = self { parts } else { [self] }
  }

  /// Of what one must be true for this to be true.
  var disjuncts: [RuleExpression] {
    if case .any(let parts) = self { parts } else { [self] }
  }
}
