import SettingsForm

/// Builds the form of a root from its declaration.
///
/// It walks the structs from the root on. A property whose type is a group of settings becomes a section, any other a
/// setting whose kind is made from its type (`FormBuilder+Kinds.swift`), with the limits and texts of its annotations.
/// The `Context` is what a struct inherits from the way that leads to it: the keys, the key path, whether a section
/// around it needs a restart.
///
///     struct AppSettings: SettingsGroup {           section "", root
///       var network = Network(port: 3128)           section "network"
///     }                                             setting "network.port", integer 1...65535, default 3128,
///     struct Network: SettingsGroup {                  key path \.network.port
///       // setting: range = 1...65535
///       var port = 80
///     }
///
/// An error doesn't end the walk. All errors of the sources are reported in one run, each at its place, and the form is
/// dropped at the end.
///
/// The walk visits a struct once for each property that has its type, because each place has its own path, defaults and
/// inherited flags. What a type alone decides is computed once: its choices, its size, its strings. The number of
/// settings is limited (`maximumCount`, `ValueSizes`), and a struct that contains itself is refused as a section and
/// edited as JSON as a value, so the walk always ends.
///
/// It is a value: a copy can try something and be dropped, see `skippedKind`.
struct FormBuilder {
  /// The types of the sources, under the assumptions about `#if` conditions that this form is for.
  let table: TypeTable
  /// The diagnostics of the caller, to which this builder adds its own.
  var diagnostics: Diagnostics
  /// The key paths to settings and sections, in the order of the walk. Nothing inside of a value has one.
  var keyPaths: [GeneratedForm.KeyPath] = []
  /// The functions that the app has to provide.
  var hooks = HookTable()
  /// The code that types of the app need, each once.
  var types: [TypeUse: GeneratedForm.TypeSupport] = [:]
  /// The choices of enums and option sets, by type. An empty list is kept, too, so its error is reported once.
  var choices: [TypeUse: [FormChoice]] = [:]
  /// The enums with associated values that contain themselves. Forms don't describe them, wherever they are used.
  var recursiveEnums: Set<TypeTable.ID> = []
  /// The choices of each type whose titles and help only the running app knows.
  var computedChoices: [TypeUse: [GeneratedForm.Displayed.Choice]] = [:]
  /// The titles and help that types give themselves and their cases; `nil` for a type that was asked for and gives
  /// none.
  var displayStrings: [TypeTable.ID: DisplayStrings?] = [:]
  /// The titles and help that the running app adds to the form.
  var displayed = GeneratedForm.Displayed()
  /// The places of the declarations of settings and sections, by path. It has all current paths, and so shows whether a
  /// former path is in use.
  var places: [SettingPath: SourceLocation] = [:]
  /// The annotations of settings that place rows above them, by the path of the section. They wait there until the
  /// section has its items.
  var rowAnnotations: [SettingPath: [(key: String, annotations: AnnotationSet)]] = [:]
  /// The operators before tuples in rules, by the labels of the tuples: `s.size == (width: 10, height: 20)` is `==` for
  /// `width` and `height`.
  let tuples: [[String]: Set<String>]
  /// The settings that have to be set, by the annotation `required`.
  var required: Set<SettingPath> = []
  /// The types whose schemas are written once.
  var shared = SharedTypes()
  /// The numbers of settings in values, by type.
  var sizes = ValueSizes()
  /// The other modules whose members the generated code names, and so has to import.
  var modules: Set<String> = []
  /// The number of settings and sections in the form so far, also inside of values.
  var count = 0
  /// The files whose declarations are in the form. Only these are searched for annotations that belong to nothing.
  var files: Set<Int> = []

  /// What a form uses of a type. One root can use both the values of an enum and its option set.
  ///
  /// With `var days: Day.Options` and `var first: Day`, generated code has a conformance of `Day` and a type
  /// `Day.Options`.
  enum TypeUse: Hashable {
    /// Its values.
    case values(of: TypeTable.ID)
    /// The option set that is generated from it.
    case optionSet(of: TypeTable.ID)

    var id: TypeTable.ID {
      switch self {
      case .values(let id), .optionSet(let id): id
      }
    }
  }

  /// The state of the walk while the properties of a struct are read. The context of an inner struct is a copy with
  /// changes (`innerContext`), so nothing has to be restored behind it.
  struct Context {
    /// The struct, or the enum whose associated values are read.
    var id: TypeTable.ID
    /// Where the names in the struct's declaration are looked up, with its generic arguments.
    var scope: TypeScope
    /// The keys that lead to the struct.
    var path: [String] = []
    /// The properties that lead to the struct, such as `network` and `proxy` for `\.network.proxy.port`; `nil` where settings have no key
    /// path: inside of a value, or behind a private property.
    var properties: [String]? = []
    /// Whether changes need a restart, unless a setting says otherwise. It is inherited by sections, as is
    /// `isAdvanced`.
    var requiresRestart = false
    var isAdvanced = false
    /// Whether the property around the struct has the annotation `requiresRestart`, on or off. It then overrides the struct's own.
    var statesRestart = false
    /// Whether a property on the way to the struct is a constant, which no file can change.
    var isConstant = false
    /// Whether only the app's code uses the struct.
    var isSkipped = false
    /// Whether a use of the properties that lead to the struct causes a warning.
    var isDeprecated = false
    /// Whether the struct is a value inside of a setting, such as the element of a list. It has no paths, rows, hooks
    /// or key paths then, and what is skipped is left out.
    var isElement = false
    /// Whether the struct is decoded without defaults. Then it needs the keys of all values that aren't optional.
    var requiresKeys = false
    /// The initial values that the property around the struct gives its properties: with `var proxy = Proxy(port: 3128)`, the default of
    /// `port` is 3128, whatever `Proxy` says. If they can't be computed, no default inside is known.
    var overrides: Evaluator.Overrides = [:]
    /// Where the names in these values are looked up: in the struct around this one.
    var overrideScope: TypeScope
    /// The structs around this struct.
    var outer: [TypeTable.ID] = []
  }

  /// The largest number of settings in a form. Without it, types that are used many times could make the form endless.
  static let maximumCount = 100_000

  /// The deepest nesting of sections. Readers of the schema don't have to support deeper nesting.
  static let maximumDepth = 100

  /// Builds the form of a root; returns `nil` if there is no root, or if there are errors.
  static func build(
    _ table: TypeTable, root name: String?, into diagnostics: inout Diagnostics
  ) -> GeneratedForm? {
    guard let root = RootFinder(table: table).root(named: name, &diagnostics) else { return nil }
    var builder = FormBuilder(
      table: table, diagnostics: diagnostics, tuples: table.program.comparedTuples)
    let form = builder.buildRoot(root)
    diagnostics = builder.diagnostics
    return diagnostics.hasErrors ? nil : form
  }

  /// Builds the form of a struct. The order matters at its end: the walk fills the tables of hooks, types and files,
  /// which the checks and the result read.
  private mutating func buildRoot(_ id: TypeTable.ID) -> GeneratedForm {
    let entry = table[id]
    let scope = table.scope(of: id)
    let name = entry.name.last ?? ""
    // The app creates its root by `init()`, and code in it could set any value.
    var context = Context(
      id: id, scope: scope, overrides: Evaluator.initialOverrides(of: id, in: table), overrideScope: scope)
    let annotations = typeAnnotations(of: id, at: .root)
    context.requiresRestart = annotations.flag(.requiresRestart) ?? false
    context.isAdvanced = annotations.flag(.advanced) ?? false
    var section = FormSection(
      key: "",
      title: annotations.text(.title) ?? displayTitle(of: id, for: .root) ?? SettingTitle.words(name),
      help: documentation(of: id))
    addHooks(to: &section, [annotations], named: name, path: .root, in: context)
    checkRoot(id)
    // The walk: everything below, with its hooks, key paths and types.
    addItems(to: &section, at: .root, in: context)
    addOptionSets()
    // Only now is it known which files the form comes from.
    for file in files { checkFile(file) }
    checkForm(section, of: id)
    var schema = FormSchema(root: section)
    schema.layers = layers(annotations)
    // A form with errors is dropped, and its schemas needn't be compared.
    if !diagnostics.hasErrors { schema.definitions = shared.definitions(of: section, table) }
    return GeneratedForm(
      schema: schema, rootName: entry.name, rootSymbol: table.mangledName(of: id),
      rootAccess: entry.access, statesAccessOfSettings: stateAccess(ofImport: "Settings"), imports: imports,
      keyPaths: keyPaths,
      hooks: hooks.hooks(in: table.program.files), displayed: displayed,
      types: types.values.sorted { ($0.type, "\($0.kind)") < ($1.type, "\($1.kind)") })
  }

  /// The imports for the generated code: modules whose types it names, and, for code in annotations, the imports of the
  /// files that it is written in.
  ///
  /// `Settings` isn't among them, since its import is the same for all roots.
  private var imports: [GeneratedForm.Import] {
    let ofCode = hooks.files.flatMap { file in
      (table.program.declarations[file]?.imports ?? [])
        .filter { table.program.isActive($0.clause, in: file) }
        .map { table.program.files[file].name($0.module) }
    }
    return modules.union(ofCode).subtracting(["Settings"]).sorted().map {
      GeneratedForm.Import(module: $0, statesAccess: stateAccess(ofImport: $0))
    }
  }

  /// Whether the app's imports of a module state an access level, as in `internal import Core`.
  ///
  /// If one import of a module does, Swift requires it of all in the module, the generated file included. It is a
  /// search for bytes in all files, since most of them aren't parsed.
  private func stateAccess(ofImport module: String) -> Bool {
    let levels = ["public", "package", "internal", "fileprivate", "private"]
    return table.program.files.contains { file in
      file.module == nil && ByteSearch.contains(" import \(module)", in: file)
        && levels.contains { ByteSearch.contains("\($0) import \(module)", in: file) }
    }
  }

  /// Reports a form with a contradiction, by the check that each reader of the form makes. The checks of names and
  /// former paths need the whole form without errors.
  private mutating func checkForm(_ section: FormSection, of id: TypeTable.ID) {
    guard !diagnostics.hasErrors else { return }
    checkFormerPaths(section)
    checkNames(section)
    do {
      try FormSchema(root: section).check()
    } catch {
      // The error names a path in the JSON Schema, in which every second key is a keyword (`properties`). Without these, the longest path
      // with a known place is the setting's.
      var keys = error.path.keys.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
      while !keys.isEmpty, places[SettingPath(keys)] == nil { keys.removeLast() }
      diagnostics.error(
        "the form contradicts itself: \(error.message)",
        at: places[SettingPath(keys)] ?? table.location(of: id))
    }
  }

  /// Reports a root that generated code can't extend, or whose keys only the running program knows.
  private mutating func checkRoot(_ id: TypeTable.ID) {
    let location = table.location(of: id)
    let name = table[id].description
    if table[id].access < .internal {
      diagnostics.error(
        "'\(name)' is private, so generated code cannot see it; make it internal", at: location)
    }
    if !table[id].generics.isEmpty {
      diagnostics.error("the root of the settings cannot be generic", at: location)
    }
    if table.codesItself(id) {
      diagnostics.error(
        "'\(name)' writes itself, so its keys are unknown; leave 'encode(to:)' out, and state keys in 'CodingKeys'",
        at: location)
    }
  }

  // MARK: Annotations

  /// Returns the annotations of a type's declaration, and notes that the form comes from its file. Extensions have
  /// none.
  mutating func typeAnnotations(of id: TypeTable.ID, at place: AnnotationKey.Place) -> AnnotationSet {
    let file = table[id].place.file
    files.insert(file)
    let type = table.declaration(of: id)
    return type.map { annotations(of: $0, at: place, in: file) } ?? AnnotationSet(in: file)
  }

  /// The annotations of a declaration, which have to be meant for a place.
  mutating func annotations(
    of declaration: some AnnotatedDeclaration, at place: AnnotationKey.Place, in file: Int
  ) -> AnnotationSet {
    let found = table.program.annotations(of: declaration, in: file)
    return AnnotationSet(found, at: place, in: file, into: &diagnostics)
  }

  /// Returns the documentation of a type's declaration, the help of a section if its property has none.
  func documentation(of id: TypeTable.ID) -> String {
    guard let type = table.declaration(of: id) else { return "" }
    return table.program.documentation(of: type.comments, in: table[id].place.file)
  }

  /// Reports an error at the value of an annotation.
  mutating func report(_ message: String, at annotation: Annotation, of set: AnnotationSet) {
    diagnostics.add(set.error(message, at: annotation))
  }
}

/// Checks of the whole form, and what only its root has.
extension FormBuilder {
  /// Reports settings that have the same name as an environment variable or an option. A layer couldn't tell them
  /// apart.
  ///
  /// `net.port` and `net_port` are both `NET_PORT`. A setting has several names: `TOKEN_FILE` names the file with the
  /// value of `token`, and `--no-cache` switches `cache` off, so `tokenFile` collides with `token`, and `noCache` with
  /// `cache`. The messages are in the order of names.
  mutating func checkNames(_ section: FormSection) {
    var owners: [String: SettingPath] = [:]
    // Only Boolean settings have an opposite, `--no-…`.
    var flags: [String: SettingPath] = [:]
    // A skipped setting is set only by the app's code.
    for (path, setting) in section.settings() where !setting.traits.contains(.skipped) {
      let name = path.variableName
      if setting.kind == .boolean { flags[path.optionName] = path }
      guard let owner = owners.updateValue(path, forKey: name) else { continue }
      diagnostics.error(
        "'\(path)' and '\(owner)' have the same name as an environment variable, \(name); rename one of them",
        at: places[path])
    }
    // Every name is known now, so a name that another setting derives from its own can be found.
    for (name, path) in owners.sorted(by: { $0.key < $1.key }) {
      if name.hasSuffix("_FILE"), let owner = owners[String(name.dropLast("_FILE".count))] {
        diagnostics.error(
          "'\(path)' and the file with the value of '\(owner)' have the same name as an environment variable, \(name); rename one of them",
          at: places[path])
      }
      guard name.hasPrefix("NO_") else { continue }
      let option = path.optionName
      if option.hasPrefix("no-"), let owner = flags[String(option.dropFirst("no-".count))] {
        diagnostics.error(
          "'\(path)' and the opposite of '\(owner)' have the same name as an option, --\(option); rename one of them",
          at: places[path])
      }
    }
  }

  /// Returns the layers that the annotation of a root names: `app = "trend"` names the folder of its files and the
  /// prefix of its variables.
  mutating func layers(_ annotations: AnnotationSet) -> FormLayers? {
    guard let annotation = annotations[.app] else { return nil }
    if FormLayers.isName(annotation.spelling) { return FormLayers(app: annotation.spelling) }
    report("'app' needs the name of a folder: app = \"trend\"", at: annotation, of: annotations)
    return nil
  }
}

extension FormSection {
  /// The settings in the section and in its sections, in order, with their paths.
  func settings(at path: SettingPath = .root) -> [(path: SettingPath, setting: FormSetting)] {
    items.flatMap { item in
      let path = path.appending(item.key)
      return switch item {
      case .section(let inner): inner.settings(at: path)
      case .setting(let setting): [(path, setting)]
      }
    }
  }
}
