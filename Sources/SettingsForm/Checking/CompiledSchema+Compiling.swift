extension CompiledSchema.Check {
  /// Compiles a keyword; returns `nil` for a keyword that can't cause a problem, or that is compiled together with
  /// another keyword, as `then` with `if`.
  ///
  /// The switch names every keyword, so a new one can't be forgotten here: it would pass all values.
  ///
  /// - Parameters:
  ///   - schema: The schema with the keyword, for the keywords beside it: the step of a form counts from the lower
  ///     limit, `items` begins behind `prefixItems`.
  ///   - properties: The properties of the schema, which `additionalProperties` needs, too. They are compiled once for
  ///     both.
  init?(
    _ keyword: SchemaKeyword, in schema: JSONSchema, properties: CompiledSchema.Properties,
    context: SchemaContext
  ) {
    func compiled(_ schema: JSONSchema) -> CompiledSchema { CompiledSchema(schema, context: context) }
    func compiled(_ schemas: [JSONSchema]) -> [CompiledSchema] { schemas.map(compiled) }
    func compiled(_ pattern: String) -> TextPattern? { try? context.library.patterns.pattern(pattern) }

    switch keyword {
    case .title, .description, .defaultValue, .readOnly, .writeOnly, .type, .minContains, .maxContains, .then,
      .else, .unevaluatedItems, .unevaluatedProperties, .valueDescriptions, .conditionalMembers, .other,
      .deprecated(false),
      .uniqueItems(false):
      return nil
    case .never: self = .never
    case .const(let value): self = .const(value)
    case .enumeration(let values):
      self = .oneOf(CompiledSchema.ChoiceList(values: values, deprecated: [], isExclusive: false))
    case .deprecated(true):
      self = .deprecated(
        context.library.formats == .annotations ? schema.text(of: .deprecationMessage) : nil)
    case .minimum(let limit): self = .lower(.inclusive(limit), JSONDecimal(limit))
    case .exclusiveMinimum(let limit): self = .lower(.exclusive(limit), JSONDecimal(limit))
    case .maximum(let limit): self = .upper(.inclusive(limit), JSONDecimal(limit))
    case .exclusiveMaximum(let limit): self = .upper(.exclusive(limit), JSONDecimal(limit))
    case .multipleOf(let step): self = .step(NumberStep(step))
    case .setting(let setting):
      // Of the attributes of a setting, only these three say what is valid.
      if setting.range {
        self = .range
      } else if let step = setting.step {
        self = .step(NumberStep(step, origin: schema.range.lower?.value))
      } else if !setting.times.isEmpty, let format = schema.format {
        self = .times(TimeRange(setting.times, format: format))
      } else {
        return nil
      }
    case .minLength(let count): self = .minLength(count)
    case .maxLength(let count): self = .maxLength(count)
    case .pattern(let source): self = .pattern(source, compiled(source))
    case .format(let name):
      // In a schema of another author, a format is a hint, and one without a grammar here isn't checked.
      if context.library.formats == .annotations {
        guard let format = SchemaFormat(rawValue: name) else { return nil }
        self = .annotatedFormat(format)
        return
      }
      // Base64 is a `contentEncoding` in JSON Schema, not a `format`.
      guard let format = TextLimits.Format(rawValue: name), format != .base64 else { return nil }
      self = format == .duration && !schema.types.contains(.string) ? .calendarDuration : .format(format)
    case .contentEncoding(let name):
      guard name == TextLimits.Format.base64.rawValue, context.library.formats == .settings else {
        return nil
      }
      self = .format(.base64)
    case .minItems(let count): self = .minItems(count)
    case .maxItems(let count): self = .maxItems(count)
    case .uniqueItems(true): self = .uniqueItems
    case .prefixItems(let schemas): self = .prefixItems(compiled(schemas))
    case .items(let element): self = .items(compiled(element), from: schema.prefixCount)
    case .contains(let wanted):
      let (min, max) = schema.containsBounds
      self = .contains(compiled(wanted), min: min, max: max)
    case .properties: self = .properties(properties, allowsOthers: schema.mayDescribeOtherMembers)
    // A malformed expression stays in the list as `nil`, so that each expression is at the same place as its schema.
    case .patternProperties(let properties):
      self = .patternProperties(
        TextPatternSet(properties.map { compiled($0.name) }), properties.map { compiled($0.schema) })
    case .additionalProperties(let others):
      self = .additionalProperties(
        compiled(others), properties, TextPatternSet(schema.propertyPatterns.map(compiled)))
    case .propertyNames(let names): self = .propertyNames(compiled(names))
    case .minProperties(let count): self = .minProperties(count)
    case .maxProperties(let count): self = .maxProperties(count)
    case .required(let keys): self = .required(keys)
    case .dependentRequired(let dependencies): self = .dependentRequired(dependencies)
    case .dependentSchemas(let dependencies):
      self = .dependentSchemas(dependencies.map { ($0.name, compiled($0.schema)) })
    case .reference(let name):
      self = .reference(CompiledReference(name, context: context), isPart: schema.hasSiblings)
    case .allOf(let schemas): self = .allOf(compiled(schemas))
    case .anyOf(let schemas):
      self = .anyOf(CompiledSchema.Alternatives(schemas: compiled(schemas), titles: schemas.map(\.title)))
    case .oneOf(let schemas):
      // The most precise reading first: constants are choices, objects with a key of their own are variants, and
      // anything else has to be tried one by one.
      if let list = JSONSchema.choices(schemas) {
        self = .oneOf(list)
      } else if let alternatives = KeyedAlternatives(schemas) {
        self = .variants(CompiledSchema.Variants(alternatives, context: context))
      } else {
        self = .oneOfSchemas(
          CompiledSchema.Alternatives(schemas: compiled(schemas), titles: schemas.map(\.title)))
      }
    case .not(let unwanted): self = .not(compiled(unwanted))
    case .if(let condition):
      self = .conditional(
        compiled(condition), then: schema.then.map(compiled), else: schema.else.map(compiled))
    }
  }
}

extension CompiledSchema.Properties {
  /// Compiles the properties with a table of their keys. The schema of a key is found by the key's position in the
  /// table.
  init(_ properties: [SchemaKeyword.Named], context: SchemaContext) {
    table = KeyTable(properties.map(\.name))
    schemas = properties.map { CompiledSchema($0.schema, context: context) }
  }
}

extension CompiledSchema.Variants {
  /// Compiles alternatives that a key tells apart. One without a title is called by its key in problems.
  init(_ alternatives: KeyedAlternatives, context: SchemaContext) {
    keys = alternatives.all.map(\.key)
    titles = alternatives.all.map { $0.schema.title ?? $0.key }
    schemas = alternatives.all.map { CompiledSchema($0.schema, context: context) }
    allowsNull = alternatives.allowsNull
  }
}

extension JSONSchema {
  /// Returns the choices of `oneOf` if each of its schemas allows only one value; otherwise `nil`.
  ///
  /// `[{"const": "a", "title": "First"}, {"const": "b", "deprecated": true}]` gives `"a"` and `"b"`, the second one
  /// deprecated. Any keyword besides those four, such as a condition, means that the schema is more than a choice.
  fileprivate static func choices(_ schemas: [JSONSchema]) -> CompiledSchema.ChoiceList? {
    var values: [JSONValue] = []
    var deprecated: Set<Int> = []
    values.reserveCapacity(schemas.count)
    for (place, schema) in schemas.enumerated() {
      for keyword in schema.keywords {
        switch keyword {
        case .const(let value): values.append(value)
        case .deprecated(true): deprecated.insert(place)
        case .title, .description, .deprecated(false): break
        default: return nil
        }
      }
      guard values.count == place + 1 else { return nil }
    }
    return CompiledSchema.ChoiceList(values: values, deprecated: deprecated, isExclusive: true)
  }

  /// The values that `enum` or `oneOf` lists; `nil` for a schema that lists none. An `anyOf` of constants isn't a list.
  var listedValues: [JSONValue]? {
    for keyword in keywords {
      switch keyword {
      case .enumeration(let values): return values
      case .oneOf(let schemas):
        if let list = Self.choices(schemas) { return list.values }
      default: break
      }
    }
    return nil
  }

  /// Whether keywords beside `properties` may describe other members, whose keys are therefore not reported as unknown.
  /// If several schemas describe the object, ``KnownKeys`` reports them instead.
  ///
  /// A reference that led nowhere counts, too: what it describes isn't known, so no key can be called unknown.
  fileprivate var mayDescribeOtherMembers: Bool {
    keywords.contains { keyword in
      switch keyword {
      case .additionalProperties, .unevaluatedProperties, .patternProperties, .reference, .allOf, .anyOf,
        .oneOf, .if, .dependentSchemas, .other("$ref", _):
        true
      default: false
      }
    }
  }

  /// Whether keywords beside a reference are about the same value. A reference that stands alone is all that describes
  /// the value, so its target may warn of unknown keys.
  var hasSiblings: Bool {
    keywords.contains { keyword in
      switch keyword {
      case .properties, .patternProperties, .additionalProperties, .unevaluatedProperties, .allOf, .anyOf,
        .oneOf, .if, .dependentSchemas:
        true
      default: false
      }
    }
  }

  /// The format of the schema if a form can have it; `nil` for other formats. The limits of times need it.
  fileprivate var format: TextLimits.Format? {
    for case .format(let name) in keywords { return TextLimits.Format(rawValue: name) }
    return nil
  }

  /// The number of elements that `prefixItems` describes, behind which `items` begins.
  fileprivate var prefixCount: Int {
    for case .prefixItems(let schemas) in keywords { return schemas.count }
    return 0
  }

  /// How many elements have to meet `contains`: at least one, unless `minContains` says otherwise. With
  /// `minContains: 0`, none has to.
  fileprivate var containsBounds: (min: Int, max: Int) {
    var bounds = (min: 1, max: Int.max)
    for keyword in keywords {
      switch keyword {
      case .minContains(let count): bounds.min = count
      case .maxContains(let count): bounds.max = count
      default: break
      }
    }
    return bounds
  }

  /// The expressions of `patternProperties`, whose members `additionalProperties` leaves alone.
  fileprivate var propertyPatterns: [String] {
    for case .patternProperties(let properties) in keywords { return properties.map(\.name) }
    return []
  }

  /// The schema that applies if the condition beside it holds. Without an `if`, nobody asks for it.
  fileprivate var then: JSONSchema? {
    for case .then(let schema) in keywords { return schema }
    return nil
  }

  /// The schema that applies if the condition beside it doesn't hold.
  fileprivate var `else`: JSONSchema? {
    for case .else(let schema) in keywords { return schema }
    return nil
  }
}

/// The allowed steps of a number, counted from an origin or from zero.
///
/// JSON Schema's `multipleOf` always counts from zero. The step of a form counts from its lower limit: with a limit of
/// 1 and a step of 2, the values are 1, 3, 5. So a form writes `multipleOf` only if both mean the same, and else `step`
/// in `x-setting`.
struct NumberStep: Sendable {
  /// The step as the schema has it, for messages.
  let step: JSONNumber
  /// The lower limit from which the steps count, for messages; `nil` for zero, and for a limit that is a multiple itself.
  let origin: JSONNumber?
  /// The step and its origin in decimal, converted once.
  private let unit: JSONDecimal
  private let start: JSONDecimal?

  /// Prepares the steps. The step is above zero, as readers of schemas have checked.
  init(_ step: JSONNumber, origin: JSONNumber? = nil) {
    self.step = step
    let unit = JSONDecimal(step)
    start = origin.map(JSONDecimal.init).flatMap { $0.isMultiple(of: unit) ? nil : $0 }
    self.unit = unit
    self.origin = start == nil ? nil : origin
  }

  /// Whether a number is a whole number of steps from the origin.
  ///
  /// It is `false` if the value has over 20 000 digits more than the origin, since the difference would have as many.
  func allows(_ value: JSONDecimal) -> Bool {
    guard let start else { return value.isMultiple(of: unit) }
    return value.subtracting(start)?.isMultiple(of: unit) == true
  }
}

/// The limits of a duration or a date, compiled for checking.
///
/// Each limit and each value is a number of 10^-18 seconds, so `PT90S` and `PT1M30S` are the same, and dates of
/// different zones are compared by their instants. With `PT1M` as the lower limit and a step of `PT30S`, `PT90S` is
/// allowed and `PT1M45S` isn't.
struct TimeRange: Sendable {
  let format: TextLimits.Format
  private let limits: TimeLimits
  /// The limits and the step in units of 10^-18 seconds; `nil` where there is none.
  private let lower: Int128?
  private let upper: Int128?
  private let step: Int128?

  /// Compiles limits. One that isn't in the format counts as none: a form with such a limit is refused before it gets
  /// here.
  init(_ limits: TimeLimits, format: TextLimits.Format) {
    self.limits = limits
    self.format = format
    lower = limits.lower.flatMap { format.attoseconds(of: $0.value) }
    upper = limits.upper.flatMap { format.attoseconds(of: $0.value) }
    step = limits.step.flatMap { TextLimits.Format.duration.attoseconds(of: $0) }
  }

  /// Returns the reason why a string isn't allowed; `nil` for a string within the limits, and for a string that isn't a
  /// time, since its format is checked by another keyword.
  func fault(of text: String) -> FormProblem.Reason? {
    guard let time = format.attoseconds(of: text) else { return nil }
    // The limit in the reason is the text of the form, and not the number: `PT1M` and not `PT60S`.
    if let lower, let bound = limits.lower, bound.isExclusive ? time <= lower : time < lower {
      return .belowTime(bound, format)
    }
    if let upper, let bound = limits.upper, bound.isExclusive ? time >= upper : time > upper {
      return .aboveTime(bound, format)
    }
    if let step, step > 0, let name = limits.step, (time - (lower ?? 0)) % step != 0 {
      let isMultiple = format == .duration && (lower ?? 0) % step == 0
      return .offTimeStep(name, origin: isMultiple ? nil : limits.lower?.value, format)
    }
    return nil
  }

  /// Whether there are no values between the limits: the lower one is above the upper one, or they are equal and one of
  /// them is excluded. A form with such limits is refused.
  var isEmpty: Bool {
    guard let lower, let upper else { return false }
    let isOpen = limits.lower?.isExclusive == true || limits.upper?.isExclusive == true
    return lower > upper || lower == upper && isOpen
  }
}

/// Distinct keys in order, which are found by their strings.
///
/// Up to 16 keys are compared one by one; more have a dictionary. Most sections are small, and for them a hash would
/// take longer than all comparisons.
package struct KeyTable: Sendable {
  /// The number of keys up to which comparing all of them costs less than hashing one. Documents have the same number
  /// for their objects.
  private static let fewKeys = 16

  package let keys: [String]
  /// The position of each key; empty for few keys.
  private let places: [ExactText: Int]

  /// Creates a table. The keys have to be distinct, which is checked only for many keys.
  package init(_ keys: [String]) {
    self.keys = keys
    let table = keys.count > Self.fewKeys ? keys : []
    places = Dictionary(uniqueKeysWithValues: table.enumerated().map { (ExactText($0.element), $0.offset) })
  }

  /// Returns the position of a key; `nil` for an unknown key. Keys are compared scalar by scalar, as JSON requires.
  package func place(of key: String) -> Int? {
    places.isEmpty ? keys.firstIndex { $0.hasSameScalars(as: key) } : places[ExactText(key)]
  }
}
