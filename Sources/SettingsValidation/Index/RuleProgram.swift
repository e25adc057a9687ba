/// A compiled expression: settings are looked up, types are checked, regular expressions are compiled.
///
/// It is a tree that is walked for each run. Rules are short, and run only when something that they read has changed,
/// so a walk is fast enough, and it is simple enough to be certain of. Durations and dates are converted to numbers of
/// seconds when a constant is compiled, and by `seconds` and `instant` when a setting is read.
///
/// `retries * 2 > 10` is `comparison(>, arithmetic(*, setting(3, number), constant(2)), constant(10))`.
indirect enum RuleProgram: Sendable {
  case constant(JSONValue)
  /// A setting by its position in the form, and the type of its value.
  case setting(Int, RuleType)
  case context(String)
  case comparison(RuleComparison, RuleProgram, RuleProgram)
  /// Whether there is a value.
  case presence(RuleProgram)
  case arithmetic(RuleArithmetic, RuleProgram, RuleProgram)
  case rounded(RuleProgram, RuleRounding)
  case minimum([RuleProgram])
  case maximum([RuleProgram])
  case all([RuleProgram])
  case any([RuleProgram])
  case not(RuleProgram)
  case contains(RuleProgram, RuleProgram)
  case matches(RuleProgram, TextPattern)
  case count(RuleProgram)
  case isEmpty(RuleProgram)
  case fallback(RuleProgram, RuleProgram)
  case conditional(RuleProgram, then: RuleProgram, else: RuleProgram)
  /// The length of a duration in seconds: `PT1M` is 60. A number, which a context value can be, counts seconds already.
  case seconds(RuleProgram)
  /// The seconds from the beginning of 1970 to a point in time.
  case instant(RuleProgram)
  /// The string of a duration, from its seconds: 90 is `PT90S`. It is the value of a derived default for a duration.
  case durationText(RuleProgram)
}

/// A compiled rule, with the settings that it depends on. The rule itself stays with it, for its message and for the
/// trace.
struct CompiledRule: Sendable {
  /// The effect of the rule, with its settings looked up. What a constraint demands, what a restriction is about, or
  /// what a default is derived from is known without another look at paths.
  enum Action: Sendable {
    case require(RuleProgram)
    case restrict(RuleRestriction, [RuleTarget])
    case assign(RuleAssignment)
  }

  let rule: FormRule
  /// The condition; `nil` for a rule that always applies.
  let condition: RuleProgram?
  /// What the rule does if its condition is true.
  let action: Action
  /// The positions of the settings that the condition reads.
  let conditionSettings: [Int]
  /// The positions of the settings that the constraint or the derived value reads.
  let bodySettings: [Int]
  /// The number of comparisons that must be true to make the condition true; 0 without a condition.
  let specificity: Int

  /// The positions of all settings that the rule reads, each once.
  var settings: [Int] {
    if bodySettings.isEmpty || conditionSettings.isEmpty { return bodySettings + conditionSettings }
    let body = Set(bodySettings)
    return bodySettings + conditionSettings.filter { !body.contains($0) }
  }

  /// Whether this derived default takes precedence over another one for the same setting: by its priority, then by its
  /// specificity. If neither does, the order of the form decides.
  func precedes(_ other: CompiledRule) -> Bool {
    rule.priority == other.rule.priority
      ? specificity > other.specificity : rule.priority.number > other.rule.priority.number
  }
}

/// A setting or a section.
enum RuleTarget: Hashable, Sendable {
  /// By its position in the form's settings.
  case setting(Int)
  /// By its position in the form's sections.
  case section(Int)
}

/// A compiled derived default: the setting, the program of the value, and what the value has to meet.
struct RuleAssignment: Sendable {
  /// The position of the setting.
  let position: Int
  let value: RuleProgram
  /// The checks of the value; `nil` for a constant, which was checked when it was compiled.
  let checks: CompiledSchema?
  /// Which parts of the value are secret, because the setting is. A problem of a derived value doesn't show them.
  let secrecy: Secrecy
}

/// What a rule can prevent a person from doing with a setting. The value isn't touched by any of them.
package enum RuleRestriction: Hashable, Sendable, CaseIterable {
  /// Seeing the setting.
  case hidden
  /// Changing the setting, because it currently has no effect.
  case disabled
  /// Changing the setting.
  case readOnly
}

/// The type of a value in a rule, if the form determines it.
///
/// It is coarser than a kind: all numbers are one type, and a struct is an object. What it has to tell is whether an
/// operation makes sense, and whether a string is meant as text, as a duration or as a date.
indirect enum RuleType: Hashable, Sendable {
  /// Any type: a setting that is edited as JSON, a context value.
  case any
  case boolean
  case number
  case text
  /// A duration as a string, ISO 8601.
  case duration
  /// A date with time as a string, RFC 3339.
  case dateTime
  case list(RuleType)
  case dictionary
  case object

  init(_ kind: FormKind) {
    switch kind {
    case .boolean: self = .boolean
    case .integer, .number: self = .number
    case .string(let limits):
      switch limits.format {
      case .duration?: self = .duration
      case .dateTime?: self = .dateTime
      default: self = .text
      }
    case .choice(let choices): self = RuleType(of: choices.map(\.value))
    case .flags(let choices): self = .list(RuleType(of: choices.map(\.value)))
    case .list(let element, _): self = .list(RuleType(element))
    case .dictionary: self = .dictionary
    case .object: self = .object
    case .variants, .recursive, .json: self = .any
    }
  }

  /// Creates the type of a constant. `null` has any type, since it stands for no value. A list of different values is a
  /// list of anything.
  init(of value: JSONValue) {
    switch value {
    case .null: self = .any
    case .bool: self = .boolean
    case .number: self = .number
    case .string: self = .text
    case .array(let elements): self = .list(RuleType(of: elements))
    case .object: self = .object
    }
  }

  /// Creates the type that several values have in common.
  private init(of values: [JSONValue]) {
    let types = Set(values.map { RuleType(of: $0) })
    self = types.count == 1 ? types.first ?? .any : .any
  }

  /// Whether a value is of this type, as far as a rule relies on it. Elements and members aren't checked, and neither
  /// is the format of a string, which `seconds(of:)` finds out.
  func holds(_ value: JSONValue) -> Bool {
    switch (self, value) {
    case (.any, _), (.boolean, .bool), (.number, .number), (.list, .array): true
    case (.text, .string), (.duration, .string), (.dateTime, .string): true
    case (.dictionary, .object), (.object, .object): true
    default: false
    }
  }

  /// Whether values of both types can be equal. If not, a comparison of them is a mistake in the rule.
  func canEqual(_ other: RuleType) -> Bool {
    switch (self, other) {
    case (.any, _), (_, .any): true
    case (.list(let left), .list(let right)): left.canEqual(right)
    case (.dictionary, .object), (.object, .dictionary): true
    default: self == other
    }
  }

  /// Whether values of the type are strings that are compared as numbers.
  var isQuantity: Bool { self == .duration || self == .dateTime }

  /// Returns the exact number of seconds that a string of the type represents: a duration's length, or the time since
  /// 1970 in UTC. Returns `nil` for a malformed string, for a duration without a fixed length, and for other types.
  ///
  /// `PT1.5S` is 1.5, and `1970-01-01T01:00:00+01:00` is 0.
  func seconds(of text: String) -> JSONNumber? {
    let format: TextFormat? =
      switch self {
      case .duration: .duration
      case .dateTime: .dateTime
      case .any, .boolean, .number, .text, .list, .dictionary, .object: nil
      }
    // Dates have years of four digits, so a duration can hold the time since 1970.
    return format?.attoseconds(of: text).flatMap(FixedDuration.init(attoseconds:))?.seconds
  }

  /// The type in words, for a sentence.
  var noun: String {
    switch self {
    case .any: "any value"
    case .boolean: "true or false"
    case .number: "a number"
    case .text: "a string"
    case .duration: "a duration"
    case .dateTime: "a date"
    case .list: "a list"
    case .dictionary: "a dictionary"
    case .object: "an object"
    }
  }
}

extension RuleExpression {
  /// The specificity of a condition: the number of comparisons that must be true to make it true.
  ///
  /// If two rules give a default for the same setting, the more specific one wins, as in CSS:
  /// `mode == "fast" && os == "linux"` (2) over `mode == "fast"` (1). For a conjunction, it is the sum of its operands,
  /// for an alternative the minimum. A negation exchanges the two (De Morgan's laws).
  ///
  /// `!(a || b)` is 2, because both have to be false. A constant adds nothing.
  var specificity: Int { specificity(isNegated: false) }

  /// The specificity inside an even or an odd number of negations.
  private func specificity(isNegated: Bool) -> Int {
    switch self {
    case .all(let operands): Self.specificity(of: operands, isNegated: isNegated, isSum: !isNegated)
    case .any(let operands): Self.specificity(of: operands, isNegated: isNegated, isSum: isNegated)
    case .not(let operand): operand.specificity(isNegated: !isNegated)
    case .value: 0
    default: 1
    }
  }

  /// Combines the specificities of operands: the sum if all of them must hold, or else the least.
  private static func specificity(of operands: [RuleExpression], isNegated: Bool, isSum: Bool) -> Int {
    let parts = operands.map { $0.specificity(isNegated: isNegated) }
    return isSum ? parts.reduce(0, +) : parts.min() ?? 0
  }
}
