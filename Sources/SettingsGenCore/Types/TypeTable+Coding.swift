/// How values of declared types are coded.
extension TypeTable {
  /// Protocols that say nothing about coding.
  private static let plainProtocols: Set<String> = [
    "Hashable", "Equatable", "Sendable", "unchecked", "nonisolated", "preconcurrency", "CaseIterable",
    "Comparable", "Identifiable",
    "CustomStringConvertible", "CustomDebugStringConvertible", "CustomReflectable",
    "LosslessStringConvertible",
    "Error", "LocalizedError", "RawRepresentable", "OptionSet", "SetAlgebra", "OptionsBinding", "Strideable",
    "ExpressibleByStringLiteral", "ExpressibleByIntegerLiteral", "ExpressibleByFloatLiteral",
    "ExpressibleByBooleanLiteral", "ExpressibleByArrayLiteral", "ExpressibleByDictionaryLiteral",
    "ExpressibleByNilLiteral", "BitwiseCopyable", "Copyable", "TextOutputStreamable", "SettingsDisplayable",
  ]

  /// Whether a type is coded, as far as the sources tell.
  enum Codability {
    case yes
    /// Nothing says so.
    case no
    /// It conforms to a protocol of another module that may say so.
    case unknown
  }

  /// Whether a type is `Codable`.
  func codability(of id: ID) -> Codability {
    let names = conformances(of: id)
    if !names.isDisjoint(with: ["Codable", "Decodable", "Encodable"]) { return .yes }
    if !names.isDisjoint(with: ProgramLoader.groupProtocols) { return .yes }
    let scope = self[id].name
    let isForeign = names.contains { name in
      if Self.plainProtocols.contains(name) || ValueType.standard(name) != nil { return false }
      return entry(named: [name], from: scope, in: self[id].place.file) == nil
    }
    return isForeign ? .unknown : .no
  }

  /// Whether a type's coding is written by hand.
  func codesItself(_ id: ID) -> Bool {
    declarations(of: id).contains { file, type in
      type.encodesItself
        || type.initializers.contains { $0.isDecoding && program.isActive($0.clause, in: file) }
    }
  }

  /// Whether a struct is a group of settings rather than a value of its own kind.
  func isGroup(_ id: ID) -> Bool {
    guard self[id].keyword == .struct, !codesItself(id), codability(of: id) != .no else { return false }
    return conformances(of: id).isDisjoint(with: ["RawRepresentable", "OptionSet"])
  }

  /// A stored property with its key in the document.
  struct CodedProperty {
    var declaration: PropertyDeclaration
    var file: Int
    var name: String
    var key: String
  }

  /// The properties of a struct that are coded, in source order.
  func codedProperties(of id: ID) -> [CodedProperty] {
    guard let type = declaration(of: id) else { return [] }
    let file = self[id].place.file
    let keys = codingKeys(of: id)
    return type.properties.compactMap { property in
      guard property.storage == .stored, !property.prefix.isStatic, !property.prefix.isLazy,
        !(property.isLet && !property.value.isEmpty), program.isActive(property.clause, in: file)
      else { return nil }
      let name = program.files[file].name(property.name)
      guard let keys else {
        return CodedProperty(declaration: property, file: file, name: name, key: name)
      }
      return keys[name].map { CodedProperty(declaration: property, file: file, name: name, key: $0) }
    }
  }

  /// The keys of properties by name; `nil` if the type declares no `CodingKeys`.
  private func codingKeys(of id: ID) -> [String: String]? {
    guard let keys = entry(named: self[id].name + ["CodingKeys"], from: [], in: self[id].place.file),
      self[keys].keyword == .enum, let type = declaration(of: keys)
    else { return nil }
    let file = program.files[self[keys].place.file]
    var names: [String: String] = [:]
    for declaration in type.cases {
      let name = file.name(declaration.name)
      let raw = declaration.rawValue
      names[name] = raw.isEmpty ? name : StringLiteral.value(of: raw, in: file) ?? name
    }
    return names
  }
}
