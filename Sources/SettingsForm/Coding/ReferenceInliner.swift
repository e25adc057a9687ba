/// Replaces references (`$ref`) with their targets.
///
/// References inside the document are followed: `#`, `#/$defs/name`. Other references, recursion and anchors are
/// refused. Keywords beside a reference apply, too: titles and other annotations replace the target's; with any other
/// keyword, the target is added to `allOf`.
///
/// Schemas of a form are expected to be a tree, but the same definition can be used at a thousand places. Its
/// replacement is computed once, and used again; its size and height are remembered, so that each use counts toward the
/// limits without another walk. That matters because replacements contain replacements: twenty definitions that each
/// use the one before twice would make a million schemas.
///
///     {"properties": {"a": {"$ref": "#/$defs/port", "title": "A"}}, "$defs": {"port": {"type": "integer", "title": "Port"}}}
///       ─▶ {"properties": {"a": {"type": "integer", "title": "A"}}}
///
/// It serves forms of this library, which write the type of a setting once and refer to it. Schemas of other authors,
/// with recursion and other documents, are bundled instead (`SchemaBundler`).
package struct ReferenceInliner {
  /// The maximum number of schemas after the replacement.
  private static let sizeLimit = 400_000

  /// The document in which references lead somewhere.
  private let root: JSONValue
  /// Whether the root contains nothing but the definitions.
  private var isPart = false
  /// The keys that lead to the schema whose references are being replaced. Errors are there.
  private var keys: [String] = []
  /// The number of schemas around it, in the result. A chain of references makes it deep without a deep document.
  private var depth = 0
  /// The maximum depth inside the current reference, which becomes the height of its replacement.
  private var deepest = 0
  /// The number of schemas in the result so far.
  private var size = 0
  /// The schemas that replace references, so that each is made once, with their sizes and heights. Each further use of a
  /// schema is checked against the limits without a walk through it.
  private var replacements: [String: (value: JSONValue, size: Int, height: Int)] = [:]
  /// The references whose targets are being replaced, from the outermost to the innermost.
  private var open: [String] = []
  /// The number of enclosing schemas with an `$id`. Fragments inside them are relative to that schema, which isn't supported.
  private var resources = 0

  private init(root: JSONValue) {
    self.root = root
  }

  /// Creates an inliner for parts of a document that refer to nothing but its definitions.
  package init(definitions: JSONObject) {
    root = .object([SharedSchemas.keyword: .object(definitions)])
    isPart = true
    depth = 1
  }

  /// Returns a part of the document with its references replaced; `nil` if that needs the entire document, or if a
  /// reference is wrong. `FormReader` then replaces the references of the whole document, which also finds the position
  /// of the error.
  package mutating func part(_ value: JSONValue) -> JSONValue? {
    do throws(FormSchemaError) {
      return try schema(value)
    } catch {
      (keys, open, resources) = ([], [], 0)
      return nil
    }
  }

  /// Returns the document with its references replaced, without the definitions.
  package static func inline(_ document: JSONDocument) throws(FormSchemaError) -> JSONDocument {
    let bytes = try inline(document.root.value).bytes(.compact)
    do throws(JSONParseError) {
      return try JSONDocument(parsing: bytes)
    } catch {
      // Only nested references can make a document malformed, because they can exceed its depth.
      throw FormSchemaError(path: .root, reason: .tooLarge)
    }
  }

  /// Returns the schema with its references replaced, without the definitions.
  ///
  /// - Throws: ``FormSchemaError`` for a reference that leads nowhere or back to itself, and for a result of more than
  ///   400 000 schemas, or of more than 256 levels.
  package static func inline(_ root: JSONValue) throws(FormSchemaError) -> JSONValue {
    var inliner = ReferenceInliner(root: root)
    guard case .object(var object) = try inliner.schema(root) else { return root }
    object["$defs"] = nil
    object["definitions"] = nil
    return .object(object)
  }

  /// Returns a schema with the references in it replaced, and counts it.
  ///
  /// - Throws: ``FormSchemaError`` for a wrong reference, and at the limits of size and depth.
  private mutating func schema(_ value: JSONValue) throws(FormSchemaError) -> JSONValue {
    guard case .object(var object) = value else { return value }
    depth += 1
    defer { depth -= 1 }
    deepest = max(deepest, depth)
    size += 1
    guard depth < SchemaReader.depthLimit, size < Self.sizeLimit else { throw error(.tooLarge) }
    // The outermost schema has an `$id` quite often. References in it are relative to the document anyway.
    let isResource = depth > 1 && Self.isResource(object)
    if isResource { resources += 1 }
    defer { if isResource { resources -= 1 } }
    let reference = object["$ref"]
    object["$ref"] = nil
    let siblings = try members(object)
    guard let reference else { return .object(siblings) }
    keys.append("$ref")
    defer { keys.removeLast() }
    guard case .string(let text) = reference else {
      throw error(.wrongValue(expected: "a string that starts with #"))
    }
    // A reference that is open contains itself: its replacement would be infinite.
    guard !open.contains(text) else { throw error(.recursiveReference(text)) }
    return Self.merge(siblings, target: try replacement(of: text))
  }

  /// Returns the schema that a reference stands for.
  ///
  /// The first time, the target is replaced as if it stood here, with the reference marked as open, so a circle is
  /// noticed when it closes. After that, only the limits are checked.
  private mutating func replacement(of reference: String) throws(FormSchemaError) -> JSONValue {
    if let known = replacements[reference] {
      guard depth + known.height < SchemaReader.depthLimit, known.size < Self.sizeLimit - size else {
        throw error(.tooLarge)
      }
      deepest = max(deepest, depth + known.height)
      size += known.size
      return known.value
    }
    let outer = (deepest: deepest, size: size)
    deepest = depth
    open.append(reference)
    let value = try schema(try target(reference))
    open.removeLast()
    replacements[reference] = (value, size: size - outer.size, height: deepest - depth)
    deepest = max(deepest, outer.deepest)
    return value
  }

  /// Returns keywords with the references replaced in the schemas that they contain, and with everything else as it is:
  /// a `default` with the member `$ref` is a value and no reference.
  private mutating func members(_ object: JSONObject) throws(FormSchemaError) -> JSONObject {
    var members: [JSONObject.Member] = []
    members.reserveCapacity(object.members.count)
    for member in object.members {
      keys.append(member.key)
      let value: JSONValue
      switch (SubschemaPlace(keyword: member.key), member.value) {
      case (.schema, _): value = try schema(member.value)
      case (.list, .array(let elements)): value = .array(try list(elements))
      case (.table, .object(let table)): value = .object(try self.table(table))
      default: value = member.value
      }
      members.append(JSONObject.Member(key: member.key, value: value))
      keys.removeLast()
    }
    return JSONObject(distinct: members)
  }

  private mutating func list(_ elements: [JSONValue]) throws(FormSchemaError) -> [JSONValue] {
    var schemas: [JSONValue] = []
    for (index, element) in elements.enumerated() {
      keys.append(String(index))
      schemas.append(try schema(element))
      keys.removeLast()
    }
    return schemas
  }

  private mutating func table(_ object: JSONObject) throws(FormSchemaError) -> JSONObject {
    var members: [JSONObject.Member] = []
    members.reserveCapacity(object.members.count)
    for member in object.members {
      keys.append(member.key)
      members.append(JSONObject.Member(key: member.key, value: try schema(member.value)))
      keys.removeLast()
    }
    return JSONObject(distinct: members)
  }

  /// Returns the target of a reference, before the references inside the target are followed.
  ///
  /// Inside a schema with an `$id`, a fragment is relative to that schema and not to the document; such a reference is
  /// refused instead of being misread.
  private func target(_ reference: String) throws(FormSchemaError) -> JSONValue {
    guard resources == 0, reference.hasPrefix("#"),
      case .pointer(let path)? = SchemaFragment(reference.dropFirst()),
      !isPart || path.count > 1
    else {
      throw error(.unresolvedReference(reference))
    }
    var value = root
    for key in path {
      guard let inner = value.part(key) else { throw error(.unresolvedReference(reference)) }
      value = inner
      if case .object(let object) = inner, Self.isResource(object) {
        throw error(.unresolvedReference(reference))
      }
    }
    return value
  }

  /// Whether a schema has an address, to which the references inside it are relative.
  private static func isResource(_ object: JSONObject) -> Bool {
    if case .string? = object["$id"] { return true }
    return false
  }

  /// Returns the keywords beside a reference, together with the schema that the reference leads to.
  ///
  /// Annotations beside a reference replace the target's, which keeps the result a schema that some kind would write.
  /// Only `writeOnly` can't be taken back. Any other keyword has to hold in addition, so the target becomes a part of
  /// `allOf`.
  ///
  /// | beside the reference | target | result |
  /// |---|---|---|
  /// | `"title": "A"` | `{"type": "string", "title": "T"}` | `{"type": "string", "title": "A"}` |
  /// | `"maxLength": 3` | `{"type": "string"}` | `{"maxLength": 3, "allOf": [{"type": "string"}]}` |
  /// | `"writeOnly": false` | `{"writeOnly": true}` | `{"writeOnly": true}` |
  /// | `"title": "A"` | `true` | `{"title": "A", "allOf": [true]}` |
  private static func merge(_ siblings: JSONObject, target: JSONValue) -> JSONValue {
    if siblings.members.isEmpty { return target }
    if case .object(var object) = target, siblings.members.allSatisfy({ annotations.contains($0.key) }) {
      // A keyword beside the reference can't reveal a secret of the target.
      let isSecret = object["writeOnly"] == .bool(true)
      for member in siblings.members { object[member.key] = member.value }
      if isSecret { object["writeOnly"] = .bool(true) }
      return .object(object)
    }
    var merged = siblings
    if case .array(let others)? = siblings["allOf"] {
      merged["allOf"] = .array(others + [target])
    } else {
      merged["allOf"] = .array([target])
    }
    return .object(merged)
  }

  /// Keywords that don't constrain values. Beside a reference, they say something about this place.
  private static let annotations: Set<String> = [
    "title", "description", "default", "deprecated", "readOnly", "writeOnly", "examples", "$comment", "$defs",
    "definitions", SettingKeyword.name,
  ]

  private func error(_ reason: FormSchemaError.Reason) -> FormSchemaError {
    FormSchemaError(path: SettingPath(keys), reason: reason)
  }
}
