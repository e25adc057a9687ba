import Synchronization

/// What the schemas of a form share: regular expressions and definitions, each compiled at its first use.
package final class SchemaLibrary: Sendable {
  /// The severity of a value that doesn't have the format that a schema names.
  package enum FormatPolicy: Sendable {
    /// An error, for the formats of a form's settings. Other formats are annotations.
    case settings
    /// A warning, for all formats that have a grammar.
    case annotations
  }

  /// The regular expressions.
  package let patterns = PatternCache()
  package let definitions: [String: JSONSchema]
  let formats: FormatPolicy
  private let compiled = Mutex<[String: CompiledSchema]>([:])

  /// Creates a library.
  ///
  /// - Parameter source: The schema that the form was read from, unless the form describes all values itself.
  package init(_ source: SourceSchema? = nil) {
    definitions = source?.definitions ?? [:]
    formats = source == nil ? .settings : .annotations
  }

  /// Returns the compiled definition with a name; without that definition, a schema that every value meets.
  func definition(_ name: String) -> CompiledSchema {
    if let known = compiled.withLock({ $0[name] }) { return known }
    let schema = definitions[name] ?? JSONSchema(keywords: [])
    let made = CompiledSchema(schema, SchemaContext(library: self, isDefinition: true))
    return compiled.withLock { compiled in
      // Another thread may have compiled it first.
      if let known = compiled[name] { return known }
      compiled[name] = made
      return made
    }
  }
}

/// What a schema is compiled in.
struct SchemaContext {
  let library: SchemaLibrary
  /// Whether the schema is, or is part of, a definition of the library.
  var isDefinition = false
}

/// A reference to a definition. The definition is compiled when the reference is first followed, so definitions can refer to each
/// other.
final class CompiledReference: Sendable {
  private let name: String
  /// Retains the library. A definition doesn't, because the library retains it.
  private let owner: SchemaLibrary?
  private unowned let library: SchemaLibrary
  /// The definition, which the library retains; `nil` until the reference is first followed.
  private let target = Atomic<Unmanaged<CompiledSchema>?>(nil)

  init(_ name: String, _ context: SchemaContext) {
    self.name = name
    owner = context.isDefinition ? nil : context.library
    library = context.library
  }

  var schema: CompiledSchema {
    if let target = target.load(ordering: .acquiring) { return target.takeUnretainedValue() }
    let schema = library.definition(name)
    target.store(.passUnretained(schema), ordering: .releasing)
    return schema
  }
}
