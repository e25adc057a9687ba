/// Why the rules of an app can't be made.
public struct RuleBookError: Error, Hashable, Sendable {
  /// What is wrong in one rule.
  public struct Problem: Hashable, Sendable {
    /// Where the rule was written: `MyApp/AppSettings.swift:12`.
    public let source: String?
    let defect: RuleDefect
  }

  /// What is wrong, rule by rule.
  public let problems: [Problem]
}

extension RuleBookError: CustomStringConvertible {
  /// One line a problem, with its place in the source.
  public var description: String {
    problems.map(\.description).joined(separator: "\n")
  }
}

extension RuleBookError.Problem: CustomStringConvertible {
  /// The place in the source, and what to do.
  public var description: String {
    "\(source.map { "\($0): " } ?? "")\(defect)"
  }
}
