/// The rules over an app's settings: constraints, visibility and derived defaults.
///
/// Declare them as a static property `rules` of the root. They become a part of its form, so that every front end applies
/// them.
///
/// ```swift
/// extension AppSettings {
///   static let rules = RuleBook(for: AppSettings.self) { s in
///     s.pool.min <= s.pool.max
///     s.network.useProxy == false => .hide(s.network.proxyHost)
///     (s.priority == .high => s.color <- .red).priority(.high)
///   }
/// }
/// ```
///
/// The time to type-check a block grows with the square of its length. Write hundreds of rules as several functions with
/// `@RuleBuilder`, and call each of them on a line of the book.
///
/// The rules are evaluated when the form is created. A rule that the form can't express is an error then, with its position
/// in the source.
public struct RuleBook<Root: SettingsGroup>: Sendable {
  /// Creates the rules; `nil` if there are none.
  private let body: (@Sendable (SettingReference<Root, Root>) -> [Rule])?

  /// Creates a book of rules over the settings of a root, which the closure's parameter refers to.
  public init(
    for root: Root.Type,
    @RuleBuilder rules: @escaping @Sendable (_ s: SettingReference<Root, Root>) -> [Rule]
  ) {
    body = rules
  }

  /// Creates a book without rules.
  init() {
    body = nil
  }

  /// Whether the book was created without rules.
  var isEmpty: Bool { body == nil }

  /// Returns the rules as the form represents them.
  ///
  /// Throws `RuleBookError` with all rules that can't be expressed. Cost: linear in the number of rules.
  func formRules(_ table: @autoclosure () -> KeyPathTable<Root>) throws(RuleBookError) -> [FormRule] {
    guard let body else { return [] }
    let rules = body(SettingReference(\.self, in: table()))
    let problems = rules.flatMap { rule in
      rule.defects.map { RuleBookError.Problem(source: rule.form.source, defect: $0) }
    }
    guard problems.isEmpty else { throw RuleBookError(problems: problems) }
    return rules.flatMap(\.form.parts)
  }
}

extension FormRule {
  /// Splits a composite constraint, such as `s.size <= s.limits.size` over width and height, because a problem is shown at each setting
  /// that its constraint reads: a wrong width shouldn't be reported at the height. A constraint with a message isn't split.
  fileprivate var parts: [FormRule] {
    guard case .require(.all(let parts)) = effect, message == nil, parts.count > 1 else { return [self] }
    return parts.map { part in
      var rule = self
      rule.effect = .require(part)
      return rule
    }
  }
}

/// Builds the rules of a rule book. Supports `if`, `if let`, `switch`, `for`, `if #available` and arrays.
@resultBuilder
public enum RuleBuilder {
  /// Builds the rules of one line, and records its position in the source.
  public static func buildExpression<Content: RuleContent>(
    _ content: Content, file: StaticString = #fileID, line: UInt = #line
  ) -> [Rule] {
    content._ruleContent.map { rule in
      var rule = rule
      rule.form.source = rule.form.source ?? "\(file):\(line)"
      return rule
    }
  }

  /// Builds the rules of several lines.
  public static func buildBlock(_ rules: [Rule]...) -> [Rule] { rules.flatMap { $0 } }

  /// Builds the rules of an `if` without an `else`.
  public static func buildOptional(_ rules: [Rule]?) -> [Rule] { rules ?? [] }

  /// Builds the rules of the first branch.
  public static func buildEither(first: [Rule]) -> [Rule] { first }

  /// Builds the rules of the second branch.
  public static func buildEither(second: [Rule]) -> [Rule] { second }

  /// Builds the rules of a loop.
  public static func buildArray(_ rules: [[Rule]]) -> [Rule] { rules.flatMap { $0 } }

  /// Builds the rules for a newer system.
  public static func buildLimitedAvailability(_ rules: [Rule]) -> [Rule] { rules }
}

/// Rules that are switched on and off together.
///
/// ```swift
/// RuleGroup("expert limits") {
///   s.pool.max <= 64
///   s.cache.size <= s.memory.limit * 0.5
/// }
/// ```
public struct RuleGroup: RuleContent {
  /// The rules in the group.
  public let _ruleContent: [Rule]

  /// Creates a group. Rules that are in another group already stay there.
  public init(_ name: String, @RuleBuilder rules: () -> [Rule]) {
    _ruleContent = rules().map { rule in
      var rule = rule
      rule.form.group = rule.form.group ?? name
      return rule
    }
  }
}

/// A group of rules that is to be switched and that no rule is in.
public struct UnknownRuleGroup: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name.
  public let name: String
  /// The groups of the form.
  let known: [String]

  /// One sentence that describes the error and what to do.
  public var description: String {
    if known.isEmpty { return "There is no group of rules ‘\(name)’, since no rule is in a group." }
    let nearest = EditDistance.nearest(to: name, among: known).map { "did you mean ‘\($0)’?" }
    let list = Phrase.enumeration(known.map { "‘\($0)’" })
    return "There is no group of rules ‘\(name)’; \(nearest ?? "the groups are \(list).")"
  }
}

/// The effect of a rule on settings: it hides or locks them, or derives a default.
///
/// ```swift
/// s.network.useProxy == false => .hide(s.network.proxyHost)
/// ```
public struct RuleAction: RuleContent {
  let effect: RuleEffect
  let defects: [RuleDefect]

  /// The action as a rule without a condition.
  public var _ruleContent: [Rule] { [Rule(FormRule(effect), defects: defects)] }

  /// Hides settings, or whole sections, and skips their validation; they keep their values.
  public static func hide<Root, each Value>(
    _ settings: repeat SettingReference<Root, each Value>
  ) -> RuleAction {
    RuleAction(repeat each settings, effect: RuleEffect.hide)
  }

  /// Disables settings, or whole sections: they are shown dimmed and can't be changed.
  public static func disable<Root, each Value>(
    _ settings: repeat SettingReference<Root, each Value>
  ) -> RuleAction {
    RuleAction(repeat each settings, effect: RuleEffect.disable)
  }

  /// Makes settings, or whole sections, read-only: they are shown but can't be changed.
  public static func readOnly<Root, each Value>(
    _ settings: repeat SettingReference<Root, each Value>
  ) -> RuleAction {
    RuleAction(repeat each settings, effect: RuleEffect.readOnly)
  }

  private init<Root, each Value>(
    _ settings: repeat SettingReference<Root, each Value>, effect: ([SettingPath]) -> RuleEffect
  ) {
    var paths: [SettingPath] = []
    var defects: [RuleDefect] = []
    for target in repeat (each settings).settingTarget {
      paths.append(target.path)
      defects += target.defects
    }
    self.effect = effect(paths)
    self.defects = defects
  }

  /// Derives a default.
  fileprivate init<Root, Value>(_ setting: SettingReference<Root, Value>, from value: RuleTerm) {
    let target = setting.settingTarget
    let missing: [RuleDefect] =
      value.expression == .value(.null) && value.defects.isEmpty ? [.noValue("\(target.path)")] : []
    effect = .assign(target.path, value.expression)
    defects = target.defects + value.defects + missing
  }
}

/// Derived defaults: values of settings that aren't set.
extension SettingReference {
  /// Derives a constant as the default of the setting.
  public static func <- (setting: Self, value: Value) -> RuleAction {
    RuleAction(setting, from: RuleTerm(constant: value))
  }

  /// Derives the value of another setting as the default of the setting.
  public static func <- <Other: ValueOperand>(setting: Self, value: Other) -> RuleAction
  where Other.Value == Value {
    RuleAction(setting, from: value._ruleTerm)
  }

  /// Derives the value of another setting as the default of the setting.
  public static func <- <Other: ValueOperand>(setting: Self, value: Other) -> RuleAction
  where Value == Other.Value? {
    RuleAction(setting, from: value._ruleTerm)
  }

  /// Derives the value of another setting, if it has one, as the default of the setting.
  public static func <- <Other: ValueOperand>(setting: Self, value: Other) -> RuleAction
  where Other.Value == Value? {
    RuleAction(setting, from: value._ruleTerm)
  }
}

extension SettingReference where Value: NumericValue {
  /// Derives a number as the default of the setting: `s.cache.size <- s.memory.limit * 0.25`.
  @_disfavoredOverload
  public static func <- <Number: NumberOperand>(setting: Self, value: Number) -> RuleAction {
    RuleAction(setting, from: value._ruleTerm)
  }
}

extension SettingReference where Value == Bool {
  /// Derives the truth of a condition as the default of the setting.
  public static func <- (setting: Self, value: RuleCondition) -> RuleAction {
    RuleAction(setting, from: value._ruleTerm)
  }
}

/// Rules of an app that the form can't express.
public struct RuleBookError: Error, Hashable, Sendable {
  /// The problem of one rule.
  package struct Problem: Hashable, Sendable {
    /// The position of the rule in the source: `MyApp/AppSettings.swift:12`.
    package let source: String?
    let defect: RuleDefect
  }

  /// The problems, in the order of the rules.
  package let problems: [Problem]
}

extension RuleBookError: CustomStringConvertible {
  /// One line for each problem, with its position in the source.
  public var description: String {
    problems.map(\.description).joined(separator: "\n")
  }
}

extension RuleBookError.Problem: CustomStringConvertible {
  /// The position in the source, the problem and what to do.
  package var description: String {
    "\(source.map { "\($0): " } ?? "")\(defect)"
  }
}
