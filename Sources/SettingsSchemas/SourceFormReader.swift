extension FormSchema {
  /// Parses a form from the text of a JSON Schema of any author; comments are allowed.
  ///
  /// The schema can be of draft 4, 6, 7, 2019-09 or 2020-12, as `$schema` names it. A part that can't be used, such as a keyword with
  /// a value of a wrong type, is one of the ``warnings``, and its setting is edited as JSON. So is a setting that no kind of a form
  /// describes, such as a recursive one. Values are checked by the whole schema.
  ///
  /// Cost: linear in the size of the document, and of the form.
  ///
  /// - Throws: ``FormSchemaError`` with its position if the text isn't JSON, or for a faulty rule.
  public init(parsingSchema bytes: [UInt8]) throws(FormSchemaError) {
    try self.init(parsingSchema: bytes, at: "", .none)
  }

  /// Parses a form, and finds the other documents that it refers to.
  ///
  /// - Parameter address: The address of the form, to which its references are relative.
  package init(
    parsingSchema bytes: [UInt8], at address: String, _ documents: SchemaDocuments
  ) throws(FormSchemaError) {
    let document = try JSONDocument(ofForm: bytes)
    self = try Self.reading(document, at: address, documents: documents)
    try checkRules(in: document)
  }

  /// Reads a form of this library, or else any JSON Schema.
  fileprivate static func reading(
    _ document: JSONDocument, at address: String, documents: SchemaDocuments
  ) throws(FormSchemaError) -> FormSchema {
    if let form = FormSchema(complete: document) { return form }
    return try SourceFormReader.form(document, at: address, documents: documents)
  }
}

extension FormIndex {
  /// Parses a form, finds the other documents that it refers to, and prepares it, as `FormSchema` does.
  package init(
    parsingSchema bytes: [UInt8], at address: String = "", _ documents: SchemaDocuments = .none
  ) throws(FormSchemaError) {
    let document = try JSONDocument(ofForm: bytes)
    self.init(try FormSchema.reading(document, at: address, documents: documents))
    // The rules are compiled only here.
    if let ruleError { throw ruleError.located(in: document) }
  }
}

/// Reads a form from a JSON Schema of any draft. What no setting of a form can describe is a setting that is edited as JSON.
///
/// The steps for each property: merge the schemas that describe it, decide whether it is a section or a setting, and read its kind. Many
/// properties of a large schema differ only in their texts, so a setting that was read is used again for each property of the same
/// `Spelling`.
struct SourceFormReader {
  private let bundle: SchemaBundle
  private var merger: SchemaMerger
  private var settingReader = SettingReader()
  private var kindReader: SourceKindReader
  private var check: FormCheck
  private var warnings: [FormSchemaError]
  /// The maximum nesting of sections. A section that is nested more deeply is a setting that is edited as JSON.
  private static let depthLimit = 64
  /// The number of settings and sections after which further sections are edited as JSON, too.
  private static let countLimit = 50_000
  /// The keys of the section that is being read.
  private var keys: [String] = []
  private var count = 0
  /// The rules that hide settings while their conditions don't hold.
  private var hidingRules: [FormRule] = []
  /// The first setting of each spelling. Others differ from it only in their title, help and default.
  private var settings: [Spelling: FormSetting] = [:]

  /// The schema of a setting without its title, description and default; `strings` says which of these three it has.
  private struct Spelling: Hashable {
    var schema = JSONSchema(keywords: [])
    var strings: [String] = []
    let open: SchemaMerger.Names
  }

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
  /// - Parameters:
  ///   - address: The address of the document, to which its references are relative.
  ///   - documents: The other documents that references lead to.
  ///
  /// - Throws: ``FormSchemaError`` for a malformed rule, because a form without it would allow more.
  static func form(
    _ document: JSONDocument, at address: String, documents: SchemaDocuments
  ) throws(FormSchemaError) -> FormSchema {
    let root = document.root.value
    let bundle = SchemaBundler.bundle(root, at: address, documents: documents, patterns: PatternCache())
    var reader = SourceFormReader(bundle)
    var form = FormSchema(root: reader.root())
    if form.root.items.allSatisfy({ $0.key == "$schema" }) { form.rootSetting = reader.rootSetting() }
    form.source = bundle.source
    if let rules = root.member(FormSchema.rulesKeyword) {
      var ruleReader = RuleReader(at: [FormSchema.rulesKeyword])
      do throws(FormSchemaError) {
        form.rules = try ruleReader.rules(rules)
      } catch {
        throw error.located(in: document)
      }
    }
    // A form with a malformed keyword can still be edited, without its layers.
    form.layers = root.member(FormLayers.keyword).flatMap { try? FormLayers($0) }
    if !reader.hidingRules.isEmpty { form.rules += FormIndex(form).compilable(reader.hidingRules) }
    // A part that several settings have is read for each of them.
    var seen: Set<FormSchemaError> = []
    if let version = root.member(FormSchema.versionKeyword), version != .number(FormSchema.version) {
      reader.warnings.append(
        FormSchemaError(path: [FormSchema.versionKeyword], reason: .otherVersion(version.description)))
    }
    form.warnings = (reader.warnings + reader.merger.warnings).filter { seen.insert($0).inserted }.map {
      $0.document == nil ? $0.located(in: document) : $0
    }
    return form
  }

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
  private mutating func section(
    key: String, title: String, _ merged: MergedSchema, at place: SchemaPlace, open: SchemaMerger.Names?
  ) -> FormSection {
    var section = FormSection(key: key, title: title)
    let own = merged.keywords.filter {
      switch $0 {
      case .title, .description, .setting: true
      default: false
      }
    }
    do throws(FormSchemaError) {
      section = try settingReader.section(key: key, title: title, JSONSchema(keywords: own))
    } catch {
      warn(error, at: place)
    }
    // Values are checked by the source. The keywords tell whether the presence of a member matters.
    section.otherKeywords = JSONSchema(keywords: merged.schema.keywords.filter(\.judgesMembers)).object
    section.isOpen = merged.schema.allowsNewMembers
    guard let open else { return section }
    for property in merged.properties ?? [] {
      section.items.append(item(property.name, schemas: property.schemas, open: open))
      addCondition(of: property.name, merged)
    }
    if merged.schema.describesEntries {
      var others = merged
      others.removeProperties()
      section.entries = kindReader.entries(merger.complete(others, place: place, open: open))
      for warning in kindReader.takeWarnings() { warn(warning, at: place) }
    }
    return section
  }

  private mutating func item(_ key: String, schemas: [PlacedSchema], open: SchemaMerger.Names) -> FormItem {
    count += 1
    let place = schemas[0].place
    let spelling = schemas.count == 1 ? spelling(schemas[0].schema, open: open) : nil
    if let spelling, let setting = setting(key, spelling: spelling, schema: schemas[0].schema) {
      return .setting(setting)
    }
    var open = open
    let merged = merger.merged(schemas, open: &open)
    if merged.describesSection, !merged.isObjectWithEntries {
      guard keys.count < Self.depthLimit, count < Self.countLimit else {
        return .setting(raw(key, merged: merged, schemas: schemas))
      }
      keys.append(key)
      defer { keys.removeLast() }
      return .section(section(key: key, title: key, merged, at: place, open: open))
    }
    if !schemas.contains(where: { bundle.faultyPlaces.contains($0.place) }),
      let setting = setting(key: key, merged, at: place, open: open)
    {
      if case .object = setting.shape.values.kind { return .setting(setting) }
      if let spelling { settings[spelling] = setting }
      return .setting(setting)
    }
    return .setting(raw(key, merged: merged, schemas: schemas))
  }

  /// Reads a setting; returns `nil` after a warning if its schema contradicts itself.
  private mutating func setting(
    key: String, _ merged: MergedSchema, at place: SchemaPlace, open: SchemaMerger.Names
  ) -> FormSetting? {
    do throws(FormSchemaError) {
      let setting = try kindReader.setting(key: key, merger.complete(merged, place: place, open: open))
      for warning in kindReader.takeWarnings() { warn(warning, at: place) }
      try check.shape(setting.shape)
      try check.defaultValue(of: setting)
      return setting
    } catch {
      warn(error, at: place)
      return nil
    }
  }

  /// Hides a setting or a section while its conditions don't hold.
  private mutating func addCondition(of key: String, _ merged: MergedSchema) {
    let section = SettingPath(keys)
    let expressions = merged.conditions(of: key).mapAll { RuleExpression($0, in: section) }
    guard let expressions, !expressions.isEmpty else { return }
    hidingRules.append(FormRule(.hide([section.appending(key)]), when: .not(.any(expressions))))
  }

  private func spelling(_ schema: JSONSchema, open: SchemaMerger.Names) -> Spelling {
    var spelling = Spelling(open: open)
    for keyword in schema.keywords {
      switch keyword {
      case .title, .description, .defaultValue: spelling.strings.append(keyword.name)
      default: spelling.schema.keywords.append(keyword)
      }
    }
    return spelling
  }

  /// Returns a setting with the shape of an earlier setting of the same spelling; `nil` if there is none, or if the default isn't valid.
  private mutating func setting(_ key: String, spelling: Spelling, schema: JSONSchema) -> FormSetting? {
    guard var setting = settings[spelling] else { return nil }
    // A title that is the key was made up for the earlier setting. A title from a definition stays.
    if setting.title == setting.key { setting.title = key }
    setting.key = key
    for keyword in schema.keywords {
      switch keyword {
      case .title(let title): setting.title = title
      case .description(let help): setting.help = help
      case .defaultValue(let value): setting.defaultValue = value
      default: break
      }
    }
    do throws(FormSchemaError) {
      try check.defaultValue(of: setting)
      return setting
    } catch {
      return nil
    }
  }

  /// Returns a setting that is edited as JSON and checked by its schemas.
  private mutating func raw(_ key: String, merged: MergedSchema, schemas: [PlacedSchema]) -> FormSetting {
    var setting = FormSetting(key: key, title: key, kind: .json, traits: .withoutApp)
    for keyword in merged.keywords {
      switch keyword {
      case .title(let text): setting.title = text
      case .description(let text): setting.help = text
      case .readOnly(true): setting.traits.insert(.readOnly)
      case .writeOnly(true): setting.traits.insert(.secret)
      case .deprecated(true): setting.traits.insert(.deprecated)
      case .setting(let extras):
        setting.formerKeys = extras.was.compactMap(\.text)
        setting.keywords = extras.keywords
        setting.sideEffects = extras.sideEffects
        if extras.requiresRestart { setting.traits.insert(.requiresRestart) }
      default: break
      }
    }
    setting.otherKeywords = ["allOf": .array(schemas.map { .object($0.schema.object) })]
    return setting
  }

  private mutating func warn(_ error: FormSchemaError, at place: SchemaPlace) {
    var error = error
    error.path = SettingPath(place.keys + error.path.keys)
    warnings.append(error)
  }
}

extension MergedSchema {
  /// Whether the schema describes a section rather than a setting.
  fileprivate var describesSection: Bool {
    guard properties != nil else { return false }
    return JSONSchema(keywords: keywords + [.properties([])]).describesSection
  }

  /// Whether the schema describes an object that a person opens as a value, because it has entries under keys that are freely chosen. With
  /// more settings than fit on a screen, it is a section all the same, because the settings can then be searched.
  fileprivate var isObjectWithEntries: Bool {
    schema.describesEntries && (properties ?? []).count <= 32
  }
}

/// Conditions of schemas as expressions of rules.
///
/// An expression can't express every schema. A setting whose condition can't be expressed is always shown.
extension RuleExpression {
  /// Creates the condition of a member of a section; `nil` for a condition that can't be expressed.
  init?(_ condition: MemberCondition, in section: SettingPath) {
    switch condition {
    case .meets(let schema):
      guard let condition = Self.meets(schema, in: section) else { return nil }
      self = condition
    case .violates(let schema):
      guard let condition = Self.meets(schema, in: section) else { return nil }
      self = .not(condition)
    case .hasKey(let key): self = .isSet(section.appending(key))
    }
  }

  private static func meets(_ schema: JSONSchema, in section: SettingPath) -> RuleExpression? {
    var parts: [RuleExpression] = []
    for keyword in schema.keywords {
      switch keyword {
      case .required(let keys): parts += keys.map { .isSet(section.appending($0)) }
      case .properties(let properties):
        for property in properties {
          let path = section.appending(property.name)
          guard let condition = meets(property.schema, at: path) else { return nil }
          parts.append(.any([.not(.isSet(path)), condition]))
        }
      case .type([.object]), .title, .description: continue
      default:
        guard let part = combination(keyword, part: { meets($0, in: section) }) else { return nil }
        parts.append(part)
      }
    }
    return parts.isEmpty ? nil : .all(parts)
  }

  /// Returns whether a setting's value meets a schema.
  private static func meets(_ schema: JSONSchema, at path: SettingPath) -> RuleExpression? {
    var parts: [RuleExpression] = []
    for keyword in schema.keywords {
      switch keyword {
      case .const(let value): parts.append(.comparison(.equal, .setting(path), .value(value)))
      case .enumeration(let values):
        parts.append(.any(values.map { .comparison(.equal, .setting(path), .value($0)) }))
      case .pattern(let pattern): parts.append(.matches(.setting(path), pattern))
      case .title, .description: continue
      // Another keyword determines the type, too.
      case .type where schema.keywords.count > 1: continue
      default:
        guard let part = combination(keyword, part: { meets($0, at: path) }) else { return nil }
        parts.append(part)
      }
    }
    return parts.isEmpty ? nil : .all(parts)
  }

  private static func combination(
    _ keyword: SchemaKeyword, part: (JSONSchema) -> RuleExpression?
  ) -> RuleExpression? {
    switch keyword {
    case .not(let schema): return part(schema).map(RuleExpression.not)
    case .allOf(let schemas), .anyOf(let schemas):
      guard let parts = schemas.mapAll(part) else { return nil }
      if case .allOf = keyword { return .all(parts) }
      return .any(parts)
    default: return nil
    }
  }

  private static func isSet(_ path: SettingPath) -> RuleExpression {
    .comparison(.notEqual, .setting(path), .value(.null))
  }
}
