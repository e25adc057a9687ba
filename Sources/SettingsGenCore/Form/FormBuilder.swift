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
    var section = FormSection(
      key: "", title: title(annotations, in: scope.file) ?? SettingTitle.words(entry.name.last ?? ""),
      help: documentation(of: id))
    addTexts(to: &section, annotations, named: entry.name.last ?? "", path: .root, in: scope.file)
    checkRoot(id)
    section.items = items(of: context)
    addOptionSets()
    reportLeftovers()
    return GeneratedForm(
      schema: FormSchema(root: section), rootName: entry.name, rootAccess: entry.access, keyPaths: keyPaths,
      hooks: hooks, types: types.values.sorted { ($0.type, "\($0.kind)") < ($1.type, "\($1.kind)") })
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
      if !hooks[index].paths.contains(path) { hooks[index].paths.append(path) }
    } else {
      hookIndex[key] = hooks.count
      let origin = place.map { place in
        let file = table.program.files[place.file]
        return GeneratedForm.Origin(path: file.path, line: LineTable(file).position(of: place.offset).line)
      }
      hooks.append(GeneratedForm.Hook(kind: kind, name: name, paths: [path], origin: origin))
    }
  }
}
