extension SchemaChecker {
  mutating func checkCombination(_ instance: some SchemaInstance, _ check: CompiledSchema.Check) {
    switch check {
    case .reference(let reference, let isPart):
      if isPart {
        asPart { $0.check(instance, reference.schema) }
      } else {
        self.check(instance, reference.schema)
      }
    case .unevaluated(let schema, let properties, let items):
      checkUnevaluated(instance, after: schema, properties: properties, items: items)
    case .unknownKeys(let known): warnOfUnknownKeys(instance, known)
    case .allOf(let schemas):
      asPart { for schema in schemas { $0.check(instance, schema) } }
    case .anyOf(let schemas):
      // Each schema that the value meets evaluates parts.
      let isMet =
        evaluated == nil
        ? schemas.contains { meets(instance, $0) } : schemas.count { meetsInPlace(instance, $0) } > 0
      if !isMet { report(.keyword("anyOf"), instance) }
    case .oneOfSchemas(let schemas):
      if schemas.count(where: { meetsInPlace(instance, $0) }) != 1 { report(.keyword("oneOf"), instance) }
    case .variants(let variants): checkVariants(instance, variants)
    case .not(let unwanted):
      if meets(instance, unwanted) { report(.keyword("not"), instance) }
    case .conditional(let condition, let then, let otherwise):
      if let branch = meetsInPlace(instance, condition) ? then : otherwise {
        asPart { $0.check(instance, branch) }
      }
    default: break
    }
  }

  /// Checks a value against the alternative whose key it has, so that problems are those of the alternative's members.
  private mutating func checkVariants(_ instance: some SchemaInstance, _ variants: CompiledSchema.Variants) {
    if instance.kind == .null, variants.allowsNull { return }
    guard instance.kind == .object else {
      return report(.type(expected: [.object], found: instance.schemaType), instance)
    }
    let present = variants.keys.indices.filter { instance.member(variants.keys[$0]) != nil }
    guard let chosen = present.first else { return reportNoVariant(instance, variants) }
    // An alternative can allow the keys of other alternatives.
    let fitting = present.count == 1 ? present : present.filter { meets(instance, variants.schemas[$0]) }
    guard fitting.count == 1 else {
      return report(.severalAlternatives(present.map { variants.keys[$0] }), instance)
    }
    let alternative = fitting.first ?? chosen
    naming(hides(instance) ? nil : variants.titles[alternative]) {
      $0.check(instance, variants.schemas[alternative])
    }
  }

  private mutating func reportNoVariant(_ instance: some SchemaInstance, _ variants: CompiledSchema.Variants)
  {
    let other = hides(instance) ? nil : instance.memberList.first?.key
    let nearest = other.flatMap { EditDistance.nearest(to: $0, among: variants.keys) }
    report(.noAlternative(keys: variants.keys, nearest: nearest), instance)
  }
}
