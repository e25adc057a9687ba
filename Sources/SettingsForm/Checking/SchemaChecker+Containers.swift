extension SchemaChecker {
  mutating func checkArray<Instance: SchemaInstance>(
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
        inside(index) { $0.check(pair.0, pair.1) }
      }
    case .items(let items):
      for (index, element) in instance.elementList.enumerated().dropFirst(schema.prefixCount) {
        inside(index) { $0.check(element, items) }
      }
    case .contains(let wanted):
      let bounds = schema.containsBounds
      let count = instance.elementList.count { meets($0, wanted) }
      if count < bounds.min || count > bounds.max { report(.keyword("contains"), instance) }
    default: break
    }
  }

  mutating func checkObject<Instance: SchemaInstance>(
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
          inside(member.key, isNamed: false) { $0.check(member.value, property.schema) }
        }
      }
    case .additionalProperties(let additional):
      let known = Set(schema.properties?.map(\.name) ?? [])
      let patterns = schema.propertyPatterns
      for member in instance.memberList where !known.contains(member.key) {
        if patterns.contains(where: { matches(member.key, $0) }) { continue }
        if isReaderKey(member.key) { continue }
        if additional == .never {
          reportUnknown(member, .error, schema.properties ?? [])
        } else {
          inside(member.key, isNamed: false) { $0.check(member.value, additional) }
        }
      }
    case .propertyNames(let names):
      for member in instance.memberList {
        insideKey(member.key) { $0.check(JSONValue.string(member.key), names) }
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
    for member in instance.memberList where !known.contains(member.key) && !isReaderKey(member.key) {
      reportUnknown(member, .warning, properties)
    }
  }

  /// Whether a key is the one at the root by which a settings file names its form.
  private func isReaderKey(_ key: String) -> Bool {
    rules == .form && keys.isEmpty && key == "$schema"
  }

  private mutating func reportUnknown<Instance: SchemaInstance>(
    _ member: (key: String, value: Instance), _ severity: FormProblem.Severity,
    _ properties: [SchemaKeyword.Named]
  ) {
    let path = SettingPath(keys)
    let reason: FormProblem.Reason
    if let current = properties.first(where: { $0.schema.formerKeys.contains(member.key) }) {
      reason = .formerKey(current: path.appending(current.name))
    } else if !secrecy.hides(.object), suggestionBudget >= properties.count {
      suggestionBudget -= properties.count
      let nearest = EditDistance.nearest(to: member.key, among: properties.lazy.map(\.name))
      reason = .unknownKey(nearest: nearest.map(path.appending))
    } else {
      reason = .unknownKey(nearest: nil)
    }
    reportUnknown(
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
