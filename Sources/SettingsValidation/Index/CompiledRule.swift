/// A compiled rule, with the settings that it depends on. The rule itself stays with it, for its message and for the
/// trace.
package struct CompiledRule: Sendable {
  /// The effect of the rule, with its settings looked up. What a constraint demands, what a restriction is about, or
  /// what a default is derived from is known without another look at paths.
  package enum Action: Sendable {
    case require(RuleExpression)
    case restrict(RuleRestriction, [RuleTarget])
    case assign(RuleAssignment)
  }

  package let rule: FormRule
  /// The condition; `nil` for a rule that always applies.
  let condition: RuleExpression?
  /// What the rule does if its condition is true.
  package let action: Action
  /// The positions of the settings that the condition reads.
  package let conditionSettings: [Int]
  /// The positions of the settings that the constraint or the derived value reads.
  package let bodySettings: [Int]
  /// The number of comparisons that must be true to make the condition true; 0 without a condition.
  package let specificity: Int

  /// The positions of all settings that the rule reads, each once.
  package var settings: [Int] {
    if bodySettings.isEmpty || conditionSettings.isEmpty { return bodySettings + conditionSettings }
    let body = Set(bodySettings)
    return bodySettings + conditionSettings.filter { !body.contains($0) }
  }

  /// Whether this derived default takes precedence over another one for the same setting: by its priority, then by its
  /// specificity. If neither does, the order of the form decides.
  func precedes(_ other: CompiledRule) -> Bool {
    rule.priority == other.rule.priority
      ? specificity > other.specificity : rule.priority.number > other.rule.priority.number
  }
}

/// A setting or a section.
package enum RuleTarget: Hashable, Sendable {
  /// By its position in the form's settings.
  case setting(Int)
  /// By its position in the form's sections.
  case section(Int)
}

/// A compiled derived default: the setting, its value, and what the value has to meet.
package struct RuleAssignment: Sendable {
  /// The position of the setting.
  package let position: Int
  let value: RuleExpression
  /// Whether the value is a number of seconds for a setting that is a duration: 90 becomes `PT90S`.
  var countsSeconds = false
  /// The checks of the value; `nil` for a constant, which was checked when it was compiled.
  var checks: CompiledSchema?
  /// Which parts of the value are secret, because the setting is. A problem of a derived value doesn't show them.
  let secrecy: Secrecy
}

extension RuleType {
  init(_ kind: FormKind) {
    switch kind {
    case .boolean: self = .boolean
    case .integer, .number: self = .number
    case .string(let limits):
      switch limits.format {
      case .duration?: self = .duration
      case .dateTime?: self = .dateTime
      default: self = .text
      }
    case .choice(let choices): self = RuleType(of: choices.map(\.value))
    case .flags(let choices): self = .list(RuleType(of: choices.map(\.value)))
    case .list(let element, _): self = .list(RuleType(element))
    case .dictionary: self = .dictionary
    case .object: self = .object
    case .variants, .recursive, .json: self = .any
    }
  }
}

extension RuleExpression {
  /// Returns the specificity of a condition: the number of comparisons that must be true to make it true.
  ///
  /// If two rules give a default for the same setting, the more specific one wins, as in CSS:
  /// `mode == "fast" && os == "linux"` (2) over `mode == "fast"` (1). For a conjunction, it is the sum of its operands,
  /// for an alternative the minimum. A negation exchanges the two (De Morgan's laws).
  ///
  /// `!(a || b)` is 2, because both have to be false. A constant adds nothing.
  ///
  /// - Parameter isNegated: Whether the condition is inside an odd number of negations.
  func specificity(isNegated: Bool = false) -> Int {
    switch self {
    case .value: return 0
    case .operation(.not, let operands): return operands[0].specificity(isNegated: !isNegated)
    case .operation(let operation, let operands) where operation == .all || operation == .any:
      let parts = operands.map { $0.specificity(isNegated: isNegated) }
      // All of them must hold, or one.
      return (operation == .all) != isNegated ? parts.reduce(0, +) : parts.min() ?? 0
    default: return 1
    }
  }
}
