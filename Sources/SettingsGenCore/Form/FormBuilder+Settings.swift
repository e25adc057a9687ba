import SettingsForm

/// Settings: from a property to its key, texts, kind, flags, default and effects.
///
/// A `FormSetting` comes from four sources: the type (its kind and limits), annotations of the type, annotations of the property, and the
/// initial value (the default). Each overrides the ones before it. The `Context` has what the setting inherits from the sections around it.
extension FormBuilder {
  /// Whether a setting has to be set, because its initial value only fills the property.
  ///
  /// Every property needs an initial value, or the app couldn't create its struct. `required` says that this value is
  /// only a placeholder, and that a person has to set the setting. The form then has no default for it, and lists its
  /// key as required.
  private mutating func isRequired(
    _ annotations: AnnotationSet, at path: SettingPath, in context: Context
  ) -> Bool {
    guard annotations.flag(.required) == true else { return false }
    guard !context.isSkipped else {
      if let annotation = annotations.own(.required) {
        report("'required' belongs to a setting that a person sets", at: annotation, of: annotations)
      }
      return false
    }
    required.insert(path)
    return true
  }

  /// Requires the items of a section that are required themselves, or that contain a required setting. With
  /// `network.token` required, a document without `network` isn't valid, either.
  func requireItems(of section: inout FormSection, at path: SettingPath) {
    let keys = section.items.filter { item in
      switch item {
      case .setting: required.contains(path.appending(item.key))
      case .section(let inner): required.contains { path.appending(inner.key).contains($0) }
      }
    }.map(\.key)
    section.requiredKeys += keys.filter { !section.requiredKeys.contains($0) }
  }

  /// Returns the setting of a property; `nil` if it is skipped inside of a value.
  ///
  ///     // setting: range = 1...30, unit = "days", sideEffect = reload     title "Time Period", integer 1...30,
  ///     var timePeriod = 7                                                  default 7, hook `reload`
  ///
  /// The steps depend on each other: the kind is made first, annotations change it, the default is computed for the
  /// type, and the check of the default needs both. If a step inside has reported an error, the check isn't made: it
  /// would report the consequences.
  ///
  /// A skipped setting stays in the form, marked, since the app's code uses it; but nobody is told that it can't be
  /// described.
  mutating func setting(
    _ property: TypeTable.CodedProperty, type: ValueType, in context: Context
  ) -> FormSetting? {
    let annotations = annotations(of: property.declaration, at: .setting, in: property.file)
    if context.isElement {
      checkNoRows(annotations, name: property.name)
    } else if !context.isSkipped {
      rowAnnotations[SettingPath(context.path), default: []].append((property.key, annotations))
    }
    var context = context
    if annotations.flag(.skipSetting) == true {
      if context.isElement { return nil }
      context.isSkipped = true
    }
    let location = property.location
    let errors = diagnostics.errorCount
    // The annotations of the type apply to all settings that have it.
    let ofType = elementAnnotations(type.element)
    context.statesRestart = annotations[.requiresRestart] != nil
    let path = SettingPath(context.path + [property.key])
    let (kind, keywords) =
      context.isSkipped
      ? skippedKind(of: type.unwrapped, property, in: context)
      : described(type.unwrapped, property: property, in: context)
    var setting = FormSetting(
      key: property.key,
      title: annotations.text(.title) ?? displayTitle(of: type, for: context.isElement ? nil : path)
        ?? SettingTitle.words(property.name), help: help(of: property, annotations), kind: kind,
      isOptional: type.isOptional,
      attributes: SettingKeyword.Attributes(order: [annotations, ofType].integer(.order)),
      otherKeywords: keywords)
    setting.traits = traits(annotations, ofType: ofType, property: property, type: type, in: context)
    if context.isSkipped { setting.traits.insert(.skipped) }
    if isCodedByApp(type, kind) { setting.traits.insert(.codedByApp) }
    if !context.isElement { addComputedChoices(of: type, for: path) }
    addDisplay(of: type, to: &setting, at: context.isElement || context.isSkipped ? nil : path)
    hideSecret(in: &setting, property, type: type, in: context)
    addEffects(of: annotations, ofType, to: &setting, path: path, in: context, at: location)
    setting.formerKeys = annotations.names(.was)
    setting.keywords = [ofType, annotations].names(.keywords)
    if context.isElement { checkFormerKeysOfElement(annotations) }
    if !context.isSkipped { refuseFormerNames(inside: kind, type, at: location) }
    // Before the default is checked, the limits have to be complete.
    applyLimits(annotations, to: &setting)
    if let hook = setting.choicesHook { hooks.add(.choices, name: hook, for: path) }
    let isRequired = isRequired(annotations, at: path, in: context)
    if !isRequired { setting.defaultValue = defaultValue(of: property, type, in: context) }
    // The library decodes the struct over its default, so a document can leave out what the default has. The default of an optional
    // can be null as long as it isn't known.
    if !context.requiresKeys, !setting.isOptional || setting.defaultValue != nil {
      setting.dropRequiredKeys(filledBy: setting.defaultValue)
    }
    if context.isSkipped {
      // The notes are about editors and exported forms.
    } else if case .json = setting.kind {
      noteJSON(
        property, type: type, annotations: annotations, defaultValue: setting.defaultValue, in: context)
    } else if setting.defaultValue == nil, !context.isElement, !isRequired,
      annotations.flag(.computedDefault) != true
    {
      let reason =
        property.declaration.value.isEmpty && context.outer.isEmpty
        ? "an initializer sets it, which only the running program knows" : "only the running program knows it"
      diagnostics.note(
        "the default of '\(path)' is left out of the exported form: \(reason); annotate it with 'computedDefault' if this is intended",
        at: location)
    }
    // An error inside of the value was reported at its place.
    if diagnostics.errorCount == errors {
      let value = property.declaration.value
      checkLimits(
        of: setting, annotations, named: property.name,
        at: value.isEmpty ? location : SourceLocation(file: property.file, offset: value.start))
    }
    addKeyPath(to: property, path: path.keys, in: context)
    return setting
  }

  /// Returns the kind of a setting that only the app's code uses, without diagnostics: JSON if a form can't describe
  /// the type.
  ///
  /// The builder is a value, so a copy from before is the way to take back everything that a failed attempt has noted.
  /// An attempt that succeeds keeps what it has noted, except for its diagnostics.
  private mutating func skippedKind(
    of type: ValueType, _ property: TypeTable.CodedProperty, in context: Context
  ) -> (kind: FormKind, keywords: JSONSchema) {
    let before = self
    let found = described(type, property: property, in: context)
    guard diagnostics.errorCount == before.diagnostics.errorCount else {
      self = before
      return (.json, JSONSchema(keywords: []))
    }
    diagnostics = before.diagnostics
    return found
  }

  /// Returns the annotations of a struct that is a value or the element of one, if they apply to the setting, too.
  ///
  /// `// setting: advanced` above `struct Proxy` applies to each setting of the types `Proxy`, `Proxy?` and `[Proxy]`.
  /// Its title doesn't: the property has its own name.
  private mutating func elementAnnotations(_ type: ValueType) -> AnnotationSet {
    guard case .declared(let id, _) = type, table.isGroup(id) else {
      return AnnotationSet(in: 0)
    }
    var annotations = typeAnnotations(of: id, at: .section)
    annotations.remove(.title, .injectHeader, .injectFooter, .skipSetting)
    return annotations
  }

  /// Returns the help of a setting: its documentation, and the reason of `deprecated = "…"` as a paragraph of its own.
  private func help(of property: TypeTable.CodedProperty, _ annotations: AnnotationSet) -> String {
    let help = table.program.documentation(of: property.declaration.comments, in: property.file)
    guard case .string(let text)? = annotations[.deprecated]?.value, !text.isEmpty else { return help }
    return help + (help.isEmpty ? "" : "\n\n") + "Deprecated: " + text
  }

  /// Returns the flags of a setting. A `let` with an initial value is read-only, since no file can change it; one without is read from the
  /// file. A secret is never inherited: its type says it, or it is stated at each setting, or around several by `begin`.
  private func traits(
    _ annotations: AnnotationSet, ofType: AnnotationSet, property: TypeTable.CodedProperty, type: ValueType,
    in context: Context
  ) -> FormTraits {
    var traits: FormTraits = []
    if type.isSecret || annotations.flag(.secret) == true { traits.insert(.secret) }
    if [annotations, ofType].flag(.advanced) ?? context.isAdvanced { traits.insert(.advanced) }
    if property.isConstant || context.isConstant || annotations.flag(.readOnly) == true {
      traits.insert(.readOnly)
    }
    if isDeprecated(annotations, prefix: property.declaration.prefix) { traits.insert(.deprecated) }
    return traits
  }

  /// Whether a declaration has an attribute or an annotation for deprecation.
  func isDeprecated(_ annotations: AnnotationSet, prefix: DeclarationPrefix) -> Bool {
    annotations.flag(.deprecated) == true || table.program.files[annotations.file].isDeprecated(prefix)
  }

  // MARK: Values

  /// Whether code of the app decides which values are valid: the form doesn't describe the type or a type inside, or one of them reads
  /// itself.
  private func isCodedByApp(_ type: ValueType, _ kind: FormKind) -> Bool {
    kind.holdsJSON || table.declaredTypes(in: [type]).contains(where: table.decodesItself)
  }

  /// Marks a value that is edited as JSON as secret if its type contains a secret.
  ///
  /// For example, a setting of a type with its own `encode(to:)` is edited as JSON. If a property inside is annotated
  /// as secret, nobody knows under which key it is stored. Masking everything is the only safe answer, and a note says
  /// so.
  private mutating func hideSecret(
    in setting: inout FormSetting, _ property: TypeTable.CodedProperty, type: ValueType, in context: Context
  ) {
    guard setting.kind.isJSONInside, !setting.traits.contains(.secret),
      coded(property, as: type, in: context).contains(where: {
        AnnotationFinder.finds(.secret, in: $0, of: table)
      }) || table.program.files[property.file].names(property.declaration.type).contains("Secret")
    else { return }
    setting.traits.insert(.secret)
    if setting.traits.contains(.skipped) { return }
    diagnostics.note(
      "'\(property.name)' is secret as a whole: a type inside has a secret, and the form can't express its place",
      at: property.location)
  }

  /// Notes that a setting is edited as JSON, and why; an error if it can't be stored at all.
  ///
  /// It is a note and no error: the setting works, with less comfort. The annotation `json` says that the developer
  /// knows.
  private mutating func noteJSON(
    _ property: TypeTable.CodedProperty, type: ValueType, annotations: AnnotationSet,
    defaultValue: JSONValue?, in context: Context
  ) {
    if case .declared(let id, _) = type.unwrapped, table.codability(of: id) == .no {
      let name = table[id].description
      diagnostics.error(
        "'\(name)' is not Codable, so '\(property.name)' cannot be stored", at: property.location)
      return
    }
    if annotations.flag(.json) == true { return }
    let reason =
      sizes.size(of: type, in: table) > ValueSizes.maximum
      ? "its type has more than \(ValueSizes.maximum) settings inside"
      : reasonForJSON(of: type, property, in: context)
    let without = defaultValue == nil ? ", and its default is left out," : ""
    diagnostics.note(
      "'\(property.name)' is edited as JSON\(without) because \(reason); annotate it with 'json' if this is intended, or with 'skipSetting'",
      at: property.location)
  }

  /// Returns the reason why forms don't describe a type, as the end of a sentence. The type of the elements is to blame
  /// in a list or dictionary.
  private func reasonForJSON(
    of type: ValueType, _ property: TypeTable.CodedProperty, in context: Context
  ) -> String {
    if let wrapper = wrappers(of: property, in: context).first {
      return "only its wrapper '@\(wrapper.joined(separator: "."))' knows how it is stored"
    }
    if case .declared(let id, _) = type.element { return reasonForJSON(of: id, in: context) }
    return "forms don't describe its type"
  }

  /// Returns the reason why forms don't describe a type of the sources. The app's own code is the reason to name first:
  /// it is what a developer can change.
  private func reasonForJSON(of id: TypeTable.ID, in context: Context) -> String {
    let name = table[id].description
    if table.encodesItself(id) { return "'\(name)' writes itself with 'encode(to:)'" }
    if table.codesItself(id) { return "'\(name)' reads itself with 'init(from:)'" }
    if id == context.id || context.outer.contains(id) || recursiveEnums.contains(id) {
      return "a value of '\(name)' can contain another"
    }
    switch table[id].keyword {
    case .class, .actor: return "'\(name)' isn't a struct or an enum"
    case .enum where table.converts("rawValue", id: id): return "'\(name)' computes its raw values"
    default: return "forms don't describe '\(name)'"
    }
  }

  /// Returns the default of a setting in the document; `nil` if only running the program shows it. An optional without
  /// an initial value has the default null, as Swift gives it `nil`.
  private func defaultValue(
    of property: TypeTable.CodedProperty, _ type: ValueType, in context: Context
  ) -> JSONValue? {
    if let (expression, scope) = initialValue(of: property, in: context) {
      return Evaluator(table, in: scope).value(of: expression, as: type)
    }
    guard context.overrides != nil, property.declaration.value.isEmpty, !property.declaration.isLet,
      !isWrapped(property, in: context)
    else { return nil }
    return type.isOptional ? .null : nil
  }

  /// Sets the keywords of the form that correspond to annotations for limits, each of them even if another is wrong.
  mutating func applyLimits(_ annotations: AnnotationSet, to setting: inout FormSetting) {
    for key in AnnotationKey.allCases {
      guard let annotation = annotations[key] else { continue }
      do throws(Diagnostic) {
        var effect = AnnotationEffect(setting: setting, annotation: annotation, annotations: annotations)
        try effect.apply(key)
        setting = effect.setting
      } catch {
        diagnostics.add(error)
      }
    }
  }

  /// Reports contradictory limits, and a default that they don't allow, at the annotation that causes the problem.
  ///
  /// The check is what readers of the form make (`FormSchema.check()`), on a form with only this setting. So the
  /// generator and the app can't disagree about a default, and the error appears at the annotation instead of at the
  /// start of the app.
  ///
  /// - Parameter location: The location of the default, where an error about it is reported if there is no annotation
  ///   to blame.
  mutating func checkLimits(
    of setting: FormSetting, _ annotations: AnnotationSet, named name: String, at location: SourceLocation
  ) {
    let limits = [AnnotationKey.range, .step, .pattern, .length].compactMap { annotations[$0] }
    guard setting.defaultValue != nil || !limits.isEmpty else { return }
    do {
      try FormSchema(root: FormSection(key: "", title: "", items: [.setting(setting)])).check()
    } catch {
      func report(_ annotation: Annotation?, message: String) {
        if let annotation { self.report(message, at: annotation, of: annotations) }
      }
      switch error.reason {
      // The error names the keyword at which the contradiction was found; the annotation for that keyword is to blame.
      case .emptyRange where ["maximum", "exclusiveMaximum"].contains(error.path.keys.last):
        report(annotations[.range], message: "this range is empty: it contains no value")
      case .emptyRange, .wrongValue:
        report(annotations[.length], message: "this range is empty: it contains no length")
      case .pattern(let message):
        report(annotations[.pattern], message: "this regular expression cannot be read: \(message)")
      case .defaultValue(let message):
        let place = limits.first.map { SourceLocation(file: annotations.file, offset: $0.valueOffset) }
        diagnostics.error("the default of '\(name)' is not allowed: \(message)", at: place ?? location)
      default: break
      }
    }
  }

  // MARK: Side effects

  /// Sets the restart flag and the side effects, also of the settings inside of the value, each side effect once.
  ///
  /// A change inside of a value is a change of the setting, so the effects of what is inside are the setting's, too.
  /// The hook gets the place of the annotation if it is code, because errors of the compiler in it are reported there.
  private mutating func addEffects(
    of annotations: AnnotationSet, _ ofType: AnnotationSet, to setting: inout FormSetting,
    path: SettingPath,
    in context: Context, at location: SourceLocation
  ) {
    let inner = setting.kind.settings
    let restarts = [annotations, ofType].flag(.requiresRestart) ?? context.requiresRestart
    if restarts || inner.contains(where: { $0.traits.contains(.requiresRestart) }) {
      setting.traits.insert(.requiresRestart)
    }
    var seen: Set<String> = []
    setting.sideEffects = (annotations.names(.sideEffect) + inner.flatMap(\.sideEffects)).filter {
      seen.insert($0).inserted
    }
    // Inside of a value, the setting around it runs the side effects.
    if context.isElement { return }
    var places: [String: SourceLocation] = [:]
    for annotation in annotations.all(.sideEffect) {
      let place = SourceLocation(file: annotations.file, offset: annotation.valueOffset)
      for text in annotation.value.strings where places[text] == nil { places[text] = place }
    }
    for name in setting.sideEffects {
      hooks.add(
        .sideEffect, name: name, for: path, at: SwiftName.isPlain(name) ? nil : places[name] ?? location)
    }
  }
}

extension SourceFile {
  /// Whether an attribute is `@available(*, deprecated)`. One for a single platform, or `deprecated: 14.0` for a
  /// version, isn't enough: on another platform, the code would have no warning.
  func isDeprecated(_ prefix: DeclarationPrefix) -> Bool {
    prefix.attributes.contains { attribute in
      guard matches(attribute.name, word: "available") else { return false }
      var reader = TokenReader(self, range: attribute.arguments)
      var isEverywhere = false
      while !reader.isAtEnd {
        if reader.isWord("*") { isEverywhere = true }
        if reader.isWord("deprecated"), isEverywhere, reader.nextKind != .colon { return true }
        reader.advance()
      }
      return false
    }
  }
}

extension FormKind {
  /// The settings inside of a value. Each already has the effects of what is inside of its own value.
  fileprivate var settings: [FormSetting] {
    switch parts {
    case .fields(let section): section.settings().map(\.setting)
    case .elements(let inner), .entries(let inner): inner.settings
    case .alternatives(let variants): variants.flatMap(\.kind.settings)
    case .none, .definition: []
    }
  }

  /// Whether the value, or any value inside of it, is edited as JSON: an associated value of type `[Bool?]`, for example.
  fileprivate var holdsJSON: Bool { isJSONInside || settings.contains(where: \.kind.holdsJSON) }
}
