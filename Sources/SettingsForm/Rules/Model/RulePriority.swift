/// The priority of a derived default. If a setting has several derived defaults, the one with the highest priority takes
/// precedence.
///
/// If priorities are equal, the more specific condition takes precedence, then the earlier rule.
public struct RulePriority: RawRepresentable, Hashable, Sendable {
  /// The priority as a number; a higher number takes precedence.
  public var rawValue: Int

  /// Creates a priority from a number.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Above `normal`.
  public static let high = RulePriority(rawValue: 500)
  /// The default.
  public static let normal = RulePriority(rawValue: 0)
  /// Below `normal`.
  public static let low = RulePriority(rawValue: -250)
}

extension RulePriority: Comparable, ExpressibleByIntegerLiteral {
  /// Orders by the number.
  public static func < (left: RulePriority, right: RulePriority) -> Bool { left.rawValue < right.rawValue }

  /// Creates a priority from a number.
  public init(integerLiteral value: Int) {
    self.init(rawValue: value)
  }
}
