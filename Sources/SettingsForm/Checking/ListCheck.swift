/// What a schema says about lists, except for the number of their elements. Values of other types meet it.
indirect enum ListCheck: Sendable {
  case uniqueItems
  /// The first of two numbers isn't above the second.
  case range
  case prefixItems([CompiledSchema])
  case items(CompiledSchema, from: Int)
  case contains(CompiledSchema, min: Int, max: Int)

  /// Compiles a keyword; returns `nil` for a keyword that isn't about lists.
  init?(_ keyword: SchemaKeyword, in schema: JSONSchema, context: SchemaContext) {
    switch keyword {
    case .flag(.uniqueItems, true): self = .uniqueItems
    case .setting(let setting) where setting.range: self = .range
    case .list(.prefixItems, let schemas): self = .prefixItems(context.compiled(schemas))
    case .schema(.items, let element):
      self = .items(context.compiled(element), from: schema[.prefixItems]?.count ?? 0)
    // At least one element has to meet it, unless `minContains` says otherwise. With `minContains: 0`, none has to.
    case .schema(.contains, let wanted):
      self = .contains(
        context.compiled(wanted), min: schema[.minContains] ?? 1, max: schema[.maxContains] ?? .max)
    default: return nil
    }
  }
}

extension SchemaChecker {
  /// Checks a list against one keyword. `prefixItems` describes the first elements, `items` all elements after them
  /// (`start`).
  ///
  /// For `uniqueItems`, the elements go into a set, which takes linear time. Numbers are compared by value there: `1`
  /// and `1.0` are equal, as JSON Schema demands. Each repeated element is reported, so that an apply that adds one can be told from one
  /// that leaves an old one as it is.
  mutating func checkArray(_ instance: some SchemaInstance, check: ListCheck) {
    switch check {
    case .uniqueItems:
      guard instance.count > 1 else { return }
      var seen: Set<JSONValue> = []
      for (index, element) in instance.elementList.enumerated() where !seen.insert(element.value).inserted {
        report(.repeatedElement(index: index), instance: instance)
      }
    case .range:
      let ends = instance.elementList
      guard ends.count == 2, let lower = ends[0].decimalValue, let upper = ends[1].decimalValue,
        lower > upper
      else { return }
      report(.reversedRange, instance: instance)
    case .prefixItems(let schemas):
      for (index, pair) in zip(instance.elementList, schemas).enumerated() {
        checkElement(pair.0, at: index, schema: pair.1)
        evaluated?.insert(index)
      }
    case .items(let items, let start):
      for (index, element) in instance.elementList.enumerated().dropFirst(start) {
        checkElement(element, at: index, schema: items)
      }
      evaluated?.insertElements()
    // All elements are tried, also after enough have been found, because `maxContains` and `unevaluatedItems` need to
    // know of each.
    case .contains(let wanted, let min, let max):
      var count = (least: 0, most: 0)
      // In 2020-12, an element that `contains` accepts is evaluated (JSON Schema Core, section 10.3.1.3).
      for (index, element) in instance.elementList.enumerated() where meets(element, schema: wanted) {
        count.most += 1
        if !lastWasUncertain { count.least += 1 }
        evaluated?.insert(index)
      }
      if count.most < min || count.least > max { report(.keyword("contains"), instance: instance) }
    }
  }

  /// Checks an element. Where the schema allows none, the element is to be removed.
  mutating func checkElement(_ element: some SchemaInstance, at index: Int, schema: CompiledSchema) {
    inside(index) {
      if schema.isNever {
        $0.report(.excludedElement(index: index), instance: element)
      } else {
        $0.check(element, schema: schema)
      }
    }
  }
}
