import SettingsForm

/// Sections: the walk from a struct to its properties.
///
///     items(of:)       each coded property of a struct
///       item(for:)     its type decides: a section, or a setting
///         section(…)   the struct inside, by items(of:) again
///         setting(…)   in FormBuilder+Settings.swift
///
/// A section is a struct that is there once, at a fixed path. It has no value of its own: its settings have, so each
/// can be changed alone.
extension FormBuilder {
  /// Returns the settings and sections of a struct, in display order.
  ///
  /// The order of a form is the order of the source, except for items with `order`. All problems of a struct are
  /// reported, not only the first; a form with errors isn't written anyway.
  ///
  /// The struct is a section, the root, or a value. Where the form exceeds `maximumCount`, an error is reported once,
  /// and the struct has no items.
  mutating func items(of context: Context) -> [FormItem] {
    files.insert(context.scope.file)
    if case .unknown(let reason, let location) = table.codingKeys(of: context.id) {
      diagnostics.error(reason, at: location)
      return []
    }
    checkOtherProperties(of: context.id)
    noteDecoder(of: context.id)
    checkInitializer(of: context.id)
    var items: [FormItem] = []
    var seen: Set<String> = []
    for property in table.codedProperties(of: context.id) {
      count += 1
      let location = property.location
      guard count <= Self.maximumCount else {
        if count == Self.maximumCount + 1 { reportSize(at: location) }
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

  /// Notes that a struct reads itself: the app may accept other values than the form says. Once for each struct.
  private mutating func noteDecoder(of id: TypeTable.ID) {
    guard table.decodesItself(id) else { return }
    diagnostics.note(
      "'\(table[id].description)' reads itself with 'init(from:)', so the app may read a value otherwise than the form describes it",
      at: table.location(of: id))
  }

  /// Reports a group of settings that can't be created with the defaults of all settings.
  ///
  ///     struct A: SettingsGroup { var port: Int }                         'port' has no default
  ///     struct B: SettingsGroup { var port = 80; init(port: Int) {…} }    no `init()`
  ///
  /// The framework creates the struct with `init()` to know all defaults. Without it, the app wouldn't compile, with an
  /// error in generated code; this error is at the source instead. A struct with an attribute is left to the compiler:
  /// a macro may add the initializer.
  private mutating func checkInitializer(of id: TypeTable.ID) {
    guard table.module(of: id) == nil, table.hasDefaults(id), table[id].generics.isEmpty,
      table.declaration(of: id)?.prefix.attributes.isEmpty == true, !table.hasPlainInitializer(id)
    else { return }
    let name = table[id].description
    guard let property = table.propertyWithoutValue(id) else {
      diagnostics.error(
        "'\(name)' has initializers, but no 'init()', which gives every setting its default; add 'init() {}'",
        at: table.location(of: id))
      return
    }
    let file = table[id].place.file
    let declared = table.program.files[file].name(property.name)
    diagnostics.error(
      "'\(declared)' has no default: give it an initial value, or add an 'init()' to '\(name)' that sets it",
      at: SourceLocation(file: file, offset: property.name.start))
  }

  /// Moves each item with an `order` to that position, counted from 1. A position behind the end is the end.
  ///
  /// With a, b, c and `order = 1` at c, the result is c, a, b.
  static func ordered(_ items: [FormItem]) -> [FormItem] {
    var result = items.filter { $0.order == nil }
    let placed = items.filter { $0.order != nil }.sorted { ($0.order ?? 0) < ($1.order ?? 0) }
    for item in placed {
      let place = max(1, item.order ?? 1)
      result.insert(item, at: min(place - 1, result.count))
    }
    return result
  }

  /// Returns the setting or section that a property is; `nil` after an error, and if it is skipped inside of a value.
  ///
  /// A property is a section if its type is a group of settings that isn't optional, wrapped, in a list, or one setting
  /// by its display. The annotations are read for that kind of declaration, since sections and settings can have
  /// different annotations.
  private mutating func item(for property: TypeTable.CodedProperty, in context: Context) -> FormItem? {
    let declaration = property.declaration
    let location = property.location
    if declaration.isPattern {
      diagnostics.error("a pattern cannot declare settings; write a separate 'var' for each", at: location)
      return nil
    }
    // Annotations in places where nothing reads them.
    checkCode(of: property)
    // Only running the program shows how a wrapper codes its value, and the type of a constant that can't be inferred.
    let declared = isWrapped(property, in: context) ? .other([]) : declaredType(of: property, in: context)
    guard let type = declared ?? (property.isConstant ? .other([]) : nil) else {
      _ = annotations(of: declaration, at: .setting, in: property.file)
      let message = "the type of '\(property.name)' can't be inferred from its initial value; state it"
      diagnostics.error("\(message): 'var \(property.name): Type = …'", at: location)
      return nil
    }
    // An optional or a list of groups isn't a section: it has no fixed settings inside.
    if case .declared(let id, let arguments) = type, table.isGroup(id), !isOneSetting(id) {
      return section(property, id: id, arguments: arguments, in: context).map { .section($0) }
    }
    return setting(property, type: type, in: context).map { .setting($0) }
  }

  /// Returns the type that a property is declared with, or that is inferred from its initial value. A wrapper around it
  /// is ignored.
  func declaredType(of property: TypeTable.CodedProperty, in context: Context) -> ValueType? {
    Evaluator(table, in: context.scope).type(of: property.declaration)
  }

  /// Whether a property has a property wrapper, or a macro that can be one. What it stores is only known when the
  /// program runs.
  func isWrapped(_ property: TypeTable.CodedProperty, in context: Context) -> Bool {
    !wrappers(of: property, in: context).isEmpty
  }

  /// Returns the names of a property's wrappers, and of macros that can be wrappers.
  ///
  /// In the source, `@Published` and `@Flag` look alike. A name with an uppercase letter, or one that the sources declare, is taken for a
  /// wrapper, since the wrapper itself needn't be in the sources.
  func wrappers(of property: TypeTable.CodedProperty, in context: Context) -> [[String]] {
    let source = table.program.files[property.file]
    let names = property.declaration.prefix.attributes.map { attribute in
      source.text(attribute.name).split { ".:".contains($0) }.map(String.init)
    }
    return names.filter { names in
      guard let last = names.last, last != "MainActor" else { return false }
      return last.first?.isUppercase == true
        || table.entry(named: names, from: context.scope.type, in: property.file) != nil
    }
  }

  /// Returns the types whose values a property's JSON may contain: the property's own type, and the types of its
  /// wrappers. Where a wrapper hides what is stored, each of these can contain a secret.
  func coded(_ property: TypeTable.CodedProperty, as type: ValueType, in context: Context) -> [ValueType] {
    let wrappers = wrappers(of: property, in: context)
    guard !wrappers.isEmpty else { return [type] }
    let ids = wrappers.compactMap { table.entry(named: $0, from: context.scope.type, in: property.file) }
    return [type, declaredType(of: property, in: context)].compactMap(\.self)
      + ids.map { .declared($0, []) }
  }

  /// Returns the section of a property; `nil` after an error, and for a skipped section without items.
  ///
  /// Its title, in this order: the annotation of the property, of the type, the type's own title, the property's name
  /// in words. Its help is the property's documentation, or else the type's. A flag is looked for in the same order,
  /// and then inherited.
  private mutating func section(
    _ property: TypeTable.CodedProperty, id: TypeTable.ID, arguments: [ValueType], in context: Context
  ) -> FormSection? {
    let annotations = annotations(of: property.declaration, at: .section, in: property.file)
    let location = property.location
    let ofType = typeAnnotations(of: id, at: .section)
    var context = context
    let sets = [annotations, ofType]
    if sets.flag(.skipSetting) ?? false {
      if context.isElement { return nil }
      context.isSkipped = true
    }
    // Such sources don't compile, but the walk must end.
    if context.outer.contains(id) || context.id == id {
      diagnostics.error("the section '\(property.name)' contains itself", at: location)
      return nil
    }
    if context.outer.count >= Self.maximumDepth {
      diagnostics.error("sections are nested more than \(Self.maximumDepth) deep here", at: location)
      return nil
    }
    // Counted in advance, because building the section would take as long as it is large.
    guard sizes.size(of: .declared(id, arguments), in: table) <= Self.maximumCount else {
      reportSize(at: location)
      return nil
    }
    let path = context.path + [property.key]
    let own = table.program.documentation(of: property.declaration.comments, in: property.file)
    var section = FormSection(
      key: property.key,
      title: sets.text(.title)
        ?? displayTitle(of: id, for: context.isElement ? nil : SettingPath(path))
        ?? SettingTitle.words(property.name), help: own.isEmpty ? documentation(of: id) : own,
      attributes: SettingKeyword.Attributes(order: sets.integer(.order)))
    let typeName = table[id].name.last ?? property.name
    if !context.isSkipped {
      addHooks(to: &section, [ofType, annotations], named: typeName, path: SettingPath(path), in: context)
    }
    var inner = innerContext(property, id: id, arguments: arguments, in: context)
    addKeyPath(to: property, path: path, in: context)
    inner.requiresRestart = sets.flag(.requiresRestart) ?? inner.requiresRestart
    inner.isAdvanced = sets.flag(.advanced) ?? inner.isAdvanced
    // Inside of a value without defaults, a section needs its keys, too.
    inner.requiresKeys = context.requiresKeys && !table.hasDefaults(id)
    section.requiredKeys = requiredKeys(in: inner)
    section.formerKeys = annotations.names(.was)
    section.keywords = [ofType, annotations].names(.keywords)
    refuseFormerNames(ofType: ofType, property)
    addItems(to: &section, at: SettingPath(path), in: inner)
    if !context.isElement { addComparisons(of: id) }
    if context.isSkipped, section.items.isEmpty { return nil }
    shared.add(.object(section), of: id)
    return section
  }

  /// Reports that a form has too many settings, at the declaration that made it too large.
  private mutating func reportSize(at location: SourceLocation) {
    diagnostics.error(
      "the form would have more than \(Self.maximumCount) settings; use the types of sections less often",
      at: location)
  }

  /// Returns the context of a struct that is the type of a property.
  ///
  /// The initial value of the outer property can override those inside: with `var proxy = Proxy(port: 3128)`, the
  /// default of `proxy.port` is 3128, whatever `Proxy` says. With `var proxy = makeProxy()`, no default inside is
  /// known. The key path goes on only through a property that generated code can write.
  func innerContext(
    _ property: TypeTable.CodedProperty, id: TypeTable.ID, arguments: [ValueType], in context: Context
  ) -> Context {
    let scope = table.scope(of: id, arguments)
    var inner = context
    inner.id = id
    inner.scope = scope
    inner.path.append(property.key)
    inner.properties = isReachable(property) ? context.properties.map { $0 + [property.name] } : nil
    inner.isDeprecated = isUseDeprecated(property, in: context)
    inner.isConstant = context.isConstant || property.isConstant
    inner.outer.append(context.id)
    (inner.overrides, inner.overrideScope) = (nil, scope)
    if let (expression, place) = initialValue(of: property, in: context) {
      inner.overrides = Evaluator(table, in: place).overrides(expression, of: id)
      inner.overrideScope = place
    }
    return inner
  }

  /// Returns the initial value of a property, and its scope; `nil` if there is none or only running the program shows
  /// it.
  ///
  /// A constant has its own value in any case: no initializer can change it.
  func initialValue(of property: TypeTable.CodedProperty, in context: Context) -> (Expression, TypeScope)? {
    if !property.isConstant {
      guard let values = context.overrides, !isWrapped(property, in: context) else { return nil }
      // The argument of the initializer call around the struct. Names in it are looked up where the call is written.
      if let override = values[property.name] { return (override, context.overrideScope) }
    }
    return Evaluator(table, in: context.scope).initialValue(of: property.declaration).map {
      ($0, context.scope)
    }
  }

  /// Adds a key path to the generated code, if there is one.
  ///
  /// A setting without a key path is still in the form and in editors; only the app's code can't name it. For a setting
  /// of another module that is worth a note, since `public` would be enough.
  mutating func addKeyPath(
    to property: TypeTable.CodedProperty, path: [String], in context: Context
  ) {
    guard !context.isElement, let outer = context.properties else { return }
    let module = table.program.files[property.file].module
    guard isReachable(property) else {
      guard let module, !context.isSkipped else { return }
      diagnostics.note(
        "'\(property.name)' can't be set outside of '\(module)', so the app has no key path to it; make it public, or annotate it with 'skipSetting'",
        at: property.location)
      return
    }
    if let module { modules.insert(module) }
    let isDeprecated = isUseDeprecated(property, in: context)
    keyPaths.append(.init(properties: outer + [property.name], path: path, isDeprecated: isDeprecated))
  }

  /// Whether a use of the property in code causes a warning, because it or a property on the way to it has the
  /// attribute. Warnings in generated code would be errors in some apps.
  func isUseDeprecated(_ property: TypeTable.CodedProperty, in context: Context) -> Bool {
    context.isDeprecated || table.program.files[property.file].isDeprecated(property.declaration.prefix)
  }

  /// Whether generated code can write the property.
  ///
  /// Generated code is in the same module in a file of its own, so it sees `internal` and more. Of another module of the package, it sees
  /// `package` and `public`.
  func isReachable(_ property: TypeTable.CodedProperty) -> Bool {
    let prefix = property.declaration.prefix
    // Writing needs the access of the setter, which is never wider than the property's.
    let access = min(prefix.access ?? .internal, prefix.setterAccess ?? .open)
    return !property.declaration.isLet && access >= lowestAccess(in: property.file)
  }

  /// The lowest access level of a file's declarations that generated code can use: `internal` in its own module,
  /// `package` in another.
  func lowestAccess(in file: Int) -> AccessLevel {
    table.program.files[file].module == nil ? .internal : .package
  }
}

/// Comparisons of sections with tuples: `s.size == (width: 10, height: 20)`.
///
/// Rules compare settings, and a section of numbers can be compared as a whole. The library can't offer that for
/// sections that it doesn't know, so generated code does, for those that a rule compares.
extension FormBuilder {
  /// Adds the operators for the tuples in rules whose labels are the properties of a section of numbers.
  ///
  /// Tuples can't conform to protocols, so `==` with a tuple needs a function for exactly these labels. Only functions
  /// that some rule uses are generated.
  mutating func addComparisons(of id: TypeTable.ID) {
    guard !tuples.isEmpty else { return }
    let properties = table.codedProperties(of: id)
    let names = properties.map(\.name)
    guard let operators = tuples[names], table.module(of: id) == nil, table[id].access >= .internal,
      table[id].generics.isEmpty, properties.allSatisfy(isReachable),
      properties.allSatisfy({ property in
        let type = Evaluator(table, in: table.scope(of: id, in: property.file)).type(of: property.declaration)
        return type?.unwrapped.isNumber == true
      })
    else { return }
    let sorted = properties.sorted { $0.key < $1.key }.map(\.name)
    addSupport(
      .comparisons(operators: operators.sorted(), sorted: sorted), for: .values(of: id), names: names)
  }
}

extension Program {
  /// The operators before tuples with labels in files with rules, by the labels.
  ///
  /// Rules are in function bodies, which the parser skips. So the tokens of whole files are searched here, and a tuple
  /// that is no part of a rule is found, too, at the price of an operator that nobody calls.
  var comparedTuples: [[String]: Set<String>] {
    var found: [[String]: Set<String>] = [:]
    for file in files where file.module == nil && ByteSearch.contains("RuleBook", in: file) {
      var reader = TokenReader(file, range: SourceRange(start: 0, end: file.count))
      while !reader.isAtEnd {
        let name = file.text(reader.token.range)
        let isComparison = reader.kind == .operator && ["==", "!=", "<", "<=", ">", ">="].contains(name)
        reader.advance()
        guard isComparison, reader.kind == .leftParen else { continue }
        // A copy, because a tuple can contain another comparison.
        var inside = reader
        if let labels = inside.readLabels() { found[labels, default: []].insert(name) }
      }
    }
    return found
  }
}

extension TokenReader {
  /// Reads the labels of a tuple; returns `nil` for other parentheses, and for a tuple in which an element has no
  /// label.
  fileprivate mutating func readLabels() -> [String]? {
    guard take(.leftParen) else { return nil }
    var labels: [String] = []
    while kind == .identifier, nextKind == .colon {
      labels.append(file.name(token.range))
      while ![.comma, .rightParen, .end].contains(kind) {
        skipGroup()
      }
      if take(.rightParen) { return labels.count > 1 ? labels : nil }
      advance()
    }
    return nil
  }
}

extension FormItem {
  /// The place among the item's neighbors; `nil` for the order of declaration.
  var order: Int? {
    switch self {
    case .section(let section): section.order
    case .setting(let setting): setting.order
    }
  }
}

extension TypeTable {
  /// Whether a struct has `init()`: written in the struct, in an extension of a protocol, or provided by Swift because
  /// every property has a value and no other initializer is declared.
  fileprivate func hasPlainInitializer(_ id: ID) -> Bool {
    if hasMember(id, where: { $0.initializers.contains(where: \.isPlain) }) { return true }
    guard let own = declaration(of: id) else { return true }
    return own.initializers.isEmpty && propertyWithoutValue(id) == nil
  }

  /// Returns the first property that `init()` would have to set; `nil` if there is none, or if the property's wrapper
  /// may set it.
  ///
  /// An optional `var` without a value is `nil`, a `let` without a value has to be set even if it is optional.
  fileprivate func propertyWithoutValue(_ id: ID) -> PropertyDeclaration? {
    return declaration(of: id)?.properties.first { property in
      guard property.isStored, !property.prefix.isStatic, !property.prefix.isLazy,
        property.value.isEmpty,
        property.prefix.attributes.isEmpty
      else { return false }
      let type = Evaluator(self, in: scope(of: id)).type(of: property)
      return property.isLet || type?.isOptional != true
    }
  }
}
