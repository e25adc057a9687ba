/// The precedence of `=>`: lower than the logical operators, so that a condition needs no parentheses.
precedencegroup RuleImplicationPrecedence {
  higherThan: AssignmentPrecedence
  lowerThan: LogicalDisjunctionPrecedence
}

/// The precedence of `<-`: between `=>` and the logical operators.
precedencegroup RuleAssignmentPrecedence {
  higherThan: RuleImplicationPrecedence
  lowerThan: LogicalDisjunctionPrecedence
}

/// Applies a rule while a condition holds: `s.isLocked => .hide(s.key)`.
infix operator => : RuleImplicationPrecedence

/// Derives a default: `s.color <- .red`.
infix operator <- : RuleAssignmentPrecedence
