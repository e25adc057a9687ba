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
  /// Splits a composite constraint, such as that of a pair, so that each problem refers only to the settings that cause it.
  /// A constraint with a message isn't split.
  fileprivate var parts: [FormRule] {
    guard case .require(.all(let parts)) = effect, message == nil, parts.count > 1 else { return [self] }
    return parts.map { part in
      var rule = self
      rule.effect = .require(part)
      return rule
    }
  }
}
