import Settings

/// Why a setting has its value, why it is hidden or can't be changed, and the constraints on it.
///
/// Show it where a user asks “why?”. Its description has a line for the value and its origin, and one for each rule about the setting, with
/// the values that the rule reads:
///
/// ```swift
/// print(model.trace(at: \.display.color))
/// // Display › Color is Red, from a rule
/// //   applies: Display › Color defaults to Red when Is Urgent is true (Is Urgent: true) [MyApp/AppSettings.swift:12]
/// ```
///
/// Rules that derive a default come first, in order of preference, then rules that hide, disable or lock the setting, then constraints.
/// Each line begins with `applies`, `does not hold`, `overridden` or `does not apply`. A lock of a layer, and the settings that depend on
/// this setting, have lines, too.
///
/// A trace describes the values of the moment, staged changes included. Secrets are masked. It is a `Sendable` value.
///
/// Cost: linear in the number of rules about the setting or about a section that contains it.
public struct RuleTrace: Hashable, Sendable {
  /// The origin of a value.
  package enum Origin: Hashable, Sendable {
    /// It is staged.
    case staged
    /// It is stored in the settings file.
    case stored
    /// A rule derives it.
    case derived(FormRule)
    /// It is the setting's default.
    case formDefault
    /// There is no value.
    case none
  }

  /// The setting or section, or a part of a setting.
  package private(set) var path: SettingPath
  /// Its name, after the names of the sections around it; for a part of a setting, the path.
  package private(set) var name: String
  /// The value as people read it, masked if it is secret; `nil` for a section.
  package private(set) var value: String?
  /// Where the value comes from, apart from other layers, which ``place`` names.
  package let origin: Origin
  /// The rules about the setting: first the rules that derive a default, in order of preference, then the rules that restrict it, then
  /// constraints.
  package let steps: [Step]
  /// The file with line and column, or the name of the variable or option, that the value comes from; `nil` if it isn't known, or
  /// for a default.
  package var place: String?
  /// The file with line and column that locks the setting or section; `nil` if none does.
  package var lock: String?
  /// The settings and sections that depend on this setting through rules, in the order of the rules; empty for a section.
  package let dependents: [Dependent]

  /// One rule with its result. Its ``text`` is a line of the trace.
  package struct Step: Hashable, Sendable {
    /// The result of a rule.
    package enum Verdict: Hashable, Sendable {
      /// It derives the value, restricts the setting, or is a constraint that holds.
      case applies
      /// It is a violated constraint.
      case violated
      /// It would derive a default, but another rule takes precedence, or the setting has an explicit value.
      case beaten
      /// It doesn't currently apply.
      case idle
    }

    /// The rule, for its line in the source.
    package let rule: FormRule
    /// The rule in words, as ``RuleDescriber`` writes it.
    package let description: String
    /// What came of the rule for the current values.
    package let verdict: Verdict
    /// The reason for the verdict, in words; empty if there is nothing to add. It completes the line:
    /// `does not apply: …; its condition is false`.
    package let reason: String
    /// The inputs of the rule with their current values: settings first, then context values. Somebody who reads the
    /// trace can check the rule by them.
    package let operands: [Operand]
    /// The settings and sections that the rule is about, in reading order.
    package let settings: [SettingPath]
  }

  /// A value that a rule reads.
  package struct Operand: Hashable, Sendable {
    /// The setting; `nil` for a value that the app provides.
    package let path: SettingPath?
    package let name: String
    /// The value as people read it, masked if it is secret.
    package let value: String
  }
}

extension RuleTrace {
  /// Returns the trace for a part of the setting. Its value is there for the same reason, and the rules are about the whole setting.
  ///
  /// - Parameter value: The part's value as people read it.
  package func narrowed(to part: SettingPath, value: String) -> RuleTrace {
    var trace = self
    (trace.path, trace.name, trace.value) = (part, part.description, value)
    return trace
  }
}

extension RuleTrace: CustomStringConvertible {
  /// The trace as text: a line for the value and its origin, then one for the lock, for each rule, and for each setting that depends on it.
  public var description: String { lines.joined(separator: "\n") }

  /// The lines of the description: the value with its origin, then the lock, the rules and the dependents, which are
  /// indented. A value can contain line breaks; the caller decides how to show them.
  package var lines: [String] {
    let source =
      switch origin {
      case .staged: ", staged"
      case .stored: ", from the file"
      case .derived: ", from a rule"
      case .formDefault: ", the default"
      case .none: ""
      }
    let first =
      value.map { "\(name) is \($0)\(place.map { ", from \($0)" } ?? source)" } ?? name
    return [first] + (lock.map { ["  \($0) locks it"] } ?? []) + steps.map { "  \($0.text)" }
      + dependents.map { "  \($0.name) depends on it: \($0.text)" }
  }
}

extension RuleTrace.Step {
  /// The step on one line:
  /// `applies: Color defaults to Red when Is Urgent is true (Is Urgent: true) [AppSettings.swift:12]`.
  package var text: String {
    let word =
      switch verdict {
      case .applies: "applies"
      case .violated: "does not hold"
      case .beaten: "overridden"
      case .idle: "does not apply"
      }
    let values = operands.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
    return "\(word): \(description)" + (reason.isEmpty ? "" : "; \(reason)")
      + (values.isEmpty ? "" : " (\(values))") + (rule.source.map { " [\($0)]" } ?? "")
  }
}

extension RuleTrace {
  /// A setting or a section that depends on the traced setting through rules: what a person should expect to change
  /// along with it.
  package struct Dependent: Hashable, Sendable {
    /// What depends on the traced setting's value.
    package enum Way: Hashable, Sendable, CaseIterable {
      /// The default.
      case value
      /// Whether it is visible.
      case visibility
      /// Whether it is enabled.
      case use
      /// Whether it can be changed.
      case change
      /// The values that it can have.
      case limit
    }

    package let path: SettingPath
    /// Its name, after the names of the sections around it.
    package let name: String
    /// Everything that depends on the traced setting, each once.
    package fileprivate(set) var ways: [Way]
  }
}

extension RuleTrace.Dependent {
  /// What depends on the traced setting, in words: `its default, whether it is shown`.
  package var text: String { ways.map(\.text).joined(separator: ", ") }
}

extension RuleTrace.Dependent.Way {
  package var text: String {
    switch self {
    case .value: "its default"
    case .visibility: "whether it is shown"
    case .use: "whether it is enabled"
    case .change: "whether it can be changed"
    case .limit: "which values are allowed"
    }
  }

  fileprivate init(_ restriction: RuleRestriction) {
    switch restriction {
    case .hidden: self = .visibility
    case .disabled: self = .use
    case .readOnly: self = .change
    }
  }
}

extension RuleTracer {
  /// Returns the settings and sections that depend on a setting, in the order of the rules, each once with all ways.
  ///
  /// Cost: linear in the rules that read the setting and in their targets.
  func dependents(on position: Int) -> [RuleTrace.Dependent] {
    var dependents: [RuleTrace.Dependent] = []
    var places: [RuleTarget: Int] = [:]
    for number in state.engine.readers[position] ?? [] {
      let (targets, way) = state.engine.rules[number].dependents(on: position)
      for target in targets {
        if let place = places[target] {
          if !dependents[place].ways.contains(way) { dependents[place].ways.append(way) }
          continue
        }
        places[target] = dependents.count
        let path = index.path(of: target)
        dependents.append(RuleTrace.Dependent(path: path, name: describer.name(of: path), ways: [way]))
      }
    }
    return dependents
  }
}

extension CompiledRule {
  /// Returns the targets of the rule, and what of them depends on a setting that the rule reads. The setting itself is
  /// left out. A constraint limits the other settings that it reads: if `min` grows, `max` has to.
  fileprivate func dependents(on position: Int) -> (targets: [RuleTarget], way: RuleTrace.Dependent.Way) {
    let (targets, way): ([RuleTarget], RuleTrace.Dependent.Way) =
      switch action {
      case .assign(let assignment): ([.setting(assignment.position)], .value)
      case .restrict(let restriction, let targets): (targets, .init(restriction))
      // If there is no body, the condition itself must not be true.
      case .require:
        ((bodySettings.isEmpty ? conditionSettings : bodySettings).map(RuleTarget.setting), .limit)
      }
    return (targets.filter { $0 != .setting(position) }, way)
  }
}
