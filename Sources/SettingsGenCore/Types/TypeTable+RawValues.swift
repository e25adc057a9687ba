/// Types that are coded by a raw value, and option sets that are generated from enums.
extension TypeTable {
  /// Returns the type of an enum's raw values; `nil` if it has none.
  func rawType(ofEnum id: ID) -> ValueType? {
    guard let first = declaration(of: id)?.inherited.first else { return nil }
    let scope = scope(of: id)
    let raw = resolve(TypeReference.read(first, in: program.files[scope.file]), in: scope)
    switch raw {
    case .string, .integer, .number: return raw
    default: return nil
    }
  }

  /// Returns the type of the raw values of a struct that is coded by its raw value.
  func rawType(ofStruct id: ID) -> ValueType? {
    guard self[id].keyword == .struct, !codesItself(id), codability(of: id) != .no,
      !conformances(of: id).isDisjoint(with: ["RawRepresentable", "OptionSet"])
    else { return nil }
    return rawProperty(ofStruct: id)
  }

  /// Returns the type of a struct's property `rawValue`.
  func rawProperty(ofStruct id: ID) -> ValueType? {
    for (file, type) in declarations(of: id) {
      let source = program.files[file]
      for property in type.properties
      where !property.prefix.isStatic && !property.type.isEmpty && source.matches(property.name, "rawValue") {
        return resolve(TypeReference.read(property.type, in: source), in: scope(of: id, in: file))
      }
    }
    return nil
  }

  /// Whether `init(rawValue:)` of a struct stores the raw value unchanged.
  func storesRawValue(_ id: ID) -> Bool {
    for (file, type) in declarations(of: id) {
      let source = program.files[file]
      for property in type.properties where source.matches(property.name, "rawValue") {
        guard property.storage == .stored, property.prefix.attributes.isEmpty, property.value.isEmpty else {
          return false
        }
      }
      for initializer in type.initializers where !initializer.isDecoding {
        let parameters = source.words(initializer.parameters)
        guard parameters.first(where: { $0 != "(" }) == "rawValue" else { continue }
        guard parameters.dropFirst(2).first == ":",
          source.words(initializer.body) == ["{", "self", ".", "rawValue", "=", "rawValue", "}"]
        else { return false }
      }
    }
    return true
  }

  /// Whether the app's code, in a property or an initializer of this name, determines the value of each case.
  func converts(_ name: StaticString, _ id: ID) -> Bool {
    declarations(of: id).contains { file, type in
      let source = program.files[file]
      return type.properties.contains { !$0.prefix.isStatic && source.matches($0.name, name) }
        || type.initializers.contains { source.words($0.parameters).dropFirst().first == "\(name)" }
    }
  }

  /// Whether an option set is generated from an enum.
  func bindsOptions(_ id: ID) -> Bool {
    guard self[id].keyword == .enum else { return false }
    return conformances(of: id).contains("OptionsBinding") || isAnnotated(id, "OptionsBinding")
  }

  /// Returns the cases of an enum that become flags of its option set, with their names.
  func optionCases(of id: ID) -> [(declaration: CaseDeclaration, name: String)] {
    let file = self[id].place.file
    let cases = declaration(of: id)?.cases.filter { program.isActive($0.clause, in: file) } ?? []
    return cases.map { ($0, program.files[file].name($0.name)) }
  }

  /// Whether a type has an annotation whose value isn't `false`.
  func isAnnotated(_ id: ID, _ key: String) -> Bool {
    guard let type = declaration(of: id) else { return false }
    return program.annotations(of: type, in: self[id].place.file)
      .contains { $0.key == key && $0.value != .bool(false) }
  }
}
