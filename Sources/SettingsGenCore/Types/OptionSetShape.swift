import SettingsForm

/// The flags of an option set that is written by hand.
struct OptionSetShape {
  /// A flag: a static member.
  struct Flag {
    var declaration: PropertyDeclaration
    var file: Int
    var name: String
    /// The raw value, if it is spelled out.
    var bits: Int128?
  }

  /// A member that stands for several flags or for none.
  struct Union {
    var expression: Expression
    var file: Int
  }

  /// Whether the set is coded by the names of its flags, by code that is generated, rather than by its raw value.
  var isCodedByNames: Bool
  /// Whether the conformance to `Codable` has to be generated, too.
  var needsConformance: Bool
  /// The type of the raw value; `nil` if the sources do not tell.
  var rawType: IntegerType?
  var flags: [Flag] = []
  var unions: [String: Union] = [:]

  /// The names of the flags with these bits; `nil` if a bit has no name.
  func names(of bits: Int128) -> [String]? {
    var rest = bits
    var names: [String] = []
    for flag in flags {
      guard let own = flag.bits, bits & own == own else { continue }
      names.append(flag.name)
      rest &= ~own
    }
    return rest == 0 ? names : nil
  }
}

extension TypeTable {
  /// The shape of an option set; `nil` for any other type.
  func optionSetShape(of id: ID) -> OptionSetShape? {
    guard self[id].keyword == .struct, conformances(of: id).contains("OptionSet"), !codesItself(id) else {
      return nil
    }
    let isCodable = codability(of: id) != .no
    var shape = OptionSetShape(
      isCodedByNames: !isCodable || isAnnotated(id, "OptionsBinding"), needsConformance: !isCodable)
    if case .integer(let type)? = rawProperty(ofStruct: id) { shape.rawType = type }
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
    let scope = TypeScope(type: self[id].name, file: file)
    let union = OptionSetShape.Union(expression: expression, file: file)
    switch expression.kind {
    case .call(let callee, let arguments) where makes(callee, .declared(id, []), in: scope):
      guard arguments.count == 1, arguments[0].label == "rawValue" else { break }
      let bits = shape.rawType.flatMap { integer(arguments[0].value, as: $0, in: scope, depth: 0) }
      if let bits, bits.nonzeroBitCount != 1 {
        shape.unions[name] = union
      } else {
        shape.flags.append(OptionSetShape.Flag(declaration: property, file: file, name: name, bits: bits))
      }
    case .array: shape.unions[name] = union
    default: break
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
