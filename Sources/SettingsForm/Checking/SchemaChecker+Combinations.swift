extension SchemaChecker {
  mutating func checkCombination(
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
      if isDeprecated { reportDeprecated(instance, choice: value) }
    default: report(.keyword("oneOf"), instance)
    }
  }
}
