extension SchemaChecker {
  /// Checks a number against one limit. All comparisons are exact, in decimal: `0.30000000000000004` isn't `0.3`.
  ///
  /// With a lower limit of 0.1 and a step of 0.1, the value 0.3 is allowed; as doubles, 0.3 isn't a multiple of 0.1.
  mutating func checkNumber(
    _ instance: some SchemaInstance, value: JSONDecimal, check: CompiledSchema.Check
  ) {
    switch check {
    case .lower(let bound, let limit):
      if bound.isExclusive ? !(limit < value) : value < limit {
        report(.belowLower(bound), instance: instance)
      }
    case .upper(let bound, let limit):
      // The other operators are generic functions of `Comparable`, which take longer than `<`.
      if bound.isExclusive ? !(value < limit) : limit < value {
        report(.aboveUpper(bound), instance: instance)
      }
    case .step(let step):
      if !step.allows(value) {
        report(.offStep(step.step, origin: step.origin), instance: instance)
      }
    default: break
    }
  }

  /// Checks a string against one limit. Lengths are counted in Unicode scalars, as JSON Schema demands; the count isn't part of the problem
  /// of a secret, because the length of a password is a secret, too.
  ///
  /// In a form (`formats: .settings`), a wrong format is an error. In a schema of another author it is an annotation, as JSON Schema
  /// 2020-12 leaves it, and causes a warning.
  mutating func checkText(_ instance: some SchemaInstance, check: CompiledSchema.Check) {
    switch check {
    case .minLength(let limit):
      let count = instance.scalarCount
      if count < limit {
        report(.tooShort(minLength: limit, count: hides(instance) ? nil : count), instance: instance)
      }
    case .maxLength(let limit):
      let count = instance.scalarCount
      if count > limit {
        report(.tooLong(maxLength: limit, count: hides(instance) ? nil : count), instance: instance)
      }
    case .pattern(let source, let pattern):
      guard let pattern, let text = instance.text else { return report(.pattern(source), instance: instance) }
      if matches(pattern, text: text) == false { report(.pattern(source), instance: instance) }
    case .format(let format):
      guard let text = instance.text, !format.allows(text) else { return }
      report(.format(format), instance: instance)
    case .annotatedFormat(let format):
      guard let text = instance.text, !format.allows(text) else { return }
      noteFailedFormat()
      report(
        .annotatedFormat(format), instance: instance, severity: .warning,
        found: Phrase.excerpt(instance.value))
    case .times(let range):
      guard let text = instance.text, let fault = range.fault(of: text) else { return }
      report(fault, instance: instance, found: range.format.words(for: text))
    case .calendarDuration:
      guard let text = instance.text else { return }
      if !text.withBytes({ DurationGrammar.isDuration($0[...]) }) {
        report(.format(.duration), instance: instance)
      }
    default: break
    }
  }

  /// Checks that a value is one of a list.
  ///
  /// A long list has a table (`places`); a short one is searched. For `oneOf`, a value that is listed twice matches two
  /// schemas and is therefore invalid. A value that matches a deprecated choice is valid and gets a warning.
  mutating func checkChoice(_ instance: some SchemaInstance, list: CompiledSchema.ChoiceList) {
    // A string is only decoded for a look-up in the table.
    let value = instance.kind == .string && list.places == nil ? nil : instance.value
    var found: Int?
    if let places = list.places {
      found = value.flatMap { places[$0] }
      if let found, list.isExclusive, list.repeated.contains(found) {
        return report(.keyword("oneOf"), instance: instance)
      }
    } else {
      for (place, choice) in list.values.enumerated() where isChoice(instance, value: value, choice: choice) {
        if found != nil { return report(.keyword("oneOf"), instance: instance) }
        found = place
        if !list.isExclusive { break }
      }
    }
    guard let found else { return reportNoChoice(list.values, instance: instance) }
    if list.deprecated.contains(found) { reportDeprecated(instance, choice: list.values[found]) }
  }

  /// Whether a value is a choice. A string of a document is compared byte by byte, without being decoded.
  ///
  /// - Parameter value: The decoded value; `nil` for a string.
  private func isChoice(_ instance: some SchemaInstance, value: JSONValue?, choice: JSONValue) -> Bool {
    if let value { return choice == value }
    guard case .string(let text) = choice else { return false }
    return instance.isText(text)
  }
}

extension SchemaChecker {
  /// Checks a list against one keyword. `prefixItems` describes the first elements, `items` all elements after them
  /// (`start`).
  ///
  /// For `uniqueItems`, the elements go into a set, which takes linear time. Numbers are compared by value there: `1`
  /// and `1.0` are equal, as JSON Schema demands. Only the first repeated element is reported, with its position in the
  /// list.
  mutating func checkArray(_ instance: some SchemaInstance, check: CompiledSchema.Check) {
    switch check {
    case .minItems(let limit):
      let count = instance.count
      if count < limit { report(.tooFewElements(minCount: limit, count: count), instance: instance) }
    case .maxItems(let limit):
      let count = instance.count
      if count > limit { report(.tooManyElements(maxCount: limit, count: count), instance: instance) }
    case .uniqueItems:
      guard instance.count > 1 else { return }
      var seen: Set<JSONValue> = []
      let repeated = instance.elementList.firstIndex { !seen.insert($0.value).inserted }
      if let repeated { report(.repeatedElement(index: repeated), instance: instance) }
    case .range:
      let ends = instance.elementList
      guard ends.count == 2, let lower = ends[0].decimalValue, let upper = ends[1].decimalValue,
        lower > upper
      else { return }
      report(.reversedRange, instance: instance)
    case .prefixItems(let schemas):
      for (index, pair) in zip(instance.elementList, schemas).enumerated() {
        inside(index) { $0.check(pair.0, schema: pair.1) }
        evaluated?.insert(index)
      }
    case .items(let items, let start):
      for (index, element) in instance.elementList.enumerated().dropFirst(start) {
        inside(index) { $0.check(element, schema: items) }
      }
      evaluated?.insertElements()
    // All elements are tried, also after enough have been found, because `maxContains` and `unevaluatedItems` need to
    // know of each.
    case .contains(let wanted, let min, let max):
      var count = 0
      // In 2020-12, an element that `contains` accepts is evaluated (JSON Schema Core, section 10.3.1.3).
      for (index, element) in instance.elementList.enumerated() where meets(element, schema: wanted) {
        count += 1
        evaluated?.insert(index)
      }
      if count < min || count > max { report(.keyword("contains"), instance: instance) }
    default: break
    }
  }

  /// Checks an object against one keyword.
  ///
  ///     properties             the members that the schema names
  ///     patternProperties      the members whose keys match an expression, also named ones
  ///     additionalProperties   the members that neither of the two describes
  ///
  /// For `{"properties": {"a": …}, "patternProperties": {"^x-": …}, "additionalProperties": false}` and the members
  /// `a`, `x-color` and `b`, the first keyword checks `a`, the second one `x-color`, and the third one refuses `b`.
  mutating func checkObject(_ instance: some SchemaInstance, check: CompiledSchema.Check) {
    switch check {
    case .properties(let properties, let allowsOthers):
      checkProperties(instance, properties: properties, allowsOthers: allowsOthers)
    case .patternProperties(let keys, let schemas):
      // The members that match each expression. They are collected first because problems are in the order of the schema.
      let members = instance.memberList
      var matching: [(place: Int, member: Int)] = []
      for (index, member) in members.enumerated() {
        guard let places = places(of: keys, in: member.key) else { return }
        matching += places.map { ($0, index) }
      }
      // By expression first, and then by member, as the tuples compare.
      matching.sort { $0 < $1 }
      for (place, index) in matching {
        let member = members[index]
        inside(member.key, isNamed: false) { $0.check(member.value, schema: schemas[place]) }
        evaluated?.insert(member.key)
      }
    // A member counts as additional if neither the table of properties nor a pattern has it.
    case .additionalProperties(let others, let properties, let patterns):
      instance.forEachMember(of: properties.table) { place, key, value in
        guard place == nil else { return }
        let key = key.text
        guard let places = places(of: patterns, in: key), places.isEmpty, !isSchemaKey(key) else { return }
        if others.isNever {
          reportUnknown(key, value: value, severity: .error, among: properties.table.keys)
        } else {
          inside(key, isNamed: false) { $0.check(value, schema: others) }
        }
      }
      evaluated?.insertMembers()
    case .propertyNames(let names):
      for member in instance.memberList {
        insideKey(member.key, at: member.value.keyTextPosition) {
          $0.check(JSONValue.string(member.key), schema: names)
        }
      }
    case .minProperties(let limit):
      let count = instance.count
      if count < limit { report(.tooFewElements(minCount: limit, count: count), instance: instance) }
    case .maxProperties(let limit):
      let count = instance.count
      if count > limit { report(.tooManyElements(maxCount: limit, count: count), instance: instance) }
    case .required(let keys): checkPresence(of: keys, instance)
    case .dependentRequired(let dependencies):
      for dependency in dependencies where instance.member(dependency.key) != nil {
        checkPresence(of: dependency.required, instance)
      }
    case .dependentSchemas(let dependencies):
      for dependency in dependencies where instance.member(dependency.key) != nil {
        asPart { $0.check(instance, schema: dependency.schema) }
      }
    default: break
    }
  }

  /// Checks the properties in the order of the schema, then warns of unknown keys in the order of the object.
  ///
  /// The two orders are those in which people read: a form from top to bottom for values, a file from top to bottom for keys that don't
  /// belong there. A warning is only made if this schema alone describes the object; a part of an `allOf` can't know what the other parts
  /// name.
  private mutating func checkProperties<Instance: SchemaInstance>(
    _ instance: Instance, properties: CompiledSchema.Properties, allowsOthers: Bool
  ) {
    var known: [(place: Int, value: Instance)] = []
    var unknown: [(key: String, value: Instance)] = []
    let warns = !isPart && !allowsOthers
    // The members are gone through once, in the order of the object, and sorted into known and unknown ones.
    instance.forEachMember(of: properties.table) { place, key, value in
      if let place {
        known.append((place, value))
      } else if warns {
        unknown.append((key.text, value))
      }
    }
    known.sort { $0.place < $1.place }
    for (place, value) in known {
      inside(properties.table.keys[place]) { $0.check(value, schema: properties.schemas[place]) }
      evaluated?.insert(properties.table.keys[place])
    }
    for (key, value) in unknown where !isSchemaKey(key) {
      reportUnknown(key, value: value, severity: .warning, among: properties.table.keys)
    }
  }

  /// Whether a key is `$schema` at the root, with which a settings file names its form. Every schema of an object
  /// allows it there, also one with `additionalProperties: false`.
  func isSchemaKey(_ key: String) -> Bool {
    keys.isEmpty && key == "$schema"
  }

  /// Reports an unknown key, with the name of the property that was probably meant, as long as the budget for
  /// comparisons lasts. A secret object gets no suggestion: it would say which of the secret keys exist.
  mutating func reportUnknown(
    _ key: String, value: some SchemaInstance, severity: FormProblem.Severity, among names: [String]
  ) {
    guard notesProblem(severity, at: value.keyTextPosition ?? value.textPosition) else { return }
    let path = SettingPath(keys)
    let reason: FormProblem.Reason
    // The budget is for names that are compared, since each comparison takes about the same time.
    if !secrecy.hides(.object), suggestionBudget >= names.count {
      suggestionBudget -= names.count
      let nearest = EditDistance.nearest(to: key, among: names)
      reason = .unknownKey(nearest: nearest.map(path.appending))
    } else {
      reason = .unknownKey(nearest: nil)
    }
    reportUnknown(
      FormProblem(
        path: path.appending(key), severity: severity, reason: reason,
        position: value.keyTextPosition ?? value.textPosition))
  }

  /// Warns of the members whose keys no schema for the object names.
  ///
  /// Used when several schemas describe one object. `known` collects the keys of all of them, and only when an unknown
  /// key makes it necessary. A check that is a part of another one says nothing, because the schema around it may know
  /// the key.
  mutating func warnOfUnknownKeys(_ instance: some SchemaInstance, known: Deferred<KnownKeys>) {
    guard !isPart, instance.kind == .object else { return }
    let keys = known.value
    for (key, value) in instance.memberList where !keys.contains(key) && !isSchemaKey(key) {
      reportUnknown(key, value: value, severity: .warning, among: keys.names)
    }
  }

  /// Reports each key that is missing, at the path of the object, because the member that should have a position isn't
  /// there.
  ///
  /// A member whose value is `null` is present.
  private mutating func checkPresence(of keys: [String], _ instance: some SchemaInstance) {
    for key in keys where instance.member(key) == nil { report(.missingKey(key), instance: instance) }
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
        inside(index) { $0.check(element, schema: items) }
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
