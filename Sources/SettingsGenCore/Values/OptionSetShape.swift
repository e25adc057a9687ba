import SettingsForm

/// The flags of a hand-written option set.
struct OptionSetShape {
  /// A static member with one bit.
  struct Flag {
    var declaration: PropertyDeclaration
    var file: Int
    var name: String
    /// The raw value; `nil` if only running the program shows it.
    var bits: Int128?
  }

  /// A static member that combines flags.
  struct Union {
    var expression: Expression
    var file: Int
  }

  /// Whether generated code codes the set by the names of its flags, rather than by its raw value.
  var isCodedByNames: Bool
  /// Whether the conformance to `Codable` has to be generated, too.
  var needsConformance: Bool
  /// The type of the raw value; `nil` if the sources don't declare it.
  var rawType: IntegerType?
  var flags: [Flag] = []
  var unions: [String: Union] = [:]

  /// Returns the names of the flags with these bits; `nil` if a bit has no name.
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
  /// Returns the shape of an option set; `nil` for any other type.
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
      where property.prefix.isStatic && property.isLet && program.isActive(property.clause, in: file) {
        add(property, of: id, in: file, to: &shape)
      }
    }
    return shape.flags.isEmpty ? nil : shape
  }

  private func add(
    _ property: PropertyDeclaration, of id: ID, in file: Int, to shape: inout OptionSetShape
  ) {
    let name = program.files[file].name(property.name)
    let evaluator = Evaluator(self, in: scope(of: id, in: file))
    guard let expression = evaluator.initialValue(of: property) else { return }
    let union = OptionSetShape.Union(expression: expression, file: file)
    if case .array = expression.kind {
      shape.unions[name] = union
    } else if let raw = evaluator.argument("rawValue", of: expression, initializing: .declared(id, [])) {
      let bits = shape.rawType.flatMap { evaluator.integer(raw, as: $0) }
      if let bits, bits.nonzeroBitCount != 1 {
        shape.unions[name] = union
      } else {
        shape.flags.append(OptionSetShape.Flag(declaration: property, file: file, name: name, bits: bits))
      }
    }
  }
}
