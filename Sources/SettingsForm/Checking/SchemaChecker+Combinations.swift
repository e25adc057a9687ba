extension SchemaChecker {
  /// Checks a value by a keyword that contains schemas for the same value. They share the value's path and its secrecy;
  /// none of them alone knows all of its keys, so they are checked as parts.
  mutating func checkCombination(_ instance: some SchemaInstance, check: CompiledSchema.Check) {
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
      let count = matches(instance, alternatives: alternatives, all: evaluated != nil)
      if count == 0 { markingCombination { $0.reportNearest(of: alternatives, instance, keyword: "anyOf") } }
    case .oneOfSchemas(let alternatives):
      switch matches(instance, alternatives: alternatives, all: true) {
      case 0: markingCombination { $0.reportNearest(of: alternatives, instance, keyword: "oneOf") }
      case 1: break
      default: report(.keyword("oneOf"), instance: instance)
      }
    case .variants(let variants): checkVariants(instance, variants: variants)
    // The problems inside a negated schema are what makes the value valid, so only whether there are any matters.
    case .not(let unwanted):
      if meets(instance, schema: unwanted) { report(.keyword("not"), instance: instance) }
    case .conditional(let condition, let then, let otherwise):
      // If the value meets the condition, the parts that the condition evaluates count as evaluated (JSON Schema Core, 10.2.2.1).
      if let branch = meetsInPlace(instance, schema: condition) ? then : otherwise {
        asPart { $0.check(instance, schema: branch) }
      }
    default: break
    }
  }

  /// Checks a value against the alternative whose key it has. A Swift enum `case file(path: String)` is stored as
  /// `{"file": {"path": "…"}}`, so the key alone tells which case was meant, and only problems inside that case are
  /// reported.
  ///
  /// If the value has the keys of two alternatives, it is ambiguous, unless exactly one of them accepts it. If it has none of the keys, the
  /// problem lists them, and suggests the one that is most similar to the value's first key.
  private mutating func checkVariants(_ instance: some SchemaInstance, variants: CompiledSchema.Variants) {
    if instance.kind == .null, variants.allowsNull { return }
    guard instance.kind == .object else {
      return report(.type(expected: [.object], found: instance.schemaType), instance: instance)
    }
    let present = variants.keys.indices.filter { instance.member(variants.keys[$0]) != nil }
    guard let chosen = present.first else { return reportNoVariant(instance, variants: variants) }
    // An alternative can allow the keys of other alternatives.
    let fitting =
      present.count == 1 ? present : present.filter { meets(instance, schema: variants.schemas[$0]) }
    guard fitting.count == 1 else {
      return report(.severalAlternatives(present.map { variants.keys[$0] }), instance: instance)
    }
    let alternative = fitting.first ?? chosen
    naming(hides(instance) ? nil : variants.titles[alternative]) {
      $0.check(instance, schema: variants.schemas[alternative])
    }
  }

  /// Counts the alternatives that a value meets, and warns of failed formats if each of them has such text.
  ///
  /// Text that doesn't have its `format` still meets a schema. For
  /// `{"anyOf": [{"format": "ipv4"}, {"format": "hostname"}]}` and `"www.example.com"`, the first alternative is met
  /// with a failed format and the second one without, so there is no warning.
  ///
  /// - Parameter all: Whether to check further alternatives after one that the value meets without a failed format.
  private mutating func matches(
    _ instance: some SchemaInstance, alternatives: CompiledSchema.Alternatives, all: Bool
  ) -> Int {
    var count = 0
    var isClean = false
    var unclean: CompiledSchema?
    for schema in alternatives.schemas where meetsInPlace(instance, schema: schema) {
      count += 1
      if lastHadFailedFormat { unclean = unclean ?? schema } else { isClean = true }
      if isClean, !all { break }
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
    of alternatives: CompiledSchema.Alternatives, _ instance: some SchemaInstance, keyword: String
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
        if let constant = problem.wrongConstant { constants[problem.path, default: []].append(constant) }
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
      var problem = best.problems.first(where: { $0.wrongConstant != nil })
    {
      problem.reason = .noChoice(constants[problem.path] ?? [], nearest: nil)
      add([problem])
    } else {
      report(.keyword(keyword), instance: instance)
    }
  }

  /// Reports that a value has none of the keys that alternatives have. The key that it has may be a misspelled one.
  private mutating func reportNoVariant(_ instance: some SchemaInstance, variants: CompiledSchema.Variants) {
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
  static let worst = Misfit(isOfOtherType: true, wrongConstants: .max, others: .max)

  /// Whether the value itself has another type than the alternative, or isn't one of its choices.
  private let isOfOtherType: Bool
  /// The number of members, at any depth, that should have one certain value and have another. Such constants
  /// distinguish alternatives.
  private let wrongConstants: Int
  /// The number of errors besides wrong constants.
  private let others: Int

  private init(isOfOtherType: Bool, wrongConstants: Int, others: Int) {
    self.isOfOtherType = isOfOtherType
    self.wrongConstants = wrongConstants
    self.others = others
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
    wrongConstants = errors.count { $0.wrongConstant != nil }
    others = errors.count - wrongConstants
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
    if left.wrongConstants != right.wrongConstants { return left.wrongConstants < right.wrongConstants }
    return left.others < right.others
  }
}

extension FormProblem {
  /// The constant that the value should be; `nil` for another problem. `const` and an `enum` of one value are both
  /// reported as the choice of this one value.
  var wrongConstant: JSONValue? {
    if case .noChoice(let values, _) = reason, values.count == 1 { values[0] } else { nil }
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
      case .meets(let schema): object.meets(schema, library: library)
      case .violates(let schema): !object.meets(schema, library: library)
      case .hasKey(let key): object[key] != nil
      }
    }
  }
}

extension JSONObject {
  /// Whether the object meets a schema that is compiled for this question.
  fileprivate func meets(_ schema: JSONSchema, library: SchemaLibrary) -> Bool {
    var checker = SchemaChecker.probe
    return checker.meets(JSONValue.object(self), schema: CompiledSchema(schema, library: library))
  }
}
