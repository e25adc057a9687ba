extension SchemaChecker {
  mutating func report(_ reason: FormProblem.Reason, _ instance: some SchemaInstance) {
    report(reason, instance, found: Phrase.excerpt(instance.value))
  }

  /// Reports a problem with the value. `found` is an excerpt of the value, which is left out if the value is secret.
  mutating func report(
    _ reason: FormProblem.Reason, _ instance: some SchemaInstance, severity: FormProblem.Severity = .error,
    found: @autoclosure () -> String
  ) {
    guard notesProblem(severity, at: instance.textPosition) else { return }
    add(
      FormProblem(
        path: SettingPath(keys), severity: severity, reason: reason, found: hides(instance) ? nil : found(),
        position: instance.textPosition))
  }

  /// Reports that a value isn't one of the choices, with the nearest choice.
  mutating func reportNoChoice(_ choices: [JSONValue], _ instance: some SchemaInstance) {
    guard notesProblem(.error, at: instance.textPosition) else { return }
    let text = hides(instance) ? nil : instance.text
    let nearest = text.flatMap { EditDistance.nearest(to: $0, among: choices.compactMap(\.text)) }
    report(.noChoice(choices, nearest: nearest.map(JSONValue.string)), instance)
  }

  mutating func reportDeprecated(
    _ instance: some SchemaInstance, _ message: String? = nil, choice: JSONValue? = nil
  ) {
    guard notesProblem(.warning, at: instance.textPosition) else { return }
    add(
      FormProblem(
        path: SettingPath(keys), severity: .warning, reason: .deprecated(message),
        found: hides(instance) ? nil : choice.map(Phrase.excerpt), position: instance.textPosition))
  }

  /// Whether a value is secret as a whole, so that no problem may contain it.
  func hides(_ instance: some SchemaInstance) -> Bool { secrecy.hides(instance.schemaType) }
}
