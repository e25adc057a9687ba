/// An operand that is true or false: the condition of a rule or, on a line by itself, a constraint.
///
/// Comparisons are conditions, and so are Boolean settings and context values:
///
/// ```swift
/// static let rules = RuleBook(for: AppSettings.self) { s in
///   s.isUrgent => s.timeout <= .seconds(1)
///   s.network.useProxy && !s.isUrgent => s.network.proxyHost != ""
/// }
/// ```
///
/// Conditions are combined with `&&`, `||` and `!`. A condition without a value, because it reads a missing value, is neither true nor
/// false, and its rule doesn't apply. But `false && x` is false and `true || x` is true, whatever `x` is.
public protocol ConditionOperand: RuleOperand, RuleContent {}

/// A comparison or another test, or a combination of them with `&&`, `||` and `!`.
///
/// On a line by itself, it is a constraint. In front of `=>`, it says when a rule applies:
///
/// ```swift
/// static let rules = RuleBook(for: AppSettings.self) { s in
///   s.pool.min <= s.pool.max
///   s.pool.max > 64 || s.isUrgent => s.timeout >= .seconds(1)
/// }
/// ```
///
/// A condition isn't a `Bool`, because its value isn't known when the rules are made: `if` in a ``RuleBook`` can't test it. It can be
/// derived as the default of a Boolean setting: `s.isUrgent <- s.times > 100`.
public struct RuleCondition: ConditionOperand, RuleResult {
  /// The condition as the form represents it.
  public let _ruleTerm: RuleTerm

  init(_ ruleTerm: RuleTerm) {
    _ruleTerm = ruleTerm
  }
}

extension SettingReference: ConditionOperand, RuleContent where Value == Bool {}
extension ValueExpression: ConditionOperand, RuleContent where Value == Bool {}
extension RuleValueReference: ConditionOperand, RuleContent where Value == Bool {}

extension ConditionOperand {
  /// The constraint that requires the condition.
  public var _ruleContent: [SettingsRule] {
    [SettingsRule(FormRule(.require(_ruleTerm.expression)), defects: _ruleTerm.defects)]
  }
}

// Each operator has two overloads: one for conditions, which the type checker tries first, and one for Boolean settings.

extension RuleCondition {
  /// Returns the condition that both conditions hold.
  ///
  /// If one is false, the result is false, even if the other has no value.
  public static func && (left: RuleCondition, right: RuleCondition) -> RuleCondition {
    RuleCondition(RuleTerm(joining: .all, left._ruleTerm, right._ruleTerm))
  }

  /// Returns the condition that at least one of the conditions holds.
  ///
  /// If one is true, the result is true, even if the other has no value.
  public static func || (left: RuleCondition, right: RuleCondition) -> RuleCondition {
    RuleCondition(RuleTerm(joining: .any, left._ruleTerm, right._ruleTerm))
  }
}

extension ConditionOperand {
  /// Whether both conditions hold.
  @_disfavoredOverload
  public static func && <Right: ConditionOperand>(left: Self, right: Right) -> RuleCondition {
    RuleCondition(left._ruleTerm) && RuleCondition(right._ruleTerm)
  }

  /// Whether at least one of the conditions holds.
  @_disfavoredOverload
  public static func || <Right: ConditionOperand>(left: Self, right: Right) -> RuleCondition {
    RuleCondition(left._ruleTerm) || RuleCondition(right._ruleTerm)
  }

  /// Whether the condition doesn't hold.
  ///
  /// The opposite of a condition without a value has no value either.
  public static prefix func ! (condition: Self) -> RuleCondition {
    RuleCondition(.not, condition)
  }
}

extension RuleTerm {
  /// Joins two conditions: `a && b && c` becomes one list of three, and a description without parentheses.
  fileprivate init(joining operation: RuleOperation, _ left: RuleTerm, _ right: RuleTerm) {
    let parts = [left, right].flatMap { $0.expression.parts(of: operation) }
    self.init(.operation(operation, parts), defects: left.defects + right.defects)
  }
}

extension RuleExpression {
  /// The operands of a conjunction or an alternative; the expression itself if it isn't one.
  func parts(of operation: RuleOperation) -> [RuleExpression] {
    if case .operation(operation, let parts) = self { parts } else { [self] }
  }
}

/// Rules that apply while a condition holds: the overloads that the type checker should try first. Most conditions are comparisons, and
/// with fewer candidates, a book compiles faster.
extension RuleCondition {
  /// Applies an action while the condition holds: `s.calculation.mode == .exact => .hide(s.display.ratio)`.
  ///
  /// The operator binds less tightly than `&&` and `||`, so the condition needs no parentheses.
  public static func => (condition: RuleCondition, action: RuleAction) -> [SettingsRule] {
    action._ruleContent.applying(when: condition._ruleTerm)
  }

  /// Requires a constraint while the condition holds: `s.calculation.mode == .exact => s.calculation.timePeriod <= 14`.
  ///
  /// While the condition doesn't hold, or has no value, nothing is required.
  public static func => (condition: RuleCondition, constraint: RuleCondition) -> [SettingsRule] {
    constraint._ruleContent.applying(when: condition._ruleTerm)
  }
}

extension ConditionOperand {
  /// Applies an action while the condition holds: `s.isLocked => .hide(s.key)`, `s.isUrgent => s.color <- .red`.
  @_disfavoredOverload
  public static func => (condition: Self, action: RuleAction) -> [SettingsRule] {
    action._ruleContent.applying(when: condition._ruleTerm)
  }

  /// Applies rules while the condition holds: `s.isExact => s.timePeriod <= 30`.
  @_disfavoredOverload
  public static func => <Content: RuleContent>(condition: Self, rules: Content) -> [SettingsRule] {
    rules._ruleContent.applying(when: condition._ruleTerm)
  }
}

extension [SettingsRule] {
  /// Adds a condition to the rules.
  ///
  /// Conditions of nested `=>` are joined into one list, so `a => (b => c)` has the condition "a and b", and a description without
  /// parentheses.
  fileprivate func applying(when condition: RuleTerm) -> [SettingsRule] {
    map { rule in
      var rule = rule
      let parts = [condition.expression, rule.form.condition].compactMap(\.self).flatMap {
        $0.parts(of: .all)
      }
      rule.form.condition = parts.count == 1 ? parts[0] : .operation(.all, parts)
      rule.defects = condition.defects + rule.defects
      return rule
    }
  }
}
