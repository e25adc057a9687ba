/// A JSON Schema 2020-12: the keywords of one schema object, in order.
///
/// A form is written as such schemas and read from them, and values are checked against them. So each constraint of a
/// setting is defined only once.
///
/// Schemas of earlier drafts become such schemas before they get here (`SchemaDialect`), so nothing in this module
/// knows of drafts.
package struct JSONSchema: Hashable, Sendable {
  /// The dialect, as `$schema` names it. Forms are written in it; schemas of other drafts are converted to it when they
  /// are read.
  static let dialect = "https://json-schema.org/draft/2020-12/schema"

  /// The keywords. Without keywords, every value is valid.
  package var keywords: [SchemaKeyword]

  package init(keywords: [SchemaKeyword]) {
    self.keywords = keywords
  }

  /// Whether both have the same keywords, in any order, as JSON objects are compared.
  package static func == (left: JSONSchema, right: JSONSchema) -> Bool {
    left.keywords == right.keywords
      || left.keywords.count == right.keywords.count && Set(left.keywords) == Set(right.keywords)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(keywords.reduce(0) { $0 ^ $1.hashValue })
  }

  /// The schema `false`, which no value meets.
  package static let never = JSONSchema(keywords: [.never])

  /// The schema as JSON, with its keywords in order: `true` without keywords, `false` for ``never``.
  package var json: JSONValue {
    switch keywords {
    case []: .bool(true)
    case [.never]: .bool(false)
    default: .object(object)
    }
  }

  /// The keywords as members; empty for a schema that is only `true`. A keyword that comes twice is written once, with
  /// its last value.
  package var object: JSONObject {
    var object = JSONObject()
    for keyword in writtenKeywords {
      guard let value = keyword.json else { continue }
      object[keyword.name] = value
    }
    return object
  }
}

extension JSONSchema {
  /// The key of a document's version for the migrations of its app, at its root. Only an app with migrations that
  /// depend on versions writes it.
  package static let versionKey = "$version"

  /// The keys at the root of a document that belong to its reader rather than to the settings: the name of its schema
  /// and its version. They are never unknown keys.
  package static let readerKeys: Set<String> = ["$schema", versionKey]

  /// The allowed types; empty if any type is allowed. A schema that allows no type at all is ``never``.
  package var types: [JSONType] {
    for case .type(let types) in keywords { return types }
    return []
  }

  // The first keyword of each name counts. A schema that was read has no other, since JSON with a key twice is refused.
  package var const: JSONValue? {
    for case .const(let value) in keywords { return value }
    return nil
  }

  /// Returns a string that a keyword has; `nil` without the keyword. An empty title is one, too.
  package subscript(keyword: SchemaKeyword.Text) -> String? {
    for case .text(keyword, let text) in keywords { return text }
    return nil
  }

  package subscript(keyword: SchemaKeyword.Limit) -> JSONNumber? {
    for case .limit(keyword, let number) in keywords { return number }
    return nil
  }

  package subscript(keyword: SchemaKeyword.Count) -> Int? {
    for case .count(keyword, let count) in keywords { return count }
    return nil
  }

  package subscript(keyword: SchemaKeyword.Single) -> JSONSchema? {
    for case .schema(keyword, let schema) in keywords { return schema }
    return nil
  }

  package subscript(keyword: SchemaKeyword.List) -> [JSONSchema]? {
    for case .list(keyword, let schemas) in keywords { return schemas }
    return nil
  }

  /// Returns schemas under names; `nil` without the keyword. Also an empty list of properties makes the schema one of objects.
  package subscript(keyword: SchemaKeyword.Table) -> [SchemaKeyword.Named]? {
    for case .table(keyword, let named) in keywords { return named }
    return nil
  }

  /// Whether a keyword is true; `false` without the keyword.
  package subscript(keyword: SchemaKeyword.Flag) -> Bool { keywords.contains(.flag(keyword, true)) }

  /// Whether the schema has a keyword, by its name in JSON Schema.
  package func has(_ name: String) -> Bool { keywords.contains { $0.name == name } }

  /// A keyword, by its name in JSON Schema. A replaced keyword keeps its place, and an added one comes last.
  package subscript(name: String) -> SchemaKeyword? {
    get { keywords.first { $0.name == name } }
    set {
      guard let place = keywords.firstIndex(where: { $0.name == name }) else {
        return keywords += newValue.map { [$0] } ?? []
      }
      keywords.replaceSubrange(place...place, with: newValue.map { [$0] } ?? [])
    }
  }

  /// The keys that the setting had in earlier versions. Former values of a choice, which are in the same attribute,
  /// count only as far as they are strings.
  package var formerKeys: [String] {
    for case .setting(let setting) in keywords { return setting.was.compactMap(\.text) }
    return []
  }
}

/// How a keyword contains schemas. Walks over schemas as JSON ask this.
package enum SubschemaPlace {
  /// The value is a schema.
  case schema
  /// The value is a list of schemas.
  case list
  /// The value is an object with a schema under each key.
  case table

  /// The place by the keyword's name; `nil` if its value contains no schemas that values are checked by.
  package init?(keyword: String) {
    if SchemaKeyword.Single(rawValue: keyword) != nil {
      self = .schema
    } else if SchemaKeyword.List(rawValue: keyword) != nil {
      self = .list
    } else if SchemaKeyword.Table(rawValue: keyword) != nil {
      self = .table
    } else {
      return nil
    }
  }
}

extension JSONObject {
  /// Calls the body with each schema directly inside a schema with these keywords. Definitions aren't among them, since
  /// nothing is checked by them without a reference.
  package func forEachSubschema(_ body: (JSONValue) -> Void) {
    for member in members {
      switch (SubschemaPlace(keyword: member.key), member.value) {
      case (.schema, _): body(member.value)
      case (.list, .array(let schemas)): schemas.forEach(body)
      case (.table, .object(let table)): for member in table.members { body(member.value) }
      default: break
      }
    }
  }

  /// The keywords of a schema, with each schema directly inside replaced. A keyword with a value of a wrong type stays
  /// as it is.
  package func mapSubschemas(_ transform: (JSONValue) -> JSONValue) -> JSONObject {
    JSONObject(
      distinct: members.map { member in
        var member = member
        switch (SubschemaPlace(keyword: member.key), member.value) {
        case (.schema, _): member.value = transform(member.value)
        case (.list, .array(let schemas)): member.value = .array(schemas.map(transform))
        case (.table, .object(let table)):
          let members = table.members.map { Member(key: $0.key, value: transform($0.value)) }
          member.value = .object(JSONObject(distinct: members))
        default: break
        }
        return member
      })
  }
}

/// A JSON Schema of any draft as a schema of 2020-12: what values are checked by if a form was read from such a schema.
///
/// The sections and settings of such a form are only how it is shown and edited. What is valid is decided here, so an
/// approximation there never accepts a value that the author of the schema refuses.
package struct SourceSchema: Hashable, Sendable {
  /// The schema of the document. References in it, and in the definitions, are names of definitions.
  package var root: JSONSchema
  /// The schemas that references lead to, by name. They can refer to each other.
  package var definitions: [String: JSONSchema] = [:]
  /// The formats of text that are checked, by name. A wrong one is a warning, since JSON Schema leaves it open whether a format is checked,
  /// and a file that another program reads must not become invalid by an opinion.
  package var formats: [String: TextGrammar]

  package init(root: JSONSchema, formats: [String: TextGrammar] = [:]) {
    self.root = root
    self.formats = formats
  }

  /// The definitions as JSON, sorted by the bytes of their names, so that the text doesn't depend on the order in a
  /// dictionary.
  var definitionsObject: JSONObject {
    let sorted = definitions.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return JSONObject(distinct: sorted.map { JSONObject.Member(key: $0.key, value: $0.value.json) })
  }
}

/// A condition under which a schema describes a member of an object. In
/// `{"if": {"properties": {"mode": {"const": "proxy"}}}, "then": {"properties": {"host": {}}}}`, `host` is described if
/// the object meets the schema of the `if`.
package enum MemberCondition: Hashable, Sendable {
  /// The object meets a schema: `if` and `then`.
  case meets(JSONSchema)
  /// The object violates a schema: `if` and `else`.
  case violates(JSONSchema)
  /// The object has a key: `dependentSchemas`.
  case hasKey(String)
}

/// A member that a schema describes only under conditions. Any of them suffices. It is derived from other keywords, so
/// that an editor can hide what has no effect.
package struct ConditionalMember: Hashable, Sendable {
  package let key: String
  /// The conditions. One of them has to hold.
  package let conditions: [MemberCondition]

  package init(key: String, conditions: [MemberCondition]) {
    self.key = key
    self.conditions = conditions
  }
}

extension JSONSchema {
  /// Returns the schema with keywords replaced or added.
  func replacing(_ others: JSONSchema) -> JSONSchema {
    others.keywords.reduce(into: self) { schema, keyword in schema[keyword.name] = keyword }
  }

  /// Returns the schema that a reference to this one stands for, with the keywords beside the reference.
  ///
  /// Annotations beside a reference replace the target's, which keeps the result a schema that some kind would write. Only `writeOnly`
  /// can't be taken back. Any other keyword has to hold in addition, so the target becomes a part of `allOf`.
  ///
  /// | beside the reference | target | result |
  /// |---|---|---|
  /// | `"title": "A"` | `{"type": "string", "title": "T"}` | `{"type": "string", "title": "A"}` |
  /// | `"maxLength": 3` | `{"type": "string"}` | `{"maxLength": 3, "allOf": [{"type": "string"}]}` |
  /// | `"writeOnly": false` | `{"writeOnly": true}` | `{"writeOnly": true}` |
  func target(beside siblings: JSONSchema) -> JSONSchema {
    var schema = replacing(siblings)
    if self[.writeOnly] { schema["writeOnly"] = .flag(.writeOnly, true) }
    if self != .never, siblings.keywords.allSatisfy(\.isAnnotation) { return schema }
    schema = siblings
    schema["allOf"] = .list(.allOf, (siblings[.allOf] ?? []) + [self])
    return siblings.keywords.isEmpty ? self : schema
  }

  /// The schema of objects that need keys; without a keyword if there are none, because an empty list would be written as well.
  package static func requiring(_ keys: [String]) -> JSONSchema {
    JSONSchema(keywords: keys.isEmpty ? [] : [.required(keys)])
  }

  /// Whether a property with this schema is a section rather than a setting: an object with named members, without a
  /// mark that makes it one setting, and without `null`, which a section can't be.
  package var describesSection: Bool {
    guard self[.properties] != nil, types.isEmpty || types == [.object] else { return false }
    return !keywords.contains { keyword in
      if case .setting(let setting) = keyword { return setting.object != nil }
      return false
    }
  }
}

/// A key of a dictionary that is a case of an enum, with the name that the case had in an earlier version.
package struct RenamedKey: Sendable {
  package let former: String
  package let key: String
}

extension JSONSchema {
  /// The keys with other names in earlier versions, if the schema is one of keys (`propertyNames`).
  package var renamedKeys: [RenamedKey] {
    let cases = self[.oneOf] ?? []
    let keys = Set(cases.compactMap { $0.const?.text })
    return cases.flatMap { schema in
      schema.const?.text.map { key in
        schema.formerKeys.filter { !keys.contains($0) }.map { RenamedKey(former: $0, key: key) }
      } ?? []
    }
  }
}
