/// Checks values by a schema and gathers all problems.
///
/// The rules are those of JSON Schema 2020-12. For a form there is more: the formats that a form uses (`uri`,
/// `uuid`, `date-time`, `duration`) and `contentEncoding: base64` must hold, a member that no keyword
/// knows is a warning, and a `$schema` at the root is no member.
struct SchemaChecker {
  /// Whose rules hold.
  enum Rules: Sendable {
    /// Those of a form.
    case form
    /// Those of JSON Schema alone.
    case schema
  }

  /// The problems found so far, in the order of the schema.
  private(set) var problems: [FormProblem] = []
  /// How many more names may be compared with unknown ones.
  var suggestionBudget: Int

  private let patterns: PatternCache
  private let rules: Rules
  /// Whether several schemas describe the value, so that none alone can tell which keys are known.
  private var isPart = false
  private var keys: [String]
  private var isSecret: Bool

  /// Makes a checker.
  ///
  /// - Parameter path: Where the values stand.
  init(
    patterns: PatternCache, rules: Rules = .form, path: SettingPath = .root, isSecret: Bool = false,
    suggestionBudget: Int = 10_000
  ) {
    self.patterns = patterns
    self.rules = rules
    self.keys = path.keys
    self.isSecret = isSecret
    self.suggestionBudget = suggestionBudget
  }

  /// The problems of a value at a path, and of nothing else.
  mutating func problems(
    of instance: some SchemaInstance, _ schema: JSONSchema, at path: SettingPath
  ) -> [FormProblem] {
    keys = path.keys
    check(instance, schema)
    guard !problems.isEmpty else { return [] }
    defer { problems.removeAll() }
    return problems
  }

  /// Checks a value.
  mutating func check(_ instance: some SchemaInstance, _ schema: JSONSchema) {
    let wasSecret = isSecret
    defer { isSecret = wasSecret }
    if schema.keywords.contains(.writeOnly(true)) { isSecret = true }
    // Whether a number is whole takes looking at its digits; not where any number will do.
    let type = instance.isNumber && schema.allowsAnyNumber ? .number : instance.schemaType
    for case .type(let types) in schema.keywords where !types.contains(where: { $0.includes(type) }) {
      // A value of another type is told so once; among choices, the choices say more.
      report(schema.choiceReason(nearest: nil) ?? .type(expected: types, found: type), instance)
      return
    }
    for keyword in schema.keywords {
      switch keyword {
      case .never: report(.keyword("false"), instance)
      case .const(let value): if instance.value != value { report(noChoice([value], instance), instance) }
      case .enumeration(let values):
        let value = instance.value
        if !values.contains(value) { report(noChoice(values, instance), instance) }
      case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf, .setting:
        if type == .integer || type == .number { checkNumber(instance, keyword, schema) }
      case .minLength, .maxLength, .pattern, .format, .contentEncoding:
        if type == .string { checkText(instance, keyword) }
      case .minItems, .maxItems, .uniqueItems, .prefixItems, .items, .contains:
        if type == .array { checkArray(instance, keyword, schema) }
      case .properties, .patternProperties, .additionalProperties, .propertyNames, .minProperties,
        .maxProperties, .required, .dependentRequired, .dependentSchemas:
        if type == .object { checkObject(instance, keyword, schema) }
      case .allOf, .anyOf, .oneOf, .not, .if: checkCombination(instance, keyword, schema)
      case .title, .description, .defaultValue, .readOnly, .writeOnly, .type, .minContains, .maxContains,
        .then, .else, .other:
        break
      case .deprecated(let isDeprecated):
        if isDeprecated { reportDeprecated(instance) }
      }
    }
  }

  /// Whether a value meets a schema.
  func meets(_ instance: some SchemaInstance, _ schema: JSONSchema) -> Bool {
    var checker = SchemaChecker(patterns: patterns, rules: rules, suggestionBudget: 0)
    checker.check(instance, schema)
    return !checker.problems.contains { $0.severity == .error }
  }
}

// MARK: - Reporting

extension SchemaChecker {
  private mutating func report(_ reason: FormProblem.Reason, _ instance: some SchemaInstance) {
    problems.append(
      FormProblem(
        path: SettingPath(keys), reason: reason,
        found: isSecret ? nil : Phrase.excerpt(instance.value), position: instance.textPosition))
  }

  private mutating func reportDeprecated(_ instance: some SchemaInstance) {
    problems.append(
      FormProblem(
        path: SettingPath(keys), severity: .warning, reason: .deprecated, position: instance.textPosition))
  }

  private mutating func inside(_ key: String, _ body: (inout SchemaChecker) -> Void) {
    keys.append(key)
    body(&self)
    keys.removeLast()
  }

  private mutating func asPart(_ body: (inout SchemaChecker) -> Void) {
    let wasPart = isPart
    isPart = true
    body(&self)
    isPart = wasPart
  }

  /// The reason for a value that is none of the choices, with the nearest one.
  private func noChoice(
    _ choices: [JSONValue], _ instance: some SchemaInstance
  ) -> FormProblem.Reason {
    guard !isSecret, let text = instance.text else { return .noChoice(choices, nearest: nil) }
    let texts = choices.compactMap(\.text)
    return .noChoice(choices, nearest: EditDistance.nearest(to: text, among: texts).map(JSONValue.string))
  }
}

// MARK: - Numbers and texts

extension SchemaChecker {
  private mutating func checkNumber(
    _ instance: some SchemaInstance, _ keyword: SchemaKeyword, _ schema: JSONSchema
  ) {
    guard let number = instance.exactNumber else { return }
    switch keyword {
    case .minimum(let limit): if number < limit { report(.belowLower(.inclusive(limit)), instance) }
    case .exclusiveMinimum(let limit):
      if number <= limit { report(.belowLower(.exclusive(limit)), instance) }
    case .maximum(let limit): if number > limit { report(.aboveUpper(.inclusive(limit)), instance) }
    case .exclusiveMaximum(let limit):
      if number >= limit { report(.aboveUpper(.exclusive(limit)), instance) }
    case .multipleOf(let step):
      if !number.isMultiple(of: step) { report(.offStep(step, origin: nil), instance) }
    case .setting(let setting):
      guard let step = setting.step else { return }
      let origin = schema.range.lower?.value
      if !number.isMultiple(of: step, from: origin) {
        report(.offStep(step, origin: origin), instance)
      }
    default: break
    }
  }

  private mutating func checkText(_ instance: some SchemaInstance, _ keyword: SchemaKeyword) {
    guard let text = instance.text else { return }
    switch keyword {
    case .minLength(let limit):
      let count = text.unicodeScalars.count
      if count < limit { report(.tooShort(minLength: limit, count: isSecret ? nil : count), instance) }
    case .maxLength(let limit):
      let count = text.unicodeScalars.count
      if count > limit { report(.tooLong(maxLength: limit, count: isSecret ? nil : count), instance) }
    case .pattern(let source):
      if (try? patterns.pattern(source))?.matches(text) != true { report(.pattern(source), instance) }
    case .format(let name):
      checkFormat(instance, text, TextLimits.Format(rawValue: name).flatMap { $0 == .base64 ? nil : $0 })
    case .contentEncoding(let name):
      checkFormat(instance, text, TextLimits.Format(rawValue: name).flatMap { $0 == .base64 ? $0 : nil })
    default: break
    }
  }

  private mutating func checkFormat(
    _ instance: some SchemaInstance, _ text: String, _ format: TextLimits.Format?
  ) {
    guard rules == .form, let format, !format.allows(text) else { return }
    report(.format(format), instance)
  }
}

// MARK: - Lists and objects

extension SchemaChecker {
  private mutating func checkArray<Instance: SchemaInstance>(
    _ instance: Instance, _ keyword: SchemaKeyword, _ schema: JSONSchema
  ) {
    switch keyword {
    case .minItems(let limit):
      let count = instance.count
      if count < limit { report(.tooFewElements(minCount: limit, count: count), instance) }
    case .maxItems(let limit):
      let count = instance.count
      if count > limit { report(.tooManyElements(maxCount: limit, count: count), instance) }
    case .uniqueItems(true):
      var seen: Set<JSONValue> = []
      let repeated = instance.elementList.firstIndex { !seen.insert($0.value).inserted }
      if let repeated { report(.repeatedElement(index: repeated), instance) }
    case .prefixItems(let schemas):
      for (index, pair) in zip(instance.elementList, schemas).enumerated() {
        inside(String(index)) { $0.check(pair.0, pair.1) }
      }
    case .items(let items):
      for (index, element) in instance.elementList.enumerated().dropFirst(schema.prefixCount) {
        inside(String(index)) { $0.check(element, items) }
      }
    case .contains(let wanted):
      let bounds = schema.containsBounds
      let count = instance.elementList.count { meets($0, wanted) }
      if count < bounds.min || count > bounds.max { report(.keyword("contains"), instance) }
    default: break
    }
  }

  private mutating func checkObject<Instance: SchemaInstance>(
    _ instance: Instance, _ keyword: SchemaKeyword, _ schema: JSONSchema
  ) {
    switch keyword {
    case .properties(let properties):
      checkProperties(instance, properties)
      if rules == .form, !isPart, !schema.saysWhatElse { warnOfUnknown(instance, properties) }
    case .patternProperties(let properties):
      let members = instance.memberList
      for property in properties {
        for member in members where matches(member.key, property.name) {
          inside(member.key) { $0.check(member.value, property.schema) }
        }
      }
    case .additionalProperties(let additional):
      let known = Set(schema.properties?.map(\.name) ?? [])
      let patterns = schema.propertyPatterns
      for member in instance.memberList where !known.contains(member.key) {
        if patterns.contains(where: { matches(member.key, $0) }) { continue }
        if rules == .form, keys.isEmpty, member.key == "$schema" { continue }
        if additional == .never {
          reportUnknown(member, .error, schema.properties ?? [])
        } else {
          inside(member.key) { $0.check(member.value, additional) }
        }
      }
    case .propertyNames(let names):
      for member in instance.memberList {
        inside(member.key) { $0.check(JSONValue.string(member.key), names) }
      }
    case .minProperties(let limit):
      let count = instance.count
      if count < limit { report(.tooFewElements(minCount: limit, count: count), instance) }
    case .maxProperties(let limit):
      let count = instance.count
      if count > limit { report(.tooManyElements(maxCount: limit, count: count), instance) }
    case .required(let keys): checkPresence(of: keys, instance)
    case .dependentRequired(let dependencies):
      for dependency in dependencies where instance.member(dependency.key) != nil {
        checkPresence(of: dependency.required, instance)
      }
    case .dependentSchemas(let dependencies):
      for dependency in dependencies where instance.member(dependency.name) != nil {
        asPart { $0.check(instance, dependency.schema) }
      }
    default: break
    }
  }

  private mutating func checkProperties<Instance: SchemaInstance>(
    _ instance: Instance, _ properties: [SchemaKeyword.Named]
  ) {
    // A look-up may be linear in the number of members; a table keeps large objects linear altogether.
    guard properties.count > 8 else {
      for property in properties {
        guard let value = instance.member(property.name) else { continue }
        inside(property.name) { $0.check(value, property.schema) }
      }
      return
    }
    let members = Dictionary(instance.memberList.map { ($0.key, $0.value) }) { first, _ in first }
    for property in properties {
      guard let value = members[property.name] else { continue }
      inside(property.name) { $0.check(value, property.schema) }
    }
  }

  private mutating func warnOfUnknown<Instance: SchemaInstance>(
    _ instance: Instance, _ properties: [SchemaKeyword.Named]
  ) {
    let known = Set(properties.map(\.name))
    for member in instance.memberList where !known.contains(member.key) {
      reportUnknown(member, .warning, properties)
    }
  }

  private mutating func reportUnknown<Instance: SchemaInstance>(
    _ member: (key: String, value: Instance), _ severity: FormProblem.Severity,
    _ properties: [SchemaKeyword.Named]
  ) {
    let path = SettingPath(keys)
    let reason: FormProblem.Reason
    if let current = properties.first(where: { $0.schema.formerKeys.contains(member.key) }) {
      reason = .formerKey(current: path.appending(current.name))
    } else if suggestionBudget >= properties.count {
      suggestionBudget -= properties.count
      let nearest = EditDistance.nearest(to: member.key, among: properties.lazy.map(\.name))
      reason = .unknownKey(nearest: nearest.map(path.appending))
    } else {
      reason = .unknownKey(nearest: nil)
    }
    problems.append(
      FormProblem(
        path: path.appending(member.key), severity: severity, reason: reason,
        position: member.value.keyTextPosition ?? member.value.textPosition))
  }

  private mutating func checkPresence(of keys: [String], _ instance: some SchemaInstance) {
    for key in keys where instance.member(key) == nil { report(.missingKey(key), instance) }
  }

  private func matches(_ key: String, _ pattern: String) -> Bool {
    (try? patterns.pattern(pattern))?.matches(key) == true
  }
}

// MARK: - Combinations

extension SchemaChecker {
  private mutating func checkCombination(
    _ instance: some SchemaInstance, _ keyword: SchemaKeyword, _ schema: JSONSchema
  ) {
    switch keyword {
    case .allOf(let schemas):
      asPart { for schema in schemas { $0.check(instance, schema) } }
    case .anyOf(let schemas):
      if !schemas.contains(where: { meets(instance, $0) }) { report(.keyword("anyOf"), instance) }
    case .oneOf(let schemas): checkOneOf(instance, schemas)
    case .not(let unwanted):
      if meets(instance, unwanted) { report(.keyword("not"), instance) }
    case .if(let condition):
      let branch = meets(instance, condition) ? schema.then : schema.else
      if let branch { asPart { $0.check(instance, branch) } }
    default: break
    }
  }

  private mutating func checkOneOf(_ instance: some SchemaInstance, _ schemas: [JSONSchema]) {
    guard let choices = JSONSchema.choices(schemas) else {
      let count = schemas.count { meets(instance, $0) }
      if count != 1 { report(.keyword("oneOf"), instance) }
      return
    }
    let value = instance.value
    switch choices.count(where: { $0 == value }) {
    case 0: report(noChoice(choices, instance), instance)
    case 1:
      let isDeprecated = schemas.contains { $0.const == value && $0.keywords.contains(.deprecated(true)) }
      if isDeprecated { reportDeprecated(instance) }
    default: report(.keyword("oneOf"), instance)
    }
  }
}

extension JSONSchema {
  /// The values of `oneOf`'s schemas if each allows one value only; `nil` otherwise.
  fileprivate static func choices(_ schemas: [JSONSchema]) -> [JSONValue]? {
    var values: [JSONValue] = []
    values.reserveCapacity(schemas.count)
    for schema in schemas {
      guard let value = schema.const else { return nil }
      let isPlain = schema.keywords.allSatisfy { keyword in
        switch keyword {
        case .const, .title, .description, .deprecated: true
        default: false
        }
      }
      guard isPlain else { return nil }
      values.append(value)
    }
    return values
  }

  /// That a value is none of the choices, if the schema lists choices.
  fileprivate func choiceReason(nearest: JSONValue?) -> FormProblem.Reason? {
    for keyword in keywords {
      switch keyword {
      case .enumeration(let values): return .noChoice(values, nearest: nearest)
      case .oneOf(let schemas):
        if let values = Self.choices(schemas) { return .noChoice(values, nearest: nearest) }
      default: break
      }
    }
    return nil
  }

  /// Whether keywords beside `properties` say what other members there may be.
  fileprivate var saysWhatElse: Bool {
    keywords.contains { keyword in
      switch keyword {
      case .additionalProperties, .patternProperties, .allOf, .anyOf, .oneOf, .if, .dependentSchemas: true
      default: false
      }
    }
  }

  /// The keys that the setting had in earlier versions.
  fileprivate var formerKeys: [String] {
    for case .setting(let setting) in keywords { return setting.was }
    return []
  }

  fileprivate var allowsAnyNumber: Bool {
    for case .type(let types) in keywords { return types.contains(.number) }
    return true
  }

  fileprivate var prefixCount: Int {
    for case .prefixItems(let schemas) in keywords { return schemas.count }
    return 0
  }

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

  fileprivate var propertyPatterns: [String] {
    for case .patternProperties(let properties) in keywords { return properties.map(\.name) }
    return []
  }

  fileprivate var then: JSONSchema? {
    for case .then(let schema) in keywords { return schema }
    return nil
  }

  fileprivate var `else`: JSONSchema? {
    for case .else(let schema) in keywords { return schema }
    return nil
  }
}
