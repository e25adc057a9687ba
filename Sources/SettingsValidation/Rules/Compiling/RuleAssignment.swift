/// A compiled derived default.
struct RuleAssignment: Sendable {
  /// The position of the setting.
  let position: Int
  let value: RuleProgram
  /// The checks of the value; `nil` for a constant, which was checked when it was compiled.
  let checks: CompiledSchema?
  /// The secrecy of the value.
  let secrecy: Secrecy
}
