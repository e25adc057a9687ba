import SettingsForm

/// Settings.
extension FormBuilder {
  mutating func setting(
    _ property: TypeTable.CodedProperty, _ type: ValueType, _ annotations: AnnotationSet, in context: Context
  ) -> FormSetting? {
    let file = property.file
    if flag(.skipSetting, annotations, in: file) ?? false { return nil }
    let name = property.declaration.name
    let location = SourceLocation(file: file, offset: name.start)
    var annotations = annotations
    let inner = elementAnnotations(type.unwrapped)
    annotations.fill(from: inner)
    var setting = FormSetting(
      key: property.key, title: title(annotations, in: file) ?? SettingTitle.words(property.name),
      help: table.program.documentation(of: property.declaration.comments, in: file),
      kind: kind(of: type.unwrapped, property, in: context), isOptional: type.isOptional,
      order: annotations.integer(.order, in: file, &diagnostics))
    let path = SettingPath(context.path + [property.key])
    setting.traits = traits(annotations, property, in: file)
    if case .json = setting.kind, !setting.traits.contains(.secret),
      coded(property, as: type, in: context).contains(where: holdsSecret)
    {
      setting.traits.insert(.secret)
      diagnostics.note(
        "'\(property.name)' is secret as a whole: a type inside has a secret, and the form can't tell where it stands",
        at: location)
    }
    if context.isAdvanced, annotations[.advanced] == nil { setting.traits.insert(.advanced) }
    let restarts = flag(.requiresRestart, annotations, in: file) ?? context.requiresRestart
    let (effects, restartsInside) = Self.effects(inside: setting.kind)
    if restarts || restartsInside { setting.traits.insert(.requiresRestart) }
    setting.sideEffects = sideEffects(annotations, in: file)
    for effect in effects where !setting.sideEffects.contains(effect) { setting.sideEffects.append(effect) }
    if !context.isElement {
      let places = codePlaces(annotations, in: file)
      for effect in setting.sideEffects {
        addHook(
          .sideEffect, effect, for: path, at: SwiftName.isPlain(effect) ? nil : places[effect] ?? location)
      }
    }
    setting.formerKeys = annotations.texts(.was, in: file, &diagnostics)
    addHelp(of: annotations, to: &setting)
    applyLimits(annotations, to: &setting, in: file)
    setting.defaultValue = defaultValue(of: property, type, in: context)
    if case .json = setting.kind {
      noteJSON(property, type, annotations, at: location)
    } else if setting.defaultValue == nil, !context.isElement {
      diagnostics.note(
        "the default of '\(path)' is left out of the exported form: only the running program knows it",
        at: location)
    }
    checkDefault(of: setting, annotations, property)
    let properties = isReachable(property) ? context.properties.map { $0 + [property.name] } : nil
    addKeyPath(properties, path: path.keys, isDeprecated: isUseDeprecated(property, in: context), in: context)
    return setting
  }

  /// The annotations of a struct that is a value, as far as they can speak of the setting, too.
  private mutating func elementAnnotations(_ type: ValueType) -> AnnotationSet {
    guard case .declared(let id, _) = type, table.isGroup(id) else {
      return AnnotationSet([], at: .setting, in: 0, &diagnostics)
    }
    var annotations = typeAnnotations(of: id, at: .section)
    for key in [AnnotationKey.title, .injectHeader, .injectFooter, .skipSetting] { annotations.remove(key) }
    return annotations
  }

  private mutating func noteJSON(
    _ property: TypeTable.CodedProperty, _ type: ValueType, _ annotations: AnnotationSet,
    at location: SourceLocation
  ) {
    if case .declared(let id, _) = type.unwrapped, table.codability(of: id) == .no {
      let name = table[id].description
      diagnostics.error("'\(name)' is not Codable, so '\(property.name)' cannot be kept", at: location)
      return
    }
    if flag(.json, annotations, in: property.file) ?? false { return }
    diagnostics.note(
      "'\(property.name)' is edited as JSON, and its default is left out: forms do not know its type; 'json' says that this is meant, 'skipSetting' leaves it out",
      at: location)
  }

  private mutating func traits(
    _ annotations: AnnotationSet, _ property: TypeTable.CodedProperty, in file: Int
  ) -> FormTraits {
    var traits: FormTraits = []
    for (key, trait) in [(AnnotationKey.secret, FormTraits.secret), (.advanced, .advanced)]
    where flag(key, annotations, in: file) ?? false {
      traits.insert(trait)
    }
    if flag(.readOnly, annotations, in: file) ?? property.declaration.isLet { traits.insert(.readOnly) }
    let source = table.program.files[file]
    if isDeprecated(annotations, in: file) || source.isDeprecated(property.declaration.prefix) {
      traits.insert(.deprecated)
    }
    return traits
  }

  /// Whether `deprecated` is set; it may carry a text.
  mutating func isDeprecated(_ annotations: AnnotationSet, in file: Int) -> Bool {
    switch annotations[.deprecated]?.value {
    case .string(let text)?: !text.isEmpty
    default: flag(.deprecated, annotations, in: file) ?? false
    }
  }

  private func addHelp(of annotations: AnnotationSet, to setting: inout FormSetting) {
    guard case .string(let text)? = annotations[.deprecated]?.value, !text.isEmpty else { return }
    setting.help += (setting.help.isEmpty ? "" : "\n\n") + "Deprecated: " + text
  }

  /// The names of the actions after a change, or their code.
  private mutating func sideEffects(_ annotations: AnnotationSet, in file: Int) -> [String] {
    var seen: Set<String> = []
    return annotations.texts(.sideEffect, in: file, &diagnostics).filter { seen.insert($0).inserted }
  }

  /// Where a setting's annotations have the code of side effects.
  private func codePlaces(_ annotations: AnnotationSet, in file: Int) -> [String: SourceLocation] {
    var places: [String: SourceLocation] = [:]
    for annotation in annotations.all(.sideEffect) {
      let place = SourceLocation(file: file, offset: annotation.valueOffset)
      for text in annotation.value.texts where places[text] == nil { places[text] = place }
    }
    return places
  }

  /// The side effects of the settings inside of a value, and whether one of them requires a restart.
  private static func effects(inside kind: FormKind) -> (effects: [String], restarts: Bool) {
    switch kind {
    case .object(let section): return effects(inside: section)
    case .list(let inner, _), .dictionary(let inner): return effects(inside: inner)
    default: return ([], false)
    }
  }

  private static func effects(inside section: FormSection) -> (effects: [String], restarts: Bool) {
    var result: (effects: [String], restarts: Bool) = ([], false)
    for item in section.items {
      let inner: (effects: [String], restarts: Bool) =
        switch item {
        case .section(let section): effects(inside: section)
        case .setting(let setting): (setting.sideEffects, setting.traits.contains(.requiresRestart))
        }
      result.effects += inner.effects.filter { !result.effects.contains($0) }
      result.restarts = result.restarts || inner.restarts
    }
    return result
  }

  private func defaultValue(
    of property: TypeTable.CodedProperty, _ type: ValueType, in context: Context
  ) -> JSONValue? {
    if let (expression, scope) = initialValue(of: property, in: context) {
      return table.value(of: expression, as: type, in: scope)
    }
    guard case .given = context.overrides, property.declaration.value.isEmpty, !property.declaration.isLet,
      !isWrapped(property, in: context)
    else { return nil }
    return type.isOptional ? .null : nil
  }

  /// Tells if the setting's own limits do not allow its default.
  private mutating func checkDefault(
    of setting: FormSetting, _ annotations: AnnotationSet, _ property: TypeTable.CodedProperty
  ) {
    guard setting.defaultValue != nil else { return }
    let form = FormSchema(root: FormSection(key: "", title: "", items: [.setting(setting)]))
    do {
      try form.check()
    } catch {
      guard case .defaultValue(let message) = error.reason else { return }
      let keys: [AnnotationKey] = [.range, .step, .pattern, .length]
      let annotation = keys.compactMap { annotations[$0] }.first
      let value = property.declaration.value
      let fallback = value.isEmpty ? property.declaration.name.start : value.start
      let location = SourceLocation(file: property.file, offset: annotation?.valueOffset ?? fallback)
      diagnostics.error("the default of '\(property.name)' is not allowed: \(message)", at: location)
    }
  }
}

extension SourceFile {
  /// Whether an attribute says `@available(*, deprecated)`.
  func isDeprecated(_ prefix: DeclarationPrefix) -> Bool {
    prefix.attributes.contains { attribute in
      guard matches(attribute.name, "available") else { return false }
      var reader = TokenReader(self, attribute.arguments)
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
