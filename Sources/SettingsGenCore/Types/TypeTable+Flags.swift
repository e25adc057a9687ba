import SettingsForm

/// The values of option sets.
extension TypeTable {
  /// The names of the flags of an option set that is made from an enum.
  func options(_ expression: Expression, of id: ID, in scope: TypeScope, depth: Int) -> JSONValue? {
    let names = optionNames(of: id)
    let chosen = members(expression, of: .options(id), in: scope, depth: depth) {
      (name: String) -> Set<String>? in
      switch name {
      case "none": []
      case "all": Set(names)
      default: names.contains(name) ? [name] : nil
      }
    }
    if let chosen { return .array(names.filter(chosen.contains).map { .string($0) }) }
    let type = IntegerType(bits: 64, isSigned: false)
    guard let bits = rawValue(expression, of: .options(id), as: type, in: scope, depth: depth),
      bits < Int128(1) << Int128(names.count)
    else { return nil }
    return .array(names.indices.filter { bits >> Int128($0) & 1 == 1 }.map { .string(names[$0]) })
  }

  /// The names of the cases that become flags.
  func optionNames(of id: ID) -> [String] {
    guard let type = declaration(of: id) else { return [] }
    let file = self[id].place.file
    return type.cases.filter { program.isActive($0.clause, in: file) }
      .map { program.files[file].name($0.name) }
  }

  /// The value of an option set that is written by hand.
  func flags(
    _ expression: Expression, _ shape: OptionSetShape, of id: ID, in scope: TypeScope, depth: Int
  ) -> JSONValue? {
    if let bits = bits(of: expression, shape, of: id, in: scope, depth: depth) {
      guard shape.isCodedByNames else { return .number(JSONNumber(bits)) }
      return shape.names(of: bits).map { .array($0.map { .string($0) }) }
    }
    guard shape.isCodedByNames, shape.flags.contains(where: { $0.bits == nil }) else { return nil }
    let names = members(expression, of: .declared(id, []), in: scope, depth: depth) {
      (name: String) -> Set<String>? in
      shape.flags.contains { $0.name == name } ? [name] : nil
    }
    return names.map { names in .array(shape.flags.map(\.name).filter(names.contains).map { .string($0) }) }
  }

  /// The bits of an option set; `nil` if only running the code tells.
  private func bits(
    of expression: Expression, _ shape: OptionSetShape, of id: ID, in scope: TypeScope, depth: Int
  ) -> Int128? {
    let type = ValueType.declared(id, [])
    if let raw = shape.rawType, let bits = rawValue(expression, of: type, as: raw, in: scope, depth: depth) {
      return bits
    }
    let chosen: Set<Int128>? = members(expression, of: type, in: scope, depth: depth) { name in
      guard depth < TokenReader.maximumDepth else { return nil }
      if let flag = shape.flags.first(where: { $0.name == name }) { return flag.bits.map { [$0] } }
      guard let union = shape.unions[name] else { return nil }
      let inner = TypeScope(type: self[id].name, file: union.file)
      return self.bits(of: union.expression, shape, of: id, in: inner, depth: depth + 1).map { [$0] }
    }
    return chosen.map { $0.reduce(0, |) }
  }

  /// The argument of `init(rawValue:)`.
  private func rawValue(
    _ expression: Expression, of type: ValueType, as raw: IntegerType, in scope: TypeScope, depth: Int
  ) -> Int128? {
    guard case .call(let callee, let arguments) = expression.kind, arguments.count == 1,
      arguments[0].label == "rawValue", makes(callee, type, in: scope)
    else { return nil }
    return integer(arguments[0].value, as: raw, in: scope, depth: depth + 1)
  }

  /// What the members of an array literal, a member or an empty initializer stand for, all together.
  private func members<Flag>(
    _ expression: Expression, of type: ValueType, in scope: TypeScope, depth: Int,
    _ flags: (String) -> Set<Flag>?
  ) -> Set<Flag>? {
    guard depth < TokenReader.maximumDepth else { return nil }
    switch expression.kind {
    case .array(let elements):
      var found: Set<Flag> = []
      for element in elements {
        guard let more = members(element, of: type, in: scope, depth: depth + 1, flags) else { return nil }
        found.formUnion(more)
      }
      return found
    case .call(let callee, []): return makes(callee, type, in: scope) ? [] : nil
    case .implicitMember(let name): return flags(name)
    case .path(let names) where names.count > 1:
      guard resolve(.named(Array(names.dropLast())), in: scope) == type else { return nil }
      return flags(names[names.count - 1].text)
    default: return nil
    }
  }
}
