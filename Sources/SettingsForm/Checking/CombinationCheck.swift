/// What the schemas inside a schema say about the same value.
indirect enum CombinationCheck: Sendable {
  /// A reference; a part of the schema if other keywords are about the same value. Then its target doesn't warn of
  /// unknown keys, which the keywords beside it may describe.
  case reference(CompiledReference, isPart: Bool)
  case allOf([CompiledSchema])
  case anyOf(Alternatives)
  case oneOf(Alternatives)
  /// A `oneOf` of objects that are distinguished by a key.
  case variants(Variants)
  case not(CompiledSchema)
  case conditional(CompiledSchema, then: CompiledSchema?, else: CompiledSchema?)
  /// The keys that the schema and the schemas beside it for the same value name.
  case unknownKeys(Deferred<KnownKeys>)
  /// A schema, and the schemas for the members and the elements that none of its keywords has evaluated.
  case unevaluated(after: CompiledSchema, properties: CompiledSchema?, items: CompiledSchema?)
  /// Keywords that can't be used.
  case unusable

  /// Schemas for `anyOf` or `oneOf`: a value has to meet one of them.
  struct Alternatives: Sendable {
    let schemas: [CompiledSchema]
    /// The names that people read; `nil` for a schema without a title.
    let titles: [String?]

    fileprivate init(_ schemas: [JSONSchema], _ context: SchemaContext) {
      (self.schemas, titles) = (context.compiled(schemas), schemas.map { $0[.title] })
    }
  }

  /// Alternatives that are distinguished by a key. The three lists have one element for each alternative, in the order
  /// of the schema.
  struct Variants: Sendable {
    let keys: [String]
    let titles: [String]
    let schemas: [CompiledSchema]
    let allowsNull: Bool

    /// Compiles alternatives that a key tells apart. One without a title is called by its key in problems.
    fileprivate init(_ alternatives: KeyedAlternatives, _ context: SchemaContext) {
      keys = alternatives.all.map(\.key)
      titles = alternatives.all.map { $0.schema[.title] ?? $0.key }
      schemas = alternatives.all.map { context.compiled($0.schema) }
      allowsNull = alternatives.allowsNull
    }
  }

  /// Compiles a keyword; returns `nil` for a keyword that combines nothing, and for `then` and `else`, which are compiled with `if`.
  init?(_ keyword: SchemaKeyword, in schema: JSONSchema, context: SchemaContext) {
    switch keyword {
    case .reference(let name):
      self = .reference(CompiledReference(name, context: context), isPart: schema.hasSiblings)
    case .list(.allOf, let schemas): self = .allOf(context.compiled(schemas))
    case .list(.anyOf, let schemas): self = .anyOf(Alternatives(schemas, context))
    // Objects with a key of their own are variants, and anything else has to be tried one by one.
    case .list(.oneOf, let schemas):
      self =
        KeyedAlternatives(schemas).map { .variants(Variants($0, context)) }
        ?? .oneOf(Alternatives(schemas, context))
    case .schema(.not, let unwanted): self = .not(context.compiled(unwanted))
    case .schema(.if, let condition):
      self = .conditional(
        context.compiled(condition), then: schema[.then].map(context.compiled),
        else: schema[.else].map(context.compiled))
    case .unusable: self = .unusable
    default: return nil
    }
  }

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
      case .schema(.unevaluatedProperties, let schema): properties = schema
      case .schema(.unevaluatedItems, let schema): items = schema
      default: others.keywords.append(keyword)
      }
    }
    guard properties != nil || items != nil else { return nil }
    self = .unevaluated(
      after: context.compiled(others),
      properties: properties.map(context.compiled),
      items: items.map(context.compiled))
  }
}

extension SchemaChecker {
  /// Checks a value by a keyword that contains schemas for the same value. They share the value's path and its secrecy;
  /// none of them alone knows all of its keys, so they are checked as parts.
  mutating func checkCombination(_ instance: some SchemaInstance, check: CombinationCheck) {
    switch check {
    case .reference(let reference, let isPart):
      if isPart {
        asPart { $0.check(instance, schema: reference.schema) }
      } else {
        self.check(instance, schema: reference.schema)
      }
    case .unevaluated(let schema, let properties, let items):
      checkUnevaluated(instance, after: schema, properties: properties, items: items)
    case .unknownKeys(let known): warnOfUnknownKeys(instance, known: known)
    case .allOf(let schemas):
      asPart { for schema in schemas { $0.check(instance, schema: schema) } }
    case .anyOf(let alternatives):
      // If the value's parts are evaluated, each schema that the value meets evaluates some of them.
      let wasUncertain = isUncertain
      let met = matches(instance, alternatives: alternatives, all: evaluated != nil)
      // One that is certainly met decides, unless what the others evaluate matters.
      if met.least > 0, evaluated == nil { isUncertain = wasUncertain }
      if met.most == 0 {
        markingCombination { $0.reportNearest(of: alternatives, instance, keyword: "anyOf") }
      }
    case .oneOf(let alternatives):
      let met = matches(instance, alternatives: alternatives, all: true)
      if met.most == 0 {
        markingCombination { $0.reportNearest(of: alternatives, instance, keyword: "oneOf") }
      } else if met.least > 1 {
        report(.keyword("oneOf"), instance: instance)
      }
    case .variants(let variants): checkVariants(instance, variants: variants)
    // The problems inside a negated schema are what makes the value valid, so only whether there are any matters.
    case .not(let unwanted):
      if meets(instance, schema: unwanted), !lastWasUncertain { reportExcluded(instance, by: unwanted) }
    case .unusable: noteUncertain()
    case .conditional(let condition, let then, let otherwise):
      // If the value meets the condition, the parts that the condition evaluates count as evaluated (JSON Schema Core, 10.2.2.1).
      let isMet = meetsInPlace(instance, schema: condition)
      // It isn't known which branch applies.
      if isMet, lastWasUncertain { return noteUncertain() }
      guard let branch = isMet ? then : otherwise else { return }
      // Nothing is allowed after the condition, so the condition itself is what has to change.
      if branch.isNever, isMet { return reportExcluded(instance, by: condition) }
      asPart { $0.check(instance, schema: branch.isNever ? condition : branch) }
    }
  }

  /// Reports that a value meets a schema that it mustn't meet: which keys are the reason, if the schema is about keys.
  private mutating func reportExcluded(
    _ instance: some SchemaInstance, by schema: CompiledSchema, depth: Int = 0
  ) {
    let checks = schema.checks.filter { if case .combination(.unknownKeys) = $0 { false } else { true } }
    if schema.types == nil, checks.isEmpty { return report(.keyword("false"), instance: instance) }
    guard instance.kind == .object, depth < 8 else { return report(.keyword("not"), instance: instance) }
    if checks.count == 1, case .combination(let combination) = checks[0] {
      switch combination {
      case .reference(let reference, _):
        return reportExcluded(instance, by: reference.schema, depth: depth + 1)
      case .anyOf(let alternatives), .oneOf(let alternatives):
        for schema in alternatives.schemas where meets(instance, schema: schema) && !lastWasUncertain {
          reportExcluded(instance, by: schema, depth: depth + 1)
        }
        return
      default: break
      }
    }
    var keys: [String] = []
    var canChange = false
    for check in checks {
      switch check {
      case .object(.required(let required)): keys += required
      case .object(.properties): canChange = true
      default: return report(.keyword("not"), instance: instance)
      }
    }
    report(
      keys.isEmpty ? .keyword("not") : .excludedKeys(keys, canChange: canChange), instance: instance)
  }

  /// Checks a value against the alternative whose key it has. A Swift enum `case file(path: String)` is stored as
  /// `{"file": {"path": "…"}}`, so the key alone tells which case was meant, and only problems inside that case are
  /// reported.
  ///
  /// If the value has the keys of two alternatives, it is ambiguous, unless exactly one of them accepts it. If it has none of the keys, the
  /// problem lists them, and suggests the one that is most similar to the value's first key.
  private mutating func checkVariants(_ instance: some SchemaInstance, variants: CombinationCheck.Variants) {
    if instance.kind == .null, variants.allowsNull { return }
    guard instance.kind == .object else {
      return report(.type(expected: [.object], found: instance.schemaType), instance: instance)
    }
    let present = variants.keys.indices.filter { instance.member(variants.keys[$0]) != nil }
    guard let chosen = present.first else { return reportNoVariant(instance, variants: variants) }
    // An alternative can allow the keys of other alternatives.
    var isCertain = true
    let fitting =
      present.count == 1
      ? present
      : present.filter {
        let isMet = meets(instance, schema: variants.schemas[$0])
        isCertain = isCertain && !(isMet && lastWasUncertain)
        return isMet
      }
    guard isCertain else { return noteUncertain() }
    guard fitting.count == 1 else {
      return report(.severalAlternatives(present.map { variants.keys[$0] }), instance: instance)
    }
    let alternative = fitting.first ?? chosen
    naming(hides(instance) ? nil : variants.titles[alternative]) {
      $0.check(instance, schema: variants.schemas[alternative])
    }
  }

  /// Counts the alternatives that a value certainly meets, `least`, and those that it meets as far as they can be used, `most`. Warns of
  /// failed formats if each of them has such text.
  ///
  /// Text that doesn't have its `format` still meets a schema. For
  /// `{"anyOf": [{"format": "ipv4"}, {"format": "hostname"}]}` and `"www.example.com"`, the first alternative is met
  /// with a failed format and the second one without, so there is no warning.
  ///
  /// - Parameter all: Whether to check further alternatives after one that the value meets without a failed format.
  private mutating func matches(
    _ instance: some SchemaInstance, alternatives: CombinationCheck.Alternatives, all: Bool
  ) -> (least: Int, most: Int) {
    var count = (least: 0, most: 0)
    var isClean = false
    var unclean: CompiledSchema?
    for schema in alternatives.schemas where meetsInPlace(instance, schema: schema) {
      count.most += 1
      if !lastWasUncertain { count.least += 1 }
      if lastHadFailedFormat { unclean = unclean ?? schema } else { isClean = true }
      if isClean, count.least > 0, !all { break }
    }
    if !isClean, let unclean { warnOfFailedFormats(instance, schema: unclean) }
    return count
  }

  /// Reports why a value meets no alternative of `anyOf` or `oneOf`, in a way that helps a person.
  ///
  /// "The value meets none of 12 schemas" helps nobody. The person meant one of them, so the checker guesses which: it
  /// tries each alternative, and takes the alternative with the least serious problems (`Misfit`). In this order, it
  /// reports
  ///
  /// 1. the choices, if the value looks like one of them: `"alwyas"` among `"always"` and `"never"`;
  /// 2. the types, if the value has none of the types that the alternatives allow;
  /// 3. the problems of the best alternative, if the value certainly is meant as that one;
  /// 4. the constants that tell the alternatives apart, if the value has none of them: `"type": "sqare"` among `circle`
  ///    and `square`;
  /// 5. only the keyword, if nothing else is certain. A wrong explanation is worse than a short one.
  ///
  /// Cost: one check of the value for each of the first 64 alternatives, out of the effort for the whole value. A check
  /// that only asks whether there is a problem doesn't come here.
  private mutating func reportNearest(
    of alternatives: CombinationCheck.Alternatives, _ instance: some SchemaInstance, keyword: String
  ) {
    guard findsAllProblems else { return report(.keyword(keyword), instance: instance) }
    var best: (misfit: Misfit, problems: [FormProblem], title: String?)?
    // The types and the choices that the alternatives require of the value itself.
    var types: [JSONType] = []
    var choices: [JSONValue] = []
    var failsOtherwise = false
    var constants: [SettingPath: [JSONValue]] = [:]
    for (schema, title) in zip(alternatives.schemas, alternatives.titles).prefix(Misfit.limit) {
      let problems = attempting { $0.check(instance, schema: schema) }
      switch problems.first(where: { $0.path.keys.count == keys.count && $0.severity == .error })?.reason {
      case .type(let expected, _)?: types += expected
      case .noChoice(let values, _)?: choices += values
      default: failsOtherwise = true
      }
      // A constant that differs is a choice of one. The constants of all alternatives at the same place are what the
      // value could have there.
      for problem in problems {
        for constant in problem.wrongConstants where constants[problem.path]?.contains(constant) != true {
          constants[problem.path, default: []].append(constant)
        }
      }
      let misfit = Misfit(problems, at: keys)
      if misfit < best?.misfit ?? .worst { best = (misfit, problems, title) }
    }
    // Choices of the value's own type come first: among `"auto"` and numbers, text is compared with `"auto"`.
    let type = instance.schemaType
    let ofType = choices.filter { $0.schemaType == type }
    let isSimilar =
      instance.text.map { EditDistance.nearest(to: $0, among: ofType.compactMap(\.text)) != nil } ?? false
    if !choices.isEmpty, isSimilar || !failsOtherwise && (types.isEmpty || !ofType.isEmpty) {
      reportNoChoice(ofType.isEmpty ? choices : ofType, instance: instance)
    } else if !failsOtherwise {
      let expected = (types + choices.map(\.schemaType)).reduce(into: [JSONType]()) { known, type in
        if !known.contains(type) { known.append(type) }
      }
      report(.type(expected: expected, found: type), instance: instance)
    } else if let best, best.misfit.isCertain {
      naming(hides(instance) ? nil : best.title) { $0.add(best.problems) }
    } else if let best, best.misfit.isOfOtherConstants,
      var problem = best.problems.first(where: { !$0.wrongConstants.isEmpty })
    {
      problem.reason = .noChoice(constants[problem.path] ?? [], nearest: nil)
      problem.isOfConstants = true
      add([problem])
    } else {
      report(.keyword(keyword), instance: instance)
    }
  }

  /// Reports that a value has none of the keys that alternatives have. The key that it has may be a misspelled one.
  private mutating func reportNoVariant(_ instance: some SchemaInstance, variants: CombinationCheck.Variants)
  {
    let other = hides(instance) ? nil : instance.memberList.first?.key
    let nearest = other.flatMap { EditDistance.nearest(to: $0, among: variants.keys) }
    report(.noAlternative(keys: variants.keys, nearest: nearest), instance: instance)
  }
}

/// How badly a value fits one of several alternatives.
///
/// A value of another type can't have been meant; one with a wrong constant (`"type": "circle"` for a square) hardly;
/// otherwise the number of errors decides. For `{"type": "circle", "radius": "3"}` and the alternatives circle and
/// square, circle has one error in a part, and square has a wrong constant, so circle is nearer, however many other
/// errors square has.
struct Misfit: Comparable {
  /// The number of alternatives that are compared. A value that meets none of more alternatives gets the explanation
  /// that the first of them give.
  static let limit = 64
  /// A worse fit than any alternative can have.
  static let worst = Misfit(isOfOtherType: true, wrongConstants: .max, wrongChoices: .max, others: .max)

  /// Whether the value itself has another type than the alternative, or isn't one of its choices.
  private let isOfOtherType: Bool
  /// The number of members, at any depth, that should have one certain value and have another. Such constants
  /// distinguish alternatives.
  private let wrongConstants: Int
  /// The number of other members that should have one of several values. Such choices can also distinguish alternatives.
  private let wrongChoices: Int
  /// The number of other errors.
  private let others: Int

  private init(isOfOtherType: Bool, wrongConstants: Int, wrongChoices: Int, others: Int) {
    (self.isOfOtherType, self.wrongConstants) = (isOfOtherType, wrongConstants)
    (self.wrongChoices, self.others) = (wrongChoices, others)
  }

  /// - Parameters:
  ///   - problems: The problems of the value by the alternative.
  ///   - keys: The path of the value.
  init(_ problems: [FormProblem], at keys: [String]) {
    let errors = problems.filter { $0.severity == .error }
    isOfOtherType = errors.contains { problem in
      guard problem.path.keys.count == keys.count else { return false }
      switch problem.reason {
      case .type, .noChoice: return true
      default: return false
      }
    }
    wrongConstants = errors.count { !$0.wrongConstants.isEmpty }
    wrongChoices = errors.count { if case .noChoice = $0.reason { true } else { false } } - wrongConstants
    others = errors.count - wrongConstants - wrongChoices
  }

  /// Whether the value was probably meant as a value of the alternative.
  var isCertain: Bool { !isOfOtherType && wrongConstants == 0 }

  /// Whether the value has the alternative's type, but not the constants that distinguish it.
  var isOfOtherConstants: Bool { !isOfOtherType && wrongConstants > 0 }

  /// Whether the left alternative fits better: by the type first, then by the constants, then by the number of other
  /// errors.
  ///
  /// For `{"kind": "http"}`, an alternative with `kind: "http"` and a missing key fits better than one with
  /// `kind: "file"` and no other error.
  static func < (left: Misfit, right: Misfit) -> Bool {
    if left.isOfOtherType != right.isOfOtherType { return right.isOfOtherType }
    return (left.wrongConstants, left.wrongChoices, left.others)
      < (right.wrongConstants, right.wrongChoices, right.others)
  }
}

extension FormProblem {
  /// The constants of which the value should be one; empty for another problem. `const` and an `enum` of one value are both
  /// reported as the choice of this one value.
  fileprivate var wrongConstants: [JSONValue] {
    if case .noChoice(let values, _) = reason, values.count == 1 || isOfConstants { values } else { [] }
  }
}

extension ConditionalMember {
  /// Whether one of the conditions holds for an object. An editor asks it for the object with its staged changes, to
  /// decide whether a conditional member is shown.
  ///
  /// Cost: compiles the schema of each condition that it looks at.
  ///
  /// - Parameter library: The definitions to which the schemas of the conditions refer.
  package func holds(for object: JSONObject, _ library: SchemaLibrary) -> Bool {
    conditions.contains { condition in
      switch condition {
      case .meets(let schema): object.meets(schema, library: library).perhaps
      case .violates(let schema): !object.meets(schema, library: library).certainly
      case .hasKey(let key): object[key] != nil
      }
    }
  }
}

extension JSONObject {
  /// Whether the object meets a schema that is compiled for this question; only perhaps if a part of the schema can't be used.
  fileprivate func meets(_ schema: JSONSchema, library: SchemaLibrary) -> (perhaps: Bool, certainly: Bool) {
    var checker = SchemaChecker.probe
    let isMet = checker.meets(JSONValue.object(self), schema: CompiledSchema(schema, library: library))
    return (isMet, isMet && !checker.lastWasUncertain)
  }
}

/// The members and elements of a value that keywords have evaluated.
///
/// `unevaluatedProperties` is about the members that no other keyword has looked at, not even one inside `allOf`,
/// `anyOf`, `if` or a reference (JSON Schema Core 2020-12, section 11). So all keywords note what they evaluate, while
/// someone asks for it (`evaluated` isn't `nil`). If a keyword evaluates all, a flag replaces the list.
///
/// | keyword | evaluates |
/// |---|---|
/// | `properties`, `patternProperties` | the members that it describes |
/// | `additionalProperties` | all members |
/// | `prefixItems` | the elements that it describes |
/// | `items` | all elements |
/// | `contains` | the elements that it finds |
/// | `anyOf`, `oneOf`, `if` | what the schemas that are met evaluate |
/// | `not` | nothing |
///
/// For `{"properties": {"a": {}}, "additionalProperties": {}}`, the flag for all members is set, and an
/// `unevaluatedProperties` around it has nothing to do.
struct EvaluatedParts {
  /// The members that have been evaluated one by one, and the elements by their positions.
  private var keys: Set<ExactText> = []
  private var indices: Set<Int> = []
  /// Whether a keyword has evaluated all members, or all elements. It says so without listing them: a list of a million
  /// elements adds one flag.
  private var hasAllMembers = false
  private var hasAllElements = false

  /// Whether a member has been evaluated, by its name or together with all others.
  func contains(_ key: String) -> Bool { hasAllMembers || keys.contains(ExactText(key)) }

  func contains(_ index: Int) -> Bool { hasAllElements || indices.contains(index) }

  mutating func insert(_ key: String) { keys.insert(ExactText(key)) }

  mutating func insert(_ index: Int) { indices.insert(index) }

  mutating func insertMembers() { hasAllMembers = true }

  mutating func insertElements() { hasAllElements = true }

  /// Adds what another schema for the same value has evaluated.
  mutating func formUnion(_ other: EvaluatedParts) {
    keys.formUnion(other.keys)
    indices.formUnion(other.indices)
    hasAllMembers = hasAllMembers || other.hasAllMembers
    hasAllElements = hasAllElements || other.hasAllElements
  }
}

extension SchemaChecker {
  /// Checks a value against a schema, and then the members and the elements that the schema hasn't evaluated.
  ///
  /// The parts are collected in a set of its own and added to the outer one in the end: a schema around this one sees
  /// everything as evaluated, and this one sees nothing that only the outer one has evaluated.
  ///
  /// - Parameters:
  ///   - properties: The schema for the members that are left; `nil` without the keyword. For `false`, such a member is
  ///     an unknown key.
  ///   - items: The schema for the elements that are left; `nil` without the keyword.
  mutating func checkUnevaluated(
    _ instance: some SchemaInstance, after schema: CompiledSchema, properties: CompiledSchema?,
    items: CompiledSchema?
  ) {
    let outer = evaluated
    evaluated = EvaluatedParts()
    if properties == nil {
      check(instance, schema: schema)
    } else {
      asPart { $0.check(instance, schema: schema) }
    }
    var inner = evaluated ?? EvaluatedParts()
    if let properties, instance.kind == .object {
      for (key, value) in instance.memberList where !inner.contains(key) && !isSchemaKey(key) {
        if properties.isNever {
          reportUnknown(key, value: value, severity: .error, among: [])
        } else {
          inside(key, isNamed: false) { $0.check(value, schema: properties) }
        }
      }
      inner.insertMembers()
    }
    if let items, instance.kind == .array {
      for (index, element) in instance.elementList.enumerated() where !inner.contains(index) {
        checkElement(element, at: index, schema: items)
      }
      inner.insertElements()
    }
    evaluated = outer
    evaluated?.formUnion(inner)
  }

  /// Whether a value meets a schema beside others. If so, the parts that the schema evaluates count as evaluated.
  ///
  /// What a schema evaluates counts only if the value meets it: an alternative that fails has evaluated nothing.
  mutating func meetsInPlace(_ instance: some SchemaInstance, schema: CompiledSchema) -> Bool {
    guard evaluated != nil else { return meets(instance, schema: schema) }
    guard let inner = partsEvaluated(instance, schema: schema) else { return false }
    evaluated?.formUnion(inner)
    return true
  }
}
