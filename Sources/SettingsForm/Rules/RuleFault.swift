/// An error in a rule: of its JSON, or of a rule that doesn't fit the form. The error that contains it has its path,
/// and for a rule in Swift the line of the source.
///
/// A rule with a fault is never skipped. A constraint that silently doesn't apply would let a document pass that its
/// author wanted to refuse, so the form, or the store of the app, can't be opened.
package enum RuleFault: Error, Hashable, Sendable {
  // MARK: Reading

  /// A rule has an unknown member.
  case unknownMember(nearest: String?)
  /// A rule has no effect, or several. A rule that hides and requires would have to say which condition is for which,
  /// so each effect is a rule of its own.
  case effects([String])
  /// `to` without `set`.
  case valueWithoutSetting
  /// `set` without `to`.
  case settingWithoutValue
  /// A path is malformed.
  case path(SettingPathError)
  /// The operation is unknown: `map`, `reduce` and others of JsonLogic aren't operations of rules, and an object that
  /// is meant as a constant looks like one.
  case unknownOperator(nearest: String?)
  /// An operation has too few operands or too many.
  ///
  /// `Give "==" 2 operands instead of 3.`
  case operandCount(ClosedRange<Int>, found: Int)
  /// A list contains operations.
  case logicInList
  /// A value passes through more operations than the limit.
  case tooDeep(limit: Int)
  /// A rule has more operations and operands than the limit.
  case tooLarge(limit: Int)

  // MARK: Against the form

  /// The form has no such setting.
  case unknownSetting(SettingPath, nearest: SettingPath?)
  /// The path leads to a section, which doesn't have a value. Only `hide`, `disable` and `readOnly` apply to sections.
  case section(SettingPath)
  /// An operand has the wrong type; the expected and the actual type, in words.
  ///
  /// `Use a number instead of text.`
  case type(expected: String, found: String)
  /// Two values of different types are compared.
  case mixed(String, String)
  /// Values of a type without an order are compared by order.
  case unordered(String)
  /// A setting is compared with a value that it can't have. The rule would never apply, or always; a typing error is
  /// the likely reason.
  case noChoice(JSONValue, of: SettingPath, nearest: JSONValue?)
  /// A regular expression is malformed; the reason.
  case pattern(String)
  /// A derived default violates the setting's limits; the problem. Only a constant can be checked before the rule runs.
  case unfit(SettingPath, String)
  /// A derived default for a whole number can have a fraction.
  case fraction(SettingPath)
  /// A derived default would reveal a secret: a setting that isn't masked would show what another one hides.
  case secret(SettingPath, from: SettingPath)
  /// Derived defaults form a cycle: each depends on the next, the last on the first. No order exists in which they
  /// could be computed.
  case cycle([SettingPath])
}

extension RuleFault {
  /// Returns one sentence that says what to do; `key` is the faulty member, in quotes.
  func message(at key: String) -> String {
    switch self {
    case .unknownMember(let nearest):
      "Remove \(key), which isn't a member of a rule\(Phrase.didYouMean(nearest))."
    case .effects(let found) where found.isEmpty:
      "Give the rule an effect: \(Phrase.alternatives(RuleMember.effects.map(\.rawValue)))."
    case .effects(let found): "Write a rule for each of \(found.joined(separator: ", "))."
    case .valueWithoutSetting: "Say which setting gets the value: add \"set\"."
    case .settingWithoutValue: "Say which value the setting gets: add \"to\"."
    case .path(let error): error.description
    case .unknownOperator(let nearest):
      "Use an operation that rules know instead of \(key)\(Phrase.didYouMean(nearest)); "
        + "write {\"literal\": …} around a constant object."
    case .operandCount(let counts, let found):
      "Give \(key) \(Self.text(counts)) instead of \(found)."
    case .logicInList: "Write the list without operations inside, or {\"literal\": …} around it."
    case .tooDeep(let limit):
      "Split the rule: a value may pass through at most \(limit) operations, and each operand of \(key) adds one."
    case .tooLarge(let limit): "Split the rule, which has more than \(limit) operations and operands."
    case .unknownSetting(let path, let nearest):
      "Use a setting of the form instead of \(Self.name(path))"
        + "\(Phrase.didYouMean(nearest.map { String(describing: $0) }))."
    case .section(let path): "Use a setting inside of \(Self.name(path)), which is a section."
    case .type(let expected, let found): "Use \(expected) instead of \(found)."
    case .mixed(let left, let right): "Compare values of one type, not \(left) with \(right)."
    case .unordered(let type): "Compare \(type) by == or != only; there is no order."
    case .noChoice(let value, let path, let nearest):
      "Use one of the choices of \(path) instead of \(Phrase.excerpt(value))"
        + "\(Phrase.didYouMean(nearest.map(Phrase.excerpt)))."
    case .pattern(let text): "Correct the pattern: \(text)"
    case .unfit(let path, let problem): "Correct the value for \(path), which violates its limits: \(problem)"
    case .fraction(let path):
      "Round the value for \(path), which is a whole number, while this can have a fraction: .rounded(.down), "
        + "or {\"rounded\": […, \"down\"]}."
    case .secret(let path, let secret):
      "Mark \(path) as secret, too, or derive it from something other than the secret \(secret)."
    case .cycle(let members):
      members.count == 1
        ? "Derive \(Self.list(members)) from something other than itself."
        : "Break the cycle of derived defaults \(Self.list(members + members.prefix(1)))."
    }
  }

  private static func name(_ path: SettingPath) -> String {
    path.isRoot ? "the whole document" : path.description
  }

  private static func list(_ members: [SettingPath]) -> String {
    members.map(\.description).joined(separator: " ← ")
  }

  private static func text(_ counts: ClosedRange<Int>) -> String {
    if counts.lowerBound == counts.upperBound { return Phrase.count(counts.lowerBound, noun: "operand") }
    if counts.upperBound == .max { return "at least \(Phrase.count(counts.lowerBound, noun: "operand"))" }
    return "\(counts.lowerBound) to \(counts.upperBound) operands"
  }
}
