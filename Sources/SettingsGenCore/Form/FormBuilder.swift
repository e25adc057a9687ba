import SettingsForm

/// Makes the form of the root's declaration.
struct FormBuilder {
  let table: TypeTable
  var diagnostics: Diagnostics
  var keyPaths: [GeneratedForm.KeyPath] = []
  var hooks: [GeneratedForm.Hook] = []
  /// The places of hooks in `hooks`.
  var hookIndex: [HookKey: Int] = [:]
  var types: [TypeTable.ID: GeneratedForm.TypeSupport] = [:]
  /// The choices of enums and option sets that were asked for.
  var choices: [TypeTable.ID: [FormChoice]] = [:]
  /// Where the code of hooks is written, by their places in `hooks`.
  var hookPlaces: [Int: SourceLocation] = [:]
  /// Where settings and sections are declared, by path; of those inside of values, the setting's.
  var places: [SettingPath: SourceLocation] = [:]
  /// The number of settings in the form, those inside of values included.
  var count = 0
  /// The files whose declarations are in the form.
  var files: Set<Int> = []

  struct HookKey: Hashable {
    var kind: GeneratedForm.Hook.Kind
    var name: String
  }

  /// What is known of a struct while its properties are read.
  struct Context {
    var id: TypeTable.ID
    var scope: TypeScope
    /// The keys that lead to the struct.
    var path: [String] = []
    /// The properties that lead to the struct; `nil` if no key path can.
    var properties: [String]? = []
    var requiresRestart = false
    var isAdvanced = false
    /// Whether a use of the properties that lead to the struct is a warning.
    var isDeprecated = false
    /// Whether the struct is a value inside of a setting.
    var isElement = false
    var overrides = TypeTable.Overrides.given([:])
    /// Where the overrides are written.
    var overrideScope: TypeScope
    /// The structs that this one stands in.
    var outer: [TypeTable.ID] = []
  }

  /// No form has more settings: types that are used many times over could make it endless.
  static let maximumCount = 100_000

  /// Sections are not nested deeper, so that readers of the schema need not be.
  static let maximumDepth = 100

  /// Makes the form; `nil` if there is none.
  static func build(_ program: Program, root name: String?, _ diagnostics: inout Diagnostics)
    -> GeneratedForm?
  {
    let table = TypeTable(program)
    guard let root = RootFinder(table: table).root(named: name, &diagnostics) else { return nil }
    var builder = FormBuilder(table: table, diagnostics: diagnostics)
    let form = builder.buildRoot(root)
    diagnostics = builder.diagnostics
    return form
  }

  private init(table: TypeTable, diagnostics: Diagnostics) {
    self.table = table
    self.diagnostics = diagnostics
  }

  private mutating func buildRoot(_ id: TypeTable.ID) -> GeneratedForm {
    let entry = table[id]
    let scope = TypeScope(type: entry.name, file: entry.place.file)
    var context = Context(id: id, scope: scope, overrideScope: scope)
    if !table.isMadeFromProperties(id, withArguments: false) { context.overrides = .unknown }
    let annotations = typeAnnotations(of: id, at: .section)
    context.requiresRestart = flag(.requiresRestart, annotations, in: scope.file) ?? false
    context.isAdvanced = flag(.advanced, annotations, in: scope.file) ?? false
    var section = FormSection(
      key: "", title: title(annotations, in: scope.file) ?? SettingTitle.words(entry.name.last ?? ""),
      help: documentation(of: id))
    addTexts(to: &section, annotations, named: entry.name.last ?? "", path: .root, in: scope.file)
    checkRoot(id)
    section.items = items(of: context)
    addOptionSets()
    reportLeftovers()
    check(section, of: id)
    addOrigins()
    return GeneratedForm(
      schema: FormSchema(root: section), rootName: entry.name, rootAccess: entry.access, keyPaths: keyPaths,
      hooks: hooks, types: types.values.sorted { ($0.type, "\($0.kind)") < ($1.type, "\($1.kind)") })
  }

  /// Notes the lines that the code of hooks comes from.
  private mutating func addOrigins() {
    var tables: [Int: LineTable] = [:]
    for (index, place) in hookPlaces {
      let file = table.program.files[place.file]
      let lines = tables[place.file] ?? LineTable(file)
      tables[place.file] = lines
      hooks[index].origin = GeneratedForm.Origin(path: file.path, line: lines.number(of: place.offset))
    }
  }

  /// Tells if the form contradicts itself.
  private mutating func check(_ section: FormSection, of id: TypeTable.ID) {
    guard !diagnostics.hasErrors else { return }
    do {
      try FormSchema(root: section).check()
    } catch {
      // The path has the keywords of JSON Schema in it: the longest one with a place is that of the setting.
      var keys = error.path.keys.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
      while !keys.isEmpty, places[SettingPath(keys)] == nil { keys.removeLast() }
      let place = places[SettingPath(keys)] ?? RootFinder(table: table).location(of: id)
      diagnostics.error("the form contradicts itself: \(error.message)", at: place)
    }
  }

  private mutating func checkRoot(_ id: TypeTable.ID) {
    let location = RootFinder(table: table).location(of: id)
    if table[id].access < .internal {
      diagnostics.error(
        "'\(table[id].description)' is private, so generated code cannot see it; make it internal",
        at: location)
    }
    if !table[id].generics.isEmpty {
      diagnostics.error("the root of the settings cannot be generic", at: location)
    }
    if table.codesItself(id) {
      diagnostics.error(
        "'\(table[id].description)' codes itself, so its keys are unknown; leave 'init(from:)' and 'encode(to:)' out",
        at: location)
    }
  }

  // MARK: Annotations and texts

  /// The annotations of a type's declaration.
  mutating func typeAnnotations(of id: TypeTable.ID, at place: AnnotationKey.Place) -> AnnotationSet {
    let file = table[id].place.file
    files.insert(file)
    var found: [Annotation] = []
    if let type = table.declaration(of: id) {
      found = table.program.annotations(of: type.comments, startingAt: type.prefix.start, in: file)
    }
    return AnnotationSet(found, at: place, in: file, &diagnostics)
  }

  func documentation(of id: TypeTable.ID) -> String {
    guard let type = table.declaration(of: id) else { return "" }
    return table.program.documentation(of: type.comments, in: table[id].place.file)
  }

  mutating func flag(_ key: AnnotationKey, _ annotations: AnnotationSet, in file: Int) -> Bool? {
    annotations.flag(key, in: file, &diagnostics)
  }

  mutating func title(_ annotations: AnnotationSet, in file: Int) -> String? {
    annotations.text(.title, in: file, &diagnostics)
  }

  /// Notes that a hook is needed for a setting or section.
  mutating func addHook(
    _ kind: GeneratedForm.Hook.Kind, _ name: String, for path: SettingPath, at place: SourceLocation? = nil
  ) {
    let key = HookKey(kind: kind, name: name)
    if let index = hookIndex[key] {
      if hooks[index].paths.last != path { hooks[index].paths.append(path) }
    } else {
      hookIndex[key] = hooks.count
      hookPlaces[hooks.count] = place
      hooks.append(GeneratedForm.Hook(kind: kind, name: name, paths: [path]))
    }
  }
}
