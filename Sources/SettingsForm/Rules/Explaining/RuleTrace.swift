/// Why a setting has its value, why it is hidden or can't be changed, and what is required of it.
///
/// ```swift
/// print(draft.trace(at: ["color"]))
/// // Color is Red, from a rule
/// //   applies: Color defaults to Red when Priority is High (Priority: High)
/// ```
public struct RuleTrace: Hashable, Sendable {
  /// Where a value comes from.
  public enum Origin: Hashable, Sendable {
    /// It is staged.
    case staged
    /// It is stored in the settings file.
    case stored
    /// A rule derives it.
    case derived(FormRule)
    /// It is the setting's default.
    case formDefault
    /// There is none.
    case none
  }

  /// The setting or section.
  public let path: SettingPath
  /// Its name, with those of the sections around it.
  public let name: String
  /// The value as people read it, masked if it is secret; `nil` for a section.
  public let value: String?
  /// Where the value comes from.
  public let origin: Origin
  /// The rules that have a say: those that derive a default, the one to prefer first, then those that hide the setting
  /// or keep it from being changed, then the constraints.
  public let steps: [Step]
  /// What rules make something of by this setting's value, in the order of the rules; nothing for a section.
  package let dependents: [Dependent]

  /// One rule with what became of it.
  public struct Step: Hashable, Sendable {
    /// What became of a rule.
    public enum Verdict: Hashable, Sendable {
      /// It derives the value, restricts the setting, or is a constraint that holds.
      case applies
      /// It is a constraint that does not hold.
      case violated
      /// It would derive a default, but another rule is preferred, or the setting was set.
      case beaten
      /// It does not apply now.
      case idle
    }

    /// The rule.
    public let rule: FormRule
    /// The rule in words.
    public let description: String
    /// What became of it.
    public let verdict: Verdict
    /// Why, in words; empty where the verdict says it all.
    public let reason: String
    /// What the rule reads, with the values of now.
    public let operands: [Operand]
    /// The settings and sections that the rule is about, in the order of reading.
    public let settings: [SettingPath]
  }

  /// A value that a rule reads.
  public struct Operand: Hashable, Sendable {
    /// The setting; `nil` for a value that the app gives.
    public let path: SettingPath?
    /// Its name.
    public let name: String
    /// The value as people read it, masked if it is secret.
    public let value: String
  }
}

extension RuleTrace: CustomStringConvertible {
  /// The trace as text, a line a rule.
  public var description: String { lines.joined(separator: "\n") }

  /// The lines of the description. A value in one of them may break it: only the caller knows what to show then.
  package var lines: [String] {
    let source =
      switch origin {
      case .staged: ", staged"
      case .stored: ", from the file"
      case .derived: ", from a rule"
      case .formDefault: ", the default"
      case .none: ""
      }
    let first = value.map { "\(name) is \($0)\(source)" } ?? name
    return [first] + steps.map { "  \($0.text)" }
      + dependents.map { "  \($0.name) depends on it: \($0.text)" }
  }
}

extension RuleTrace.Step {
  /// The step on one line.
  public var text: String {
    let word =
      switch verdict {
      case .applies: "applies"
      case .violated: "does not hold"
      case .beaten: "beaten"
      case .idle: "does not apply"
      }
    let values = operands.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
    return "\(word): \(description)" + (reason.isEmpty ? "" : "; \(reason)")
      + (values.isEmpty ? "" : " (\(values))") + (rule.source.map { " [\($0)]" } ?? "")
  }
}
