/// Where `=>` stands among the operators: below the logical ones, so that a condition needs no parentheses.
precedencegroup RuleImplicationPrecedence {
  higherThan: AssignmentPrecedence
  lowerThan: LogicalDisjunctionPrecedence
}

/// Where `<-` stands among the operators: between `=>` and the logical ones.
precedencegroup RuleAssignmentPrecedence {
  higherThan: RuleImplicationPrecedence
  lowerThan: LogicalDisjunctionPrecedence
}

/// Makes a rule apply only when a condition holds: `s.isLocked => .hide(s.key)`.
infix operator => : RuleImplicationPrecedence

/// Derives a default: `s.color <- .red`.
infix operator <- : RuleAssignmentPrecedence
