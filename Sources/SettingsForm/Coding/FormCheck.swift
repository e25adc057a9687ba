extension FormSchema {
  /// Throws if the form contradicts itself, such as with an empty range, a default outside its limits, a missing or
  /// repeated choice, a malformed regular expression, or a repeated key. Rules aren't checked.
  ///
  /// A form that was read from JSON is already checked.
  ///
  /// Cost: linear in the size of the form.
  ///
  /// - Throws: ``FormSchemaError`` for the first fault, in form order.
  package func check() throws(FormSchemaError) {
    var check = FormCheck(SchemaLibrary())
    try check.section(root)
  }
}

/// Finds contradictions in a form: limits that no value meets, choices that are listed twice, a default that its own
/// setting refuses. Such a form would refuse every edit, or offer a value that can't be stored, and whoever sits in
/// front of it couldn't do anything about it.
///
/// The check is made once, when a form is built by an app or read from JSON. From then on, all code relies on it: a
/// choice has at least one value, keys are distinct, patterns can be compiled.
///
/// The limits 10 to 2, the choices `a`, `b`, `a`, and the default 0 for whole numbers from 1 on are such
/// contradictions. A default that is only deprecated is none.
///
/// Cost: each shape is checked once by readers of forms, however many settings have it, and each default is checked
/// like a value of a document.
package struct FormCheck {
  /// The regular expressions of the form, each compiled once.
  private let library: SchemaLibrary
  /// Answers whether a default has problems at all, which nearly none has.
  private var probe = SchemaChecker.probe
  /// The path of the item in the form, keywords included, for errors.
  private var keys: [String] = []

  /// Creates a check that compiles patterns into a library.
  package init(_ library: SchemaLibrary) {
    self.library = library
  }

  /// Throws for a repeated key in a section, and for a contradiction in one of its items. Keys are compared scalar by
  /// scalar.
  package mutating func section(_ section: FormSection) throws(FormSchemaError) {
    var seen: Set<ExactText> = []
    keys.append("properties")
    for item in section.items {
      guard seen.insert(ExactText(item.key)).inserted else { throw error(.repeatedKey(item.key), more: []) }
      keys.append(item.key)
      switch item {
      case .section(let inner): try self.section(inner)
      case .setting(let setting): try self.setting(setting)
      }
      keys.removeLast()
    }
    keys.removeLast()
  }

  /// Throws if a setting's shape or its default contradicts itself. The shape comes first: a default can't be checked
  /// by a pattern that can't be compiled.
  private mutating func setting(_ setting: FormSetting) throws(FormSchemaError) {
    try shape(setting.shape)
    try defaultValue(of: setting)
  }

  /// Throws if a shape contradicts itself. The error's path is relative to the setting; the caller puts the path of the
  /// setting in front.
  package mutating func shape(_ shape: FormShape) throws(FormSchemaError) {
    try kind(shape.values.kind)
    // `null` is a choice of its own for an optional, so it can't be one of the others.
    if case .choice(let choices) = shape.values.kind, shape.values.isOptional {
      guard !choices.contains(where: { $0.value == .null }) else {
        throw error(.repeatedChoice, more: ["oneOf"])
      }
    }
  }

  /// Throws if a default isn't valid for its setting. Only an error counts: a form may have a default that it calls
  /// deprecated.
  package mutating func defaultValue(of setting: FormSetting) throws(FormSchemaError) {
    guard let value = setting.defaultValue,
      value.hasProblems(setting.shape.compiledChecks(library), with: &probe)
    else {
      return
    }
    // The probe has found a problem; now it is looked for again, to say what it is.
    let problems = setting.problems(of: value, library)
    if let problem = problems.first(where: { $0.severity == .error }) {
      throw error(.defaultValue(problem.message), more: ["default"])
    }
  }

  /// Throws if a kind, or a kind inside it, contradicts itself. A recursive kind isn't followed, because it has no end.
  private mutating func kind(_ kind: FormKind) throws(FormSchemaError) {
    switch kind {
    case .boolean, .recursive, .json: break
    case .integer(let limits), .number(let limits):
      try located { () throws(FormSchemaError) in try limits.check() }
    case .string(let limits):
      try located { () throws(FormSchemaError) in try limits.check(library.patterns) }
    case .choice(let choices): try located { () throws(FormSchemaError) in try choices.check() }
    case .flags(let choices):
      keys.append("items")
      try located { () throws(FormSchemaError) in try choices.check() }
      keys.removeLast()
    case .list(let element, let limits):
      try located { () throws(FormSchemaError) in try limits.check() }
      keys.append("items")
      try self.kind(element)
      keys.removeLast()
    case .dictionary(let element):
      keys.append("additionalProperties")
      try self.kind(element)
      keys.removeLast()
    case .object(let section): try self.section(section)
    case .variants(let variants): try self.variants(variants)
    }
  }

  /// Throws if two alternatives have the same mark. A value would belong to both, and an editor couldn't say which of
  /// them was chosen. Alternatives without a mark are told apart by their distance.
  private mutating func variants(_ variants: [FormVariant]) throws(FormSchemaError) {
    guard !variants.isEmpty else { throw error(.noChoices, more: ["oneOf"]) }
    let marks = variants.map(\.mark).filter { $0 != .kind }
    guard Set(marks).count == marks.count else { throw error(.repeatedChoice, more: ["oneOf"]) }
    keys.append("oneOf")
    for (position, variant) in variants.enumerated() {
      keys.append(String(position))
      try kind(variant.kind)
      keys.removeLast()
    }
    keys.removeLast()
  }

  /// Adds the path of the item that is being checked to an error of its limits.
  private func located(_ check: () throws(FormSchemaError) -> Void) throws(FormSchemaError) {
    do throws(FormSchemaError) { try check() } catch { throw self.error(error.reason, more: error.path.keys) }
  }

  /// Returns the error at a keyword of the item that is being checked.
  private func error(_ reason: FormSchemaError.Reason, more: [String]) -> FormSchemaError {
    FormSchemaError(path: SettingPath(keys + more), reason: reason)
  }
}
