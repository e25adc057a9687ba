/// The schemas that the JSON of a form contains once, under `$defs`, and refers to from everywhere else.
///
/// A form itself has no references. In its JSON, the title, help, default and traits of a setting are beside the
/// reference, and what the setting's type determines is in the definition.
///
/// The generator makes a definition of each type of the app that is a choice, alternatives or a struct. For an enum
/// `Color` and two settings of this type:
///
///     "background": { "title": "Background", "$ref": "#/$defs/Color", "default": "red" },
///     "border":     { "title": "Border", "$ref": "#/$defs/Color" }
///
/// Reading the form replaces the references again (``SchemaReader``), so form → JSON → form is the same form, with
/// or without definitions.
package struct SharedSchemas {
  /// The keyword of the definitions.
  package static let keyword = DefinitionReference.keyword

  private var definitions: [String: JSONObject] = [:]
  /// The names of the definitions by their compact JSON, in which the order of members counts.
  private var names: [[UInt8]: String] = [:]
  /// The names of the definitions that a reference has been written to.
  private var used: Set<String> = []

  /// Creates definitions that already refer to each other. Leaves out definitions that can't be the type of a setting.
  package init(_ definitions: JSONObject = [:]) {
    for member in definitions.members {
      if case .object(let schema) = member.value { add(schema, named: member.key) }
    }
  }

  /// Adds a definition whose inner schemas are already references where they equal definitions. The first of several equal
  /// definitions is used.
  package mutating func add(_ schema: JSONObject, named name: String) {
    guard Self.isShareable(schema), definitions[name] == nil else { return }
    let text = Self.text(schema)
    guard names[text] == nil else { return }
    names[text] = name
    definitions[name] = schema
  }

  /// Returns a schema with a reference in the place of each part that equals a definition. Inner parts come first,
  /// because definitions contain references themselves.
  package mutating func schema(_ value: JSONValue) -> JSONValue {
    guard case .object(let object) = value else { return value }
    let inner = parts(of: object)
    let keywords = Self.shareable(inner)
    guard Self.isShareable(keywords), let name = names[Self.text(keywords)] else { return .object(inner) }
    used.insert(name)
    // The reference takes the place of the first keyword that it replaces, so the title stays in front of it and the
    // default behind it.
    let reference = JSONObject.Member(key: "$ref", value: .string(DefinitionReference.text(to: name)))
    let place = inner.members.firstIndex { !Self.isBeside($0.key) } ?? inner.members.endIndex
    let before = inner.members[..<place]
    let after = inner.members[place...].filter { Self.isBeside($0.key) }
    return .object(JSONObject(distinct: before + [reference] + after))
  }

  /// Returns the keywords of a schema with references in the schemas inside.
  package mutating func parts(of object: JSONObject) -> JSONObject {
    object.mapSubschemas { schema($0) }
  }

  /// The definitions that references refer to, directly or through other definitions, sorted by name. Unused ones
  /// aren't written.
  package var usedDefinitions: JSONObject {
    var waiting = used
    var found: [String: JSONObject] = [:]
    let byReference = Dictionary(
      uniqueKeysWithValues: definitions.keys.map { (DefinitionReference.text(to: $0), $0) })
    while let name = waiting.popFirst() {
      guard found[name] == nil, let schema = definitions[name] else { continue }
      found[name] = schema
      Self.forEachReference(in: .object(schema)) { reference in
        if let name = byReference[reference] { waiting.insert(name) }
      }
    }
    let sorted = found.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return JSONObject(
      distinct: sorted.map { JSONObject.Member(key: $0.key, value: .object($0.value)) })
  }

  /// Calls the body with the text of each reference in a schema, at any depth.
  private static func forEachReference(in value: JSONValue, _ body: (String) -> Void) {
    guard case .object(let object) = value else { return }
    if case .string(let reference)? = object["$ref"] { body(reference) }
    object.forEachSubschema { forEachReference(in: $0, body) }
  }

  // MARK: What is shared

  /// Returns the keywords that the type of a setting determines. The others, such as the title, are written beside a reference.
  package static func shareable(_ schema: JSONObject) -> JSONObject {
    JSONObject(distinct: schema.members.filter { !isBeside($0.key) })
  }

  /// Whether a reference can replace keywords: it can for choices, alternatives, and objects with properties. A
  /// reference in place of `{"type": "boolean"}` would be longer and harder to read.
  package static func isShareable(_ keywords: JSONObject) -> Bool {
    keywords["oneOf"] != nil || keywords["properties"] != nil
  }

  /// Returns the text to compare schemas by. The same keywords in another order are another text, and so another definition.
  package static func text(_ keywords: JSONObject) -> [UInt8] { JSONValue.object(keywords).bytes(.compact) }

  /// Whether a keyword is beside a reference, because it describes a setting or a section rather than its type.
  private static func isBeside(_ keyword: String) -> Bool {
    switch keyword {
    case "title", "description", "default", "readOnly", "writeOnly", "deprecated", SettingKeyword.name: true
    default: false
    }
  }
}
