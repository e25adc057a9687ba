/// A schema compiled for checking values.
///
/// It contains only keywords that can cause problems. Numbers are parsed, regular expressions are compiled, and what a
/// keyword needs to know about its neighbors is looked up once. So checking a valid value needs no memory except for
/// its lists.
///
/// `{"type": "integer", "minimum": 2, "title": "Period"}` becomes `types = [.integer]` and `checks = [.lower(2)]`. The
/// title can't be violated, so it's gone; the schema as it was written is still in the form, for whoever shows it.
///
/// A form has few different schemas: a thousand settings can be plain flags. They share one `CompiledSchema` by their
/// `FormShape`.
///
/// It is a class because it is shared: by settings, by the definitions of a library, and by threads that check at the
/// same time. It never changes, so the check needs no lock.
package final class CompiledSchema: Sendable {
  /// One keyword, or several that belong together, such as `contains` with `minContains` and `maxContains`, by what it
  /// is about.
  ///
  /// The groups are indirect because a check of a value reads the list of checks once, and copies of large cases would
  /// take most of its time.
  enum Check: Sendable {
    case any(ValueCheck)
    case number(NumberCheck)
    case text(TextCheck)
    case list(ListCheck)
    case object(ObjectCheck)
    /// The number of characters, elements or members.
    case count(SchemaKeyword.Count, Int)
    case combination(CombinationCheck)

    /// Compiles a keyword; returns `nil` for a keyword that can't cause a problem, or that is compiled together with
    /// another keyword, as `then` with `if`.
    ///
    /// - Parameters:
    ///   - schema: The schema with the keyword, for the keywords beside it: the step of a form counts from the lower
    ///     limit, `items` begins behind `prefixItems`.
    ///   - properties: The properties of the schema, which `additionalProperties` needs, too. They are compiled once for
    ///     both.
    fileprivate init?(
      _ keyword: SchemaKeyword, in schema: JSONSchema, properties: ObjectCheck.Properties,
      context: SchemaContext
    ) {
      if case .count(let keyword, let limit) = keyword, keyword.kind != nil {
        self = .count(keyword, limit)
      } else if let check = ValueCheck(keyword, in: schema, context: context) {
        self = .any(check)
      } else if let check = NumberCheck(keyword, in: schema) {
        self = .number(check)
      } else if let check = TextCheck(keyword, in: schema, context: context) {
        self = .text(check)
      } else if let check = ListCheck(keyword, in: schema, context: context) {
        self = .list(check)
      } else if let check = ObjectCheck(keyword, in: schema, properties: properties, context: context) {
        self = .object(check)
      } else if let check = CombinationCheck(keyword, in: schema, context: context) {
        self = .combination(check)
      } else {
        return nil
      }
    }
  }

  /// What a schema says about invalid values, instead of the general sentences: the keywords `errorMessage` and
  /// `patternErrorMessage` of VS Code. Only schemas of other authors have them; a form's sentences are its own.
  struct Messages: Sendable {
    /// The message about a string that doesn't match `pattern`.
    let pattern: String?
    /// The message about any other problem.
    let any: String?
  }

  /// The types in the keyword `type`, as a problem lists them; `nil` without that keyword.
  let types: [JSONType]?
  /// The same types as a set, which doesn't distinguish whole numbers from other numbers. For `integer`, it has no
  /// numbers, and `allowsWholeNumbers` is true.
  let typeSet: JSONTypeSet
  /// Whether a number without a fraction has an allowed type. `1.0` has: JSON Schema distinguishes numbers by their
  /// value.
  let allowsWholeNumbers: Bool
  /// What is checked apart from the type, in the order of the schema. Problems are reported in this order.
  let checks: [Check]
  /// The values that the schema lists. They are reported for a value of a wrong type, too: "Use one of "a", "b"" helps
  /// more than "Use text".
  let choices: [JSONValue]?
  /// Whether no value is valid. An additional member with such a schema is reported as an unknown key, which says more
  /// than that its value is wrong.
  let isNever: Bool
  /// `nil` if the schema has no messages.
  let messages: Messages?
  /// The values that are read because Swift's `JSONEncoder` writes them, with the notice about them; `nil` if there are none.
  let coder: (schema: CompiledSchema, bits: UInt64?, notice: String)?

  /// Compiles a schema. References are compiled when a value is first checked by them.
  ///
  /// - Parameter library: The definitions and regular expressions that the schema shares with others. The result keeps
  ///   it.
  package convenience init(_ schema: JSONSchema, library: SchemaLibrary) {
    self.init(schema, context: SchemaContext(library: library))
  }

  init(_ schema: JSONSchema, context: SchemaContext) {
    let types = schema.types
    self.types = types.isEmpty ? nil : types
    typeSet = types.isEmpty ? .all : JSONTypeSet(types.filter { $0 != .integer })
    allowsWholeNumbers = types.contains(.integer)
    // A schema that asks what is left over is checked in two steps, with its other keywords as a schema inside.
    if let unevaluated = CombinationCheck(unevaluatedIn: schema, context) {
      checks = [.combination(unevaluated)]
    } else {
      let properties = ObjectCheck.Properties(schema[.properties] ?? [], context)
      let own = schema.keywords.compactMap { Check($0, in: schema, properties: properties, context: context) }
      let warns = context.library.formats != nil && schema.sharesMembers
      checks = warns ? own + [.combination(.unknownKeys(KnownKeys.deferred(schema, context: context)))] : own
    }
    choices = schema.listedValues
    isNever = schema == .never
    messages = context.library.formats != nil ? Messages(schema) : nil
    coder = CoderSchema(schema).map { (CompiledSchema($0.schema, context: context), $0.bits, $0.notice) }
  }
}

extension CompiledSchema.Messages {
  /// Reads the messages of a schema; returns `nil` for a schema without any, which is nearly every schema.
  fileprivate init?(_ schema: JSONSchema) {
    pattern = schema.text(of: .patternErrorMessage)
    any = schema.text(of: .errorMessage)
    if pattern == nil, any == nil { return nil }
  }

  /// Returns the message about a problem; `nil` if the general sentence is used.
  ///
  /// Problems that aren't the value's fault keep their sentences: an unknown or a deprecated key, and a check that was
  /// given up.
  func message(about reason: FormProblem.Reason) -> String? {
    switch reason {
    case .pattern: pattern ?? any
    // Unknown and deprecated keys aren't invalid, and an inner schema's message is more precise.
    case .deprecated, .unknownKey, .moreUnknownKeys, .moreProblems, .duplicateKey, .formerKey,
      .unusedFormerKey,
      .message, .tooComplex:
      nil
    default: any
    }
  }
}

extension CompiledSchema {
  /// Whether the type of a value is allowed. A number without a fraction is an integer, whatever its spelling: `1.0`
  /// and `1e2`, too (JSON Schema Validation, section 6.1.1).
  ///
  /// - Parameter decimal: The value of a number.
  func allowsType(_ instance: some SchemaInstance, decimal: JSONDecimal?) -> Bool {
    if typeSet.contains(JSONTypeSet(instance.kind)) { return true }
    return allowsWholeNumbers && decimal?.isWhole == true
  }
}

extension CompiledSchema {
  /// What text of the schema's format looks like, in words; `nil` without a format. It completes the sentence about a
  /// value of a wrong type: "Use a duration such as "PT90S" instead of 90."
  var textFormat: String? {
    for case .text(.format(let format, _)) in checks { return "\(format.name) such as \"\(format.example)\"" }
    return nil
  }
}
