extension SchemaChecker {
  mutating func checkCombination(_ instance: some SchemaInstance, _ check: CompiledSchema.Check) {
    switch check {
    case .allOf(let schemas):
      asPart { for schema in schemas { $0.check(instance, schema) } }
    case .anyOf(let schemas):
      if !schemas.contains(where: { meets(instance, $0) }) { report(.keyword("anyOf"), instance) }
    case .oneOfSchemas(let schemas):
      if schemas.count(where: { meets(instance, $0) }) != 1 { report(.keyword("oneOf"), instance) }
    case .not(let unwanted):
      if meets(instance, unwanted) { report(.keyword("not"), instance) }
    case .conditional(let condition, let then, let otherwise):
      if let branch = meets(instance, condition) ? then : otherwise {
        asPart { $0.check(instance, branch) }
      }
    default: break
    }
  }
}
