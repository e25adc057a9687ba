/// What a check may cost.
///
/// A schema can make a check take forever. `{"anyOf": [{"$ref": "#"}, {"$ref": "#"}]}` doubles the work with each step, and a chain of a
/// million references needs more stack than a thread has. Schemas come from the internet, so neither may stop an editor. Each check
/// therefore counts the schemas that it applies, and how deeply they are nested, and gives up at a limit. The limit grows with the size of
/// the value, so that a large file is checked completely.
///
/// A check that gives up isn't a verdict: `isExhausted` discards what was found after it, and the value gets one warning that says that it
/// couldn't be checked (`FormProblem.Reason.tooComplex`).
struct CheckEffort {
  /// The maximum nesting of schemas, each inside a value or beside others for the same value.
  private static let maxDepth = InputLimits.checkDepth

  private var depth = 0
  private var steps: Int
  /// Whether the check can't be completed.
  private(set) var isExhausted = false

  /// Creates the limits for the check of a value.
  init(for instance: some SchemaInstance) {
    // A document is limited in size, so there is no overflow.
    let parts = instance.partCount
    steps = min(
      InputLimits.checkSteps + parts * InputLimits.checkStepsForEachPart,
      InputLimits.checkStepsInAll + parts * InputLimits.checkStepsForEachOfManyParts)
  }

  /// Begins the check of a value against a schema; returns `false` if there is no effort left. Each `true` needs an ``end()``.
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

  /// The number of states for each byte of a string that cost nothing.
  private static let freeStates = 16
  /// The number of other states that cost as much as the check by a schema.
  private static let statesPerStep = 32

  /// Subtracts the cost of something else; returns `false` if it isn't possible.
  mutating func spend(_ cost: Int) -> Bool {
    steps -= cost
    if steps < 0 { isExhausted = true }
    return !isExhausted
  }

  /// Ends the check that was begun.
  mutating func end() { depth -= 1 }
}

extension SchemaChecker {
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

  /// Reports that a value isn't one of the choices, with the nearest choice.
  mutating func reportNoChoice(_ choices: [JSONValue], instance: some SchemaInstance) {
    guard notesProblem(.error, at: instance.textPosition) else { return }
    let text = hides(instance) ? nil : instance.text
    let nearest = text.flatMap { EditDistance.nearest(to: $0, among: choices.compactMap(\.text)) }
    report(.noChoice(choices, nearest: nearest.map(JSONValue.string)), instance: instance)
  }

  mutating func reportDeprecated(
    _ instance: some SchemaInstance, message: String? = nil, choice: JSONValue? = nil
  ) {
    guard notesProblem(.warning, at: instance.textPosition) else { return }
    add(
      FormProblem(
        path: SettingPath(keys), severity: .warning, reason: .deprecated(message),
        found: hides(instance) ? nil : choice.map(Phrase.excerpt), position: instance.textPosition))
  }

  /// Whether a value is secret as a whole. No problem may contain such a value.
  func hides(_ instance: some SchemaInstance) -> Bool { secrecy.hides(instance.schemaType) }
}
