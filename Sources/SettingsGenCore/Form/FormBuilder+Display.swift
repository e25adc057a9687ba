import SettingsForm

/// Types that name themselves and their values, by `SettingsDisplayable`.
///
/// What the source has as a literal is in the form. For a computed string, the form has the name in words, and
/// `displayed` tells the running app to ask the type. So an exported form always has some title, and an app in another
/// language its own.
extension FormBuilder {
  /// Returns the title that a type gives its settings and sections; `nil` if it doesn't give one, or if only the
  /// running app knows it.
  ///
  /// In the latter case, the running app is told to put its title at the path. Inside of a value, there is no path, and
  /// the name in words remains.
  ///
  /// - Parameter path: The path at which the running app replaces the title; `nil` inside of a value.
  mutating func displayTitle(of id: TypeTable.ID, for path: SettingPath?) -> String? {
    switch displayStrings(of: id)?.title {
    case .literal(let text)?: return text.isEmpty ? nil : text
    case .computed?:
      if let path, isVisible(id) {
        displayed.titles.append(.init(type: reference(to: id), path: path))
      }
      return nil
    case .absent?, nil: return nil
    }
  }

  /// Returns the title that the declared type of a setting gives it. The element's type of a list gives none.
  mutating func displayTitle(of type: ValueType, for path: SettingPath?) -> String? {
    guard case .declared(let id, _) = type.unwrapped else { return nil }
    return displayTitle(of: id, for: path)
  }

  /// Returns the title and help that a type gives one of its cases. Records which of them only the running app knows.
  ///
  /// The order of preference is: the annotation, the literal in the source, the name in words. A computed string is left to the running
  /// app, which puts it over the name in words.
  mutating func caseStrings(
    _ value: JSONValue, name: String, annotatedTitle: String?, of use: TypeUse
  ) -> (title: String?, help: String?) {
    let id = use.id
    guard let strings = displayStrings(of: id) else { return (annotatedTitle, nil) }
    let (title, help) = (strings.titles.text(of: name), strings.helps.text(of: name))
    let hasTitle = annotatedTitle == nil && title == .computed
    if hasTitle || help == .computed, isVisible(id) {
      computedChoices[use, default: []].append(
        .init(
          type: reference(to: id), name: name, value: value, hasTitle: hasTitle,
          hasHelp: help == .computed))
    }
    return (annotatedTitle ?? title.literal.flatMap(Self.text), help.literal.flatMap(Self.text))
  }

  /// Whether a struct is one setting, because it has values with names or a text of its own. Its properties are then
  /// parts of one value: a `Size` is shown as "3 × 4", and isn't a section with two rows.
  mutating func isOneSetting(_ id: TypeTable.ID) -> Bool {
    guard table[id].keyword == .struct, let strings = displayStrings(of: id) else { return false }
    return strings.hasVariants || strings.format != .absent
  }

  /// Adds the values with names and the text of a struct to its setting.
  ///
  /// `settingsFormat` names properties, `"{width} × {height}"`, and the form names keys, so a name whose key differs is
  /// replaced. The text must be readable back into its values: it needs at least one property, and characters between
  /// two of them.
  mutating func addDisplay(of type: ValueType, to setting: inout FormSetting, at path: SettingPath?) {
    guard case .declared(let id, _) = type.unwrapped, isOneSetting(id), case .object = setting.kind,
      let strings = displayStrings(of: id)
    else { return }
    if strings.hasVariants, let path, isVisible(id) {
      displayed.presets.append(.init(type: reference(to: id), path: path))
    }
    guard strings.format != .absent else { return }
    let keys = Dictionary(table.codedProperties(of: id).map { ($0.name, $0.key) }) { first, _ in first }
    guard let format = strings.format.literal else {
      diagnostics.error(
        "the form needs 'settingsFormat' of '\(table[id].description)' as a string literal",
        at: table.location(of: id))
      return
    }
    var text = format
    // Each part begins behind a brace, except for text in front of the first.
    for part in format.split(separator: "{").dropFirst(format.hasPrefix("{") ? 0 : 1) {
      let name = String(part.prefix { $0 != "}" })
      guard let key = keys[name], part.contains("}") else {
        diagnostics.error(
          "'settingsFormat' of '\(table[id].description)' has '{\(name)}', which is no setting of it; use the name of a property",
          at: table.location(of: id))
        return
      }
      if key != name { text = text.replacing("{\(name)}", with: "{\(key)}") }
    }
    if !text.contains("{") || text.contains("}{") {
      diagnostics.error(
        "'settingsFormat' of '\(table[id].description)' needs the names of properties in braces, with other characters between them: \"{width} × {height}\"",
        at: table.location(of: id))
    }
    setting.textTemplate = text
  }

  /// A type's name in generated code, which imports its module from now on.
  private mutating func reference(to id: TypeTable.ID) -> String {
    if let module = table.module(of: id) { modules.insert(module) }
    return table.reference(to: id)
  }

  /// Returns the titles and help that a type gives; `nil` for a type that gives none. They are read once for each type.
  private mutating func displayStrings(of id: TypeTable.ID) -> DisplayStrings? {
    if let known = displayStrings[id] { return known }
    let strings = DisplayStrings(of: id, in: table)
    displayStrings[id] = .some(strings)
    return strings
  }

  /// A text that isn't empty. An empty title or help in the source is none.
  private static func text(_ text: String) -> String? { text.isEmpty ? nil : text }

  /// Whether generated code can use a type. Reports a type that it can't use, once.
  private mutating func isVisible(_ id: TypeTable.ID) -> Bool {
    if table[id].access >= lowestAccess(in: table[id].place.file) { return true }
    diagnostics.note(
      "'\(table[id].description)' is private\(table.module(of: id).map { " in '\($0)'" } ?? ""), so only its string literals are in the form",
      at: table.location(of: id))
    return false
  }

  /// Makes the running app add the titles and help of a setting's choices, also if the choices are elements of a list.
  mutating func addComputedChoices(of type: ValueType, for path: SettingPath) {
    let uses: [TypeUse] =
      switch type.element {
      case .options(let id): [.optionSet(of: id)]
      // Only the type itself has choices, not its generic arguments.
      case .declared(let id, _): [.values(of: id)]
      default: []
      }
    for var choice in uses.flatMap({ computedChoices[$0] ?? [] }) {
      choice.path = path
      displayed.choices.append(choice)
    }
  }
}

/// The text and rows of sections that the running app provides.
///
///     // setting: injectFooter = connectionState, action = reconnect
///     struct Network: SettingsGroup {
///       var host = ""                        Network
///       // setting: detail = latency           Host      …
///       var port = 80                          Latency   12 ms        above the setting that names it
///     }                                        Port      80
///                                              Reconnect              at the end of the section
///                                              connected since 9:41   the footer
extension FormBuilder {
  /// Sets a section's header, footer and rows, and adds the hooks that provide them.
  ///
  /// - Parameter sets: The annotations of the type and of the property; an annotation of the property overrides the same annotation of the
  ///   type.
  mutating func addHooks(
    to section: inout FormSection, _ sets: [AnnotationSet], named name: String, path: SettingPath,
    in context: Context
  ) {
    for (key, text) in [(AnnotationKey.injectHeader, \FormSection.header), (.injectFooter, \.footer)] {
      for set in sets {
        section[keyPath: text] = set.textHook(key, named: name) ?? section[keyPath: text]
      }
      if let hook = section[keyPath: text] { hooks.add(.text, name: hook, for: path) }
    }
    if context.isElement {
      for set in sets { checkNoRows(set, name: name) }
      return
    }
    // The property's annotations are last in the list and come first here.
    section.isInline = sets.reversed().flag(.inline)
    for key in [AnnotationKey.headerAction, .detail, .action, .footerAction] {
      guard let annotations = sets.last(where: { $0[key] != nil }) else { continue }
      addRows(key, annotations, to: &section)
    }
  }

  /// Adds the rows that an annotation of a section, or of a setting in it, names. The title of a row is its function's
  /// name in words.
  ///
  /// - Parameter setting: The key of the setting that the rows are above; `nil` for rows of the section.
  private mutating func addRows(
    _ key: AnnotationKey, _ annotations: AnnotationSet, above setting: String? = nil,
    to section: inout FormSection
  ) {
    let place: FormRow.Place =
      switch key {
      case .headerAction: .header
      case .footerAction: .footer
      default: setting.map { .before($0) } ?? .end
      }
    let rows = key == .detail ? \FormSection.details : \.actions
    for annotation in annotations.all(key) {
      for name in annotation.value.strings {
        if section[keyPath: rows].contains(where: { $0.name == name }) {
          report("'\(name)' is another row of this section already", at: annotation, of: annotations)
        }
        section[keyPath: rows].append(FormRow(name: name, title: SettingTitle.words(name), place: place))
      }
    }
  }

  /// Adds the items of a section, the rows that annotations place among them, and the hooks of all rows. The walk of
  /// the items has collected the annotations for the rows, so they come second.
  mutating func addItems(to section: inout FormSection, at path: SettingPath, in context: Context) {
    section.items = items(of: context)
    for (property, annotations) in rowAnnotations.removeValue(forKey: path) ?? [] {
      for key in [AnnotationKey.detail, .action] {
        addRows(key, annotations, above: property, to: &section)
      }
    }
    for row in section.details { hooks.add(.detail, name: row.name, for: path) }
    for row in section.actions { hooks.add(.action, name: row.name, for: path) }
    requireItems(of: &section, at: path)
  }

  /// Reports rows of a type whose values are elements, because only sections have rows. It is a warning: the same type
  /// can be a section elsewhere.
  mutating func checkNoRows(_ annotations: AnnotationSet, name: String) {
    for key in [AnnotationKey.detail, .action, .headerAction, .footerAction, .inline] {
      guard let annotation = annotations.own(key) else { continue }
      diagnostics.warn(
        "'\(key.rawValue)' has no effect where '\(name)' is a value, since only sections have rows",
        at: SourceLocation(file: annotations.file, offset: annotation.offset))
    }
  }
}

/// Keys and paths of earlier versions.
///
/// A value that an earlier version stored must have one owner today, and a value of today must not be taken for an old
/// value. These checks make that true for each key and path that `was` names.
extension FormBuilder {
  /// Reports former paths inside of values, which have no path from the root. A former key is allowed there.
  mutating func checkFormerKeysOfElement(_ annotations: AnnotationSet) {
    for annotation in annotations.all(.was) {
      let isPath = annotation.value.strings.contains { name in
        if case .path = FormerPlace(name) { true } else { false }
      }
      if isPath {
        report("inside of a value, 'was' needs a key, not a path", at: annotation, of: annotations)
      }
    }
  }

  /// Reports former names inside a value that is edited as JSON: a form can't say where in the JSON they are. Without
  /// this error, values at those names would silently be lost.
  mutating func refuseFormerNames(inside kind: FormKind, _ type: ValueType, at location: SourceLocation) {
    guard kind.isJSONInside, AnnotationFinder.finds(.was, in: type, of: table) else { return }
    diagnostics.error(
      "'was' has no effect inside of this value, which is edited as JSON; write a migration", at: location)
  }

  /// Reports former keys that a type states. A former key belongs to one place in the document, and the type can be in
  /// several.
  mutating func refuseFormerNames(ofType annotations: AnnotationSet, _ property: TypeTable.CodedProperty) {
    guard let annotation = annotations[.was] else { return }
    report(
      "put 'was' above the property '\(property.name)', since the type can be used several times",
      at: annotation, of: annotations)
  }

  /// Reports names that two cases of an enum had in earlier versions, or that one case has now and another had: which
  /// of the two a stored value means couldn't be known.
  mutating func refuseFormerNames(_ former: [String], among current: [String], of id: TypeTable.ID) {
    var seen = Set(current)
    for name in former where !seen.insert(name).inserted {
      diagnostics.error(
        "two cases of '\(table[id].description)' have or had the name '\(name)'", at: table.location(of: id))
    }
  }

  /// Reports former paths that other settings have or had. With `was = "port"` at `net.port`, no setting `port` can
  /// exist today.
  mutating func checkFormerPaths(_ section: FormSection) {
    let steps = section.moves()
    if steps.isEmpty { return }
    // All paths of today, also of sections.
    let current = Set(places.keys)
    let secrecy = Secrecy(SourceSchema(root: section.schema))
    var owners: [SettingPath: SettingPath] = [:]
    for step in steps {
      guard case .move(isSection: false) = step.action, let former = step.reads.first,
        let path = step.writes.first
      else { continue }
      if current.contains(former) {
        diagnostics.error(
          "'\(former)' is the path of another setting, so '\(path)' can't have had it", at: places[path])
      } else if let owner = owners[former], owner != path {
        diagnostics.error(
          "'\(former)' is an earlier path of '\(owner)', too, so '\(path)' can't have had it",
          at: places[path])
      } else if former.keys.reduce(secrecy, { $0.part($1) }).holdsSecrets,
        !path.keys.reduce(secrecy, { $0.part($1) }).isWhole
      {
        diagnostics.error(
          "'\(former)' is the path of a secret, so '\(path)', which would show it, can't have had it; make it secret, too",
          at: places[path])
      }
      owners[former] = owners[former] ?? path
    }
  }
}
