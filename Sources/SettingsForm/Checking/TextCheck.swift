/// What a schema says about text, except for its length. Values of other types meet it.
indirect enum TextCheck: Sendable {
  /// A malformed regular expression matches nothing.
  case pattern(String, TextPattern?)
  /// A format. In a schema of another author it is only an annotation, as JSON Schema 2020-12 leaves it: text that doesn't have
  /// it causes a warning, not an error.
  case format(TextGrammar, isAnnotation: Bool)
  case times(TimeRange)

  /// Compiles a keyword; returns `nil` for a keyword that isn't about text, and for a format that isn't checked.
  init?(_ keyword: SchemaKeyword, in schema: JSONSchema, context: SchemaContext) {
    let others = context.library.formats
    switch keyword {
    case .text(.pattern, let source): self = .pattern(source, context.pattern(source))
    case .text(.format, let name):
      guard let grammar = others.map({ $0[name] }) ?? TextFormat(form: name)?.grammar else { return nil }
      self = .format(grammar, isAnnotation: others != nil)
    case .text(.contentEncoding, TextFormat.base64.rawValue) where others == nil:
      self = .format(TextFormat.base64.grammar, isAnnotation: false)
    case .setting(let setting):
      guard !setting.times.isEmpty, !setting.range, setting.step == nil,
        let format = schema[.format].flatMap(TextFormat.init(form:))
      else { return nil }
      self = .times(TimeRange(setting.times, format: format))
    default: return nil
    }
  }
}

extension SchemaChecker {
  /// Checks a string.
  mutating func checkText(_ instance: some SchemaInstance, check: TextCheck) {
    switch check {
    case .pattern(let source, let pattern):
      guard let pattern, let text = instance.text else { return report(.pattern(source), instance: instance) }
      if matches(pattern, text: text) == false { report(.pattern(source), instance: instance) }
    case .format(let format, let isAnnotation):
      guard let text = instance.text, !format.allows(text) else { return }
      if isAnnotation { noteFailedFormat() }
      report(
        .format(format), instance: instance, severity: isAnnotation ? .warning : .error,
        found: Phrase.excerpt(instance.value))
    case .times(let range):
      guard let text = instance.text, let fault = range.fault(of: text) else { return }
      report(fault, instance: instance, found: range.format.words(for: text))
    }
  }
}
