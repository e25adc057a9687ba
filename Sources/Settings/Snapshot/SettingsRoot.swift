import SettingsSystem

/// The root of an app's settings, with a form and key paths, which the generator writes.
///
/// Declare a ``SettingsGroup`` that is a member of no other, and give the target the plugin `SettingsGenPlugin`. The plugin emits the
/// conformance in each build; don't declare it. What an app adds by itself are ``rules`` and ``migrations``, as static properties of the
/// struct or in an extension:
///
/// ```swift
/// static let rules = RuleBook(for: AppSettings.self) { s in
///   s.pool.min <= s.pool.max
/// }
/// ```
///
/// A root is a value of all settings: ``SettingsStore/values`` returns one. Its initializer without arguments makes the defaults.
///
/// ``form()`` returns the form, to export it for `settings-tui` and other programs, and ``migrated(_:)`` tests migrations. Faults that the
/// generator can't see, such as a default that depends on the machine and is out of range, or a rule over a computed property, are errors
/// when a store is opened. A test that opens a store finds them.
///
/// A large root takes much of the stack when it is copied, so read members from ``SettingsStore/values`` instead of keeping copies of it.
public protocol SettingsRoot: SettingsGroup {
  /// The type of the root's key path table, under a name that doesn't conflict with the app's types.
  @_documentation(visibility: internal)
  typealias SettingsKeyPaths = KeyPathTable<Self>

  /// The type of the titles and help that types give themselves, under a name that doesn't conflict with the app's types.
  @_documentation(visibility: internal)
  typealias SettingsTitles = SettingsDisplayTitles

  /// The text of the form's JSON Schema, as the generator has written it into the program. A literal costs nothing until it is read.
  @_documentation(visibility: internal)
  static var formSource: String { get }

  /// The constraints of the form, by which a store checks its content without reading the form; empty by default.
  ///
  /// An outline that accepts a document is right. One that doesn't is no proof of a problem: then the form decides.
  @_documentation(visibility: internal)
  static var formOutline: String { get }

  /// Adds the key paths of all sections and settings to a table.
  @_documentation(visibility: internal)
  static func addKeyPaths(to table: inout KeyPathTable<Self>)

  /// Adds the titles and help that types give themselves and that the form lacks; adds nothing by default.
  @_documentation(visibility: internal)
  static func addTitles(to titles: inout SettingsDisplayTitles)

  /// Whether a store needs hooks; by default, it doesn't.
  @_documentation(visibility: internal)
  associatedtype SettingsRequiredHooks = NoRequiredHooks

  /// Constraints, visibility and derived defaults over several settings; no rules by default. See ``RuleBook``.
  ///
  /// With rules, opening a store reads the form, which otherwise is read when something first needs it.
  static var rules: RuleBook<Self> { get }

  /// What the app changes in documents of its earlier versions, in this order; nothing by default. See ``SettingsMigration``.
  static var migrations: [SettingsMigration<Self>] { get }
}

extension SettingsRoot {
  /// No outline: a store reads the form when it opens.
  @_documentation(visibility: internal)
  public static var formOutline: String { "" }

  /// Adds nothing.
  @_documentation(visibility: internal)
  public static func addTitles(to titles: inout SettingsDisplayTitles) {}

  /// No rules.
  public static var rules: RuleBook<Self> { RuleBook() }

  /// No migrations.
  public static var migrations: [SettingsMigration<Self>] { [] }
}

/// The hooks of a form that names no side effects, so a store can be opened without hooks.
///
/// It is the default of an associated type that the generator sets for other forms. Apps don't write it.
@_documentation(visibility: internal)
public enum NoRequiredHooks {}

/// The hooks of a form that names side effects, so a store can't be opened without saying which hooks run them.
@_documentation(visibility: internal)
public enum RequiredSettingsHooks {}

extension SettingsRoot {
  /// Returns the form of the running app: the generated form, with the app's actual defaults, titles and rules.
  ///
  /// Write it to a file for `settings-tui` and editors with JSON support:
  ///
  /// ```swift
  /// let text = try AppSettings.form().json.text(.pretty())
  /// print(text)
  /// ```
  ///
  /// The form lacks settings with `skipSetting`, and the rules that refer to them.
  ///
  /// Throws ``SettingsStoreError``: `.form` if the form is malformed, `.defaults` if a default can't be written as JSON or is against the app's own
  /// limits, and `.rules` if the form can't express a rule. Cost: linear in the number of settings and rules.
  public static func form() throws(SettingsStoreError) -> FormSchema {
    let form = try form(defaults: encodedDefaults(), keyPaths: LazyKeyPathTable())
    if let error = FormIndex(form).ruleError { throw .form(error) }
    return form.exported
  }

  /// Encodes the defaults of the running app: of what `Root()` returns. Throws if they can't be written as JSON, such as an infinite
  /// number.
  static func encodedDefaults() throws(SettingsStoreError) -> JSONDocument {
    do {
      let json = try DeepStack.perform(valuesOf: MemoryLayout<Self>.size) {
        try SettingsEncoder().encode(Self())
      }
      return try JSONDocument(parsing: json.bytes())
    } catch {
      throw .defaults(reason: "they can't be written as JSON: \(error)")
    }
  }

  /// Returns the generated form with the defaults of the running app and its rules.
  ///
  /// The generator states a default where it can compute it from the source; a default such as `Host.current().name` is known only here.
  static func form(
    defaults: JSONDocument, keyPaths: LazyKeyPathTable<Self>
  ) throws(SettingsStoreError) -> FormSchema {
    var (schema, changed) = try generatedForm(with: defaults)
    try check(changed, of: schema)
    do throws(RuleBookError) {
      schema.rules += try rules.formRules(keyPaths.table)
    } catch {
      throw .rules(error)
    }
    return schema
  }
}

extension SettingsRoot {
  /// Returns the form of a store.
  ///
  /// The form is read now if it has rules or no outline. Otherwise it is read on demand. The generator has checked the defaults that it
  /// states. The others are checked now, by the outline; if that isn't certain to accept them, by the form.
  static func storeForm(
    defaults: LazyDefaults<Self>, keyPaths: LazyKeyPathTable<Self>, context: [String: JSONValue]
  ) throws(SettingsStoreError) -> StoreForm {
    if rules.isEmpty, let outline = FormOutline(parsing: formOutline), try outline.accepts(defaults) {
      // A fault in a migration is an error now, not when something first needs the form.
      if !migrations.isEmpty {
        do throws(FormSchemaError) {
          try SettingsMigration.check(migrations, keyPaths: keyPaths.table)
        } catch { throw .form(error) }
      }
      let version = migrations.compactMap(\.version).max() ?? 0
      return StoreForm(reading: outline, documentVersion: version, context: context) {
        formOnDemand(defaults)
      }
    }
    let form = try form(defaults: defaults.document(), keyPaths: keyPaths)
    return StoreForm(FormIndex(form), RuleConditions(context: context))
  }

  /// Returns the form, without the app's rules: it is called only for an app that has none. A generated form that can't be read ends the
  /// process, because that is a fault of the build.
  static func formOnDemand(_ defaults: LazyDefaults<Self>) -> FormIndex {
    do throws(SettingsStoreError) {
      // Defaults that can't be encoded aren't stated by the generator, so they were an error when the store was opened.
      return FormIndex(try generatedForm(with: try? defaults.document()).schema)
    } catch {
      preconditionFailure("The generated form of \(Self.self) can't be read; generate it again. \(error)")
    }
  }

  /// Returns the generated form with the defaults and the titles of the running app, without rules, and the paths of the defaults that
  /// differ from the generated form's.
  private static func generatedForm(
    with defaults: JSONDocument?
  ) throws(SettingsStoreError) -> (schema: FormSchema, changed: [SettingPath]) {
    var schema: FormSchema
    do throws(FormSchemaError) {
      schema = try FormSchema(written: Array(formSource.utf8))
    } catch {
      throw .form(error)
    }
    var changed: [SettingPath] = []
    if let defaults { schema.root.setDefaults(from: defaults.root, at: .root, &changed) }
    var titles = SettingsDisplayTitles()
    addTitles(to: &titles)
    schema.root.add(titles)
    do throws(FormSchemaError) { try schema.add(migrations, keyPaths: KeyPathTable(of: self)) } catch {
      throw .form(error)
    }
    return (schema, changed)
  }

  /// Checks the defaults that only the running app knows; the generator has checked all others in each build. Throws `SettingsStoreError.defaults`
  /// with the problems.
  private static func check(_ paths: [SettingPath], of schema: FormSchema) throws(SettingsStoreError) {
    if paths.isEmpty { return }
    let validator = FormValidator(FormIndex(schema))
    let problems = paths.flatMap { path -> [FormProblem] in
      guard let value = validator.index[path]?.setting.defaultValue else { return [] }
      return validator.problems(of: value, at: path)
    }.filter { $0.severity == .error }
    if !problems.isEmpty { throw .defaults(of: Self.self, problems) }
  }
}

extension SettingsRoot {
  /// Returns the text of a settings file as this version of the app reads it, and as the next apply stores it: for tests of migrations.
  ///
  /// ```swift
  /// let text = try AppSettings.migrated(#"{"timeout": 30}"#)
  /// assert(text == #"{"timeout": "PT30S"}"#)
  /// ```
  ///
  /// Throws ``SettingsStoreError`` if the text isn't JSON, if the result isn't valid, or if a migration is faulty. Cost: as for opening a store.
  public static func migrated(_ text: String) throws(SettingsStoreError) -> String {
    let form = try form(defaults: encodedDefaults(), keyPaths: LazyKeyPathTable())
    let content: Snapshot
    do throws(JSONParseError) {
      content = try Snapshot(parsing: Array(text.utf8), form: StoreForm(FormIndex(form)))
    } catch {
      throw .malformed(file: "settings.json", error)
    }
    if let error = SettingsStoreError(invalid: content, file: "settings.json") {
      throw error
    }
    return String(decoding: content.document.bytes, as: UTF8.self)
  }
}

extension FormOutline {
  /// Whether the defaults that only the running app knows are certain to have no problem. If the generator knows all of them, nothing is
  /// encoded.
  fileprivate func accepts<Root>(_ defaults: LazyDefaults<Root>) throws(SettingsStoreError) -> Bool {
    guard hasUnknownDefaults else { return true }
    return accepts(try defaults.document())
  }
}

extension FormSection {
  /// Replaces the exported defaults with the running app's, and adds the paths where they differ. Both mostly have the same order, so each
  /// member is found in constant time.
  fileprivate mutating func setDefaults(
    from node: JSONNode, at path: SettingPath, _ changed: inout [SettingPath]
  ) {
    guard var members = MemberCursor(node) else { return }
    for position in items.indices {
      guard let value = members.find(items[position].key) else { continue }
      switch items[position] {
      case .section(var section):
        // The section is removed from the list while it changes; otherwise the list would hold a second reference, and the change would
        // copy all items.
        items[position] = .section(FormSection(key: section.key, title: ""))
        section.setDefaults(from: value, at: path.appending(section.key), &changed)
        items[position] = .section(section)
      case .setting(var setting):
        // A required setting has no default; its initial value only fills the property.
        if requiredKeys.contains(setting.key) {
          setting.defaultValue = nil
          items[position] = .setting(setting)
          continue
        }
        let actual = value.value
        guard setting.defaultValue != actual else { continue }
        changed.append(path.appending(setting.key))
        setting.defaultValue = actual
        setting.dropRequiredKeys(filledBy: actual)
        items[position] = .setting(setting)
      }
    }
  }
}

extension FormSection {
  /// Adds the titles and help that types give themselves to the section and its items.
  ///
  /// Cost: linear in the size of the section, unless the table is empty.
  mutating func add(_ titles: SettingsDisplayTitles) {
    if titles.titles.isEmpty, titles.choices.isEmpty, titles.presets.isEmpty { return }
    add(titles, choices: Dictionary(grouping: titles.choices, by: \.path), at: .root)
  }

  private mutating func add(
    _ titles: SettingsDisplayTitles, choices: [SettingPath: [SettingsDisplayTitles.Choice]],
    at path: SettingPath
  ) {
    title = titles.titles[path] ?? title
    for position in items.indices {
      let inner = path.appending(items[position].key)
      switch items[position] {
      case .section(var section):
        section.add(titles, choices: choices, at: inner)
        items[position] = .section(section)
      case .setting(var setting):
        let choices = choices[inner] ?? []
        let (title, presets) = (titles.titles[inner], titles.presets[inner])
        if title == nil, presets == nil, choices.isEmpty { continue }
        setting.title = title ?? setting.title
        setting.presets = presets ?? setting.presets
        setting.kind.add(choices)
        items[position] = .setting(setting)
      }
    }
  }
}

extension FormKind {
  /// Adds the titles and help of choices, also of those inside lists and dictionaries.
  fileprivate mutating func add(_ titles: [SettingsDisplayTitles.Choice]) {
    if titles.isEmpty { return }
    switch self {
    case .choice(let choices): self = .choice(choices.map { $0.taking(titles) })
    case .flags(let choices): self = .flags(choices.map { $0.taking(titles) })
    case .list(var element, let limits):
      element.add(titles)
      self = .list(element, limits)
    case .dictionary(var element):
      element.add(titles)
      self = .dictionary(element)
    default: break
    }
  }
}

extension FormChoice {
  fileprivate func taking(_ titles: [SettingsDisplayTitles.Choice]) -> FormChoice {
    guard let text = titles.first(where: { $0.value == value }) else { return self }
    var choice = self
    if let title = text.title, !title.isEmpty { choice.title = title }
    if let help = text.help, !help.isEmpty { choice.help = help }
    return choice
  }
}

/// The defaults of an app as JSON, which are encoded when they are first needed: a process whose file has every setting never needs
/// them.
struct LazyDefaults<Root: SettingsRoot>: Sendable {
  private let encoded = Lazy<Result<JSONDocument, SettingsStoreError>>()

  /// Returns the encoded defaults. Cost: linear in the number of settings the first time.
  func document() throws(SettingsStoreError) -> JSONDocument {
    let result = encoded.value {
      Result { () throws(SettingsStoreError) in try Root.encodedDefaults() }
    }
    return try result.get()
  }
}

extension KeyPathTable where Root: SettingsRoot {
  /// Creates the table of the root's sections and settings.
  init(of root: Root.Type) {
    self.init()
    root.addKeyPaths(to: &self)
  }
}

/// A table of key paths that is created when it is first used. A process that only reads its values never needs it; one that stages by key
/// path, or has rules, does.
struct LazyKeyPathTable<Root: SettingsRoot>: Sendable {
  private let created = Lazy<KeyPathTable<Root>>()

  /// The table. Cost: linear in the number of settings the first time.
  var table: KeyPathTable<Root> { created.value { KeyPathTable(of: Root.self) } }
}
