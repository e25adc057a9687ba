import SettingsForm

/// The values of option sets.
extension Evaluator {
  /// Returns the value of an option set that is generated from an enum: the names of its flags.
  func options(_ expression: Expression, of id: TypeTable.ID) -> JSONValue? {
    let names = table.optionCases(of: id).map(\.name)
    let chosen = flags(expression, of: .options(id)) { (name: String) -> Set<String>? in
      switch name {
      case "none": []
      case "all": Set(names)
      default: names.contains(name) ? [name] : nil
      }
    }
    if let chosen { return .array(names.filter(chosen.contains).map { .string($0) }) }
    let type = IntegerType(bits: 64, isSigned: false)
    guard let bits = rawValue(expression, of: .options(id), as: type), bits < Int128(1) << Int128(names.count)
    else { return nil }
    return .array(names.indices.filter { bits >> Int128($0) & 1 == 1 }.map { .string(names[$0]) })
  }

  /// Returns the value of a hand-written option set: the names of its flags, or its bits.
  func flags(_ expression: Expression, _ shape: OptionSetShape, of id: TypeTable.ID) -> JSONValue? {
    if let bits = bits(of: expression, shape, of: id) {
      guard shape.isCodedByNames else { return .number(JSONNumber(bits)) }
      return shape.names(of: bits).map { .array($0.map { .string($0) }) }
    }
    guard shape.isCodedByNames, shape.flags.contains(where: { $0.bits == nil }) else { return nil }
    let names = flags(expression, of: .declared(id, [])) { (name: String) -> Set<String>? in
      shape.flags.contains { $0.name == name } ? [name] : nil
    }
    return names.map { names in .array(shape.flags.map(\.name).filter(names.contains).map { .string($0) }) }
  }

  private func bits(of expression: Expression, _ shape: OptionSetShape, of id: TypeTable.ID) -> Int128? {
    let type = ValueType.declared(id, [])
    if let raw = shape.rawType, let bits = rawValue(expression, of: type, as: raw) { return bits }
    let chosen: Set<Int128>? = flags(expression, of: type) { name in
      guard !isTooDeep else { return nil }
      if let flag = shape.flags.first(where: { $0.name == name }) { return flag.bits.map { [$0] } }
      guard let union = shape.unions[name] else { return nil }
      return deeper(in: table.scope(of: id, in: union.file)).bits(of: union.expression, shape, of: id)
        .map { [$0] }
    }
    return chosen.map { $0.reduce(0, |) }
  }

  /// Returns the bits in `Rights(rawValue: 3)`.
  private func rawValue(_ expression: Expression, of type: ValueType, as raw: IntegerType) -> Int128? {
    argument("rawValue", of: expression, initializing: type).flatMap { deeper.integer($0, as: raw) }
  }

  /// Returns the union of the flags that an array literal, a member or an empty initializer denotes.
  private func flags<Flag>(
    _ expression: Expression, of type: ValueType, named flag: (String) -> Set<Flag>?
  ) -> Set<Flag>? {
    guard !isTooDeep else { return nil }
    switch expression.kind {
    case .array(let elements):
      var found: Set<Flag> = []
      for element in elements {
        guard let more = deeper.flags(element, of: type, named: flag) else { return nil }
        found.formUnion(more)
      }
      return found
    case .call: return isEmptyInitializer(expression, of: type) ? [] : nil
    case .implicitMember(let name): return flag(name)
    case .path(let names) where names.count > 1:
      guard resolve(.named(Array(names.dropLast()))) == type else { return nil }
      return flag(names[names.count - 1].text)
    default: return nil
    }
  }
}
