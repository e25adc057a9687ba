import SettingsForm

/// Sections.
extension FormBuilder {
  /// The settings and sections of a struct, in the order to show them.
  mutating func items(of context: Context) -> [FormItem] {
    files.insert(context.scope.file)
    if case .unknown(let reason, let location) = table.codingKeys(of: context.id) {
      diagnostics.error(reason, at: location)
      return []
    }
    checkOthers(of: context.id)
    var items: [FormItem] = []
    var seen: Set<String> = []
    for property in table.codedProperties(of: context.id) {
      count += 1
      let location = SourceLocation(file: property.file, offset: property.declaration.name.start)
      guard count <= Self.maximumCount else {
        let message =
          "the form would have more than \(Self.maximumCount) settings; use the types of sections less often"
        if count == Self.maximumCount + 1 { diagnostics.error(message, at: location) }
        return []
      }
      guard seen.insert(property.key).inserted else {
        diagnostics.error("'\(property.key)' is the key of another setting here, too", at: location)
        continue
      }
      if !context.isElement { places[SettingPath(context.path + [property.key])] = location }
      if let item = item(for: property, in: context) { items.append(item) }
    }
    checkFormerKeys(items, of: context.id)
    return Self.ordered(items)
  }

  /// Puts the items with an `order` at the place, counted from 1, that it says.
  static func ordered(_ items: [FormItem]) -> [FormItem] {
    var result = items.filter { $0.order == nil }
    let placed = items.filter { $0.order != nil }.sorted { ($0.order ?? 0) < ($1.order ?? 0) }
    for item in placed {
      let place = max(1, item.order ?? 1)
      result.insert(item, at: min(place - 1, result.count))
    }
    return result
  }

  private mutating func item(for property: TypeTable.CodedProperty, in context: Context) -> FormItem? {
    let declaration = property.declaration
    let location = SourceLocation(file: property.file, offset: declaration.name.start)
    if declaration.isPattern {
      diagnostics.error("a pattern cannot declare settings; give each a 'var' of its own", at: location)
      return nil
    }
    checkValue(of: property)
    let found = table.program.annotations(
      of: declaration.comments, startingAt: declaration.prefix.start, in: property.file)
    guard let type = valueType(of: property, in: context) else {
      _ = AnnotationSet(found, at: .setting, in: property.file, &diagnostics)
      let message = "the type of '\(property.name)' cannot be told from its initial value; write it down"
      diagnostics.error("\(message): 'var \(property.name): Type = …'", at: location)
      return nil
    }
    if case .declared(let id, let arguments) = type, table.isGroup(id) {
      let annotations = AnnotationSet(found, at: .section, in: property.file, &diagnostics)
      return section(property, id, arguments, annotations, in: context).map { .section($0) }
    }
    let annotations = AnnotationSet(found, at: .setting, in: property.file, &diagnostics)
    return setting(property, type, annotations, in: context).map { .setting($0) }
  }

  /// The type that a property is coded as.
  private func valueType(of property: TypeTable.CodedProperty, in context: Context) -> ValueType? {
    // What a wrapper does with its value, and how it is coded, only running the code tells.
    isWrapped(property, in: context) ? .other : table.type(of: property, in: context.scope)
  }

  /// Whether a property has a property wrapper, or a macro that may be one.
  func isWrapped(_ property: TypeTable.CodedProperty, in context: Context) -> Bool {
    !wrappers(of: property, in: context).isEmpty
  }

  /// The names of a property's wrappers, and of macros that may be such.
  private func wrappers(of property: TypeTable.CodedProperty, in context: Context) -> [[String]] {
    let source = table.program.files[property.file]
    let names = property.declaration.prefix.attributes.map { attribute in
      source.text(attribute.name).split(separator: ".").map(String.init)
    }
    return names.filter { names in
      guard let last = names.last, last != "MainActor" else { return false }
      return last.first?.isUppercase == true
        || table.entry(named: names, from: context.scope.type, in: property.file) != nil
    }
  }

  /// The types whose values may be in what a property is coded as: its own, and those of its wrappers.
  func coded(_ property: TypeTable.CodedProperty, as type: ValueType, in context: Context) -> [ValueType] {
    let wrappers = wrappers(of: property, in: context)
    guard !wrappers.isEmpty else { return [type] }
    let ids = wrappers.compactMap { table.entry(named: $0, from: context.scope.type, in: property.file) }
    return [type] + [table.type(of: property, in: context.scope)].compactMap(\.self)
      + ids.map { .declared($0, []) }
  }

  private mutating func section(
    _ property: TypeTable.CodedProperty, _ id: TypeTable.ID, _ arguments: [ValueType],
    _ annotations: AnnotationSet, in context: Context
  ) -> FormSection? {
    let location = SourceLocation(file: property.file, offset: property.declaration.name.start)
    if context.outer.contains(id) || context.id == id {
      diagnostics.error("'\(property.name)' is a section inside of itself", at: location)
      return nil
    }
    if context.outer.count >= Self.maximumDepth {
      diagnostics.error("sections are nested more than \(Self.maximumDepth) deep here", at: location)
      return nil
    }
    let ofType = typeAnnotations(of: id, at: .section)
    let typeFile = table[id].place.file
    let skips =
      flag(.skipSetting, annotations, in: property.file) ?? flag(.skipSetting, ofType, in: typeFile) ?? false
    if skips { return nil }
    let path = context.path + [property.key]
    let own = table.program.documentation(of: property.declaration.comments, in: property.file)
    var section = FormSection(
      key: property.key,
      title: title(annotations, in: property.file) ?? title(ofType, in: typeFile)
        ?? SettingTitle.words(property.name),
      help: own.isEmpty ? documentation(of: id) : own,
      order: annotations.integer(.order, in: property.file, &diagnostics)
        ?? ofType.integer(.order, in: typeFile, &diagnostics))
    let typeName = table[id].name.last ?? property.name
    addTexts(to: &section, ofType, named: typeName, path: SettingPath(path), in: typeFile)
    addTexts(to: &section, annotations, named: typeName, path: SettingPath(path), in: property.file)
    let inner = innerContext(property, id, arguments, in: context)
    addKeyPath(inner.properties, path: path, isDeprecated: inner.isDeprecated, in: context)
    section.items = items(of: inheriting(inner, annotations, ofType, property.file, typeFile))
    return section
  }

  /// What the annotations of a section say of all that is inside.
  private mutating func inheriting(
    _ context: Context, _ annotations: AnnotationSet, _ ofType: AnnotationSet, _ file: Int, _ typeFile: Int
  ) -> Context {
    var context = context
    if let restarts = flag(.requiresRestart, annotations, in: file)
      ?? flag(.requiresRestart, ofType, in: typeFile)
    {
      context.requiresRestart = restarts
    }
    if let advanced = flag(.advanced, annotations, in: file) ?? flag(.advanced, ofType, in: typeFile) {
      context.isAdvanced = advanced
    }
    return context
  }

  /// What is known of a struct that is a property's type.
  func innerContext(
    _ property: TypeTable.CodedProperty, _ id: TypeTable.ID, _ arguments: [ValueType], in context: Context
  ) -> Context {
    let scope = TypeScope(
      type: table[id].name, file: table[id].place.file,
      generics: table.genericArguments(of: id, arguments))
    var inner = context
    inner.id = id
    inner.scope = scope
    inner.path.append(property.key)
    inner.properties = isReachable(property) ? context.properties.map { $0 + [property.name] } : nil
    inner.isDeprecated = isUseDeprecated(property, in: context)
    inner.outer.append(context.id)
    (inner.overrides, inner.overrideScope) = (.unknown, scope)
    if let (expression, place) = initialValue(of: property, in: context) {
      inner.overrides = table.overrides(expression, of: id, in: place)
      inner.overrideScope = place
    }
    return inner
  }

  /// The initial value of a property, and where it is written; `nil` if only running the code tells.
  func initialValue(of property: TypeTable.CodedProperty, in context: Context) -> (Expression, TypeScope)? {
    guard case .given(let given) = context.overrides, !isWrapped(property, in: context) else { return nil }
    if let override = given[property.name] { return (override, context.overrideScope) }
    guard !property.declaration.value.isEmpty else { return nil }
    let source = table.program.files[property.file]
    return (Expression.read(property.declaration.value, in: source), context.scope)
  }

  /// Notes a key path of generated code, if there is one.
  mutating func addKeyPath(_ properties: [String]?, path: [String], isDeprecated: Bool, in context: Context) {
    guard let properties, !context.isElement else { return }
    keyPaths.append(
      GeneratedForm.KeyPath(properties: properties, path: path, isDeprecated: isDeprecated))
  }

  /// Whether a use of the property in code is a warning.
  func isUseDeprecated(_ property: TypeTable.CodedProperty, in context: Context) -> Bool {
    context.isDeprecated || table.program.files[property.file].isDeprecated(property.declaration.prefix)
  }

  /// Whether generated code can write the property.
  func isReachable(_ property: TypeTable.CodedProperty) -> Bool {
    let prefix = property.declaration.prefix
    let access = min(prefix.access ?? .internal, prefix.setterAccess ?? .open)
    return !property.declaration.isLet && access >= .internal
  }

  /// Sets a section's header and footer, and notes the hooks that write them.
  mutating func addTexts(
    to section: inout FormSection, _ annotations: AnnotationSet, named name: String, path: SettingPath,
    in file: Int
  ) {
    if let hook = textHook(.injectHeader, annotations, named: name, "SectionHeader", in: file) {
      section.header = hook
      addHook(.text, hook, for: path)
    }
    if let hook = textHook(.injectFooter, annotations, named: name, "SectionFooter", in: file) {
      section.footer = hook
      addHook(.text, hook, for: path)
    }
  }

  private mutating func textHook(
    _ key: AnnotationKey, _ annotations: AnnotationSet, named name: String, _ suffix: String, in file: Int
  ) -> String? {
    guard let annotation = annotations[key] else { return nil }
    switch annotation.value {
    case .none, .bool(true): return name.prefix(1).lowercased() + name.dropFirst() + suffix
    case .bool(false): return nil
    case .string(let hook), .bare(let hook):
      if SwiftName.isPlain(hook) { return hook }
    default: break
    }
    let location = SourceLocation(file: file, offset: annotation.valueOffset)
    diagnostics.error(
      "'\(key.rawValue)' needs the name of a function: \(key.rawValue) = someText", at: location)
    return nil
  }
}

extension FormItem {
  /// Where the item stands among its neighbours, if not where it was declared.
  var order: Int? {
    switch self {
    case .section(let section): section.order
    case .setting(let setting): setting.order
    }
  }
}
