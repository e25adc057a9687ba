import SettingsForm

/// The result of the generator: the form, and the data for the generated Swift.
///
/// `FormBuilder` makes it. From there on the sources aren't needed: the schema is written from `schema`, and Swift from
/// the other parts by `SwiftEmitter`. Names are as Swift spells them; what is only shown, such as the lines of code, is
/// text.
///
/// Equal sources give an equal value, with every list in an order that doesn't depend on a hash table. That is what
/// keeps the bytes of the output the same from build to build.
struct GeneratedForm {
  /// The import of a module.
  struct Import: Hashable {
    var module: String
    /// Whether the imports of the module state an access level. All of them have to.
    var statesAccess: Bool
  }

  /// A key path and the path in the document.
  struct KeyPath: Hashable {
    /// The names of the properties, starting at the root.
    var properties: [String]
    /// The keys in the document.
    var path: [String]
    /// Whether a use of the properties causes a warning.
    var isDeprecated: Bool
  }

  /// A function or code that the app provides for settings. It runs when the setting or row that names it changes, is
  /// shown, or is chosen.
  struct Hook: Hashable {
    /// What a hook is for. It decides the signature of the requirement, see `SwiftEmitter.emitRequirement`.
    enum Kind: Hashable {
      /// Runs after changes.
      case sideEffect
      /// Returns the text above or below a section.
      case text
      /// Provides the text of a row.
      case detail
      /// Offers values of settings.
      case choices
      /// Runs when a person chooses a row.
      case action
    }

    var kind: Kind
    /// The function's name, or the code to run.
    var name: String
    /// The settings or sections that need it.
    var paths: [SettingPath]
    /// The line that the code comes from; `nil` for a function.
    var origin: Origin?
  }

  /// A line of a source.
  struct Origin: Hashable {
    var path: String
    var line: Int
  }

  /// Code that a type of the app needs: a conformance to `Codable`, an option set that is generated from an enum, or
  /// operators for rules. Support that several roots need is equal, and is written once.
  struct TypeSupport: Hashable {
    /// What code a type needs. `types` is sorted by it, after the names of the types.
    enum Kind: Hashable {
      /// An option set of an enum's cases.
      case options
      /// `Codable` for an enum with raw values.
      case rawValue
      /// `Codable` for an enum without raw values, by case name.
      case caseNames
      /// The coding of an option set by the names of its flags, with or without the conformance; with the bits of all flags, a number of
      /// them is read, too.
      case flagNames(conforms: Bool, bits: UInt64?)
      /// Operators that compare a section with a tuple in rules, such as `==`. `names` are the properties of the section in the order of
      /// the source, and `sorted` are the same names in the order of their keys.
      case comparisons(operators: [String], sorted: [String])
    }

    var kind: Kind
    /// The full name as Swift spells it.
    var type: String
    var access: AccessLevel
    /// The cases or flags.
    var names: [String]
    /// Whether a use of one of the cases or flags causes a warning.
    var isDeprecated: Bool
  }

  /// The titles and help that types give themselves, and that only the running app knows. The generated code has a
  /// function that adds them to the form at its places, and comparisons with an exported form leave them out.
  struct Displayed: Hashable {
    /// The title of a setting or section.
    struct Title: Hashable {
      var type: String
      var path: SettingPath
    }

    /// A case whose title or help only the running app knows, as a choice of a setting.
    struct Choice: Hashable {
      var type: String
      var name: String
      var value: JSONValue
      var hasTitle: Bool
      var hasHelp: Bool
      /// The path of the setting; the root for a case before it is a choice of one.
      var path = SettingPath.root
    }

    var titles: [Title] = []
    /// The structs with values that have names.
    var presets: [Title] = []
    var choices: [Choice] = []
  }

  /// The form itself, without rules and migrations, which only the running app has.
  var schema: FormSchema
  /// The root's full name.
  var rootName: [String]
  /// The root's mangled name without its module; `nil` if the sources don't show it (`TypeTable.mangledName`).
  var rootSymbol: String?
  /// The access level of the root, which the members of its generated extension have, too.
  var rootAccess: AccessLevel
  /// Whether the app's imports of the framework state an access level.
  var statesAccessOfSettings: Bool
  /// The imports of the other modules whose members the generated code names.
  var imports: [Import] = []
  /// The key paths to settings and sections, in the order of the form's declarations.
  var keyPaths: [KeyPath] = []
  var hooks: [Hook] = []
  var displayed = Displayed()
  var types: [TypeSupport] = []
  /// The differences under conditions that only the build decides; at most one condition is true. If none is, this form
  /// itself counts.
  var variants: [Variant] = []

  /// What the generated code has under a condition: another form, an `#error`, or nothing if the sources have no settings then.
  struct Variant {
    /// The condition of `#if`.
    var condition = ""
    var form: GeneratedForm?
    /// The error that the sources have under the condition.
    var error: String?
  }
}

extension GeneratedForm {
  /// The forms under all conditions that only the build decides, the usual one first. A variant has no variants.
  var everyVariant: [GeneratedForm] { [self] + variants.compactMap(\.form) }

  /// Returns the form without the support of types that is written elsewhere, in its variants, too.
  func droppingTypes(_ known: Set<TypeSupport>) -> GeneratedForm {
    var form = self
    form.types.removeAll(where: known.contains)
    for index in variants.indices { form.variants[index].form?.types.removeAll(where: known.contains) }
    return form
  }
}

/// The declared types of settings and sections. The schema of a type that is used several times is written once.
///
/// Sharing makes the exported schema smaller and its definitions recognizable: ten settings of the type `Proxy` refer
/// to one definition `Proxy`. It changes nothing for readers, which replace references by their targets.
///
/// The builder reports each use of a type (`add`). At the end, the schemas of types with several uses are counted in
/// the finished form, because only there is known how often a schema really occurs: annotations of a setting can make
/// it different. The schemas are compared as text.
struct SharedTypes {
  /// A schema that values of a type have in the form, with its text as the key for counting.
  private struct Candidate {
    var name: String
    var keywords: JSONObject
    var text: [UInt8]
    /// The number of places in the form that have it.
    var count = 0
  }

  /// The kinds that were made for each type, in the order of the walk.
  private var uses: [TypeTable.ID: [FormKind]] = [:]

  /// Adds the use of a type as a value or as a section; a section is an object.
  mutating func add(_ kind: FormKind, of id: TypeTable.ID) { uses[id, default: []].append(kind) }

  /// The definitions of the types that occur several times in a form, by the types' names.
  ///
  /// If the uses of a type differ, for example in the defaults of a section, the most frequent one is the definition.
  func definitions(of root: FormSection, _ table: TypeTable) -> JSONObject {
    var candidates = candidates(table)
    if candidates.isEmpty { return [:] }
    // From the text of each candidate to its number; the texts are different.
    var places = Dictionary(uniqueKeysWithValues: candidates.indices.map { (candidates[$0].text, $0) })
    Self.forEachSchema(in: .object(root.schema.object)) { keywords in
      let text = SharedSchemas.text(keywords)
      if let place = places[text] { candidates[place].count += 1 }
    }
    places = [:]
    // One definition for each name: the most frequent schema, and of equally frequent schemas the shortest.
    let frequent = Dictionary(grouping: candidates.filter { $0.count > 1 }, by: \.name).values.compactMap {
      $0.max { ($0.count, $1.text.count) < ($1.count, $0.text.count) }
    }
    // Inner ones come first, because outer ones refer to them.
    let ordered = frequent.sorted { ($0.text.count, $0.name) < ($1.text.count, $1.name) }
    var shared = SharedSchemas()
    var definitions = JSONObject()
    for candidate in ordered {
      let keywords = shared.parts(of: candidate.keywords)
      shared.add(keywords, named: candidate.name)
      definitions[candidate.name] = .object(keywords)
    }
    return definitions
  }

  /// Returns the schemas of the types that are used several times, once as they are and once with `null` allowed
  /// (`Proxy.Optional`). The first by name of several equal schemas is used.
  private func candidates(_ table: TypeTable) -> [Candidate] {
    var candidates: [Candidate] = []
    var known: Set<[UInt8]> = []
    let repeated = uses.filter { $0.value.count > 1 }.map {
      (name: table[$0.key].name.joined(separator: "."), id: $0.key, kinds: $0.value)
    }
    // Sorted, because the first name wins and a dictionary has no order. Two modules, or two files with private types,
    // can have the same name.
    for (name, _, kinds) in repeated.sorted(by: { ($0.name, $0.id) < ($1.name, $1.id) }) {
      for kind in kinds {
        for isOptional in [false, true] {
          let setting = FormSetting(key: "", title: "", kind: kind, isOptional: isOptional)
          let keywords = SharedSchemas.shareable(setting.checks.object)
          let text = SharedSchemas.text(keywords)
          guard SharedSchemas.isShareable(keywords), known.insert(text).inserted else { continue }
          candidates.append(
            Candidate(name: isOptional ? name + ".Optional" : name, keywords: keywords, text: text))
        }
      }
    }
    return candidates
  }

  /// Calls the body with each schema inside of a schema that can be shared, reduced to the keywords that can.
  private static func forEachSchema(in value: JSONValue, _ body: (JSONObject) -> Void) {
    guard case .object(let object) = value else { return }
    let keywords = SharedSchemas.shareable(object)
    if SharedSchemas.isShareable(keywords) { body(keywords) }
    object.forEachSubschema { forEachSchema(in: $0, body) }
  }
}

/// Counts the settings inside of values by their types, each type once.
///
/// A form contains the settings of a type once for each use of the type. If each type of a chain uses the next one
/// twice, their number grows exponentially, so they are counted before they are built. In a chain of 30 types that each
/// use the next one twice, there would be a billion settings.
///
/// The time is linear in the number of types: the size of each is kept, and sums stop at the limit.
struct ValueSizes {
  /// The largest number of settings inside of a value. A larger value is edited as JSON, with a note.
  static let maximum = 10_000

  /// The sizes so far.
  private var sizes: [ValueType: Int] = [:]
  /// The types whose sizes are being computed, whatever their arguments are: `B<[T]>` in `B<T>` would lead to ever longer
  /// types.
  private var open: Set<TypeTable.ID> = []

  /// The number of settings and sections in values of a type, or ``FormBuilder/maximumCount`` if there are more.
  mutating func size(of type: ValueType, in table: TypeTable) -> Int {
    let type = type.element
    guard case .declared(let id, let arguments) = type else { return 1 }
    if let size = sizes[type] { return size }
    // A type that contains itself isn't described there.
    guard open.insert(id).inserted else { return 1 }
    defer { open.remove(id) }
    // Types that are neither groups nor alternatives have no parts in a form.
    guard table.isGroup(id) || table.variantShapes(of: id) != nil else { return 1 }
    let inner = table.codedTypes(of: id, arguments).reduce(1) { sum, part in
      min(sum + size(of: part, in: table), FormBuilder.maximumCount + 1)
    }
    sizes[type] = inner
    return inner
  }
}

/// The functions and the code that the app provides for its settings, each once.
///
/// Two settings with `sideEffect = reload` share one hook with two paths: the generated protocol has one requirement,
/// and its comment lists both. They are in the order of their first uses in the source.
struct HookTable {
  private var hooks: [GeneratedForm.Hook] = []
  /// The hooks by their names. A function of one name can be a side effect and an action, and is two requirements then.
  private var indices: [GeneratedForm.Hook.Kind: [String: Int]] = [:]
  /// Where the code of hooks is written, by index.
  private var places: [Int: SourceLocation] = [:]

  /// Adds a setting or section that needs a hook. Of a hook that is code, the first place counts.
  mutating func add(
    _ kind: GeneratedForm.Hook.Kind, name: String, for path: SettingPath, at place: SourceLocation? = nil
  ) {
    if let index = indices[kind]?[name] {
      if hooks[index].paths.last != path { hooks[index].paths.append(path) }
    } else {
      indices[kind, default: [:]][name] = hooks.count
      places[hooks.count] = place
      hooks.append(GeneratedForm.Hook(kind: kind, name: name, paths: [path]))
    }
  }

  /// The files that contain code of hooks, whose imports the generated code needs.
  var files: Set<Int> { Set(places.values.map(\.file)) }

  /// Returns the hooks, with the lines that their code comes from. Lines are counted only for files with such code.
  func hooks(in files: [SourceFile]) -> [GeneratedForm.Hook] {
    var result = hooks
    var tables: [Int: LineTable] = [:]
    for (index, place) in places {
      let file = files[place.file]
      let table = tables[place.file] ?? LineTable(file)
      tables[place.file] = table
      result[index].origin = GeneratedForm.Origin(path: file.path, line: table.number(of: place.offset))
    }
    return result
  }
}
