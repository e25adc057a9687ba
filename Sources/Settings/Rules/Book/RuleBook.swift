/// The rules over an app's settings: constraints, visibility and derived defaults.
///
/// A root that has a static property `rules` is obeyed by every front end: the rules go into its form.
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
/// Type-checking takes time with the square of a block's length: hundreds of rules are best written as several functions
/// with `@RuleBuilder`, each called on a line of the book.
///
/// The rules are made when the form is. A rule that the form can't express is an error then, with the place in the
/// source where it was written.
public struct RuleBook<Root: SettingsGroup>: Sendable {
  /// Makes the rules; `nil` if there are none.
  private let body: (@Sendable (SettingReference<Root, Root>) -> [Rule])?

  /// Makes a book of rules over the settings of a root; `s` names them.
  public init(
    for root: Root.Type,
    @RuleBuilder rules: @escaping @Sendable (_ s: SettingReference<Root, Root>) -> [Rule]
  ) {
    body = rules
  }

  /// Makes a book without rules.
  public init() {
    body = nil
  }

  /// The rules as the form has them.
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
  /// A constraint that is several at once, such as that of a pair, as several: each problem then stands at the settings
  /// that are at fault. One with a message of its own stays one.
  fileprivate var parts: [FormRule] {
    guard case .require(.all(let parts)) = effect, message == nil, parts.count > 1 else { return [self] }
    return parts.map { part in
      var rule = self
      rule.effect = .require(part)
      return rule
    }
  }
}
