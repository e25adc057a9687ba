/// Which of several derived defaults for one setting wins: that of the highest priority.
///
/// Of equal priorities the more specific condition wins, then the rule that was written first.
public struct RulePriority: RawRepresentable, Hashable, Sendable {
  /// The priority as a number; higher wins.
  public var rawValue: Int

  /// Makes a priority of a number.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Above all others that have a name.
  public static let important = RulePriority(rawValue: 1000)
  /// Above `high`.
  public static let veryHigh = RulePriority(rawValue: 750)
  /// Above `normal`.
  public static let high = RulePriority(rawValue: 500)
  /// What a rule has unless it says otherwise.
  public static let normal = RulePriority(rawValue: 0)
  /// Below `normal`.
  public static let low = RulePriority(rawValue: -250)
  /// Below `low`.
  public static let veryLow = RulePriority(rawValue: -500)
  /// Below all others that have a name.
  public static let fallback = RulePriority(rawValue: -1000)
}

extension RulePriority: Comparable, ExpressibleByIntegerLiteral {
  /// Orders by the number.
  public static func < (left: RulePriority, right: RulePriority) -> Bool { left.rawValue < right.rawValue }

  /// Makes a priority of a number.
  public init(integerLiteral value: Int) {
    self.init(rawValue: value)
  }
}
