/// Rules of an app that the form can't express.
public struct RuleBookError: Error, Hashable, Sendable {
  /// The problem of one rule.
  package struct Problem: Hashable, Sendable {
    /// The position of the rule in the source: `MyApp/AppSettings.swift:12`.
    package let source: String?
    let defect: RuleDefect
  }

  /// The problems, in the order of the rules.
  package let problems: [Problem]
}

extension RuleBookError: CustomStringConvertible {
  /// One line for each problem, with its position in the source.
  public var description: String {
    problems.map(\.description).joined(separator: "\n")
  }
}

extension RuleBookError.Problem: CustomStringConvertible {
  /// The position in the source, the problem and what to do.
  package var description: String {
    "\(source.map { "\($0): " } ?? "")\(defect)"
  }
}
