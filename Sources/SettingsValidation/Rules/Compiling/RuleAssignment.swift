/// A compiled derived default.
struct RuleAssignment: Sendable {
  /// The position of the setting.
  let position: Int
  let value: RuleProgram
  /// The checks of the value; `nil` for a constant, which was checked when it was compiled.
  let checks: CompiledSchema?
  /// Which parts of the value are secret.
  let secrecy: Secrecy
}
