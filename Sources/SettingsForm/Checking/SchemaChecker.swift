/// Checks values by a schema and gathers all problems.
///
/// The rules are those of JSON Schema 2020-12. For a form there is more: the formats that a form uses (`uri`,
/// `uuid`, `date-time`, `duration`) and `contentEncoding: base64` must hold, a member that no keyword
/// knows is a warning, and a `$schema` at the root is no member.
struct SchemaChecker {
  /// Whose rules hold.
  enum Rules: Sendable {
    /// Those of a form.
    case form
    /// Those of JSON Schema alone.
    case schema
  }

  /// The problems found so far, in the order of the schema.
  var problems: [FormProblem] = []
  /// How many more names may be compared with unknown ones.
  var suggestionBudget: Int

  let patterns: PatternCache
  let rules: Rules
  /// Whether several schemas describe the value, so that none alone can tell which keys are known.
  var isPart = false
  private(set) var keys: [String]
  /// Which parts of the value that is being checked are secret.
  private(set) var secrecy: Secrecy
  /// Where in `keys` there are those that a person has chosen inside of a secret.
  private var hiddenKeys: [Int] = []

  /// Makes a checker.
  ///
  /// - Parameters:
  ///   - path: Where the values stand.
  ///   - secrecy: Which parts of them are secret, and not told in problems.
  init(
    patterns: PatternCache, rules: Rules = .form, path: SettingPath = .root, secrecy: Secrecy = .none,
    suggestionBudget: Int = 10_000
  ) {
    self.patterns = patterns
    self.rules = rules
    self.keys = path.keys
    self.secrecy = secrecy
    self.suggestionBudget = suggestionBudget
  }

  /// The problems of a value at a path, and of nothing else.
  mutating func problems(
    of instance: some SchemaInstance, _ schema: JSONSchema, at path: SettingPath, secrecy: Secrecy
  ) -> [FormProblem] {
    keys = path.keys
    self.secrecy = secrecy
    check(instance, schema)
    guard !problems.isEmpty else { return [] }
    defer { problems.removeAll() }
    return problems
  }

  /// Checks a value.
  mutating func check(_ instance: some SchemaInstance, _ schema: JSONSchema) {
    // Whether a number is whole takes looking at its digits; not where any number will do.
    let type = instance.isNumber && schema.allowsAnyNumber ? .number : instance.schemaType
    for case .type(let types) in schema.keywords where !types.contains(where: { $0.includes(type) }) {
      // A value of another type is told so once; among choices, the choices say more.
      report(schema.choiceReason ?? .type(expected: types, found: type), instance)
      return
    }
    for keyword in schema.keywords {
      switch keyword {
      case .never: report(.keyword("false"), instance)
      case .const(let value): if instance.value != value { report(noChoice([value], instance), instance) }
      case .enumeration(let values):
        let value = instance.value
        if !values.contains(value) { report(noChoice(values, instance), instance) }
      case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf, .setting:
        if type == .integer || type == .number { checkNumber(instance, keyword, schema) }
      case .minLength, .maxLength, .pattern, .format, .contentEncoding:
        if type == .string { checkText(instance, keyword, schema) }
      case .minItems, .maxItems, .uniqueItems, .prefixItems, .items, .contains:
        if type == .array { checkArray(instance, keyword, schema) }
      case .properties, .patternProperties, .additionalProperties, .propertyNames, .minProperties,
        .maxProperties, .required, .dependentRequired, .dependentSchemas:
        if type == .object { checkObject(instance, keyword, schema) }
      case .allOf, .anyOf, .oneOf, .not, .if: checkCombination(instance, keyword, schema)
      case .title, .description, .defaultValue, .readOnly, .writeOnly, .type, .minContains, .maxContains,
        .then, .else, .other:
        break
      case .deprecated(let isDeprecated):
        if isDeprecated { reportDeprecated(instance) }
      }
    }
  }

  /// Whether a value meets a schema.
  func meets(_ instance: some SchemaInstance, _ schema: JSONSchema) -> Bool {
    var checker = SchemaChecker(patterns: patterns, rules: rules, suggestionBudget: 0)
    checker.check(instance, schema)
    return !checker.problems.contains { $0.severity == .error }
  }
}

// MARK: - Reporting

extension SchemaChecker {
  mutating func report(_ reason: FormProblem.Reason, _ instance: some SchemaInstance) {
    add(
      FormProblem(
        path: SettingPath(keys), reason: reason,
        found: hides(instance) ? nil : Phrase.excerpt(instance.value), position: instance.textPosition))
  }

  mutating func reportDeprecated(_ instance: some SchemaInstance, choice: JSONValue? = nil) {
    add(
      FormProblem(
        path: SettingPath(keys), severity: .warning, reason: .deprecated,
        found: hides(instance) ? nil : choice.map(Phrase.excerpt), position: instance.textPosition))
  }

  /// Whether a value is secret as a whole, and not to be told.
  func hides(_ instance: some SchemaInstance) -> Bool { secrecy.hides(instance.schemaType) }

  /// Checks an element.
  mutating func inside(_ index: Int, _ body: (inout SchemaChecker) -> Void) {
    inside(String(index), secrecy.element(index), body)
  }

  /// Checks a member.
  ///
  /// - Parameter isNamed: Whether the schema names the key. Other keys of a secret object are secret, too.
  mutating func inside(_ key: String, isNamed: Bool = true, _ body: (inout SchemaChecker) -> Void) {
    let isHidden = !isNamed && secrecy.hides(.object)
    if isHidden { hiddenKeys.append(keys.count) }
    inside(key, secrecy.member(key), body)
    if isHidden { hiddenKeys.removeLast() }
  }

  /// Checks the key of a member.
  mutating func insideKey(_ key: String, _ body: (inout SchemaChecker) -> Void) {
    let isHidden = secrecy.hides(.object)
    if isHidden { hiddenKeys.append(keys.count) }
    inside(key, isHidden ? .whole : .none, body)
    if isHidden { hiddenKeys.removeLast() }
  }

  /// Reports a member that the schema does not know.
  mutating func reportUnknown(_ problem: FormProblem) {
    let isHidden = secrecy.hides(.object)
    if isHidden { hiddenKeys.append(keys.count) }
    add(problem)
    if isHidden { hiddenKeys.removeLast() }
  }

  private mutating func add(_ problem: FormProblem) {
    var problem = problem
    problem.hiddenKeys = hiddenKeys
    problems.append(problem)
  }

  private mutating func inside(_ key: String, _ inner: Secrecy, _ body: (inout SchemaChecker) -> Void) {
    let outer = secrecy
    secrecy = inner
    keys.append(key)
    body(&self)
    keys.removeLast()
    secrecy = outer
  }

  mutating func asPart<Result>(_ body: (inout SchemaChecker) -> Result) -> Result {
    let wasPart = isPart
    defer { isPart = wasPart }
    isPart = true
    return body(&self)
  }

  /// The reason for a value that is none of the choices, with the nearest one.
  func noChoice(
    _ choices: [JSONValue], _ instance: some SchemaInstance
  ) -> FormProblem.Reason {
    guard !hides(instance), let text = instance.text else { return .noChoice(choices, nearest: nil) }
    let texts = choices.compactMap(\.text)
    return .noChoice(choices, nearest: EditDistance.nearest(to: text, among: texts).map(JSONValue.string))
  }
}
