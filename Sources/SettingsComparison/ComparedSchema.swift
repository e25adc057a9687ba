import SettingsForm

/// The parts of a form's JSON Schema that a comparison needs, for schemas whose references are replaced by their
/// targets.
extension JSONObject {
  /// A choice with the values that it had in earlier versions.
  struct Choice {
    var value: JSONValue
    var former: [JSONValue]
  }

  /// An alternative: the key that stands for it, the keys that did so in earlier versions, and the schema of its
  /// members.
  struct Variant {
    var key: String
    var former: [JSONValue]
    var members: JSONObject
  }

  /// The schema without what a value of the type has anyway: the limits of a type of 64 or more bits, and values as `JSONEncoder` writes them.
  var comparable: JSONObject {
    var schema = withoutCoder.mapSubschemas { schema in
      if case .object(let object) = schema { .object(object.comparable) } else { schema }
    }
    for keyword in ["minimum", "maximum"] {
      if let number = schema[keyword]?.number, number.double.magnitude >= NumberLimits.widest {
        schema[keyword] = nil
      }
    }
    return schema
  }

  /// The members of a struct or section, in order.
  var properties: [(key: String, schema: JSONObject)] {
    guard case .object(let properties)? = self["properties"] else { return [] }
    return properties.members.compactMap { member in
      if case .object(let schema) = member.value { (member.key, schema) } else { nil }
    }
  }

  /// What JSON Schema has no keyword for, such as the unit and the former names; empty if the schema has none.
  var extras: JSONObject {
    if case .object(let extras)? = self[SettingKeyword.name] { extras } else { [:] }
  }

  /// Returns the schema of durations for the limits of numbers that count a unit: 1 and 30 minutes are `PT60S` and `PT1800S`.
  func countingDurations(unit: String) -> JSONObject {
    var limits: JSONObject = [:]
    for keyword in ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] {
      guard let number = self[keyword] else { continue }
      limits[keyword] = (try? Quantity("\(number) \(unit)"))?.duration.map { .string($0.text) }
    }
    return ["format": "duration", SettingKeyword.name: .object(limits)]
  }

  /// The former names: `was` is a string or a list of strings.
  var formerNames: [JSONValue] {
    if case .array(let names)? = extras["was"] { names } else { extras["was"].map { [$0] } ?? [] }
  }

  /// Whether the schema is a section. A struct that is one setting has properties, too, and a mark.
  var isSection: Bool { self["properties"] != nil && extras["object"] == nil }

  /// The migrations of a form.
  func migrations() throws(FormSchemaError) -> [FormMigration] {
    guard let json = self[FormMigration.keyword] else { return [] }
    return try FormMigration.migrations(json)
  }

  /// The types that the schema accepts; empty if it accepts any.
  var typeNames: [String] {
    if case .array(let types)? = self["type"] {
      types.compactMap(\.text)
    } else {
      self["type"]?.text.map { [$0] } ?? []
    }
  }

  /// The keys of a dictionary whose keys are an enum's; `nil` for any other.
  var keyNames: [String]? {
    guard case .object(let schema)? = self["propertyNames"] else { return nil }
    if case .array(let names)? = schema["enum"] { return names.compactMap(\.text) }
    return schema.choices?.compactMap(\.value.text)
  }

  /// The schemas in `oneOf`, which the form uses for choices and for alternatives.
  private var alternatives: [JSONObject]? {
    guard case .array(let schemas)? = self["oneOf"] else { return nil }
    return schemas.compactMap { if case .object(let schema) = $0 { schema } else { nil } }
  }

  /// Whether `null` is accepted, by the type or as one of the choices.
  var allowsNull: Bool {
    typeNames.contains("null") || alternatives?.contains { $0["const"] == .null } ?? false
  }

  /// The choices, without `null`; `nil` if the value isn't one of several.
  var choices: [Choice]? {
    guard let alternatives, alternatives.allSatisfy({ $0["const"] != nil }) else { return nil }
    return alternatives.compactMap { schema in
      guard let value = schema["const"], value != .null else { return nil }
      return Choice(value: value, former: schema.formerNames)
    }
  }

  /// The alternatives that a key tells apart; `nil` for a value without them.
  var variants: [Variant]? {
    guard let alternatives, choices == nil else { return nil }
    return alternatives.compactMap { schema in
      guard let (key, members) = schema.properties.first else { return nil }
      return Variant(key: key, former: schema.formerNames, members: members)
    }
  }

  /// Returns the values of a keyword if they differ; `nil` if they are equal or both are missing.
  func differing(from other: JSONObject, _ keyword: String) -> (JSONValue?, JSONValue?)? {
    self[keyword] == other[keyword] ? nil : (self[keyword], other[keyword])
  }
}

extension JSONSchema {
  /// The steps of the form that move values, and those of its migrations.
  func steps(_ migrations: [FormMigration] = []) -> [FormStep] {
    var form = FormSchema(root: section(""))
    form.migrations = migrations
    return form.steps.filter { if case .conversion = $0.action { false } else { true } }
  }

  /// The section or struct, with the names that it and everything inside of it had in earlier versions.
  private func section(_ key: String) -> FormSection {
    FormSection(
      key: key, title: "", formerKeys: formerKeys,
      items: (self[.properties] ?? []).map { property in
        property.schema.describesSection
          ? .section(property.schema.section(property.name))
          : .setting(property.schema.setting(property.name))
      })
  }

  private func setting(_ key: String) -> FormSetting {
    let names = keywords.filter { $0.name == "propertyNames" }
    return FormSetting(
      key: key, title: "", kind: kind, formerKeys: formerKeys, otherKeywords: JSONSchema(keywords: names))
  }

  /// The kind, as far as it has parts.
  private var kind: FormKind {
    if let alternatives = self[.oneOf].flatMap(KeyedAlternatives.init) {
      return .variants(
        alternatives.all.map { alternative in
          var variant = FormVariant(
            mark: .key(alternative.key), title: "", kind: .object(alternative.schema.section("")))
          variant.formerKeys = alternative.schema.formerKeys
          return variant
        })
    }
    if has("properties") { return .object(section("")) }
    if let element = self[.items] { return .list(element.kind, ListLimits()) }
    return self[.additionalProperties].map { .dictionary($0.kind) } ?? .json
  }
}

extension [JSONObject.Choice] {
  /// Whether a value is a choice, or was called so by an earlier version.
  func has(_ value: JSONValue) -> Bool {
    contains { $0.value == value || $0.former.contains(value) }
  }
}
