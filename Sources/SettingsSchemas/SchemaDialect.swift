/// A version of JSON Schema, in the order of publication. A schema names its version in `$schema`; without it, it is
/// read as 2020-12, or as its surroundings are.
///
/// Old drafts are still common, as most editors support draft 7 best. The draft decides which keywords exist, how a
/// schema gets an address, and what some keywords mean; `KeywordConversion` has the differences in meaning.
enum SchemaDialect: Int, Comparable, CaseIterable {
  case draft4, draft6, draft7, draft2019, draft2020

  /// An older draft is less than a newer one, so `dialect < .draft2019` asks for all drafts before 2019-09.
  static func < (left: SchemaDialect, right: SchemaDialect) -> Bool { left.rawValue < right.rawValue }

  /// The dialect that `$schema` names, also without or with another scheme; `nil` for any other address.
  ///
  /// `http://json-schema.org/draft-07/schema#`, `https://json-schema.org/draft-07/schema` and
  /// `json-schema.org/draft-07/schema` are the same; people write all of them. So is the address of a vocabulary of the
  /// draft.
  init?(address: String) {
    for dialect in Self.allCases where address.contains("json-schema.org/\(dialect.name)/") {
      self = dialect
      return
    }
    return nil
  }

  /// The part of the metaschema's address that names the dialect.
  private var name: String {
    switch self {
    case .draft4: "draft-04"
    case .draft6: "draft-06"
    case .draft7: "draft-07"
    case .draft2019: "draft/2019-09"
    case .draft2020: "draft/2020-12"
    }
  }

  /// The address of the metaschema, without a fragment. Drafts up to 7 have `http`, the later ones `https`.
  var address: String { "\(self < .draft2019 ? "http" : "https")://json-schema.org/\(name)/schema" }

  /// The keyword that gives a schema an address.
  private var idKeyword: String { self == .draft4 ? "id" : "$id" }

  /// Returns the address that a schema gives itself, with its fragment; `nil` for a schema without an address.
  ///
  /// In draft 4, the keyword is `id`. An `$id` there means nothing, and neither does an `id` in a later draft.
  func id(of schema: JSONObject) -> String? {
    // A reference replaces its whole schema in the older dialects, also its address.
    guard case .string(let id)? = schema[idKeyword], self >= .draft2019 || schema["$ref"] == nil else {
      return nil
    }
    return id
  }

  /// Returns the dialect of a schema inside a schema of this dialect: the one that it names itself, or else this one.
  ///
  /// Only then the keyword for its address is known, which draft 4 calls otherwise.
  func inside(_ schema: JSONObject) -> SchemaDialect {
    schema["$schema"]?.text.flatMap(SchemaDialect.init(address:)) ?? self
  }

  /// Returns how a keyword contains schemas, including schemas that are only there to be referred to; `nil` if it
  /// contains none.
  ///
  /// This is the same for all drafts, because it is used only to find what references can lead to: a `definitions` in a
  /// schema of 2020-12 isn't a keyword any more, but `#/definitions/a` works.
  ///
  /// Example: `items` is a list in `{"items": [A, B]}`, and a schema in `{"items": A}`.
  static func place(of keyword: String, _ value: JSONValue) -> SubschemaPlace? {
    switch keyword {
    case "$defs", "definitions", "dependencies": return .table
    case "additionalItems", "contentSchema": return .schema
    case "items":
      if case .array = value { return .list }
      return .schema
    default: return SubschemaPlace(keyword: keyword)
    }
  }
}

/// The schemas that schemas themselves are checked by. Schemas that contain other schemas refer to them.
extension SchemaDialect {
  /// The schema of the dialect's schemas.
  ///
  /// They are generated from one table and not copied from json-schema.org: a table row says which keyword exists from
  /// which draft to which, and with what value. References to metaschemas are common (a setting whose value is a
  /// schema), and nothing is fetched from the network.
  ///
  /// The result checks the values of single keywords. A schema inside of a schema refers to the whole again, with the
  /// keyword that the draft has for this: `$ref: "#"`, `$recursiveRef` or `$dynamicRef`. So a metaschema that extends
  /// this one checks the inner schemas, too.
  var metaschema: JSONValue { metaschema(at: address + (self < .draft2019 ? "#" : "")) { _ in true } }

  /// The schema of the keywords of a vocabulary; `nil` for an unknown one.
  func metaschema(ofVocabulary name: String) -> JSONValue? {
    let names = [
      "core", "applicator", "unevaluated", "validation", "meta-data", "format", "format-annotation",
      "content",
    ]
    guard names.contains(name) else { return nil }
    let vocabulary = name == "format-annotation" ? "format" : name
    return metaschema(at: address.replacing("/schema", with: "/meta/\(name)")) { keyword in
      switch keyword {
      case "title", "description", "default", "deprecated", "readOnly", "writeOnly", "examples":
        vocabulary == "meta-data"
      case "format": vocabulary == "format"
      case "contentSchema", "contentMediaType", "contentEncoding": vocabulary == "content"
      case "unevaluatedItems", "unevaluatedProperties":
        vocabulary == (self == .draft2019 ? "applicator" : "unevaluated")
      default:
        vocabulary
          == (keyword.hasPrefix("$")
            ? "core" : Self.place(of: keyword, .null) == nil ? "validation" : "applicator")
      }
    }
  }

  /// The definitions of the metaschema, to which schemas of settings refer.
  private var metaschemaDefinitions: JSONValue {
    let count = json(.count)
    return .object([
      "schemaArray": json(.schemas), "simpleTypes": type, "stringArray": json(.strings),
      self == .draft4 ? "positiveInteger" : "nonNegativeInteger": count,
      self == .draft4 ? "positiveIntegerDefault0" : "nonNegativeIntegerDefault0": count,
    ])
  }

  private func metaschema(at address: String, of isIncluded: (String) -> Bool) -> JSONValue {
    var schema = JSONObject()
    schema["$schema"] = .string(self.address + (self < .draft2019 ? "#" : ""))
    schema[self == .draft4 ? "id" : "$id"] = .string(address)
    schema[self < .draft2019 ? "definitions" : "$defs"] = metaschemaDefinitions
    if self == .draft2019 { schema["$recursiveAnchor"] = true }
    if self == .draft2020 { schema["$dynamicAnchor"] = "meta" }
    schema["type"] = self == .draft4 ? "object" : ["object", "boolean"]
    var properties = JSONObject()
    for (keywords, first, last, form) in Self.keywords where first <= self && self <= last {
      for keyword in keywords.split(separator: " ").map(String.init) where isIncluded(keyword) {
        properties[keyword] = json(form)
      }
    }
    for keyword in Self.otherKeywords where properties[keyword] == nil && isIncluded(keyword) {
      properties[keyword] = json(.any)
    }
    schema["properties"] = .object(properties)
    if self == .draft4 {
      schema["dependencies"] = ["exclusiveMaximum": ["maximum"], "exclusiveMinimum": ["minimum"]]
    }
    return .object(schema)
  }

  /// The form of a keyword's value.
  ///
  /// `count` is a whole number from 0, `positive` a number above 0, `table` an object of schemas, `stringsTable` an
  /// object of lists of keys, and `dependencies` an object that mixes the two.
  private enum Form {
    case any, boolean, string, number, positive, count, strings, types, schema, schemas, schemaOrSchemas
    case table, stringsTable, dependencies, list
  }

  /// The keywords with the first and the last draft that has them, and the form of their values.
  ///
  /// A keyword whose form changed has a row for each form: `exclusiveMinimum` is true or false in draft 4, and a number
  /// since draft 6. `definitions` and `dependencies` stay in the newest drafts, because the official metaschemas still
  /// check them there, too.
  private static let keywords: [(String, from: SchemaDialect, to: SchemaDialect, Form)] = [
    ("$ref $schema title description format pattern", .draft4, .draft2020, .string),
    ("id", .draft4, .draft4, .string),
    ("$id", .draft6, .draft2020, .string),
    ("$comment contentMediaType contentEncoding", .draft7, .draft2020, .string),
    ("$anchor", .draft2019, .draft2020, .string),
    ("$recursiveRef", .draft2019, .draft2019, .string),
    ("$recursiveAnchor", .draft2019, .draft2019, .boolean),
    ("$dynamicRef $dynamicAnchor", .draft2020, .draft2020, .string),
    ("default", .draft4, .draft2020, .any),
    ("const", .draft6, .draft2020, .any),
    ("uniqueItems", .draft4, .draft2020, .boolean),
    ("readOnly writeOnly", .draft7, .draft2020, .boolean),
    ("deprecated", .draft2019, .draft2020, .boolean),
    ("minimum maximum", .draft4, .draft2020, .number),
    ("exclusiveMinimum exclusiveMaximum", .draft4, .draft4, .boolean),
    ("exclusiveMinimum exclusiveMaximum", .draft6, .draft2020, .number),
    ("multipleOf", .draft4, .draft2020, .positive),
    (
      "minLength maxLength minItems maxItems minProperties maxProperties", .draft4, .draft2020, .count
    ),
    ("minContains maxContains", .draft2019, .draft2020, .count),
    ("required", .draft4, .draft2020, .strings),
    ("type", .draft4, .draft2020, .types),
    ("enum examples", .draft4, .draft2020, .list),
    ("additionalItems", .draft4, .draft2019, .schema),
    ("additionalProperties not", .draft4, .draft2020, .schema),
    ("contains propertyNames", .draft6, .draft2020, .schema),
    ("if then else", .draft7, .draft2020, .schema),
    ("unevaluatedItems unevaluatedProperties contentSchema", .draft2019, .draft2020, .schema),
    ("items", .draft4, .draft2019, .schemaOrSchemas),
    ("items", .draft2020, .draft2020, .schema),
    ("prefixItems", .draft2020, .draft2020, .schemas),
    ("allOf anyOf oneOf", .draft4, .draft2020, .schemas),
    ("definitions properties patternProperties", .draft4, .draft2020, .table),
    ("$defs dependentSchemas", .draft2019, .draft2020, .table),
    ("dependencies", .draft4, .draft2020, .dependencies),
    ("dependentRequired", .draft2019, .draft2020, .stringsTable),
  ]

  /// What editors and this library add to schemas of any draft. If they were unknown, a form would get a warning for each.
  private static let otherKeywords =
    EditorKeyword.allCases.map(\.rawValue) + [
      SettingKeyword.name, FormSchema.versionKeyword, FormSchema.rulesKeyword, FormSchema.skippedKeyword,
      FormLayers.keyword, FormMigration.keyword,
    ]

  /// The schema of a keyword's value in this dialect, with the keywords that the dialect itself has.
  private func json(_ form: Form) -> JSONValue {
    switch form {
    case .any: [:]
    case .boolean: ["type": "boolean"]
    case .string: ["type": "string"]
    case .number: ["type": "number"]
    case .positive where self == .draft4: ["type": "number", "minimum": 0, "exclusiveMinimum": true]
    case .positive: ["type": "number", "exclusiveMinimum": 0]
    case .count: ["type": "integer", "minimum": 0]
    case .strings where self == .draft4:
      ["type": "array", "items": ["type": "string"], "uniqueItems": true, "minItems": 1]
    case .strings: ["type": "array", "items": ["type": "string"], "uniqueItems": true]
    case .types:
      ["anyOf": [type, ["type": "array", "items": type, "uniqueItems": true, "minItems": 1]]]
    case .schema:
      switch self {
      case .draft4: ["anyOf": [["type": "boolean"], ["$ref": "#"]]]
      case .draft6, .draft7: ["$ref": "#"]
      case .draft2019: ["$recursiveRef": "#"]
      case .draft2020: ["$dynamicRef": "#meta"]
      }
    case .schemas: ["type": "array", "items": json(.schema), "minItems": 1]
    case .schemaOrSchemas: ["anyOf": [json(.schema), json(.schemas)]]
    case .table: ["type": "object", "additionalProperties": json(.schema)]
    case .stringsTable: ["type": "object", "additionalProperties": json(.strings)]
    case .dependencies:
      ["type": "object", "additionalProperties": ["anyOf": [json(.schema), json(.strings)]]]
    case .list: ["type": "array"]
    }
  }

  /// One of the seven names of types.
  private var type: JSONValue { ["enum": .array(JSONType.allCases.map { .string($0.rawValue) })] }
}

/// Converts the keywords of one schema to draft 2020-12.
///
/// The drafts use the same words for different things. `items` with a list is `prefixItems` now;
/// `exclusiveMinimum: true` in draft 4 turns `minimum` into what `exclusiveMinimum` is now. Each keyword is therefore
/// read with the meaning that it has in the draft of its schema, and the rest of the package knows only 2020-12.
///
///     draft 4   {"minimum": 0, "exclusiveMinimum": true}          ─▶ {"exclusiveMinimum": 0}
///     draft 7   {"items": [A, B], "additionalItems": C}           ─▶ {"prefixItems": [A, B], "items": C}
///     draft 7   {"dependencies": {"a": ["b"], "c": S}}            ─▶ {"dependentRequired": {"a": ["b"]}, "dependentSchemas": {"c": S}}
///
/// In one place, the drafts aren't obeyed: up to draft 7, everything beside a `$ref` is ignored. Authors write a title
/// or a limit there all the same, and editors show and check it, so it counts in every draft. The tests of JSON
/// Schema's suite list this as an exception.
///
/// `prefixItems`, `dependentRequired`, `dependentSchemas` and the two `unevaluated…` keywords are skipped in drafts
/// that don't have them. Other keywords, such as `const` in draft 4, are read in all drafts.
///
/// A keyword that can't be used causes a warning and is left out, in the direction that allows more: a form that
/// refuses valid values would be worse than one that overlooks an invalid one. Inside `not`, leaving it out would refuse more values, so the
/// schema keeps a note (``SchemaKeyword/unusable``) for the check. If the keyword may mark a secret, the whole value is secret; so
/// it is if the draft has no such keyword.
///
/// The bundler makes a conversion for each schema, adds the members in their order, and takes the result.
struct KeywordConversion {
  /// The schema as it is written, for keywords whose meaning depends on a neighbor.
  private let object: JSONObject
  /// The converted keywords, in the order of the schema.
  private var keywords: [SchemaKeyword] = []
  /// What `dependencies` and `dependentRequired` say about required keys.
  private var dependentRequired: [SchemaKeyword.Dependency] = []
  /// What `dependencies` and `dependentSchemas` say, since a schema can have both and the result has one keyword.
  private var dependentSchemas: [SchemaKeyword.Named] = []
  /// The keywords of editors. They are converted last, because a `description` that comes after them has precedence.
  private var editorDescriptions = EditorDescriptions()
  /// Whether a keyword that was left out may mark a secret.
  private var isSecret = false
  /// Whether a keyword that was left out may refuse values.
  private var isUnusable = false
  /// The keywords that are about what is left by a keyword that can't be used.
  private var unknownRests: Set<String> = []
  /// Schemas that are added to `allOf`: a second reference, and the `contains` of draft 2019-09.
  private var others: [JSONSchema] = []

  init(_ object: JSONObject) {
    self.object = object
    keywords.reserveCapacity(object.members.count)
  }

  /// The converted schema, after all keywords were added.
  ///
  /// The keywords that had to be collected come at the end.
  func schema(_ dialect: SchemaDialect) -> JSONSchema {
    var schema = JSONSchema(keywords: keywords)
    schema.keywords.removeAll { unknownRests.contains($0.name) }
    if isUnusable { schema.keywords.append(.unusable) }
    if isSecret {
      schema.keywords.removeAll { $0.name == "writeOnly" }
      schema.keywords.append(.flag(.writeOnly, true))
    }
    if !editorDescriptions.isEmpty { schema.keywords += editorDescriptions.keywords(beside: schema) }
    if !dependentRequired.isEmpty { schema.keywords.append(.dependentRequired(dependentRequired)) }
    if !dependentSchemas.isEmpty { schema.keywords.append(.table(.dependentSchemas, dependentSchemas)) }
    var others = others
    if dialect == .draft2019, let contains = schema.removingContains() { others.append(contains) }
    guard !others.isEmpty else { return schema }
    if let index = schema.keywords.firstIndex(where: { $0.name == "allOf" }),
      case .list(.allOf, let schemas) = schema.keywords[index]
    {
      schema.keywords[index] = .list(.allOf, schemas + others)
    } else {
      schema.keywords.append(.list(.allOf, others))
    }
    return schema
  }

  /// Adds a keyword, with the meaning that it has in the draft of its schema: some keywords mean something else, or
  /// nothing, in another draft.
  ///
  /// A keyword that no draft has is kept as it is, because an editor or the app may have a use for it.
  mutating func add(_ member: JSONObject.Member, with bundler: inout SchemaBundler) {
    let dialect = bundler.dialect
    let (name, value) = (member.key, member.value)
    switch name {
    case "$ref":
      guard let reference = bundler.reference(value, keyword: name) else {
        isSecret = isSecret || bundler.mayLeadToSecret(value)
        isUnusable = true
        // Keep the reference, because what the missing schema describes isn't known.
        return keywords.append(.other(name, value))
      }
      addReference(reference)
    case "$dynamicRef" where dialect == .draft2020, "$recursiveRef" where dialect == .draft2019:
      guard let reference = bundler.dynamicReference(value, keyword: name) else {
        isSecret = isSecret || bundler.mayLeadToSecret(value)
        isUnusable = true
        return
      }
      addReference(reference)
    // Addresses and anchors have done their work in `SchemaResources`. A definition is converted when a reference needs
    // it.
    case "id" where dialect == .draft4: break
    case "$id", "$schema", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary", "$defs",
      "definitions", "$comment":
      break
    case "prefixItems" where dialect < .draft2020, "dependentRequired" where dialect < .draft2019,
      "dependentSchemas" where dialect < .draft2019, "unevaluatedItems" where dialect < .draft2019,
      "unevaluatedProperties" where dialect < .draft2019:
      leaveOut(name, value, with: &bundler)
    // In draft 4, a limit and whether it is exclusive are two keywords.
    case "minimum" where object["exclusiveMinimum"] == true,
      "maximum" where object["exclusiveMaximum"] == true:
      addLeaf(name == "minimum" ? "exclusiveMinimum" : "exclusiveMaximum", value: value, with: &bundler)
    case "exclusiveMinimum", "exclusiveMaximum":
      // The flag of draft 4 was used with the limit.
      if case .bool = value { return }
      addLeaf(name, value: value, with: &bundler)
    case "additionalItems":
      // Beside an `items` that isn't a list, `additionalItems` means nothing.
      guard case .array? = object["items"], dialect < .draft2020 else {
        return leaveOut(name, value, with: &bundler)
      }
      addSchema(.items, at: name, value: value, with: &bundler)
    case "items":
      if case .array = value { return addList(.prefixItems, at: name, value: value, with: &bundler) }
      addSchema(.items, at: name, value: value, with: &bundler)
    case "dependencies": addDependencies(value, with: &bundler)
    case "dependentRequired":
      guard case .dependentRequired(let dependencies)? = leaf(name, value: value, with: &bundler) else {
        return isUnusable = true
      }
      dependentRequired += dependencies
    case "dependentSchemas": dependentSchemas += table(name, value: value, with: &bundler)
    case "patternProperties": addPatterns(value, with: &bundler)
    case SettingKeyword.name: addSetting(value, with: &bundler)
    default:
      // What a string contains is as secret as the string.
      if name == "contentSchema" { leaveOut(name, value, with: &bundler) }
      if let keyword = SchemaKeyword.Single(rawValue: name) {
        addSchema(keyword, at: name, value: value, with: &bundler)
      } else if let keyword = SchemaKeyword.List(rawValue: name) {
        addList(keyword, at: name, value: value, with: &bundler)
      } else if SchemaKeyword.Table(rawValue: name) == .properties {
        keywords.append(.table(.properties, table(name, value: value, with: &bundler)))
      } else if let keyword = EditorKeyword(rawValue: name) {
        editorDescriptions.add(keyword, value: value)
      } else {
        addLeaf(name, value: value, with: &bundler)
      }
    }
  }

  /// Adds a reference to a definition.
  ///
  /// A schema can have `$ref` and `$dynamicRef` side by side, and a list of keywords has one reference. The second one
  /// goes into `allOf`, which means the same.
  private mutating func addReference(_ name: String) {
    if keywords.contains(where: { $0.name == "$ref" }) {
      others.append(JSONSchema(keywords: [.reference(name)]))
    } else {
      keywords.append(.reference(name))
    }
  }

  /// Notes a keyword that isn't used: it may mark a secret.
  private mutating func leaveOut(_ name: String, _ value: JSONValue, with bundler: inout SchemaBundler) {
    isSecret = isSecret || bundler.mayMarkSecret(name, value)
  }

  /// Notes a keyword that can't be used: it may refuse values. What it leaves to another keyword isn't known either.
  private mutating func giveUp(_ name: String, _ value: JSONValue, with bundler: inout SchemaBundler) {
    isUnusable = true
    leaveOut(name, value, with: &bundler)
    guard let rest = Self.rests[name], let value = object[rest] else { return }
    leaveOut(rest, value, with: &bundler)
    unknownRests.insert(rest)
  }

  /// The keywords for the members and the elements that another keyword doesn't describe.
  private static let rests = [
    "properties": "additionalProperties", "patternProperties": "additionalProperties", "prefixItems": "items",
  ]

  // MARK: - Keywords without schemas

  /// Adds a keyword whose value has no schemas inside, if it can be used.
  private mutating func addLeaf(_ name: String, value: JSONValue, with bundler: inout SchemaBundler) {
    guard let keyword = leaf(name, value: value, with: &bundler) else {
      // A title of a wrong type refuses nothing.
      return Self.annotations.contains(name)
        ? leaveOut(name, value, with: &bundler) : giveUp(name, value, with: &bundler)
    }
    keywords.append(keyword)
  }

  private static let annotations: Set<String> = [
    "title", "description", "format", "contentEncoding", "readOnly", "writeOnly", "deprecated",
    SettingKeyword.name,
  ]

  /// Adds the attributes of a setting, those that can be used: a former name is needed although another attribute is faulty.
  private mutating func addSetting(_ value: JSONValue, with bundler: inout SchemaBundler) {
    let name = SettingKeyword.name
    guard case .object(let attributes) = value else { return addLeaf(name, value: value, with: &bundler) }
    let usable = attributes.members.filter {
      leaf(name, value: .object([$0.key: $0.value]), with: &bundler) != nil
    }
    addLeaf(name, value: .object(JSONObject(distinct: usable)), with: &bundler)
  }

  /// Reads a keyword as a form's reader does; returns `nil` after a warning for a value of a wrong type, such as
  /// `"minimum": "3"`.
  private func leaf(_ name: String, value: JSONValue, with bundler: inout SchemaBundler) -> SchemaKeyword? {
    var reader = SchemaReader(patterns: bundler.patterns)
    do throws(FormSchemaError) {
      return try reader.keyword(name, value: value)
    } catch {
      bundler.warn(FormSchemaError(path: SettingPath([name] + error.path.keys), reason: error.reason))
      return nil
    }
  }

  // MARK: - Keywords with schemas

  /// Adds a keyword whose value is a schema.
  private mutating func addSchema(
    _ keyword: SchemaKeyword.Single, at name: String, value: JSONValue, with bundler: inout SchemaBundler
  ) {
    guard let schema = bundler.schema(value, at: name) else { return giveUp(name, value, with: &bundler) }
    keywords.append(SchemaKeyword(keyword, schema))
  }

  /// Adds a keyword whose value is a list of schemas. An empty list is a warning, except for `items: []` of the older
  /// drafts, which says nothing.
  private mutating func addList(
    _ keyword: SchemaKeyword.List, at name: String, value: JSONValue, with bundler: inout SchemaBundler
  ) {
    guard case .array(let elements) = value, !elements.isEmpty || name == "items" else {
      bundler.warn(.wrongValue(expected: "a list of at least one schema"), keys: name)
      return giveUp(name, value, with: &bundler)
    }
    let schemas = elements.enumerated().map {
      // A schema that can't be used keeps its place in the list.
      if let schema = bundler.schema($0.element, at: name, String($0.offset)) { return schema }
      leaveOut(name, $0.element, with: &bundler)
      return .unusable
    }
    keywords.append(.list(keyword, schemas))
  }

  /// Converts an object of schemas. What isn't a schema keeps its key: left out, it would make the key unknown.
  private mutating func table(
    _ name: String, value: JSONValue, with bundler: inout SchemaBundler
  ) -> [SchemaKeyword.Named] {
    guard case .object(let table) = value else {
      bundler.warn(.wrongValue(expected: "an object of schemas"), keys: name)
      giveUp(name, value, with: &bundler)
      return []
    }
    return table.members.map { member in
      let schema = bundler.schema(member.value, at: name, member.key)
      if schema == nil { leaveOut(name, member.value, with: &bundler) }
      return SchemaKeyword.Named(name: member.key, schema: schema ?? .unusable)
    }
  }

  /// Adds `patternProperties`.
  ///
  /// A pattern that can't be compiled becomes the empty pattern, which matches every key, with a schema that can't be used. Left
  /// out, it would make keys unknown that the author has allowed, and `additionalProperties: false` would refuse them.
  /// Any key can be one that the pattern means, or one that it leaves to `additionalProperties`: what either of them may
  /// mark is secret under each key.
  private mutating func addPatterns(_ value: JSONValue, with bundler: inout SchemaBundler) {
    let name = "patternProperties"
    var faulty = JSONObject()
    var schemas = table(name, value: value, with: &bundler).filter { property in
      do throws(TextPatternError) {
        _ = try bundler.patterns.pattern(property.name)
        return true
      } catch {
        bundler.warn(.pattern(error.message), keys: name, property.name)
        faulty[property.name] = value.member(property.name)
        return false
      }
    }
    if !faulty.members.isEmpty {
      for name in ["additionalProperties", "unevaluatedProperties"] { faulty[name] = object[name] }
      let isSecret = bundler.mayMarkSecret(name, .object(faulty))
      if schemas.contains(where: \.name.isEmpty) {
        self.isSecret = self.isSecret || isSecret
      } else {
        schemas.append(SchemaKeyword.Named(name: "", schema: isSecret ? .secret : .unusable))
      }
    }
    keywords.append(.table(.patternProperties, schemas))
  }

  /// Splits `dependencies` (drafts 4 to 7) into the two keywords that replace it. A single string, as draft 3 had it,
  /// is a list of one key.
  private mutating func addDependencies(_ value: JSONValue, with bundler: inout SchemaBundler) {
    guard case .object(let table) = value else {
      bundler.warn(.wrongValue(expected: "an object of schemas and lists of keys"), keys: "dependencies")
      return giveUp("dependencies", value, with: &bundler)
    }
    for member in table.members {
      switch member.value {
      case .array, .string:
        let keys: [JSONValue] = if case .array(let keys) = member.value { keys } else { [member.value] }
        dependentRequired.append(
          SchemaKeyword.Dependency(key: member.key, required: keys.compactMap(\.text)))
      default:
        guard let schema = bundler.schema(member.value, at: "dependencies", member.key) else {
          giveUp("dependencies", member.value, with: &bundler)
          continue
        }
        dependentSchemas.append(SchemaKeyword.Named(name: member.key, schema: schema))
      }
    }
  }
}

extension JSONSchema {
  /// Removes `contains` and its limits; returns a schema that means the same but evaluates no element, as in draft
  /// 2019-09: a negated schema evaluates nothing, so two negations only check. Returns `nil` for a schema without
  /// `contains`.
  ///
  /// In draft 2020-12, an element that `contains` finds counts as evaluated, so `unevaluatedItems: false` allows it. In
  /// 2019-09, it doesn't. Example: `{"contains": C, "minContains": 2}` →
  /// `{"not": {"not": {"contains": C, "minContains": 2}}}`.
  fileprivate mutating func removingContains() -> JSONSchema? {
    let (kept, removed) = keywords.reduce(into: ([SchemaKeyword](), [SchemaKeyword]())) { parts, keyword in
      switch keyword {
      case .schema(.contains, _), .count(.minContains, _), .count(.maxContains, _): parts.1.append(keyword)
      default: parts.0.append(keyword)
      }
    }
    guard has("contains") else { return nil }
    keywords = kept
    return JSONSchema(keywords: [
      .schema(.not, JSONSchema(keywords: [.schema(.not, JSONSchema(keywords: removed))]))
    ])
  }
}
