/// Describes rules in words, with the titles of their settings.
///
///     require  pool.min <= pool.max        states:   Pool › Minimum is at most Pool › Maximum
///                                          demands:  Pool › Minimum must be at most Pool › Maximum.
///     not (a and b)                        not a or not b (De Morgan), as nobody says "not (a and b)"
///
/// A negation is carried down to the innermost clauses: "is more than" is easier to read than "it is false that … is at
/// most".
///
/// Authors needn't write messages: the sentence for a violated constraint is made from its expression. Constants are
/// written as the setting beside them is shown, with the title of a choice and with the unit of a number. A secret
/// setting is named, and its value isn't.
package struct RuleDescriber {
  /// Whether a sentence states a fact or a requirement: "Minimum is at most Maximum" in a trace, "Minimum must be at
  /// most Maximum" in a problem.
  enum Mood {
    case states
    case demands
  }

  /// The settings, whose titles and units the sentences use.
  let index: FormIndex
  /// The kind of the elements that the condition of `every` is about.
  private var element: FormKind?

  package init(index: FormIndex) {
    self.index = index
  }

  /// Returns the rule as one phrase: `Pool › Minimum is at most Pool › Maximum`. The condition follows:
  /// `hide Proxy › Host when Use Proxy is false`.
  package func description(of rule: FormRule) -> String {
    let effect =
      switch rule.effect {
      case .require(let expression): clause(expression, mood: .states)
      case .restrict(.readOnly, let paths): "make \(names(paths)) read-only"
      case .restrict(let restriction, let paths): "\(restriction.rawValue) \(names(paths))"
      case .assign(let path, let value):
        "\(name(of: path)) defaults to \(operand(value, like: index[path]?.setting))"
      }
    return rule.condition.map { "\(effect) when \(clause($0, mood: .states))" } ?? effect
  }

  /// Returns the message for a violated constraint: the author's, or else a demand.
  ///
  /// A constraint that is a constant, `false` under a condition, says that the condition must not be.
  func message(of rule: FormRule) -> String {
    if let message = rule.message { return message }
    guard case .require(let expression) = rule.effect else { return description(of: rule) + "." }
    // `require false when c` is how a rule forbids `c`.
    if case .value = expression, let condition = rule.condition {
      return "This must not be: \(clause(condition, mood: .states))."
    }
    let demand = clause(expression, mood: .demands) + "."
    return rule.condition.map { "When \(clause($0, mood: .states)), \(demand)" } ?? demand
  }

  /// Returns the sentence that refuses a change of a setting: `Period is read-only when Mode is Fast, so it can't be changed.`
  ///
  /// - Parameter state: What the rule makes the setting.
  func refusal(of path: SettingPath, state: String, by rule: FormRule?) -> String {
    if let message = rule?.message { return "\(name(of: path)) is \(state): \(message)" }
    let condition = rule?.condition.map { " when \(clause($0, mood: .states))" } ?? ""
    return "\(name(of: path)) is \(state)\(condition), so it can't be changed."
  }

  /// Returns the name of a setting or a section, after the names of the sections around it.
  package func name(of path: SettingPath) -> String {
    if let entry = index[path] { return (entry.sections + [entry.setting.title]).joined(separator: " › ") }
    let titles = path.keys.indices.compactMap { depth in
      index.section(at: SettingPath(Array(path.keys[...depth])))?.title
    }
    return titles.isEmpty ? path.description : titles.joined(separator: " › ")
  }

  /// Returns the names of several settings as one phrase: `Host, Port and User`.
  private func names(_ paths: [SettingPath]) -> String {
    Phrase.enumeration(paths.map(name))
  }

  // MARK: - Conditions

  /// Returns a condition as a clause.
  func clause(_ expression: RuleExpression, mood: Mood) -> String {
    clause(expression, mood: mood, isNegated: false)
  }

  /// Returns a condition as a clause, with a negation carried into it.
  ///
  /// | expression | clause |
  /// |---|---|
  /// | `not (a < b)` | a is at least b |
  /// | `not (a and b)` | the clauses of not a, or not b |
  /// | `mode in ["fast", "safe"]` | Mode is one of Fast or Safe |
  /// | `tags contains "x"` | Tags contains "x" |
  /// | `isOn` | Is On is true |
  /// | `proxy != null` | Proxy has a value |
  private func clause(_ expression: RuleExpression, mood: Mood, isNegated: Bool) -> String {
    guard case .operation(let operation, let operands) = expression else {
      if case .value(.bool(let value)) = expression { return value != isNegated ? "always" : "never" }
      return truth(of: expression, mood: mood, isNegated: isNegated)
    }
    switch operation {
    case .not: return clause(operands[0], mood: mood, isNegated: !isNegated)
    case .all: return joined(operands, mood: mood, isNegated: isNegated, by: isNegated ? "or" : "and")
    case .any: return joined(operands, mood: mood, isNegated: isNegated, by: isNegated ? "and" : "or")
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      // A negated comparison is the opposite one.
      return comparison(
        isNegated ? operation.opposite : operation, of: operands[0], with: operands[1], mood: mood)
    case .contained:
      let (element, container) = (operands[0], operands[1])
      // A constant list is a choice of values.
      if case .value(.array) = container {
        let choices = operand(container, like: setting(of: element))
        return "\(operand(element)) \(be(mood, isNegated: isNegated)) one of \(choices)"
      }
      return "\(operand(container)) \(verb("contains", base: "contain", mood: mood, isNegated: isNegated)) "
        + operand(element, like: setting(of: container))
    case .matches:
      let pattern = operands[1].constant?.text ?? ""
      return
        "\(operand(operands[0])) \(verb("matches", base: "match", mood: mood, isNegated: isNegated)) \(pattern)"
    case .isEmpty: return "\(operand(operands[0])) \(be(mood, isNegated: isNegated)) empty"
    case .every:
      var inner = self
      inner.element = setting(of: operands[0])?.kind.everyKind
      let condition = inner.clause(operands[1], mood: mood, isNegated: isNegated)
      return "\(condition) for \(isNegated ? "an" : "every") element of \(operand(operands[0]))"
    case .add, .subtract, .multiply, .divide, .minimum, .maximum, .rounded, .count, .fallback, .conditional:
      return truth(of: expression, mood: mood, isNegated: isNegated)
    }
  }

  /// Returns the clause that a value is true or false.
  private func truth(of expression: RuleExpression, mood: Mood, isNegated: Bool) -> String {
    "\(operand(expression)) \(be(mood, isNegated: false)) \(isNegated ? "false" : "true")"
  }

  /// Returns clauses with "and" or "or" between them. Only what is inside another junction gets parentheses; a clause
  /// of "and" alone needs none.
  private func joined(
    _ operands: [RuleExpression], mood: Mood, isNegated: Bool, by word: String
  ) -> String {
    guard !operands.isEmpty else { return word == "and" ? "always" : "never" }
    if operands.count == 1 { return clause(operands[0], mood: mood, isNegated: isNegated) }
    return operands.map { operand in
      let text = clause(operand, mood: mood, isNegated: isNegated)
      return operand.isJunction ? "(\(text))" : text
    }.joined(separator: " \(word) ")
  }

  /// Returns a comparison as a clause. One with `null` asks whether there is a value.
  private func comparison(
    _ comparison: RuleOperation, of left: RuleExpression, with right: RuleExpression, mood: Mood
  ) -> String {
    if left == .value(.null) || right == .value(.null) {
      let subject = operand(left == .value(.null) ? right : left)
      return
        "\(subject) \(verb("has", base: "have", mood: mood, isNegated: false)) \(comparison == .equal ? "no" : "a") value"
    }
    let phrase = be(mood, isNegated: comparison == .notEqual) + comparison.comparative
    return "\(operand(left, like: setting(of: right))) \(phrase) \(operand(right, like: setting(of: left)))"
  }

  /// Returns the verb "to be": "is", "is not", "must be", "must not be".
  private func be(_ mood: Mood, isNegated: Bool) -> String {
    (mood == .states ? "is" : "must") + (isNegated ? " not" : "") + (mood == .states ? "" : " be")
  }

  /// Returns any other verb in the mood: "contains", "does not contain", "must contain", "must not contain".
  private func verb(_ third: String, base: String, mood: Mood, isNegated: Bool) -> String {
    switch (mood, isNegated) {
    case (.states, false): third
    case (.states, true): "does not \(base)"
    case (.demands, false): "must \(base)"
    case (.demands, true): "must not \(base)"
    }
  }

  // MARK: - Values

  /// Returns the setting if the expression is only a setting; otherwise `nil`. A constant beside it is written as this setting shows its
  /// values.
  private func setting(of expression: RuleExpression) -> FormSetting? {
    switch expression {
    case .setting(let path, _, _): index[path]?.setting
    case .element(let path, _, _): element?.member(at: path.keys[...])
    default: nil
    }
  }

  /// Returns a value in words. A constant is written as it would be for a setting.
  ///
  /// - Parameter setting: The setting beside it; `nil` if there is none.
  private func operand(_ expression: RuleExpression, like setting: FormSetting? = nil) -> String {
    switch expression {
    case .value(let value): return text(value, like: setting)
    case .setting(let path, _, _): return name(of: path)
    case .context(let name): return name
    case .element(let path, _, _):
      return path.isRoot ? "the value" : self.setting(of: expression)?.title ?? path.description
    case .pattern(let pattern): return pattern.source
    case .seconds(let inner, _): return operand(inner, like: setting)
    case .operation(let operation, let operands):
      func words(_ place: Int) -> String { operand(operands[place]) }
      switch operation {
      case .add, .subtract, .multiply, .divide:
        return operands.map { term($0, in: operation) }.joined(separator: " \(operation.rawValue) ")
      case .rounded:
        let rounding = operands[1].constant?.text.flatMap(RuleRounding.init)
        return [words(0), rounding?.words].compactMap(\.self).joined(separator: ", ")
      case .minimum: return "the least of \(Phrase.enumeration(operands.indices.map(words)))"
      case .maximum: return "the greatest of \(Phrase.enumeration(operands.indices.map(words)))"
      case .count: return "the count of \(words(0))"
      case .fallback: return "\(words(0)) or else \(operand(operands[1], like: setting))"
      case .conditional:
        return "(\(operand(operands[1], like: setting)) if \(clause(operands[0], mood: .states)), else "
          + "\(operand(operands[2], like: setting)))"
      case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .all, .any, .not, .contained,
        .matches, .isEmpty, .every:
        return "(\(clause(expression, mood: .states)))"
      }
    }
  }

  /// Returns an operand of a calculation, in parentheses if it is one itself. Only sums need none: `a + b + c`.
  private func term(_ expression: RuleExpression, in outer: RuleOperation) -> String {
    switch expression {
    case .operation(.add, _), .operation(.subtract, _), .operation(.multiply, _), .operation(.divide, _):
      outer == .add ? operand(expression) : "(\(operand(expression)))"
    default: operand(expression)
    }
  }

  /// Returns a constant as the setting shows its value: a choice by its title, a number with its unit. A list stands
  /// for alternatives: "one of Red or Blue".
  private func text(_ value: JSONValue, like setting: FormSetting?) -> String {
    if case .array(let elements) = value {
      return Phrase.alternatives(elements.map { text($0, like: setting) })
    }
    guard let setting else { return Phrase.excerpt(value) }
    switch (setting.kind, value) {
    case (.choice(let choices), _), (.flags(let choices), _):
      return choices.first { $0.value == value }?.title ?? Phrase.excerpt(value)
    case (_, .number): return setting.text(for: value)
    default: return setting.holdsSecrets ? setting.text(for: value) : Phrase.excerpt(value)
    }
  }
}

/// Comparisons.
extension RuleOperation {
  /// The comparison that holds if this one doesn't.
  fileprivate var opposite: RuleOperation {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    default: .less
    }
  }

  /// The words between "is" and the other value; none for equality.
  fileprivate var comparative: String {
    switch self {
    case .less: " less than"
    case .lessOrEqual: " at most"
    case .greater: " more than"
    case .greaterOrEqual: " at least"
    default: ""
    }
  }
}

extension RuleExpression {
  /// Whether the expression joins others.
  fileprivate var isJunction: Bool {
    switch self {
    case .operation(.all, let operands), .operation(.any, let operands): operands.count > 1
    case .operation(.not, let operands): operands[0].isJunction
    default: false
    }
  }
}
