/// What a check may cost.
///
/// A schema can make a check take forever. `{"anyOf": [{"$ref": "#"}, {"$ref": "#"}]}` doubles the work with each step,
/// and a chain of a million references needs more stack than a thread has. Schemas come from the internet, so neither
/// may stop an editor. Each check therefore counts the schemas that it applies, and how deeply they are nested, and
/// gives up at a limit. The limit grows with the size of the value, so that a large file is checked completely.
///
/// A value of one part may be checked by about 200 000 schemas. Each further part adds 4000, up to 10 million in all;
/// beyond that, a part adds 20, which is enough for any schema that isn't made to be slow.
///
/// A check that gives up isn't a verdict: `isExhausted` discards what was found after it, and the value gets one
/// warning that says that it couldn't be checked (`FormProblem.Reason.tooComplex`).
struct CheckEffort {
  /// The maximum nesting of schemas, each inside a value or beside others for the same value.
  private static let maxDepth = InputLimits.checkDepth

  /// The number of schemas that are being applied inside each other.
  private var depth = 0
  /// How many more schemas may be applied.
  private var steps: Int
  /// Whether the check can't be completed. It is never reset: whoever continues with another value creates other
  /// limits.
  private(set) var isExhausted = false

  /// Creates the limits for the check of a value.
  init(for instance: some SchemaInstance) {
    // A document is limited in size, so there is no overflow.
    let parts = instance.partCount
    steps = min(
      InputLimits.checkSteps + parts * InputLimits.checkStepsForEachPart,
      InputLimits.checkStepsInAll + parts * InputLimits.checkStepsForEachOfManyParts)
  }

  /// Begins the check of a value against a schema; returns `false` if there is no effort left. Each `true` needs an
  /// ``end()``.
  ///
  /// The depth counts schemas, not levels of the value: a chain of references that never steps into the value is as
  /// deep for the stack.
  mutating func begin() -> Bool {
    depth += 1
    steps -= 1
    if depth > Self.maxDepth || steps < 0 { isExhausted = true }
    return !isExhausted
  }

  /// Whether a string matches a regular expression; `nil` if that isn't possible.
  ///
  /// - Parameter isOnly: Whether this is the only expression for the string. Then a pattern with few states at a time costs nothing,
  ///   however long the string is.
  mutating func matches(_ pattern: TextPattern, text: String, isOnly: Bool) -> Bool? {
    guard !isExhausted else { return nil }
    let free = isOnly ? text.utf8.count * Self.freeStates : 0
    var rest = free + steps * Self.statesPerStep
    let found = pattern.matches(text, within: &rest)
    steps = min(steps, max(rest, 0) / Self.statesPerStep)
    if found == nil { isExhausted = true }
    return found
  }

  /// The number of states for each byte of a string that cost nothing, so that an ordinary pattern never makes a long
  /// text too complex.
  private static let freeStates = 16
  /// The number of other states that cost as much as the check by a schema.
  private static let statesPerStep = 32

  /// Subtracts the cost of other work, in steps; returns `false` if too few steps are left, which exhausts the effort.
  mutating func spend(_ cost: Int) -> Bool {
    steps -= cost
    if steps < 0 { isExhausted = true }
    return !isExhausted
  }

  /// Ends the check that was begun.
  mutating func end() { depth -= 1 }
}

extension SchemaChecker {
  /// Reports a problem with the value, with an excerpt of the value.
  mutating func report(_ reason: FormProblem.Reason, instance: some SchemaInstance) {
    report(reason, instance: instance, found: Phrase.excerpt(instance.value))
  }

  /// Reports a problem with the value. `found` is an excerpt of the value, which is left out if the value is secret.
  mutating func report(
    _ reason: FormProblem.Reason, instance: some SchemaInstance, severity: FormProblem.Severity = .error,
    found: @autoclosure () -> String
  ) {
    guard notesProblem(severity, at: instance.textPosition) else { return }
    add(
      FormProblem(
        path: SettingPath(keys), severity: severity, reason: reason, found: hides(instance) ? nil : found(),
        position: instance.textPosition))
  }

  /// Reports that a value isn't one of the choices, with the nearest choice. If only the problem's existence matters,
  /// the nearest one isn't looked for.
  mutating func reportNoChoice(_ choices: [JSONValue], instance: some SchemaInstance) {
    guard notesProblem(.error, at: instance.textPosition) else { return }
    let text = hides(instance) ? nil : instance.text
    let nearest = text.flatMap { EditDistance.nearest(to: $0, among: choices.compactMap(\.text)) }
    report(.noChoice(choices, nearest: nearest.map(JSONValue.string)), instance: instance)
  }

  /// Warns of a deprecated setting, or of a deprecated choice.
  ///
  /// - Parameters:
  ///   - message: The reason and the replacement, if the schema has them.
  ///   - choice: The deprecated value; `nil` if the setting itself is deprecated.
  mutating func reportDeprecated(
    _ instance: some SchemaInstance, message: String? = nil, choice: JSONValue? = nil
  ) {
    guard notesProblem(.warning, at: instance.textPosition) else { return }
    add(
      FormProblem(
        path: SettingPath(keys), severity: .warning, reason: .deprecated(message),
        found: hides(instance) ? nil : choice.map(Phrase.excerpt), position: instance.textPosition))
  }

  /// Whether a value is secret as a whole. No problem may contain such a value, nor its length, nor a choice that is
  /// similar to it.
  func hides(_ instance: some SchemaInstance) -> Bool { secrecy.hides(instance.schemaType) }
}
