import Synchronization

extension Secrecy {
  /// Determines the secrecy of a value that a schema describes.
  ///
  /// The result can be too secret, never too open. Where it depends on the value which schema applies, all of them
  /// count; a pattern that can't be compiled matches every key.
  ///
  /// `{"anyOf": [{"type": "string", "writeOnly": true}, {"type": "object", "properties": {"env": {}}}]}` makes a string
  /// secret and an object `{"env": "TOKEN"}` not. A number is allowed by neither, so it is secret.
  ///
  /// Cost: linear in the size of the schema.
  ///
  /// - Parameter definitions: The definitions that the schema's references lead to. With them, the secrecy of a part is
  ///   determined when it is first asked for.
  init(_ schema: JSONSchema, definitions: SecretDefinitions? = nil) {
    /// Returns the secrecy of a part: deferred if it holds secrets, since its schema can lead back here; without
    /// secrets, only its types matter.
    func part(_ schema: JSONSchema) -> Secrecy {
      guard let definitions else { return Secrecy(schema) }
      if definitions.holdsSecrets(schema) {
        return Secrecy(Deferred { Secrecy(schema, definitions: definitions) })
      }
      return Secrecy(alternatives: [], types: schema.possibleTypes(definitions), holdsSecrets: false)
    }
    /// Returns the secrecy of a part that one of two schemas describes. It is deferred, too, since it would have to ask for both.
    func either(_ one: Secrecy, _ other: Secrecy) -> Secrecy {
      guard one.holdsSecrets || other.holdsSecrets else { return .any(of: [one, other]) }
      return Secrecy(Deferred { .any(of: [one, other]) })
    }
    // A value that is secret as a whole needs no look at its parts.
    guard !schema[.writeOnly] else {
      self = .whole
      return
    }
    var parts = Parts()
    var others: [Secrecy] = []
    var unevaluated = Secrecy.none
    for keyword in schema.keywords {
      switch keyword {
      case .table(.properties, let properties): parts.add(properties, part: part)
      // Without a pattern that can be compiled, every key may match.
      case .table(.patternProperties, let properties):
        parts.patterns += properties.map {
          Parts.Pattern(keys: try? TextPattern($0.name), secrecy: part($0.schema))
        }
      case .schema(.additionalProperties, let schema): parts.additional = part(schema)
      case .list(.prefixItems, let schemas): parts.prefix = schemas.map(part)
      case .schema(.items, let schema): parts.items = part(schema)
      case .schema(.contains, let schema): parts.contained = part(schema)
      // Which members are unevaluated depends on the value, so all members without a name can be.
      case .schema(.unevaluatedProperties, let schema):
        parts.additional = either(parts.additional, part(schema))
      case .schema(.unevaluatedItems, let schema): unevaluated = part(schema)
      case .reference(let name):
        if let schema = definitions?.schemas[name] {
          others.append(Secrecy(schema, definitions: definitions))
        }
      // A negated schema never describes a value.
      case .schema(.not, let schema):
        others += [schema.doublyNegated].compactMap(\.self).map { Secrecy($0, definitions: definitions) }
      default: others += keyword.schemasInPlace.map { Secrecy($0, definitions: definitions) }
      }
    }
    // An alternative that had another key.
    if let required = schema.required, required.count == 1 {
      for key in schema.formerKeys { parts.formerKeys[ExactText(key), default: []].append(required[0]) }
    }
    if unevaluated.holdsSecrets { parts.contained = either(parts.contained, unevaluated) }
    let types = schema.possibleTypes(definitions)
    var alternatives = [Alternative(types: types, parts: parts)]
    // A schema beside this one marks only values of the types that it allows itself.
    for (other, allowed) in zip(others, schema.inPlaceTypes(definitions)) {
      alternatives += other.alternatives.map { alternative in
        var alternative = alternative
        alternative.types.formIntersection(allowed)
        return alternative
      }
    }
    self.init(
      alternatives: alternatives, types: types,
      holdsSecrets: parts.holdsSecrets || others.contains(where: \.holdsSecrets))
  }
}

extension Secrecy.Parts {
  /// Adds named members, each also under the keys that it had in earlier versions: a password that the file still has
  /// under its former key stays masked.
  fileprivate mutating func add(_ named: [SchemaKeyword.Named], part: (JSONSchema) -> Secrecy) {
    properties.reserveCapacity(named.count)
    for property in named { properties[ExactText(property.name)] = part(property.schema) }
    for property in named {
      let former = property.schema.formerKeys
      guard !former.isEmpty else { continue }
      formerNames[ExactText(property.name)] = former
      for key in former { formerKeys[ExactText(key), default: []].append(property.name) }
    }
  }
}

extension JSONSchema {
  /// Returns the types that the subschemas for the value itself allow, in the order of the keywords. The order is that
  /// in which `init(_:definitions:)` collects the secrecy of the same subschemas, since both lists are combined pair by
  /// pair.
  fileprivate func inPlaceTypes(_ definitions: SecretDefinitions?) -> [JSONTypeSet] {
    keywords.flatMap { keyword -> [JSONTypeSet] in
      switch keyword {
      case .reference(let name): definitions?.possibleTypes(of: name).map { [$0] } ?? []
      case .schema(.not, let schema): schema.doublyNegated.map { [$0.possibleTypes(definitions)] } ?? []
      default: keyword.schemasInPlace.map { $0.possibleTypes(definitions) }
      }
    }
  }

  /// Returns the types that values can have, estimated: without the keyword `type`, keywords imply the type that they
  /// apply to.
  ///
  /// The types say which alternatives a value can belong to. A secret object among the alternatives doesn't make the
  /// string beside it secret. `{"properties": {…}}` alone allows any value in JSON Schema; here it stands for objects
  /// and `null`, so a string in its place is masked if a member is secret.
  ///
  /// | schema | types |
  /// |---|---|
  /// | `{"type": ["string", "integer"]}` | text, number |
  /// | `{"const": 3}` | number |
  /// | `{"items": {…}}` | list, null |
  /// | `{"minLength": 1}` | all |
  /// | `{"allOf": [{"type": "string"}, {"type": "number"}]}` | none |
  /// | `false` | none |
  func possibleTypes(_ definitions: SecretDefinitions?) -> JSONTypeSet {
    var types = JSONTypeSet.all
    var implied: JSONTypeSet = []
    for keyword in keywords {
      switch keyword {
      case .never: return []
      case .type(let named): types.formIntersection(JSONTypeSet(named))
      case .const(let value): types.formIntersection(JSONTypeSet(JSONType(of: value)))
      case .enumeration(let values): types.formIntersection(JSONTypeSet(values.map(JSONType.init(of:))))
      case .reference(let name):
        if let known = definitions?.possibleTypes(of: name) { types.formIntersection(known) }
      case .list(.allOf, let schemas):
        for schema in schemas { types.formIntersection(schema.possibleTypes(definitions)) }
      case .list(.anyOf, let schemas), .list(.oneOf, let schemas):
        types.formIntersection(schemas.reduce(into: []) { $0.formUnion($1.possibleTypes(definitions)) })
      case .table(.properties, _), .table(.patternProperties, _), .schema(.additionalProperties, _):
        implied.formUnion([.object, .null])
      case .list(.prefixItems, _), .schema(.items, _), .schema(.contains, _):
        implied.formUnion([.array, .null])
      default: break
      }
    }
    // Types that the schema names, or that follow from constants, are certain. Types that other keywords imply are a guess, and are used
    // only if nothing is certain.
    let namesTypes = types != .all
    return namesTypes || implied.isEmpty ? types : implied
  }
}

/// The definitions that the references of a schema lead to, and which of them mark secrets.
///
/// A definition is secret if it marks a secret or refers to a definition that does. The set is found backward from the
/// marks, over a table of who refers to whom, in linear time; without a mark anywhere, nothing is done.
///
/// With the definitions `token` (`writeOnly`), `login` (refers to `token`) and `server` (refers to `login` and `size`),
/// the first round finds `token`, the next one `login`, and the last one `server`. `size` isn't secret, although
/// `server` refers to it.
package final class SecretDefinitions: Sendable {
  let schemas: [String: JSONSchema]
  /// The definitions with a secret in them, or in the definitions that they refer to.
  private let secret: Set<String>
  /// The types that values of definitions can have, by name.
  private let types = Mutex<[String: JSONTypeSet]>([:])

  package init(_ source: SourceSchema) {
    schemas = source.definitions
    var secret = Set(schemas.filter { $0.value.marksSecrets }.keys)
    var uses: [String: [String]] = [:]
    if !secret.isEmpty {
      for (name, schema) in schemas { schema.forEachReference { uses[$0, default: []].append(name) } }
    }
    // Each name is put into the set once, so circles of definitions end.
    var waiting = Array(secret)
    while let name = waiting.popLast() {
      for user in uses[name] ?? [] where secret.insert(user).inserted { waiting.append(user) }
    }
    self.secret = secret
  }

  /// Returns the types that values of a definition can have; `nil` if there is no such definition. Computed once for
  /// each name.
  func possibleTypes(of name: String) -> JSONTypeSet? {
    if let known = types.withLock({ $0[name] }) { return known }
    let found = schemas[name]?.possibleTypes(self)
    types.withLock { $0[name] = found }
    return found
  }

  /// Whether a schema, or a definition that it refers to, marks secrets.
  ///
  /// Cost: linear in the schema, without its definitions.
  package func holdsSecrets(_ schema: JSONSchema) -> Bool {
    if schema.marksSecrets { return true }
    var isSecret = false
    if !secret.isEmpty { schema.forEachReference { isSecret = isSecret || secret.contains($0) } }
    return isSecret
  }
}

extension Secrecy {
  /// Determines the secrecy of a document that a schema of another author describes.
  package init(_ source: SourceSchema) {
    self.init(of: source.root, in: SecretDefinitions(source))
  }

  /// Determines the secrecy of a value that a schema describes, whose references lead to definitions. Without a mark
  /// anywhere, it is ``none``, and the schema isn't looked at further.
  package init(of schema: JSONSchema, in definitions: SecretDefinitions) {
    self = definitions.holdsSecrets(schema) ? Secrecy(schema, definitions: definitions) : .none
  }
}

extension JSONValue {
  /// Whether a member of an object in the value, at any depth, meets a condition.
  package func hasMember(where isMet: (JSONObject.Member) -> Bool) -> Bool {
    switch self {
    case .object(let object): object.members.contains { isMet($0) || $0.value.hasMember(where: isMet) }
    case .array(let elements): elements.contains { $0.hasMember(where: isMet) }
    case .null, .bool, .number, .string: false
    }
  }
}

extension JSONObject.Member {
  /// Whether the member is a `writeOnly` that marks a secret. Any value but `false` does: the author of `"yes"` wanted to hide something.
  /// With an object, it is a property of this name, as in a schema of schemas.
  package var marksSecret: Bool { key == "writeOnly" && value != .bool(false) && value.object == nil }
}

extension [UInt8] {
  /// Whether a form that isn't JSON has a `writeOnly` with any value but `false` in its text.
  package var marksSecrets: Bool {
    var rest = self[...]
    while let mark = rest.firstRange(of: "\"writeOnly\"".utf8) {
      rest = rest[mark.upperBound...]
      let value = rest.drop { " \t\r\n:".utf8.contains($0) }
      if !value.starts(with: "false".utf8), !value.starts(with: "{".utf8) { return true }
    }
    return false
  }
}

extension JSONSchema {
  /// The schema inside of two negations, which is how a schema is written that only checks: it describes the value, too.
  fileprivate var doublyNegated: JSONSchema? {
    guard keywords.count == 1, case .schema(.not, let schema) = keywords[0] else { return nil }
    return schema
  }

  /// Whether `writeOnly` is set anywhere inside, also in a part that no value reaches. References aren't followed.
  var marksSecrets: Bool {
    keywords.contains { keyword in
      if case .flag(.writeOnly, let isSecret) = keyword { return isSecret }
      return keyword.schemas.contains(where: \.marksSecrets)
    }
  }

  /// Calls the body with the name of each definition that the schema refers to, anywhere inside, and as often as it
  /// does.
  fileprivate func forEachReference(_ body: (String) -> Void) {
    for keyword in keywords {
      if case .reference(let name) = keyword { body(name) }
      for schema in keyword.schemas { schema.forEachReference(body) }
    }
  }
}

/// A set of types, in which whole numbers are numbers, as one byte: the check of every value begins with it.
struct JSONTypeSet: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let null = JSONTypeSet(rawValue: 1 << 0)
  static let boolean = JSONTypeSet(rawValue: 1 << 1)
  static let number = JSONTypeSet(rawValue: 1 << 2)
  static let string = JSONTypeSet(rawValue: 1 << 3)
  static let array = JSONTypeSet(rawValue: 1 << 4)
  static let object = JSONTypeSet(rawValue: 1 << 5)
  static let all: JSONTypeSet = [.null, .boolean, .number, .string, .array, .object]

  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  init(_ type: JSONType) {
    self =
      switch type {
      case .null: .null
      case .boolean: .boolean
      case .integer, .number: .number
      case .string: .string
      case .array: .array
      case .object: .object
      }
  }

  init(_ types: some Sequence<JSONType>) {
    self = types.reduce(into: []) { $0.formUnion(JSONTypeSet($1)) }
  }

  init(_ kind: JSONNode.Kind) {
    self =
      switch kind {
      case .null: .null
      case .bool: .boolean
      case .number: .number
      case .string: .string
      case .array: .array
      case .object: .object
      }
  }
}
