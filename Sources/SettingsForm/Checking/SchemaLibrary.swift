import Synchronization

/// What the schemas of a form share: regular expressions and definitions, each compiled at its first use.
///
/// The schema of a large program has thousands of definitions, of which a file uses a few, and they refer to each other
/// in circles. So a reference isn't followed when it is compiled, but when a value is first checked by it
/// (`CompiledReference`).
///
/// Who keeps whom alive: a form keeps its library, and the library keeps the definitions. A reference inside a
/// definition doesn't keep the library, or both would keep each other alive forever.
///
///     form ──▶ library ──▶ definition "node" ──▶ reference to "node" ┄┄▶ library     (not kept)
///       │
///       └─▶ schema of a setting ──▶ reference to "node" ──▶ library                  (kept)
///
/// It is used on several threads at the same time. Two of them can compile the same definition; the first result is
/// kept, so a reference always leads to the same schema.
package final class SchemaLibrary: Sendable {
  /// The regular expressions.
  package let patterns = PatternCache()
  /// The schemas that references lead to, by name; empty for a form of this library.
  package let definitions: [String: JSONSchema]
  /// The formats that are checked in a schema of another author, by name: text without its format is a warning there. `nil` for a form of
  /// this library, where it is an error. Code elsewhere takes `nil` as “a form of this library”: only schemas of other authors have
  /// messages, and describe one object by several schemas.
  let formats: [String: TextGrammar]?
  /// The definitions that have been compiled, by name. It grows while values are checked, on any thread.
  private let compiled = Mutex<[String: CompiledSchema]>([:])

  /// Creates a library.
  ///
  /// - Parameter source: The schema that the form was read from, unless the form describes all values itself.
  package init(_ source: SourceSchema? = nil) {
    definitions = source?.definitions ?? [:]
    formats = source?.formats
  }

  /// Returns the compiled definition with a name; without that definition, a schema that every value meets. No value is
  /// refused because a reference leads nowhere.
  func definition(_ name: String) -> CompiledSchema {
    if let known = compiled.withLock({ $0[name] }) { return known }
    let schema = definitions[name] ?? JSONSchema(keywords: [])
    let made = CompiledSchema(schema, context: SchemaContext(library: self, isDefinition: true))
    return compiled.withLock { compiled in
      // Another thread might have compiled it first.
      if let known = compiled[name] { return known }
      compiled[name] = made
      return made
    }
  }
}

/// What a schema needs to be compiled. It is passed down instead of stored, because a schema inside a definition must
/// not retain the library.
struct SchemaContext {
  let library: SchemaLibrary
  /// Whether the schema is, or is part of, a definition of the library.
  var isDefinition = false

  func compiled(_ schema: JSONSchema) -> CompiledSchema { CompiledSchema(schema, context: self) }

  func compiled(_ schemas: [JSONSchema]) -> [CompiledSchema] { schemas.map(compiled) }

  /// Returns a regular expression, compiled once for the library; `nil` for a malformed one.
  func pattern(_ source: String) -> TextPattern? { try? library.patterns.pattern(source) }
}

/// A reference to a definition. The definition is compiled when the reference is first followed, so definitions can
/// refer to each other.
///
/// After that, following it is one atomic load without a lock: the checks of a large document follow the same
/// references again and again, on any thread.
final class CompiledReference: Sendable {
  private let name: String
  /// Retains the library. A definition doesn't, because the library retains it.
  private let owner: SchemaLibrary?
  private unowned let library: SchemaLibrary
  /// The definition, which the library retains; `nil` until the reference is first followed.
  private let target = Atomic<Unmanaged<CompiledSchema>?>(nil)

  init(_ name: String, context: SchemaContext) {
    self.name = name
    owner = context.isDefinition ? nil : context.library
    library = context.library
  }

  /// The schema that the reference leads to, compiled if it wasn't yet.
  var schema: CompiledSchema {
    if let target = target.load(ordering: .acquiring) { return target.takeUnretainedValue() }
    let schema = library.definition(name)
    target.store(.passUnretained(schema), ordering: .releasing)
    return schema
  }
}

/// The keys of an object that the schemas for it name. A key that none of them names is probably misspelled.
///
/// A single schema knows its own keys. With `allOf`, conditions and references, each schema names some, and a key is
/// unknown only if none names it. That is never an error, because such a schema allows other keys; it's a warning, with
/// the nearest known key.
///
/// For `{"allOf": [{"properties": {"a": {}}}, {"required": ["b"]}]}`, the known keys are `a` and `b`. An
/// `additionalProperties` anywhere among the schemas describes every other key, so none is unknown then.
struct KnownKeys: Sendable {
  /// The known keys in the order of the schemas, for suggestions.
  private(set) var names: [String] = []
  private var known: Set<ExactText> = []
  /// The expressions of `patternProperties`. A key that matches one of them is known.
  private var patterns: [TextPattern] = []
  private var patternKeys = TextPatternSet([])
  /// Whether a schema describes every other key, too, or allows any object.
  private(set) var isOpen = false

  fileprivate init(_ schema: JSONSchema, library: SchemaLibrary) {
    add(schema, library: library)
    patternKeys = TextPatternSet(patterns)
  }

  /// Whether a schema names the key or describes all keys, or no schema names any.
  func contains(_ key: String) -> Bool {
    isOpen || names.isEmpty || known.contains(ExactText(key))
      || !patternKeys.places(in: key) { $0.matches(key) }.isEmpty
  }

  /// Adds the keys that a schema names, and the keys of the schemas that it refers to or combines. A negated schema
  /// names none, because it says what the value isn't.
  ///
  /// Definitions that refer to themselves for the same value can't get here: the bundler refuses them.
  private mutating func add(_ schema: JSONSchema, library: SchemaLibrary) {
    for keyword in schema.keywords {
      switch keyword {
      case .table(.properties, let properties):
        add(properties.map(\.name))
      case .required(let keys): add(keys)
      case .dependentRequired(let dependencies): add(dependencies.flatMap { [$0.key] + $0.required })
      case .table(.patternProperties, let properties):
        for property in properties {
          if let pattern = try? library.patterns.pattern(property.name) { patterns.append(pattern) }
        }
      // A reference without a target may stand for a schema with any keys.
      case .schema(.additionalProperties, _), .schema(.unevaluatedProperties, _), .other("$ref", _):
        isOpen = true
      case .reference(let name): if let schema = library.definitions[name] { add(schema, library: library) }
      // If only a negated schema names a key, the key shouldn't be there.
      case .schema(.not, _): break
      case .list(.anyOf, let schemas), .list(.oneOf, let schemas):
        for schema in schemas {
          add(schema, library: library)
          if schema.allowsAnyObject { isOpen = true }
        }
      default:
        // The keys on which other schemas depend are known as well.
        if case .table(.dependentSchemas, let schemas) = keyword { add(schemas.map(\.name)) }
        for schema in keyword.schemasInPlace { add(schema, library: library) }
      }
    }
  }

  private mutating func add(_ keys: [String]) {
    for key in keys where known.insert(ExactText(key)).inserted { names.append(key) }
  }
}

extension JSONSchema {
  /// Whether several schemas describe the members of an object. Then none of them names all keys, so the keys of all
  /// are collected.
  var sharesMembers: Bool {
    keywords.contains { keyword in
      switch keyword {
      case .reference: hasSiblings
      case .list(.oneOf, let schemas): !schemas.allSatisfy { $0.const != nil }
      case .list(.allOf, _), .list(.anyOf, _), .schema(.if, _), .table(.dependentSchemas, _): true
      default: false
      }
    }
  }

  /// Whether the schema is an alternative for objects with any members, such as
  /// `{"type": "object", "title": "Custom"}`.
  fileprivate var allowsAnyObject: Bool {
    types.contains(.object)
      && keywords.allSatisfy { keyword in
        if case .type = keyword { true } else { keyword.isAnnotation }
      }
  }
}

extension KnownKeys {
  /// Returns known keys that are collected when they are first asked for: by the first object that is checked. A schema
  /// with thousands of keys that no document uses costs nothing.
  static func deferred(_ schema: JSONSchema, context: SchemaContext) -> Deferred<KnownKeys> {
    let library = context.library
    // A definition doesn't retain the library, because the library retains it.
    guard context.isDefinition else { return Deferred { KnownKeys(schema, library: library) } }
    return Deferred { [unowned library] in KnownKeys(schema, library: library) }
  }
}
