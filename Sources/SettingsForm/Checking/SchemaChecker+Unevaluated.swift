/// The members and elements of a value that keywords have evaluated.
struct EvaluatedParts {
  private var keys: Set<ExactText> = []
  private var indices: Set<Int> = []
  private var hasAllMembers = false
  private var hasAllElements = false

  func contains(_ key: String) -> Bool { hasAllMembers || keys.contains(ExactText(key)) }

  func contains(_ index: Int) -> Bool { hasAllElements || indices.contains(index) }

  mutating func insert(_ key: String) { keys.insert(ExactText(key)) }

  mutating func insert(_ index: Int) { indices.insert(index) }

  mutating func insertMembers() { hasAllMembers = true }

  mutating func insertElements() { hasAllElements = true }

  mutating func formUnion(_ other: EvaluatedParts) {
    keys.formUnion(other.keys)
    indices.formUnion(other.indices)
    hasAllMembers = hasAllMembers || other.hasAllMembers
    hasAllElements = hasAllElements || other.hasAllElements
  }
}

extension SchemaChecker {
  /// Checks a value against a schema, and then the members and the elements that the schema hasn't evaluated.
  mutating func checkUnevaluated(
    _ instance: some SchemaInstance, after schema: CompiledSchema, properties: CompiledSchema?,
    items: CompiledSchema?
  ) {
    let outer = evaluated
    evaluated = EvaluatedParts()
    if properties == nil { check(instance, schema) } else { asPart { $0.check(instance, schema) } }
    var inner = evaluated ?? EvaluatedParts()
    if let properties, instance.kind == .object {
      for (key, value) in instance.memberList where !inner.contains(key) && !isSchemaKey(key) {
        if properties.isNever {
          reportUnknown(key, value, .error, among: [])
        } else {
          inside(key, isNamed: false) { $0.check(value, properties) }
        }
      }
      inner.insertMembers()
    }
    if let items, instance.kind == .array {
      for (index, element) in instance.elementList.enumerated() where !inner.contains(index) {
        inside(index) { $0.check(element, items) }
      }
      inner.insertElements()
    }
    evaluated = outer
    evaluated?.formUnion(inner)
  }

  /// Whether a value meets a schema beside others. If so, the parts that the schema evaluates count as evaluated.
  mutating func meetsInPlace(_ instance: some SchemaInstance, _ schema: CompiledSchema) -> Bool {
    guard evaluated != nil else { return meets(instance, schema) }
    guard let inner = partsEvaluated(instance, schema) else { return false }
    evaluated?.formUnion(inner)
    return true
  }
}
