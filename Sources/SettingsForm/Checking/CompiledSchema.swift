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
  /// One keyword, or several that belong together, such as `contains` with `minContains` and `maxContains`.
  ///
  /// It is indirect because a check of a value reads the list of checks once, and copies of large cases would take most
  /// of its time.
  indirect enum Check: Sendable {
    // Any value.
    case never
    case oneOf(ChoiceList)
    case const(JSONValue)
    /// A deprecated setting, and the reason if the schema gives one.
    case deprecated(String?)

    // Numbers.
    case lower(NumberLimits.Bound, JSONDecimal)
    case upper(NumberLimits.Bound, JSONDecimal)
    case step(NumberStep)

    // Strings.
    case minLength(Int)
    case maxLength(Int)
    /// A malformed regular expression matches nothing.
    case pattern(String, TextPattern?)
    case format(TextLimits.Format)
    /// A format that is only an annotation: a value that doesn't have it causes a warning, not an error.
    case annotatedFormat(SchemaFormat)
    case times(TimeRange)
    /// A duration of JSON Schema, which can have years and months; a setting's duration can't. It applies where a
    /// format stands without the type of a setting, as in an alternative.
    case calendarDuration

    // Lists.
    case minItems(Int)
    case maxItems(Int)
    case uniqueItems
    /// The first of two numbers isn't above the second.
    case range
    case prefixItems([CompiledSchema])
    case items(CompiledSchema, from: Int)
    case contains(CompiledSchema, min: Int, max: Int)

    // Objects.
    case properties(Properties, allowsOthers: Bool)
    /// The regular expressions of the keys, and the schemas of their values.
    case patternProperties(TextPatternSet, [CompiledSchema])
    /// A schema for the members whose keys are neither named by the properties nor match the regular expressions.
    case additionalProperties(CompiledSchema, Properties, TextPatternSet)
    case propertyNames(CompiledSchema)
    case minProperties(Int)
    case maxProperties(Int)
    case required([String])
    case dependentRequired([SchemaKeyword.Dependency])
    case dependentSchemas([(key: String, schema: CompiledSchema)])

    // Combinations.
    /// A reference; a part of the schema if other keywords are about the same value. Then its target doesn't warn of
    /// unknown keys, which the keywords beside it may describe.
    case reference(CompiledReference, isPart: Bool)
    case allOf([CompiledSchema])
    case anyOf(Alternatives)
    case oneOfSchemas(Alternatives)
    /// A `oneOf` of objects that are distinguished by a key.
    case variants(Variants)
    case not(CompiledSchema)
    case conditional(CompiledSchema, then: CompiledSchema?, else: CompiledSchema?)
    /// The keys that the schema and the schemas beside it for the same value name.
    case unknownKeys(Deferred<KnownKeys>)
    /// A schema, and the schemas for the members and the elements that none of its keywords has evaluated.
    case unevaluated(after: CompiledSchema, properties: CompiledSchema?, items: CompiledSchema?)
  }

  /// Schemas for `anyOf` or `oneOf`: a value has to meet one of them.
  struct Alternatives: Sendable {
    let schemas: [CompiledSchema]
    /// The names that people read; `nil` for a schema without a title.
    let titles: [String?]
  }

  /// The properties of an object: the schema of a key is at the position that the table gives for it.
  struct Properties: Sendable {
    let table: KeyTable
    let schemas: [CompiledSchema]
  }

  /// The values of an `enum`, or of a `oneOf` of constants.
  ///
  /// A short list is searched from its start, and a string of the document is compared where it stands, without being
  /// decoded. Catalogs have lists of thousands of choices (time zones, icons); those have a dictionary. In a `oneOf`, a
  /// value that is listed twice matches twice and is therefore invalid, which the dictionary alone wouldn't notice;
  /// `repeated` remembers these values.
  ///
  /// For the choices `"a"`, `"b"`, `"a"` of a `oneOf`, `"b"` is at place 1, and `"a"` is a problem, although it is in
  /// the list.
  struct ChoiceList: Sendable {
    let values: [JSONValue]
    /// The places of the choices that are deprecated.
    let deprecated: Set<Int>
    /// Whether more than one match is a problem, as in `oneOf`.
    let isExclusive: Bool
    /// The first place of each value, if there are so many that looking a value up takes less time than comparing it with all.
    let places: [JSONValue: Int]?
    /// The first places of the values that are listed more than once, if ``places`` isn't `nil`.
    let repeated: Set<Int>

    init(values: [JSONValue], deprecated: Set<Int>, isExclusive: Bool) {
      self.values = values
      self.deprecated = deprecated
      self.isExclusive = isExclusive
      guard values.count > Self.longestSearched else {
        (places, repeated) = (nil, [])
        return
      }
      var places: [JSONValue: Int] = [:]
      var repeated: Set<Int> = []
      places.reserveCapacity(values.count)
      for (place, value) in values.enumerated() {
        if let first = places[value] { repeated.insert(first) } else { places[value] = place }
      }
      (self.places, self.repeated) = (places, repeated)
    }

    /// The number of values up to which a value is compared with all of them.
    private static let longestSearched = 32
  }

  /// Alternatives that are distinguished by a key. The three lists have one element for each alternative, in the order
  /// of the schema.
  struct Variants: Sendable {
    let keys: [String]
    let titles: [String]
    let schemas: [CompiledSchema]
    let allowsNull: Bool
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
    if let unevaluated = Check(unevaluatedIn: schema, context) {
      checks = [unevaluated]
    } else {
      let properties = Properties(schema.properties ?? [], context: context)
      let own = schema.keywords.compactMap { Check($0, in: schema, properties: properties, context: context) }
      let warns = context.library.formats == .annotations && schema.sharesMembers
      checks = warns ? own + [.unknownKeys(KnownKeys.deferred(schema, context: context))] : own
    }
    choices = schema.listedValues
    isNever = schema == .never
    messages = context.library.formats == .annotations ? Messages(schema) : nil
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
    for check in checks {
      switch check {
      case .format(let format): return "\(format.name) such as \"\(format.example)\""
      case .annotatedFormat(let format): return "\(format.name) such as \"\(format.example)\""
      case .calendarDuration:
        return "\(SchemaFormat.duration.name) such as \"\(SchemaFormat.duration.example)\""
      default: continue
      }
    }
    return nil
  }
}

extension CompiledSchema.Check {
  /// Compiles a schema with `unevaluatedProperties` or `unevaluatedItems`; returns `nil` for a schema without them.
  ///
  /// Both keywords (JSON Schema Core, section 11) depend on which members and elements the other keywords evaluate, also through references
  /// and alternatives that the value meets. So the other keywords become a schema of their own, which is checked first and notes what it
  /// has evaluated (`EvaluatedParts`).
  ///
  ///     { "allOf": [{ "properties": { "a": {} } }], "unevaluatedProperties": false }
  ///
  /// With `additionalProperties`, `a` would be refused, because that keyword sees only the `properties` beside it. This schema accepts `a`
  /// and refuses `b`.
  init?(unevaluatedIn schema: JSONSchema, _ context: SchemaContext) {
    var others = JSONSchema(keywords: [])
    var properties: JSONSchema?
    var items: JSONSchema?
    for keyword in schema.keywords {
      switch keyword {
      case .unevaluatedProperties(let schema): properties = schema
      case .unevaluatedItems(let schema): items = schema
      default: others.keywords.append(keyword)
      }
    }
    guard properties != nil || items != nil else { return nil }
    self = .unevaluated(
      after: CompiledSchema(others, context: context),
      properties: properties.map { CompiledSchema($0, context: context) },
      items: items.map { CompiledSchema($0, context: context) })
  }
}
