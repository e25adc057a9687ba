import SettingsForm

/// The flags of an option set that is written by hand.
struct OptionSetShape {
  /// A flag: a static member.
  struct Flag {
    var declaration: PropertyDeclaration
    var file: Int
    var name: String
    /// The raw value, if it is spelt out.
    var bits: Int?
  }

  /// Whether the set is coded by the names of its flags, by code that is generated, rather than by its raw value.
  var isCodedByNames: Bool
  /// Whether the conformance to `Codable` has to be generated, too.
  var needsConformance: Bool
  var flags: [Flag]
  /// The members that stand for several flags or none, with their flags' names.
  var unions: [String: [String]]
}

extension TypeTable {
  /// The shape of an option set; `nil` for any other type.
  func optionSetShape(of id: ID) -> OptionSetShape? {
    guard self[id].keyword == .struct, conformances(of: id).contains("OptionSet"), !codesItself(id) else {
      return nil
    }
    let isCodable = codability(of: id) != .no
    var shape = OptionSetShape(
      isCodedByNames: !isCodable || isAnnotated(id, "OptionsBinding"), needsConformance: !isCodable,
      flags: [],
      unions: [:])
    for (file, type) in declarations(of: id) {
      for property in type.properties
      where property.prefix.isStatic && property.isLet && !property.value.isEmpty
        && program.isActive(property.clause, in: file)
      {
        enter(property, of: id, in: file, &shape)
      }
    }
    return shape.flags.isEmpty ? nil : shape
  }

  private func enter(_ property: PropertyDeclaration, of id: ID, in file: Int, _ shape: inout OptionSetShape)
  {
    let source = program.files[file]
    let name = source.name(property.name)
    let expression = Expression.read(property.value, in: source)
    switch expression.kind {
    case .call(let callee, let arguments)
    where arguments.count == 1 && arguments[0].label == "rawValue" && isInitializer(callee, of: id, in: file):
      let bits = arguments[0].value.integer
      if let bits, bits.nonzeroBitCount != 1 {
        shape.unions[name] = shape.flags.filter { ($0.bits ?? 0) & bits != 0 }.map(\.name)
      } else {
        shape.flags.append(OptionSetShape.Flag(declaration: property, file: file, name: name, bits: bits))
      }
    case .array(let elements):
      let names = elements.compactMap(\.memberName)
      if names.count == elements.count { shape.unions[name] = names }
    default: break
    }
  }

  /// Whether a call's callee names a type or its `init`.
  func isInitializer(_ callee: Expression, of id: ID, in file: Int) -> Bool {
    switch callee.kind {
    case .implicitMember(let name): return name == "init"
    case .path(var names):
      if names.last?.text == "init" { names.removeLast() }
      let scope = TypeScope(type: self[id].name, file: file)
      if case .declared(id, _) = resolve(.named(names), in: scope) { return true }
      return false
    default: return false
    }
  }
}

extension Expression {
  /// The name of the member that this means: `.fast`, `Mode.fast`.
  var memberName: String? {
    switch kind {
    case .implicitMember(let name): name
    case .path(let names) where names.count > 1: names.last?.text
    default: nil
    }
  }
}
