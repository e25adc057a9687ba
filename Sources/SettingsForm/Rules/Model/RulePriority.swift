/// The priority of a derived default. If a setting has several derived defaults, the one with the highest priority takes
/// precedence.
///
/// If priorities are equal, the more specific condition takes precedence, then the earlier rule.
public struct RulePriority: Hashable, Sendable {
  /// The priority as a number; a higher number takes precedence.
  package let number: Int

  /// Creates a priority from a number.
  package init(_ number: Int) {
    self.number = number
  }

  /// The highest named priority.
  public static let important = RulePriority(1000)
  /// Above `high`.
  public static let veryHigh = RulePriority(750)
  /// Above `normal`.
  public static let high = RulePriority(500)
  /// The default.
  public static let normal = RulePriority(0)
  /// Below `normal`.
  public static let low = RulePriority(-250)
  /// Below `low`.
  public static let veryLow = RulePriority(-500)
  /// The lowest named priority.
  public static let fallback = RulePriority(-1000)
}

extension RulePriority: ExpressibleByIntegerLiteral {
  /// Creates a priority from a number; a higher number takes precedence.
  public init(integerLiteral value: Int) {
    self.init(value)
  }
}
