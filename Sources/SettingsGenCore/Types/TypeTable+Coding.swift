/// How values of declared types are coded.
///
/// What a document contains for a type is decided by `Codable`: by the code that the compiler synthesizes, or by the
/// app's own. The first can be predicted from the declaration: the stored properties, their order and `CodingKeys`. The
/// second can't, so the question for each type is whether the app has replaced a part of it.
extension TypeTable {
  /// Protocols that don't make a type `Codable`. A protocol that is neither here nor in the sources may do so.
  private static let plainProtocols: Set<String> = [
    "Hashable", "Equatable", "Sendable", "unchecked", "nonisolated", "preconcurrency", "CaseIterable",
    "Comparable", "Identifiable",
    "CustomStringConvertible", "CustomDebugStringConvertible", "CustomReflectable",
    "LosslessStringConvertible",
    "Error", "LocalizedError", "RawRepresentable", "OptionSet", "SetAlgebra", "OptionsBinding", "Strideable",
    "ExpressibleByStringLiteral", "ExpressibleByIntegerLiteral", "ExpressibleByFloatLiteral",
    "ExpressibleByBooleanLiteral", "ExpressibleByArrayLiteral", "ExpressibleByDictionaryLiteral",
    "ExpressibleByNilLiteral", "BitwiseCopyable", "Copyable", "TextOutputStreamable", "SettingsDisplayable",
    "CodingKey", "CodingKeyRepresentable", "ExpressibleByUnicodeScalarLiteral",
    "ExpressibleByExtendedGraphemeClusterLiteral", "ExpressibleByStringInterpolation", "CVarArg", "Sequence",
    "Collection", "BidirectionalCollection", "RandomAccessCollection", "MutableCollection",
    "RangeReplaceableCollection", "IteratorProtocol", "AdditiveArithmetic", "Numeric", "AnyObject",
    "Escapable",
    "SendableMetatype",
  ]

  /// Whether a type is `Codable`, according to the sources. It decides whether generated code must add the conformance:
  /// adding one that exists, and leaving out one that is missing, are errors of the compiler.
  enum Codability {
    case yes
    case no
    /// It conforms to a protocol of another module that may inherit from `Codable`.
    case unknown
  }

  /// Whether a type is `Codable`. `SettingsGroup` and its relatives inherit from `Codable`. If a protocol of another
  /// module stands behind the colon, only the compiler knows, and the type counts as `Codable`.
  func codability(of id: ID) -> Codability {
    let names = conformances(of: id)
    if !names.isDisjoint(with: ["Codable", "Decodable", "Encodable"]) { return .yes }
    if !names.isDisjoint(with: ProgramLoader.groupProtocols) { return .yes }
    let (scope, file) = (self[id].name, self[id].place.file)
    // A name that the sources don't declare is a protocol of another module, or the raw type of an enum. What an alias
    // denotes is among the names, too.
    let isForeign = names.contains { name in
      if Self.plainProtocols.contains(name) || ValueType.standard[name] != nil { return false }
      return entry(named: [name], from: scope, in: file) == nil
        && alias(named: [name], from: scope, in: file) == nil
    }
    return isForeign ? .unknown : .no
  }

  /// Whether only running the program shows how a type's values are written.
  ///
  /// A struct that only reads itself, mostly to give missing keys a default, is written with the keys and types of its properties. An enum
  /// that reads itself accepts values that are none of its cases, which the form would refuse.
  func codesItself(_ id: ID) -> Bool {
    encodesItself(id) || self[id].keyword != .struct && decodesItself(id)
  }

  /// Whether `encode(to:)` is written by hand, in the type or in an extension of a protocol that it conforms to.
  ///
  /// Then nothing that the declaration shows is certain: neither keys nor types. The root can't be such a type, and any
  /// other is edited as JSON.
  func encodesItself(_ id: ID) -> Bool {
    hasMember(id) { !$0.encoders.isEmpty }
  }

  /// Whether `init(from:)` is written by hand, in the type or in an extension of a protocol that it conforms to.
  ///
  /// A struct with it alone is still described, with a note, since people write it to accept older files or missing
  /// keys. What an enum accepts besides its cases would be refused by the form, so for an enum it counts like
  /// `encode(to:)`.
  func decodesItself(_ id: ID) -> Bool {
    hasMember(id) { $0.initializers.contains(where: \.isDecoding) }
  }

  /// Returns the names of the keys without which a hand-written `init(from:)` fails, as far as its calls of `decode(_:forKey:)` show them;
  /// `nil` for a type that doesn't read itself.
  func namesReadWithoutDefault(of id: ID) -> Set<String>? {
    guard decodesItself(id) else { return nil }
    let names = declarations(of: id).flatMap { file, type in
      type.initializers.filter(\.isDecoding).flatMap {
        program.files[file].names(readWithoutDefaultIn: $0.body)
      }
    }
    return Set(names)
  }

  /// Whether a type, or an extension of a protocol that it conforms to, has a member. Such an extension can implement
  /// `encode(to:)` for all its types. A constrained extension counts, too, even if it doesn't apply.
  func hasMember(_ id: ID, where isFound: (TypeDeclaration) -> Bool) -> Bool {
    if declarations(of: id).contains(where: { isFound($0.type) }) { return true }
    return conformances(of: id).contains { name in
      guard let other = entry(named: [name], from: self[id].name, in: self[id].place.file),
        self[other].keyword == .protocol
      else { return false }
      return declarations(of: other).contains { $0.type.keyword == .extension && isFound($0.type) }
    }
  }

  /// Whether a struct is a group of settings rather than a single value: its properties are the members of an object in
  /// the document.
  ///
  ///     struct Proxy: SettingsGroup { var port = 80 }            a group, and a section where a property has the type
  ///     struct Point: Codable { var x: Int; var y: Int }         a group, and an object as a value
  ///     struct Port: RawRepresentable, Codable { … }             no group: a number
  ///     struct Color: Codable { func encode(to:) … }             no group: JSON
  func isGroup(_ id: ID) -> Bool {
    guard self[id].keyword == .struct, !codesItself(id), codability(of: id) != .no else { return false }
    return conformances(of: id).isDisjoint(with: ["RawRepresentable", "OptionSet"])
  }

  /// Whether a struct has defaults for keys that are missing in a file, regardless of where the struct is used.
  ///
  /// The library decodes a `SettingsGroup` over its initial values. The code that the compiler synthesizes for another
  /// `Codable` struct fails at a missing key, so the form has to require the keys: `[Point]` refuses `[{"x": 1}]`.
  func hasDefaults(_ id: ID) -> Bool { !conformances(of: id).isDisjoint(with: ProgramLoader.groupProtocols) }

  /// A stored property with its key in the document. The name is what key paths use, the key what the file has: `var
  /// host` with `case host = "hostname"` in `CodingKeys`.
  struct CodedProperty {
    var declaration: PropertyDeclaration
    var file: Int
    var name: String
    /// The key of the property in documents.
    var key: String

    /// Whether the property is written with the same value always, and never read: `let version = 2`. The form shows it
    /// as read-only.
    var isConstant: Bool { declaration.isLet && !declaration.value.isEmpty }
    var location: SourceLocation { SourceLocation(file: file, offset: declaration.name.start) }
  }

  /// Returns the properties of a struct that are coded, in source order: stored properties that are neither static nor
  /// lazy, that are compiled, and that have a key. Only the declaration of the struct can have them, not its
  /// extensions.
  ///
  /// It is empty if the keys are unknown, which the caller has to report by `codingKeys(of:)`.
  func codedProperties(of id: ID) -> [CodedProperty] {
    guard let type = declaration(of: id) else { return [] }
    let file = self[id].place.file
    let keys = codingKeys(of: id)
    return type.properties.compactMap { property in
      guard property.isStored, !property.prefix.isStatic, !property.prefix.isLazy
      else { return nil }
      let name = program.files[file].name(property.name)
      // A pattern is an error, and must not disappear because keys have the names in it.
      let isCoded =
        property.isPattern && program.files[file].names(property.name).contains { keys.key(of: $0) != nil }
      let key = isCoded ? name : keys.key(of: name)
      return key.map { CodedProperty(declaration: property, file: file, name: name, key: $0) }
    }
  }

  /// Returns the types of what is directly inside of the values of a type: of its coded properties, or of its associated
  /// values. A property whose type isn't known has none.
  ///
  /// Together with `ValueType.parts`, it leads to all types that a value can contain.
  func codedTypes(of id: ID, _ arguments: [ValueType] = []) -> [ValueType] {
    let evaluator = Evaluator(self, in: scope(of: id, arguments))
    return codedProperties(of: id).compactMap { evaluator.type(of: $0.declaration) }
      + associatedTypes(of: id, arguments)
  }

  /// Returns the types of the sources that values of some types can contain: in optionals, lists and dictionaries, as associated values, and
  /// inside of each other.
  ///
  /// - Parameter isEntered: Whether the search goes on in the values of a type.
  func declaredTypes(in types: [ValueType], within isEntered: (ID) -> Bool = { _ in true }) -> Set<ID> {
    var found: Set<ID> = []
    var waiting = types
    while let type = waiting.popLast() {
      waiting += type.parts
      guard case .declared(let id, let arguments) = type, found.insert(id).inserted, isEntered(id) else {
        continue
      }
      waiting += codedTypes(of: id, arguments)
    }
    return found
  }

  /// Whether initializing a struct gives its properties their initial values, except for the arguments.
  ///
  /// With arguments, only the memberwise initializer is known to do so, and a struct that declares any initializer in
  /// its own body or an extension may mean another. Without arguments, `init()` has to be empty or absent; if it is
  /// absent, another initializer in the declaration itself suppresses the synthesized `init()`, and then `A()` isn't
  /// what it seems.
  func keepsInitialValues(_ id: ID, withArguments: Bool) -> Bool {
    guard let own = declaration(of: id) else { return false }
    let initializers = declarations(of: id).flatMap { $0.type.initializers.filter { !$0.isDecoding } }
    if withArguments { return initializers.isEmpty }
    let plain = initializers.filter(\.isPlain)
    return plain.isEmpty ? own.initializers.allSatisfy(\.isDecoding) : plain.allSatisfy(\.isEmpty)
  }

  /// Returns the code of a struct's `init()`, with its file; `nil` if there isn't exactly one.
  func plainInitializer(of id: ID) -> (file: SourceFile, body: SourceRange)? {
    let found = declarations(of: id).flatMap { file, type in
      type.initializers.filter(\.isPlain).map { (program.files[file], $0.body) }
    }
    return found.count == 1 ? found[0] : nil
  }

  /// The keys that a type is coded with. Swift takes them from an enum `CodingKeys` inside of the type, if there is
  /// one.
  enum CodingKeys {
    /// The names of the properties or cases.
    case names
    /// The keys in `CodingKeys`, by name; other properties aren't coded.
    case declared([String: String])
    /// Only running the program shows the keys, for this reason and at this place. Whoever needs the keys reports that
    /// there.
    case unknown(String, SourceLocation)

    /// Returns the key of a property or case; `nil` if it has none.
    func key(of name: String) -> String? {
      switch self {
      case .names: name
      case .declared(let keys): keys[name]
      case .unknown: nil
      }
    }
  }

  /// Returns the keys of properties or cases.
  ///
  ///     enum CodingKeys: String, CodingKey { case host = "hostname", port }     ["host": "hostname", "port": "port"]
  ///
  /// A property that isn't listed isn't coded. Only string literals are read: a key that is computed, or a type of keys
  /// that isn't an enum of these sources, makes the keys unknown.
  ///
  /// - Parameter name: The name of the type of the keys. The values of an enum's case can have their own,
  ///   `FileCodingKeys`.
  func codingKeys(of id: ID, named name: String = "CodingKeys") -> CodingKeys {
    let place = scope(of: id)
    // Without the type, the compiler synthesizes it from the names.
    guard let (keys, location) = keyType(of: place, named: name) else { return .names }
    guard case .declared(let enumeration, _) = keys, self[enumeration].keyword == .enum,
      let type = declaration(of: enumeration)
    else {
      return .unknown("'\(name)' is not an enum of these sources, so the keys are unknown", location)
    }
    let file = self[enumeration].place.file
    let source = program.files[file]
    if converts("stringValue", id: enumeration) {
      let reason = "the keys are computed by 'stringValue', so they are unknown; give the cases raw values"
      return .unknown(reason, SourceLocation(file: file, offset: type.name.start))
    }
    let raw = rawType(ofEnum: enumeration)
    var names: [String: String] = [:]
    for declaration in type.cases {
      let name = source.name(declaration.name)
      // Keys of `Int` are possible, too: documents use the name of the case then.
      guard raw == .string, !declaration.rawValue.isEmpty else {
        names[name] = name
        continue
      }
      guard let key = StringLiteral.value(of: declaration.rawValue, in: source) else {
        let reason = "this key cannot be read; write a plain string"
        return .unknown(reason, SourceLocation(file: file, offset: declaration.rawValue.start))
      }
      names[name] = key
    }
    return .declared(names)
  }

  /// Returns the type that the name of a type of keys denotes inside a type, with its place; `nil` if no such type
  /// exists.
  ///
  /// Only the type itself is searched, not the types around it: as for the compiler, a `CodingKeys` of an outer type
  /// has no effect.
  private func keyType(of place: TypeScope, named name: String) -> (ValueType, SourceLocation)? {
    let name = place.type + [name]
    if let id = exactEntry(named: name, in: place.file), let type = declaration(of: id) {
      return (.declared(id, []), SourceLocation(file: self[id].place.file, offset: type.name.start))
    }
    guard let alias = exactAlias(named: name, in: place.file) else { return nil }
    return (
      resolve(type(of: alias), in: alias.scope),
      SourceLocation(file: alias.scope.file, offset: alias.declaration.name.start)
    )
  }
}

/// Types that are coded by a raw value, and option sets that are generated from enums.
extension TypeTable {
  /// Returns the type of an enum's raw values, which stands first behind the colon; `nil` if that is a protocol or
  /// missing.
  func rawType(ofEnum id: ID) -> ValueType? {
    guard let first = declaration(of: id)?.inherited.first else { return nil }
    let scope = scope(of: id)
    let raw = resolve(TypeReference.read(first, in: program.files[scope.file]), in: scope)
    return raw == .string || raw.isNumber ? raw : nil
  }

  /// Returns the name of the raw type of an enum that nothing makes `Codable`: literals can be raw values of types that aren't.
  func uncodableRawType(ofEnum id: ID) -> String? {
    guard let first = declaration(of: id)?.inherited.first, codability(of: id) != .yes else { return nil }
    let name = program.files[self[id].place.file].text(first)
    let isDeclared = entry(named: [name], from: self[id].name, in: self[id].place.file) != nil
    return !isDeclared && ["Character", "Substring", "StaticString", "Unicode.Scalar"].contains(name)
      ? name : nil
  }

  /// Returns the type of the raw values of a struct that is coded by its raw value: of `struct Port: RawRepresentable,
  /// Codable { var rawValue: UInt16 }`, `UInt16`. Such a setting has the kind of its raw value.
  func rawType(ofStruct id: ID) -> ValueType? {
    guard self[id].keyword == .struct, !codesItself(id), codability(of: id) != .no,
      !conformances(of: id).isDisjoint(with: ["RawRepresentable", "OptionSet"])
    else { return nil }
    return rawProperty(ofStruct: id)
  }

  /// Returns the type of a struct's property `rawValue`; `nil` if it isn't declared with its type in the sources.
  func rawProperty(ofStruct id: ID) -> ValueType? {
    let found = properties(named: "rawValue", isStatic: false, of: .declared(id, []))
    return found.first { !$0.property.type.isEmpty }.map { file, property in
      resolve(TypeReference.read(property.type, in: program.files[file]), in: scope(of: id, in: file))
    }
  }

  /// Whether `init(rawValue:)` of a struct stores the raw value unchanged.
  ///
  /// Only then is the argument of `Port(rawValue: 80)` the default in the document. The property has to be a plain
  /// stored property, and each initializer with that label has to be exactly `self.rawValue = rawValue`, or
  /// synthesized. An initializer that checks or trims its argument leaves the default to the app.
  func storesRawValue(_ id: ID) -> Bool {
    let found = properties(named: "rawValue", isStatic: false, of: .declared(id, [])).map(\.property)
    guard found.allSatisfy({ $0.isStored && $0.prefix.attributes.isEmpty && $0.value.isEmpty }) else {
      return false
    }
    return declarations(of: id).allSatisfy { file, type in
      let source = program.files[file]
      return type.initializers.allSatisfy { initializer in
        let parameters = source.words(initializer.parameters)
        if initializer.isDecoding || parameters.first(where: { $0 != "(" }) != "rawValue" { return true }
        return parameters.dropFirst(2).first == ":"
          && source.words(initializer.body) == ["{", "self", ".", "rawValue", "=", "rawValue", "}"]
      }
    }
  }

  /// Whether the app's code, in a property or an initializer of this name, determines the value of each case: a
  /// property `rawValue`, `stringValue` or `codingKey`, or an initializer with it as its first label. The literals of
  /// the cases mean nothing then.
  func converts(_ name: StaticString, id: ID) -> Bool {
    declarations(of: id).contains { file, type in
      let source = program.files[file]
      return type.properties.contains { !$0.prefix.isStatic && source.matches($0.name, word: name) }
        || type.initializers.contains { source.words($0.parameters).dropFirst().first == "\(name)" }
    }
  }

  /// Whether an option set is generated from an enum, by the protocol `OptionsBinding` or by the annotation of that
  /// name.
  func bindsOptions(_ id: ID) -> Bool {
    guard self[id].keyword == .enum else { return false }
    return conformances(of: id).contains("OptionsBinding") || isAnnotated(id, .optionsBinding)
  }

  /// Returns the cases of an enum, with their names. The position of a case is the number of its bit if the enum has an option set.
  func cases(of id: ID) -> [(declaration: CaseDeclaration, name: String)] {
    let file = self[id].place.file
    return (declaration(of: id)?.cases ?? []).map { ($0, program.files[file].name($0.name)) }
  }

  /// Whether a type has an annotation whose value isn't `false`. It asks before the form is built, so nothing is
  /// reported here.
  func isAnnotated(_ id: ID, _ key: AnnotationKey) -> Bool {
    declaration(of: id).map { program.isAnnotated($0, key, in: self[id].place.file) } ?? false
  }
}

extension SourceFile {
  /// Returns the names of the keys in calls such as `try container.decode(Int.self, forKey: .port)` that aren't part of
  /// `try?`.
  ///
  ///     port = try container.decode(Int.self, forKey: .port)                      port
  ///     host = try container.decodeIfPresent(String.self, forKey: .host) ?? ""    not host
  ///     size = (try? container.decode(Int.self, forKey: .size)) ?? 3              not size
  ///
  /// It looks at words, not at syntax, which is enough for the usual forms. A key that is read in another way isn't
  /// found, and counts as a key with a default.
  fileprivate func names(readWithoutDefaultIn code: SourceRange) -> Set<String> {
    let words = words(code)
    var names: Set<String> = []
    var method = ""
    var isOptional = false
    for (index, word) in words.enumerated() {
      switch word {
      case "try": isOptional = words.dropFirst(index + 1).first?.hasPrefix("?") == true
      case "forKey" where method == "decode" && !isOptional:
        let rest = words[(index + 1)...].prefix(3)
        if rest.starts(with: [":", "."]), let name = rest.last { names.insert(name.filter { $0 != "`" }) }
      case let word where word.hasPrefix("decode") && words.dropFirst(index + 1).first == "(": method = word
      default: break
      }
    }
    return names
  }
}
