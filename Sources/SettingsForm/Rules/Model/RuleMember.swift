/// The members of a rule's object in `x-rules`.
package enum RuleMember: String, CaseIterable {
  /// The condition.
  case when
  /// The constraint.
  case require
  case hide
  case disable
  case readOnly
  /// The path of a setting with a derived default; its value is in `to`.
  case set
  case to
  case message
  case severity
  case priority
  case group
  case source

  /// The effects. A rule has exactly one.
  package static let effects: [RuleMember] = [.require, .hide, .disable, .readOnly, .set]
}
