/// The result of a rule.
enum RuleOutcome: Hashable, Sendable {
  /// Its group is switched off.
  case off
  /// Its condition is false.
  case idle
  /// An input has no value.
  case nothing(RuleGap)
  /// The rule applies; if it is a constraint, it holds.
  case applies
  /// The constraint doesn't hold.
  case violated
  /// The constraint can't be evaluated, because a number is too large or too small for calculations. It is treated as violated,
  /// so that such a number can't bypass it.
  case incalculable
  /// The rule applies and derives a default.
  case gives(JSONValue)
}

extension RuleOutcome {
  /// Whether a constraint is violated.
  var isViolation: Bool { self == .violated || self == .incalculable }
}

extension CompiledRule {
  /// Runs the rule.
  func outcome(_ conditions: RuleConditions, from source: RuleSource) -> RuleOutcome {
    if let group = rule.group, conditions.inactiveGroups.contains(group) { return .off }
    if let condition {
      switch condition.run(from: source) {
      case .value(.bool(true)): break
      case .value(.bool(false)): return .idle
      case .value: return .nothing(.type(expected: .boolean))
      case .nothing(let gap): return outcome(gap)
      }
    }
    switch action {
    case .restrict: return .applies
    case .require(let constraint):
      switch constraint.run(from: source) {
      case .value(.bool(let holds)): return holds ? .applies : .violated
      case .value: return .nothing(.type(expected: .boolean))
      case .nothing(let gap): return outcome(gap)
      }
    case .assign(let assignment): return assignment.outcome(from: source)
    }
  }

  /// Returns the outcome of the rule if one of its expressions has no value.
  private func outcome(_ gap: RuleGap) -> RuleOutcome {
    if case .require = action, gap == .outOfRange { .incalculable } else { .nothing(gap) }
  }
}

extension RuleAssignment {
  fileprivate func outcome(from source: RuleSource) -> RuleOutcome {
    // Here, the constant `null` is a value: that of an empty optional setting.
    if checks == nil, case .constant(let value) = value { return .gives(value) }
    switch value.run(from: source) {
    case .nothing(let gap): return .nothing(gap)
    case .value(let value):
      guard let checks else { return .gives(value) }
      let problems = checks.problems(of: value, secrecy: secrecy)
      if let problem = problems.first(where: { $0.severity == .error }) {
        return .nothing(.refused(problem.message))
      }
      return .gives(value)
    }
  }
}
