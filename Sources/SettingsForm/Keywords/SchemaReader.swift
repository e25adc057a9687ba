/// Reads JSON as JSON Schema. It keeps track of the path for errors: `keys` grows on the way down and shrinks on the
/// way up, and an error takes it as it is.
///
///     {"type": "integer", "minimum": 1, "x-color": 3}
///       ─▶ [.type([.integer]), .minimum(1), .other("x-color", 3)]
///
/// The order of the keywords is kept, since a schema is written again as it was read. A keyword with a value that it
/// can't have is an error.
///
/// A reference to a definition of the form is replaced with the definition, which is read once. Any other reference is an error: schemas of
/// other authors, with recursion and other documents, are bundled instead (`SchemaBundler`).
///
/// A keyword that would change the meaning of others and isn't supported (`$dynamicRef`) is an error and not skipped: a
/// form must not accept what its schema refuses.
///
/// After an error, `keys` still has the path of the error. So a reader that has thrown isn't used again, except to ask
/// where it was.
package struct SchemaReader {
  /// The maximum nesting depth of schemas.
  ///
  /// The reader calls itself for each level, so a schema that is nested deeper could exhaust the stack.
  package static let depthLimit = InputLimits.schemaDepth

  /// The maximum number of schemas that references make. Twenty definitions that each use the one before twice would make a million.
  private static let sizeLimit = 400_000

  /// A definition that has been read. Each further use counts toward the limits without another walk.
  private struct Definition {
    let schema: JSONSchema
    /// The number of schemas in it, and how deeply they are nested.
    let size: Int
    let height: Int
  }

  /// The keys that lead to the value being read. The path of an error is relative to the schema that the reader was
  /// given.
  var keys: [String] = []
  /// The number of schemas around the value being read.
  private var depth = 0
  /// The cache in which regular expressions are compiled; `nil` to accept any, where the schema has been checked
  /// before.
  let patterns: PatternCache?
  /// The schemas that references lead to.
  private let definitions: JSONObject
  /// The definitions that have been read, by name.
  private var known: [String: Definition] = [:]
  /// The names of the definitions around the schema being read.
  private var open: Set<String> = []
  /// The number of schemas that references have made, and the deepest nesting of schemas so far.
  private var size = 0
  private var deepest = 0

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - patterns: The cache for regular expressions; without it, they aren't checked.
  ///   - definitions: The schemas that references lead to.
  package init(patterns: PatternCache?, definitions: JSONObject = [:]) {
    self.patterns = patterns
    self.definitions = definitions
  }

  /// Reads a schema: an object, `true` or `false`. `true` has no keywords, as `{}`.
  ///
  /// - Throws: ``FormSchemaError`` for the first keyword that can't be read, and for schemas that are nested deeper
  ///   than 256 levels.
  package mutating func schema(_ json: JSONValue) throws(FormSchemaError) -> JSONSchema {
    // The reader calls itself for each level, so the limit has to come before the next one.
    guard depth < Self.depthLimit, size < Self.sizeLimit else { throw error(.tooLarge) }
    depth += 1
    deepest = max(deepest, depth)
    if !open.isEmpty { size += 1 }
    defer { depth -= 1 }
    switch json {
    case .bool(true): return JSONSchema(keywords: [])
    case .bool(false): return .never
    case .object(let object):
      var keywords: [SchemaKeyword] = []
      var target: JSONSchema?
      keywords.reserveCapacity(object.members.count)
      for member in object.members {
        keys.append(member.key)
        defer { keys.removeLast() }
        if member.key == "$ref" {
          target = try definition(member.value)
          continue
        }
        let keyword = try keyword(member.key, value: member.value)
        // It says nothing, so it isn't written either.
        if case .setting(let setting) = keyword, setting.isEmpty { continue }
        keywords.append(keyword)
      }
      let schema = JSONSchema(keywords: keywords)
      return (target?.target(beside: schema) ?? schema).withoutCoder
    case .null, .number, .string, .array: throw wrong("a schema: an object, true or false")
    }
  }

  /// Reads a keyword. One that isn't known becomes ``SchemaKeyword/other(_:_:)``.
  ///
  /// | keyword | result |
  /// |---|---|
  /// | `"minimum": 3` | `.minimum(3)` |
  /// | `"minimum": "3"` | error: wants a number |
  /// | `"minimun": 3` | `.other("minimun", 3)`, which constrains nothing |
  /// | `"not": {}` | `.never` |
  ///
  /// - Throws: ``FormSchemaError`` for a value that the keyword can't have, and for a keyword that forms don't have.
  package mutating func keyword(
    _ name: String, value: JSONValue
  ) throws(FormSchemaError) -> SchemaKeyword {
    if let keyword = SchemaKeyword.Text(rawValue: name) {
      switch keyword {
      case .title: return .text(keyword, try title(value))
      case .description: return .text(keyword, try help(value))
      case .pattern: return .text(keyword, try pattern(try string(value)))
      case .format, .contentEncoding: return .text(keyword, try string(value))
      }
    }
    if let keyword = SchemaKeyword.Flag(rawValue: name) { return .flag(keyword, try bool(value)) }
    if let keyword = SchemaKeyword.Limit(rawValue: name) {
      return .limit(keyword, try keyword == .multipleOf ? positive(value) : number(value))
    }
    if let keyword = SchemaKeyword.Count(rawValue: name) { return .count(keyword, try count(value)) }
    if let keyword = SchemaKeyword.Single(rawValue: name) {
      // They would be skipped otherwise, and the form would accept what its schema refuses.
      let isUnevaluated = keyword == .unevaluatedItems || keyword == .unevaluatedProperties
      if isUnevaluated { throw error(.unsupported) }
      return SchemaKeyword(keyword, try schema(value))
    }
    if let keyword = SchemaKeyword.List(rawValue: name) { return .list(keyword, try schemas(value)) }
    if let keyword = SchemaKeyword.Table(rawValue: name) {
      return .table(keyword, try namedSchemas(value, arePatterns: keyword == .patternProperties))
    }
    switch name {
    case "default": return .defaultValue(value)
    case SettingKeyword.name: return .setting(try object(value))
    case "type": return .type(try types(value))
    case "const": return .const(value)
    case "enum": return .enumeration(try array(value))
    case "required": return .required(try distinctStrings(value))
    case "dependentRequired": return .dependentRequired(try dependencies(value))
    // References in a schema with an address are relative to that.
    case "$ref", "$dynamicRef", "$id": throw error(.unsupported)
    default: return .other(name, value)
    }
  }
}

// MARK: - Lists and tables of schemas

extension SchemaReader {
  /// Reads a list of schemas. JSON Schema requires at least one: an empty `anyOf` would refuse everything, and an empty
  /// `allOf` nothing.
  private mutating func schemas(_ value: JSONValue) throws(FormSchemaError) -> [JSONSchema] {
    guard case .array(let elements) = value, !elements.isEmpty else {
      throw wrong("a list of at least one schema")
    }
    var schemas: [JSONSchema] = []
    for (index, element) in elements.enumerated() {
      keys.append(String(index))
      schemas.append(try schema(element))
      keys.removeLast()
    }
    return schemas
  }

  /// Reads schemas under names. Their order becomes the order of the settings in the form.
  ///
  /// - Parameter arePatterns: Whether the keys are regular expressions. A malformed one is an error at the key.
  private mutating func namedSchemas(
    _ value: JSONValue, arePatterns: Bool
  ) throws(FormSchemaError) -> [SchemaKeyword.Named] {
    let object = try object(value, of: "schemas")
    var schemas: [SchemaKeyword.Named] = []
    schemas.reserveCapacity(object.members.count)
    for member in object.members {
      keys.append(member.key)
      schemas.append(SchemaKeyword.Named(name: member.key, schema: try schema(member.value)))
      if arePatterns { _ = try pattern(member.key) }
      keys.removeLast()
    }
    return schemas
  }

  /// Returns the definition that a reference leads to, read at its first use.
  ///
  /// - Throws: ``FormSchemaError`` for a reference that leads nowhere or back to itself, and at the limits of size and depth.
  private mutating func definition(_ value: JSONValue) throws(FormSchemaError) -> JSONSchema {
    let text = try string(value)
    guard text.hasPrefix("#"), case .pointer(let path)? = SchemaFragment(text.dropFirst()), path.count == 2,
      path[0] == DefinitionReference.keyword, let json = definitions[path[1]]
    else { throw error(.unresolvedReference(text)) }
    if let definition = known[path[1]] {
      guard depth + definition.height < Self.depthLimit, definition.size < Self.sizeLimit - size else {
        throw error(.tooLarge)
      }
      deepest = max(deepest, depth + definition.height)
      size += definition.size
      return definition.schema
    }
    // A definition that is open contains itself: the result would be infinite.
    guard open.insert(path[1]).inserted else { throw error(.recursiveReference(text)) }
    let outer = (deepest: deepest, size: size)
    deepest = depth
    let schema = try schema(json)
    open.remove(path[1])
    known[path[1]] = Definition(schema: schema, size: size - outer.size, height: deepest - depth)
    deepest = max(deepest, outer.deepest)
    return schema
  }

  /// Reads `dependentRequired`: for each key, the keys that are required beside it.
  private mutating func dependencies(
    _ value: JSONValue
  ) throws(FormSchemaError) -> [SchemaKeyword.Dependency] {
    var dependencies: [SchemaKeyword.Dependency] = []
    for member in try object(value, of: "lists of keys").members {
      keys.append(member.key)
      dependencies.append(
        SchemaKeyword.Dependency(key: member.key, required: try distinctStrings(member.value)))
      keys.removeLast()
    }
    return dependencies
  }
}

extension SchemaReader {
  /// Reads a string. This and the functions below throw ``FormSchemaError`` at ``keys`` for a value of another type.
  func string(_ value: JSONValue) throws(FormSchemaError) -> String {
    guard case .string(let text) = value else { throw wrong("a string") }
    return text
  }

  /// Reads a name for people, cut to 500 characters. A name that fills the screen isn't one.
  ///
  /// The limits protect the screen and the memory from a schema that someone else has written.
  func title(_ value: JSONValue) throws(FormSchemaError) -> String {
    InputLimits.cut(try string(value), to: InputLimits.titleLength)
  }

  /// Reads an explanation for people, cut to 20 000 characters.
  func help(_ value: JSONValue) throws(FormSchemaError) -> String {
    InputLimits.cut(try string(value), to: InputLimits.helpLength)
  }

  /// Reads a flag. `0`, `1` and `"true"` aren't flags.
  func bool(_ value: JSONValue) throws(FormSchemaError) -> Bool {
    guard case .bool(let flag) = value else { throw wrong("true or false") }
    return flag
  }

  func number(_ value: JSONValue) throws(FormSchemaError) -> JSONNumber {
    guard case .number(let number) = value else { throw wrong("a number") }
    return number
  }

  /// Reads a number above zero. A step of zero would allow no value but its origin.
  func positive(_ value: JSONValue) throws(FormSchemaError) -> JSONNumber {
    guard case .number(let number) = value, number > JSONNumber(0) else {
      throw wrong("a number above zero")
    }
    return number
  }

  /// Reads a whole number that fits into `Int`, in any spelling: `3.0` and `3e0` are 3.
  func integer(_ value: JSONValue) throws(FormSchemaError) -> Int {
    guard case .number(let number) = value, let integer = number.integer(as: Int.self) else {
      throw wrong("a whole number")
    }
    return integer
  }

  /// Reads a whole number of zero or more. `2.0` is one, as in JSON Schema.
  func count(_ value: JSONValue) throws(FormSchemaError) -> Int {
    guard case .number(let number) = value, let count = number.integer(as: Int.self), count >= 0 else {
      throw wrong("a whole number of zero or more")
    }
    return count
  }

  func array(_ value: JSONValue) throws(FormSchemaError) -> [JSONValue] {
    guard case .array(let elements) = value else { throw wrong("a list of values") }
    return elements
  }

  /// Reads an object.
  ///
  /// - Parameter noun: What the object consists of, for the message: "Give "properties" an object of schemas."
  func object(_ value: JSONValue, of noun: String) throws(FormSchemaError) -> JSONObject {
    guard case .object(let object) = value else { throw wrong("an object of \(noun)") }
    return object
  }

  /// Reads a list of strings, which can be empty.
  func strings(_ value: JSONValue) throws(FormSchemaError) -> [String] {
    guard case .array(let elements) = value else { throw wrong("a list of strings") }
    var strings: [String] = []
    for element in elements {
      guard case .string(let text) = element else { throw wrong("a list of strings") }
      strings.append(text)
    }
    return strings
  }

  /// Reads a list of different strings, as JSON Schema demands for `required`. Here, strings are compared as Swift
  /// does.
  func distinctStrings(_ value: JSONValue) throws(FormSchemaError) -> [String] {
    let strings = try strings(value)
    guard Set(strings).count == strings.count else { throw wrong("a list of distinct strings") }
    return strings
  }

  /// Reads a string in place of a list of one, as people write it by hand.
  func stringOrStrings(_ value: JSONValue) throws(FormSchemaError) -> [String] {
    if case .string(let text) = value { return [text] }
    return try strings(value)
  }

  /// Reads the keyword `type`: a type, or a list of different types.
  func types(_ value: JSONValue) throws(FormSchemaError) -> [JSONType] {
    var types: [JSONType] = []
    for name in try stringOrStrings(value) {
      guard let type = JSONType(rawValue: name) else { throw wrong(Self.anyType) }
      types.append(type)
    }
    // An empty list of types would refuse every value, and a list that names a type twice is a mistake (JSON Schema
    // Validation, section 6.1.1).
    guard !types.isEmpty, Set(types).count == types.count else { throw wrong(Self.anyType) }
    return types
  }

  private static let anyType =
    "one or several of " + JSONType.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")

  /// Returns the source of a regular expression that can be compiled. It is compiled here once, and taken from the
  /// cache when values are checked.
  func pattern(_ text: String) throws(FormSchemaError) -> String {
    do throws(TextPatternError) {
      _ = try patterns?.pattern(text)
    } catch {
      throw self.error(.pattern(error.message))
    }
    return text
  }

  /// Returns the error for a value that the keyword at ``keys`` can't have.
  ///
  /// - Parameter expected: The value that it can have, as the end of the sentence "Give "minimum" …".
  func wrong(_ expected: String) -> FormSchemaError { error(.wrongValue(expected: expected)) }

  /// Returns an error at the value that is being read.
  package func error(_ reason: FormSchemaError.Reason) -> FormSchemaError {
    FormSchemaError(path: SettingPath(keys), reason: reason)
  }
}

/// The schemas of a `oneOf` whose values are objects and are distinguished by the one key that each schema requires.
///
///     {"oneOf": [{"type": "object", "required": ["file"], "properties": {"file": …}},
///                {"type": "object", "required": ["url"],  "properties": {"url": …}}]}
///
/// This is how Swift codes an enum with associated values. The one required key tells which alternative a value is, so
/// its problems are reported for that alternative alone, and an editor offers a choice of names.
///
/// Both the check and the reader of forms ask this type, so they always agree on which schemas are such alternatives.
package struct KeyedAlternatives {
  /// The schema of one alternative, and the key that tells it apart.
  package struct Alternative {
    package let key: String
    package let schema: JSONSchema
  }

  /// The alternatives that are objects, in the order of the `oneOf`.
  package private(set) var all: [Alternative] = []
  /// The positions of the alternatives in the `oneOf`, which differ from those in ``all`` behind a `null`. Errors name
  /// them.
  package private(set) var positions: [Int] = []
  /// Whether `null` is an alternative, too.
  package private(set) var allowsNull = false

  /// Creates alternatives; returns `nil` if the schemas are distinguished in another way.
  ///
  /// Each schema must require one key, describe it, and no two may require the same. One schema may be for `null`,
  /// which makes the value optional.
  package init?(_ schemas: [JSONSchema]) {
    var keys: Set<ExactText> = []
    for (position, schema) in schemas.enumerated() {
      if schema.isNull {
        if allowsNull { return nil }
        allowsNull = true
        continue
      }
      guard schema.types == [.object], let required = schema.required, required.count == 1,
        schema[.properties]?.contains(where: { $0.name.hasSameScalars(as: required[0]) }) == true,
        keys.insert(ExactText(required[0])).inserted
      else { return nil }
      all.append(Alternative(key: required[0], schema: schema))
      positions.append(position)
    }
    if all.isEmpty { return nil }
  }
}

extension JSONSchema {
  /// Whether `null` is the only value, as in the schema beside the choices or alternatives of an optional.
  package var isNull: Bool { keywords == [.type([.null])] || keywords == [.const(.null)] }

  /// The keys that an object needs; `nil` without the keyword.
  package var required: [String]? {
    for case .required(let keys) in keywords { return keys }
    return nil
  }
}
