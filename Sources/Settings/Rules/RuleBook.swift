/// Says how settings depend on each other: which values fit together, what is hidden when, and which value follows from others.
///
/// A limit of a single setting is an annotation. As soon as two settings are involved, write a rule. Declare the rules as a static property
/// `rules` of your root, and they become a part of its form: the editor, the command line and your app all obey them.
///
/// ```swift
/// static let rules = RuleBook(for: AppSettings.self) { s in
///   s.pool.min <= s.pool.max
///   s.network.useProxy == false => .hide(s.network.proxyHost)
///   (s.isUrgent == true => s.display.color <- .red).priority(.high)
/// }
/// ```
///
/// Each line is a rule. A condition that stands alone must be true; if it isn't, the apply is refused, with a sentence at each of its
/// settings. `=>` makes a rule depend on a condition, `.hide`, `.disable` and `.readOnly` say what happens then, and `<-` gives a setting a
/// value while nobody sets it.
///
/// If you misspell a member, or write a string where a number belongs, your code doesn't compile. What the compiler can't see, such as a
/// computed property, is an error when the store opens, with the line of the rule.
///
/// A rule that needs a value which isn't there, such as an optional setting that is `nil`, doesn't apply.
///
/// The compiler's time grows with the square of the length of a block. If you have hundreds of rules, write functions with ``RuleBuilder``,
/// and call each of them on a line of the book. Cost at run time: after an edit, only the rules that read the setting are evaluated.
public struct RuleBook<Root: SettingsGroup>: Sendable {
  /// Creates the rules; `nil` if there are none. Without rules, a store can open without reading its form.
  private let body: (@Sendable (SettingReference<Root, Root>) -> [SettingsRule])?

  /// Creates a book of rules; in the closure, `s` stands for the settings of the root.
  ///
  /// The closure runs when a store opens and when the form is made. It describes the rules, and sees no values.
  public init(
    for root: Root.Type,
    @RuleBuilder rules: @escaping @Sendable (_ s: SettingReference<Root, Root>) -> [SettingsRule]
  ) {
    body = rules
  }

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
    guard case .require(.operation(.all, let parts)) = effect, message == nil, parts.count > 1 else {
      return [self]
    }
    return parts.map { part in
      var rule = self
      rule.effect = .require(part)
      return rule
    }
  }
}

/// Rules that are switched on and off together while the app runs.
///
/// Use a group for rules that don't always hold, such as limits that an expert may exceed:
///
/// ```swift
/// static let rules = RuleBook(for: AppSettings.self) { s in
///   s.pool.min <= s.pool.max
///   RuleGroup("expert limits") {
///     s.pool.max <= 64
///     s.times <= 10
///   }
/// }
/// ```
///
/// All groups are on when a store is opened. ``StoreEngine/switchRules(in:on:)`` switches them, and observers hear of the values that
/// change as a result. The state isn't stored. A rule in several groups belongs to the innermost one.
public struct RuleGroup: RuleContent {
  /// The rules in the group.
  public let _ruleContent: [SettingsRule]

  /// Creates a group. Rules that are in another group already stay there.
  ///
  /// - Parameters:
  ///   - name: The name for ``StoreEngine/switchRules(in:on:)``. Groups with the same name are switched together.
  ///   - rules: The rules, one on each line.
  public init(_ name: String, @RuleBuilder rules: () -> [SettingsRule]) {
    _ruleContent = rules().map { rule in
      var rule = rule
      rule.form.group = rule.form.group ?? name
      return rule
    }
  }
}

/// A group of rules that is to be switched and that no rule is in.
///
/// ``StoreEngine/switchRules(in:on:)`` throws it. Usually the name is misspelled; the description names the group that was probably meant,
/// or all groups:
///
/// ```swift
/// do throws(UnknownRuleGroup) {
///   try store.untyped.switchRules(in: "expert limit", on: false)
/// } catch {
///   print(error)  // There is no group of rules ‘expert limit’; perhaps you mean ‘expert limits’.
/// }
/// ```
///
/// Nothing is switched then. If the name comes from an earlier version of the app, ignore the error.
public struct UnknownRuleGroup: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name that was given.
  public let name: String
  /// The groups of the form, for a message that names them.
  let known: [String]

  /// One sentence that describes the error and what to do.
  public var description: String {
    if known.isEmpty { return "There is no group of rules ‘\(name)’, since no rule is in a group." }
    let nearest = EditDistance.nearest(to: name, among: known).map { "perhaps you mean ‘\($0)’." }
    let list = Phrase.enumeration(known.map { "‘\($0)’" })
    return "There is no group of rules ‘\(name)’; \(nearest ?? "the groups are \(list).")"
  }
}

/// The effect of a rule on settings: it hides or locks them, or derives a default.
///
/// Write an action behind a condition and `=>`. It applies while the condition is true:
///
/// ```swift
/// static let rules = RuleBook(for: AppSettings.self) { s in
///   s.network.useProxy == false => .hide(s.network.proxyHost)
///   s.times > 5 => .disable(s.display.ratio, s.display.color)
///   s.calculation.mode == .exact => .readOnly(s.pool)
///   s.isUrgent == true => s.display.color <- .red
/// }
/// ```
///
/// An action alone on a line always applies. Several settings and whole sections can be targets of one action.
///
/// | action | shown | can be changed | checked |
/// |---|---|---|---|
/// | ``hide(_:)`` | no | | no |
/// | ``disable(_:)`` | dimmed | no | yes |
/// | ``readOnly(_:)`` | yes | no | yes |
///
/// No action changes or removes a stored value.
public struct RuleAction: RuleContent {
  let effect: RuleEffect
  let defects: [RuleDefect]

  /// The action as a rule without a condition.
  public var _ruleContent: [SettingsRule] { [SettingsRule(FormRule(effect), defects: defects)] }

  /// Hides settings, or whole sections, and skips their validation; they keep their values.
  ///
  /// Use it for settings that have no meaning while the condition holds: `s.network.useProxy == false => .hide(s.network.proxyHost)`.
  public static func hide<Root, each Value>(
    _ settings: repeat SettingReference<Root, each Value>
  ) -> RuleAction {
    RuleAction(.hidden, repeat each settings)
  }

  /// Disables settings, or whole sections: they are shown dimmed and can't be changed, because they have no effect while the condition
  /// holds.
  public static func disable<Root, each Value>(
    _ settings: repeat SettingReference<Root, each Value>
  ) -> RuleAction {
    RuleAction(.disabled, repeat each settings)
  }

  /// Makes settings, or whole sections, read-only: they are shown, have an effect, and can't be changed while the condition holds.
  public static func readOnly<Root, each Value>(
    _ settings: repeat SettingReference<Root, each Value>
  ) -> RuleAction {
    RuleAction(.readOnly, repeat each settings)
  }

  private init<Root, each Value>(
    _ restriction: RuleRestriction, _ settings: repeat SettingReference<Root, each Value>
  ) {
    var paths: [SettingPath] = []
    var defects: [RuleDefect] = []
    for target in repeat (each settings).settingTarget {
      paths.append(target.path)
      defects += target.defects
    }
    effect = .restrict(restriction, paths)
    self.defects = defects
  }

  /// Derives a default. A constant `nil` is a defect: a setting without a value is what it is without the rule.
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
  /// Derives a constant as the default of the setting: `s.display.color <- .red`.
  ///
  /// The setting has the value while no layer sets it. What somebody has set stays. A derived default isn't stored.
  public static func <- (setting: Self, value: Value) -> RuleAction {
    RuleAction(setting, from: RuleTerm(constant: value))
  }

  /// Derives the value of another setting as the default of the setting: `s.display.left <- s.display.right`.
  ///
  /// A chain of derived defaults is followed; a cycle is an error when the form is created.
  public static func <- <Other: ValueOperand>(setting: Self, value: Other) -> RuleAction
  where Other.Value == Value {
    RuleAction(setting, from: value._ruleTerm)
  }

  /// Derives the value of another setting as the default of an optional setting: `s.nickname <- s.name`.
  ///
  /// The setting has a value then, unless somebody has set it to `null`.
  public static func <- <Other: ValueOperand>(setting: Self, value: Other) -> RuleAction
  where Value == Other.Value? {
    RuleAction(setting, from: value._ruleTerm)
  }

  /// Derives the value of an optional setting, if it has one, as the default of the setting: `s.name <- s.nickname`.
  ///
  /// While the other has no value, the default of the form applies.
  public static func <- <Other: ValueOperand>(setting: Self, value: Other) -> RuleAction
  where Other.Value == Value? {
    RuleAction(setting, from: value._ruleTerm)
  }
}

extension SettingReference where Value: RuleNumericValue {
  /// Derives a number as the default of the setting: `s.cache.size <- s.memory.limit * 0.25`.
  ///
  /// The result has to fit the setting. A result with a fraction isn't derived for an `Int`; the trace in the editor says why.
  @_disfavoredOverload
  public static func <- <Number: NumberOperand>(setting: Self, value: Number) -> RuleAction {
    RuleAction(setting, from: value._ruleTerm)
  }
}

extension SettingReference where Value == Bool {
  /// Derives the truth of a condition as the default of the setting: `s.isUrgent <- s.times > 100`.
  ///
  /// A condition without a value derives nothing.
  public static func <- (setting: Self, value: RuleCondition) -> RuleAction {
    RuleAction(setting, from: value._ruleTerm)
  }
}

/// Rules of an app that the form can't express.
///
/// It is an error of the app's source, thrown inside ``SettingsStoreError/rules(_:)`` when a store is opened and by
/// ``SettingsRoot/form()``. A test that opens a store finds it. The description has a line for each rule, with its position in the source:
///
/// ```
/// MyApp/AppSettings.swift:12: \AppSettings.total isn't a setting of the form; rules can only use settings
/// ```
///
/// Causes are a key path to a computed property, a constant that JSON can't represent, such as an infinite number, a derived default of
/// `nil`, and a member of a context value that has no key of its own name.
///
/// ```swift
/// do throws(SettingsStoreError) {
///   _ = try AppSettings.form()
/// } catch .rules(let error) {
///   print(error)
/// } catch {
///   print(error)
/// }
/// ```
public struct RuleBookError: Error, Hashable, Sendable {
  /// The problem of one rule, with its place in the source, as a compiler writes it.
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
