/// A derived default ready to run.
struct RuleAssignment: Sendable {
  /// The position of the setting.
  let position: Int
  let value: RuleProgram
  /// What the value has to meet; `nil` if it is known to.
  let checks: JSONSchema?
  /// Which parts of the value are secret.
  let secrecy: Secrecy
}
