extension FormSchema {
  /// Parses a form from the text of a JSON Schema of any author; comments are allowed.
  ///
  /// The schema can be of draft 4, 6, 7, 2019-09 or 2020-12, as `$schema` names it. A part that can't be used, such as
  /// a keyword with a value of a wrong type or a faulty rule, is one of the ``warnings``, and only this part falls away; secrets that it
  /// marks stay secret. A setting without a usable type is edited as JSON, and so is one that no kind of a form describes, such as an
  /// object that can have no members. Values are checked by the whole schema.
  ///
  /// References to other documents, except for metaschemas, lead nowhere, which is a warning each; the command line
  /// finds such documents by itself.
  ///
  /// Cost: linear in the size of the document, and of the form.
  ///
  /// - Throws: ``FormSchemaError`` with its position if the text isn't JSON.
  public init(parsingSchema bytes: [UInt8]) throws(FormSchemaError) {
    try self.init(parsingSchema: bytes, at: "", .none)
  }

  /// Parses a form, and finds the other documents that it refers to.
  ///
  /// - Parameters:
  ///   - address: The address of the form, to which its references are relative.
  ///   - documents: Where the other documents are found.
  ///
  /// - Throws: ``FormSchemaError`` with its position if the text isn't JSON.
  package init(
    parsingSchema bytes: [UInt8], at address: String, _ documents: SchemaDocuments
  ) throws(FormSchemaError) {
    let document = try JSONDocument(ofForm: bytes)
    self = Self.reading(document, at: address, documents: documents)
    if !rules.isEmpty { _ = usableIndex(in: document) }
  }

  /// Reads a form of this library, or else any JSON Schema.
  ///
  /// A form that this library has written and that represents its whole schema doesn't need the merging and guessing
  /// here; its own reader is faster and exact.
  fileprivate static func reading(
    _ document: JSONDocument, at address: String, documents: SchemaDocuments
  ) -> FormSchema {
    var form: FormSchema
    do throws(FormSchemaError) {
      form =
        try FormSchema(marked: document) ?? SourceFormReader.form(document, at: address, documents: documents)
    } catch {
      form = SourceFormReader.form(document, at: address, documents: documents)
      var notice = error
      if case .otherVersion = error.reason {} else { notice.reason = .readAsOther }
      form.warnings.insert(notice, at: 0)
    }
    form.warnings += form.root.takenNames(at: .root, in: form.root).map { $0.located(in: document) }
    return form
  }

  /// Returns the index of the form, after leaving out the rules that can't be compiled, each with a warning. If only some of them together
  /// can't, as derived values that depend on each other, no rule is left.
  fileprivate mutating func usableIndex(in document: JSONDocument) -> FormIndex {
    let index = FormIndex(self)
    guard let error = index.ruleError else { return index }
    var faults: [FormSchemaError] = []
    var usable: [FormRule] = []
    // Rules that couldn't be read aren't among them, and are counted all the same.
    let unread = Set(
      warnings.filter(\.isOfRule).compactMap { $0.path.keys.dropFirst().first.flatMap { Int($0) } })
    let numbers = (0..<rules.count + unread.count).filter { !unread.contains($0) }
    for (number, rule) in zip(numbers, rules) {
      if let fault = index.error(in: rule) {
        faults.append(fault.ofRule(number))
      } else {
        usable.append(rule)
      }
    }
    rules = usable
    if faults.isEmpty || FormIndex(self).ruleError != nil {
      faults.append(error)
      rules = []
    }
    warnings += faults.map { $0.located(in: document) }
    return FormIndex(self)
  }
}

extension FormSection {
  /// Returns an error for each former name that another setting or section has today, whose value would move.
  fileprivate func takenNames(at path: SettingPath, in root: FormSection) -> [FormSchemaError] {
    items.flatMap { item -> [FormSchemaError] in
      let (names, inner): ([String], FormSection?) =
        switch item {
        case .section(let section): (section.formerKeys, section)
        case .setting(let setting): (setting.formerKeys, nil)
        }
      let place = path.appending(item.key)
      let keys = place.keys.flatMap { ["properties", $0] } + [SettingKeyword.name, "was"]
      let taken = FormerPlace.paths(of: item.key, named: names, in: [path]).dropFirst().filter {
        root.hasItem(at: $0.keys[...])
      }
      return taken.map {
        FormSchemaError(
          path: SettingPath(keys), reason: .migration("Remove the former name \($0), which is in use."))
      } + (inner?.takenNames(at: place, in: root) ?? [])
    }
  }

  private func hasItem(at keys: ArraySlice<String>) -> Bool {
    switch items.first(where: { $0.key == keys.first }) {
    case .section(let section)?: keys.count == 1 || section.hasItem(at: keys.dropFirst())
    case .setting?: keys.count == 1
    case nil: false
    }
  }
}

extension FormSchemaError {
  /// The error of a rule that was read alone, in the rule with a number.
  fileprivate func ofRule(_ number: Int) -> FormSchemaError {
    var error = self
    error.path = SettingPath([FormSchema.rulesKeyword, String(number)] + path.keys.dropFirst(2))
    return error
  }
}

extension FormIndex {
  /// Parses a form, finds the other documents that it refers to, and prepares it, as `FormSchema` does.
  ///
  /// The command line opens files in this way. The rules are compiled once, for the index; by `FormSchema`, they would
  /// be compiled for the check and then again. A rule that can't be compiled is a warning of the form.
  package init(
    parsingSchema bytes: [UInt8], at address: String = "", _ documents: SchemaDocuments = .none
  ) throws(FormSchemaError) {
    let document = try JSONDocument(ofForm: bytes)
    var form = FormSchema.reading(document, at: address, documents: documents)
    self = form.usableIndex(in: document)
  }
}

/// Reads a form from a JSON Schema of any draft. What no setting of a form can describe is a setting that is edited as
/// JSON.
///
/// The steps for each property: merge the schemas that describe it, decide whether it is a section or a setting, and
/// read its kind.
///
/// | schema of a property | row |
/// |---|---|
/// | `{"properties": {…}}` | a section |
/// | `{"properties": {…}, "additionalProperties": S}` | a setting that is opened; with over 32 properties, a section |
/// | `{"type": ["object", "null"], "properties": {…}}` | a setting, because a section can't be `null` |
/// | `{"type": "integer"}` | a setting |
/// | `{"type": "intger"}` | a setting that is edited as JSON, and a warning |
/// | `{"$ref": …}` to a definition that is being read | a setting with the kind of the definition, one level at a time |
///
/// Many properties of a large schema differ only in their texts, so a setting that was read is used again for each
/// property of the same `Spelling`.
///
/// The limits stop a schema in which sixty sections all contain each other, whose form would be infinite. What is
/// beyond a limit is still a row, edited as JSON, and checked completely.
struct SourceFormReader {
  /// The schema that is read, with all definitions. It becomes the form's source, by which values are checked.
  private let bundle: SchemaBundle
  /// Makes one schema of those that describe a property. Its count of merged schemas bounds the work for the whole
  /// form.
  private var merger: SchemaMerger
  /// Reads the texts and the attributes of sections.
  private var settingReader = SettingReader()
  /// Reads settings and the kinds of entries.
  private var kindReader: SourceKindReader
  /// Finds settings that contradict themselves, such as a default over the maximum.
  private var check: FormCheck
  /// The parts that can't be used: those that the bundler found, and then those of this reader.
  private var warnings: [FormSchemaError]
  /// The maximum nesting of sections. A section that is nested more deeply is a setting that is edited as JSON.
  private static let depthLimit = 64
  /// The number of members of repeated sections after which further sections are edited as JSON, too. The settings of the sections that are
  /// being read then are still read.
  ///
  /// A section is repeated if a reference leads to it for the second time. Only they are counted, because the others can't be more than
  /// somebody has written: a form of a million settings, each with a schema of its own, is read in full.
  private static let repeatedLimit = 35_000
  /// The keys of the section that is being read.
  private var keys: [String] = []
  /// The places of the sections that have been read.
  private var sectionPlaces: Set<SchemaPlace> = []
  /// The number of members of repeated sections; `nil` once it has exceeded the limit, which is a warning.
  private var repeatedCount: Int? = 0
  /// The rules that hide settings while their conditions don't hold. They come after the rules of the schema itself.
  private var hidingRules: [FormRule] = []
  /// The first setting of each spelling. Others differ from it only in their title, help and default.
  private var settings: [Spelling: FormSetting] = [:]

  /// The schema of a setting without its title, description and default; `strings` says which of these three it has.
  ///
  /// Which of them it has matters, as a missing title is taken from the definition: `{"$ref": "port"}` and
  /// `{"$ref": "port", "title": "Web"}` get their titles from different places. So do the open definitions, because a
  /// reference to an open one stays a reference.
  private struct Spelling: Hashable {
    var schema = JSONSchema(keywords: [])
    var strings: [String] = []
    let open: SchemaMerger.Names
  }

  /// Prepares the reading. All parts share one library, so that each regular expression and each definition is compiled
  /// once.
  private init(_ bundle: SchemaBundle) {
    self.bundle = bundle
    let library = SchemaLibrary(bundle.source)
    merger = SchemaMerger(bundle, library: library)
    kindReader = SourceKindReader(RecursiveKinds(bundle, library: library))
    check = FormCheck(library)
    warnings = bundle.warnings
  }

  /// Reads a form.
  ///
  /// The order of the steps matters: rules can name each setting only when all are read, and warnings get their
  /// positions at the end, since most of them are found on the way.
  ///
  /// - Parameters:
  ///   - address: The address of the document, to which its references are relative.
  ///   - documents: The other documents that references lead to.
  static func form(
    _ document: JSONDocument, at address: String, documents: SchemaDocuments
  ) -> FormSchema {
    let root = document.root.value
    let bundle = SchemaBundler.bundle(root, at: address, documents: documents, patterns: PatternCache())
    var reader = SourceFormReader(bundle)
    var form = FormSchema(root: reader.root())
    // A schema without properties, such as one of a list or a map, is one setting instead of an empty page.
    if form.root.items.allSatisfy({ $0.key == "$schema" }) { form.rootSetting = reader.rootSetting() }
    form.source = bundle.source
    if let rules = root.member(FormSchema.rulesKeyword) { form.rules = reader.rules(rules) }
    // A form with a malformed keyword can still be edited, without its layers.
    form.layers = root.member(FormLayers.keyword).flatMap { try? FormLayers($0) }
    // A condition can name a setting that the form doesn't have, or compare it with a value of another type. Such a
    // rule is dropped, and the setting is always shown.
    if !reader.hidingRules.isEmpty { form.rules += FormIndex(form).compilable(reader.hidingRules) }
    // A part that several settings have is read for each of them.
    var seen: Set<FormSchemaError> = []
    form.warnings = (reader.warnings + reader.merger.warnings).filter { seen.insert($0).inserted }.map {
      $0.document == nil ? $0.located(in: document) : $0
    }
    return form
  }

  /// Reads the rules that can be read. A malformed one is a warning.
  private mutating func rules(_ value: JSONValue) -> [FormRule] {
    guard case .array(let elements) = value else {
      warnings.append(
        FormSchemaError(path: [FormSchema.rulesKeyword], reason: .wrongValue(expected: "a list of rules")))
      return []
    }
    var rules: [FormRule] = []
    for (number, rule) in elements.enumerated() {
      var reader = RuleReader(at: [FormSchema.rulesKeyword])
      do throws(FormSchemaError) {
        rules += try reader.rules([rule])
      } catch {
        warnings.append(error.ofRule(number))
      }
    }
    return rules
  }

  /// Reads the outermost section, with the members of all alternatives at any depth, because a document has no row on
  /// which a person could choose among them.
  ///
  /// For a schema that allows no objects, it is empty.
  private mutating func root() -> FormSection {
    let place = SchemaPlace(document: SchemaPlace.first, keys: [])
    var open: SchemaMerger.Names = []
    var merged = merger.merged([PlacedSchema(schema: bundle.source.root, place: place)], open: &open)
    merger.addMembersOfAlternatives(to: &merged, place, open: open)
    let types = merged.schema.types
    let hasMembers = types.isEmpty || types.contains(.object)
    return section(key: "", title: FormSection.rootTitle, merged, at: place, open: hasMembers ? open : nil)
  }

  /// Reads the outermost schema as one setting; returns `nil` if no kind describes its values.
  ///
  /// The setting has the empty path. `{"type": "array", "items": {"type": "string"}}` becomes a list of text with the
  /// title "Document".
  private mutating func rootSetting() -> FormSetting? {
    let place = SchemaPlace(document: SchemaPlace.first, keys: [])
    var open: SchemaMerger.Names = []
    let merged = merger.merged([PlacedSchema(schema: bundle.source.root, place: place)], open: &open)
    guard var setting = setting(key: "", merged, at: place, open: open), setting.shape.values.kind != .json
    else { return nil }
    if setting.title.isEmpty { setting.title = "Document" }
    return setting
  }

  /// Reads a section; without items if there are no open definitions.
  ///
  /// A section whose own keywords can't be used keeps its key as its title, and its settings.
  private mutating func section(
    key: String, title: String, _ merged: MergedSchema, at place: SchemaPlace, open: SchemaMerger.Names?
  ) -> FormSection {
    var section = FormSection(key: key, title: title)
    let own = merged.keywords.filter {
      switch $0 {
      case .text(.title, _), .text(.description, _), .setting: true
      default: false
      }
    }
    do throws(FormSchemaError) {
      section = try settingReader.section(key: key, title: title, JSONSchema(keywords: own))
    } catch {
      warn(error, at: place)
    }
    // Values are checked by the source. The keywords tell whether the presence of a member matters.
    section.otherKeywords.keywords = merged.schema.keywords.filter(\.judgesMembers)
    section.isOpen = merged.schema.allowsNewMembers
    guard let open else { return section }
    for property in merged.properties ?? [] {
      section.items.append(item(property.name, schemas: property.schemas, open: open))
      addCondition(of: property.name, merged)
    }
    // The kinds of entries are read without the properties, since an entry has another key than all of them.
    if merged.schema.describesEntries {
      var others = merged
      others.removeProperties()
      section.entries = kindReader.entries(merger.complete(others, place: place, open: open))
      for warning in kindReader.takeWarnings() { warn(warning, at: place) }
    }
    return section
  }

  /// Reads a property as a section or a setting.
  ///
  /// Its schemas are usually one. Several come from `allOf`, alternatives and conditions that each describe the
  /// property.
  private mutating func item(_ key: String, schemas: [PlacedSchema], open: SchemaMerger.Names) -> FormItem {
    let place = schemas[0].place
    let spelling = schemas.count == 1 ? spelling(schemas[0].schema, open: open) : nil
    if let spelling, let setting = setting(key, spelling: spelling, schema: schemas[0].schema, at: place) {
      return .setting(setting)
    }
    var open = open
    let merged = merger.merged(schemas, open: &open)
    if merged.describesSection, !merged.isObjectWithEntries {
      guard keys.count < Self.depthLimit, canRead(merged, at: place) else {
        return .setting(raw(key, merged: merged, schemas: schemas))
      }
      keys.append(key)
      defer { keys.removeLast() }
      return .section(section(key: key, title: key, merged, at: place, open: open))
    }
    if let setting = setting(key: key, merged, at: place, open: open) {
      // The section of an object has the key, title and help of its own setting, so it isn't used for another one.
      if case .object = setting.shape.values.kind { return .setting(setting) }
      if let spelling { settings[spelling] = setting }
      return .setting(setting)
    }
    return .setting(raw(key, merged: merged, schemas: schemas))
  }

  /// Counts the members of a section that is read again; returns `false`, with a warning for the first one, if that exceeds the limit.
  private mutating func canRead(_ section: MergedSchema, at place: SchemaPlace) -> Bool {
    if sectionPlaces.insert(place).inserted { return true }
    guard let count = repeatedCount else { return false }
    repeatedCount = count + 1 + (section.properties?.count ?? 0)
    guard count >= Self.repeatedLimit else { return true }
    repeatedCount = nil
    // One warning is enough for a schema that is too large in several ways.
    if !warnings.contains(where: { $0.reason == .tooLarge }) {
      warn(FormSchemaError(path: .root, reason: .tooLarge), at: place)
    }
    return false
  }

  /// Reads a setting; returns `nil` after a warning if its schema contradicts itself.
  ///
  /// An example of a contradiction is a minimum above the maximum.
  private mutating func setting(
    key: String, _ merged: MergedSchema, at place: SchemaPlace, open: SchemaMerger.Names
  ) -> FormSetting? {
    do throws(FormSchemaError) {
      var setting = try kindReader.setting(key: key, merger.complete(merged, place: place, open: open))
      for warning in kindReader.takeWarnings() { warn(warning, at: place) }
      try check.shape(setting.shape)
      checkDefault(of: &setting, at: place)
      return setting
    } catch {
      warn(error, at: place)
      return nil
    }
  }

  /// Removes a default that the schema refuses, with a warning. It says nothing about the type of the setting.
  private mutating func checkDefault(of setting: inout FormSetting, at place: SchemaPlace) {
    do throws(FormSchemaError) {
      try check.defaultValue(of: setting)
    } catch {
      warn(error, at: place)
      setting.defaultValue = nil
    }
  }

  /// Hides a setting or a section while its conditions don't hold.
  ///
  /// If only one of its conditions can't be expressed, no rule is made, because the setting could be shown by just that
  /// one.
  private mutating func addCondition(of key: String, _ merged: MergedSchema) {
    let section = SettingPath(keys)
    let expressions = merged.conditions(of: key).mapAll { RuleExpression($0, in: section) }
    guard let expressions, !expressions.isEmpty else { return }
    hidingRules.append(
      FormRule(
        .restrict(.hidden, [section.appending(key)]), when: .operation(.not, [.operation(.any, expressions)]))
    )
  }

  /// Returns what a setting with this schema has in common with others.
  private func spelling(_ schema: JSONSchema, open: SchemaMerger.Names) -> Spelling {
    var spelling = Spelling(open: open)
    for keyword in schema.keywords {
      switch keyword {
      case .text(.title, _), .text(.description, _), .defaultValue: spelling.strings.append(keyword.name)
      default: spelling.schema.keywords.append(keyword)
      }
    }
    return spelling
  }

  /// Returns a setting with the shape of an earlier setting of the same spelling; `nil` if there is none.
  private mutating func setting(
    _ key: String, spelling: Spelling, schema: JSONSchema, at place: SchemaPlace
  ) -> FormSetting? {
    guard var setting = settings[spelling] else { return nil }
    // A title that is the key was made up for the earlier setting. A title from a definition stays.
    if setting.title == setting.key { setting.title = key }
    setting.key = key
    for keyword in schema.keywords {
      switch keyword {
      case .text(.title, let title): setting.title = title
      case .text(.description, let help): setting.help = help
      case .defaultValue(let value): setting.defaultValue = value
      default: break
      }
    }
    checkDefault(of: &setting, at: place)
    return setting
  }

  /// Returns a setting that is edited as JSON and checked by its schemas.
  ///
  /// Its texts and attributes are read as far as they can be. A secret stays masked: a part that can't be used doesn't
  /// make its value less secret.
  private mutating func raw(_ key: String, merged: MergedSchema, schemas: [PlacedSchema]) -> FormSetting {
    var setting = FormSetting(key: key, title: key, kind: .json, traits: .withoutApp)
    for keyword in merged.keywords {
      switch keyword {
      case .text(.title, let text): setting.title = text
      case .text(.description, let text): setting.help = text
      case .flag(.readOnly, true): setting.traits.insert(.readOnly)
      case .flag(.writeOnly, true): setting.traits.insert(.secret)
      case .flag(.deprecated, true): setting.traits.insert(.deprecated)
      case .setting(let extras):
        setting.formerKeys = extras.was.compactMap(\.text)
        setting.keywords = extras.keywords
        setting.sideEffects = extras.sideEffects
        if extras.requiresRestart { setting.traits.insert(.requiresRestart) }
      default: break
      }
    }
    setting.otherKeywords.keywords = [.list(.allOf, schemas.map(\.schema))]
    return setting
  }

  /// Adds a warning about a part of the schema at a place. The error's path leads from there to the keyword.
  private mutating func warn(_ error: FormSchemaError, at place: SchemaPlace) {
    var error = error
    error.path = SettingPath(place.keys + error.path.keys)
    warnings.append(error)
  }
}

extension MergedSchema {
  /// Whether the schema describes a section rather than a setting. The properties are kept apart from the keywords, so
  /// their presence is put back for the question.
  fileprivate var describesSection: Bool {
    guard properties != nil else { return false }
    return JSONSchema(keywords: keywords + [.table(.properties, [])]).describesSection
  }

  /// Whether the schema describes an object that a person opens as a value, because it has entries under keys that are
  /// freely chosen.
  ///
  /// With more settings than fit on a screen, it is a section all the same, because the settings can then be searched.
  /// Its entries are shown there, too.
  fileprivate var isObjectWithEntries: Bool {
    schema.describesEntries && (properties ?? []).count <= 32
  }
}

/// Conditions of schemas as expressions of rules.
///
/// An expression can't express every schema. A setting whose condition can't be expressed is always shown.
///
/// | condition | expression |
/// |---|---|
/// | `{"properties": {"kind": {"const": "file"}}}` | `kind` isn't set, or equals "file" |
/// | the same with `"required": ["kind"]` | and `kind` is set |
/// | `{"not": C}` | not C |
/// | key `isFast` of `dependentSchemas` | `isFast` is set |
/// | `{"minProperties": 2}` | none |
///
/// By JSON Schema, `properties` says nothing about a member that is missing; authors often forget the `required` and
/// get a condition that also holds for an empty object. The expression follows the schema, and not what was meant,
/// because the check does so as well.
extension RuleExpression {
  /// Creates the condition of a member of a section; `nil` for a condition that can't be expressed.
  init?(_ condition: MemberCondition, in section: SettingPath) {
    switch condition {
    case .meets(let schema):
      guard let condition = Self.meets(schema, in: section) else { return nil }
      self = condition
    case .violates(let schema):
      guard let condition = Self.meets(schema, in: section) else { return nil }
      self = .operation(.not, [condition])
    case .hasKey(let key): self = .isSet(section.appending(key))
    }
  }

  /// Returns whether a section meets a schema; `nil` for a keyword that no expression has.
  ///
  /// An empty schema isn't expressed: a condition that always holds hides nothing.
  private static func meets(_ schema: JSONSchema, in section: SettingPath) -> RuleExpression? {
    var parts: [RuleExpression] = []
    for keyword in schema.keywords {
      switch keyword {
      case .required(let keys): parts += keys.map { .isSet(section.appending($0)) }
      case .table(.properties, let properties):
        for property in properties {
          let path = section.appending(property.name)
          guard let condition = meets(property.schema, at: path) else { return nil }
          parts.append(.operation(.any, [.operation(.not, [.isSet(path)]), condition]))
        }
      case .type([.object]), .text(.title, _), .text(.description, _): continue
      default:
        guard let part = combination(keyword, part: { meets($0, in: section) }) else { return nil }
        parts.append(part)
      }
    }
    return parts.isEmpty ? nil : .operation(.all, parts)
  }

  /// Returns whether a setting's value meets a schema; `nil` for a keyword that no expression has, such as a type
  /// alone.
  private static func meets(_ schema: JSONSchema, at path: SettingPath) -> RuleExpression? {
    var parts: [RuleExpression] = []
    for keyword in schema.keywords {
      switch keyword {
      case .const(let value): parts.append(.operation(.equal, [.setting(path), .value(value)]))
      case .enumeration(let values):
        parts.append(.operation(.any, values.map { .operation(.equal, [.setting(path), .value($0)]) }))
      case .text(.pattern, let pattern):
        parts.append(.operation(.matches, [.setting(path), .value(.string(pattern))]))
      case .text(.title, _), .text(.description, _): continue
      // Another keyword determines the type, too.
      case .type where schema.keywords.count > 1: continue
      default:
        guard let part = combination(keyword, part: { meets($0, at: path) }) else { return nil }
        parts.append(part)
      }
    }
    return parts.isEmpty ? nil : .operation(.all, parts)
  }

  /// Returns the expression of a keyword that combines schemas; `nil` for any other keyword, or if a part can't be
  /// expressed. `oneOf` isn't expressed.
  private static func combination(
    _ keyword: SchemaKeyword, part: (JSONSchema) -> RuleExpression?
  ) -> RuleExpression? {
    switch keyword {
    case .schema(.not, let schema): return part(schema).map { .operation(.not, [$0]) }
    case .list(.allOf, let schemas), .list(.anyOf, let schemas):
      guard let parts = schemas.mapAll(part) else { return nil }
      if case .list(.allOf, _) = keyword { return .operation(.all, parts) }
      return .operation(.any, parts)
    default: return nil
    }
  }

  /// Whether the document has a value at a path. In expressions, a missing value is `null`.
  private static func isSet(_ path: SettingPath) -> RuleExpression {
    .operation(.notEqual, [.setting(path), .value(.null)])
  }
}
