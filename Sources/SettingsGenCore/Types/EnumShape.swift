import SettingsForm

/// The cases of an enum with the values that they have in a document.
///
///     enum Mode: String { case fast, safe = "very-safe" }    "fast", "very-safe"      .rawValue
///     enum Level: Int { case low, high = 5, top }            0, 5, 6                  .rawValue
///     enum Mode: Codable { case fast }                       {"fast": {}}             .object
///     enum Mode { case fast }                                "fast", generated        .name
///
/// A setting with such a type is a choice: the form lists the values, and a document with any other value has a
/// problem. So the list must be complete and certain. An enum whose shape can't be read has none, and its setting is
/// JSON.
struct EnumShape {
  /// How the cases are coded. Only `.name` is the generator's decision; the other two are Swift's.
  enum Coding {
    /// By raw value.
    case rawValue
    /// As `{"name": {}}`, which is how Swift codes cases without raw values.
    case object
    /// By name, by generated code.
    case name
  }

  /// A case with its value. Cases that aren't compiled are left out; whether one is skipped by its annotation is
  /// decided by `FormBuilder.choice`.
  struct Case {
    var declaration: CaseDeclaration
    var name: String
    /// The value in the document.
    var value: JSONValue
  }

  /// How all cases are coded.
  var coding: Coding
  /// The cases in the order of the source, which is the order of the choices.
  var cases: [Case]
}

extension TypeTable {
  /// Returns the shape of an enum; `nil` for an enum that codes itself, maps raw values itself, or has associated
  /// values.
  ///
  /// What can't be read in the source isn't guessed: a case without a certain value makes the whole enum unreadable
  /// (`nil`), and the setting is reported.
  ///
  /// An enum with raw values that isn't `Codable` is coded by raw value, too: generated code adds the conformance, and
  /// Swift then codes it so.
  func enumShape(of id: ID) -> EnumShape? {
    guard self[id].keyword == .enum, !codesItself(id) else { return nil }
    let cases = cases(of: id)
    let file = self[id].place.file
    // With its own `rawValue`, the app decides what each case stands for.
    guard !cases.isEmpty, cases.allSatisfy(\.declaration.associated.isEmpty), !converts("rawValue", id: id)
    else {
      return nil
    }
    let raw = rawType(ofEnum: id)
    // Raw values win, also if generated code adds the conformance: Swift then codes by them.
    let coding: EnumShape.Coding = raw != nil ? .rawValue : codability(of: id) != .no ? .object : .name
    var shape = EnumShape(coding: coding, cases: [])
    var next: Int128? = 0
    let keys = codingKeys(of: id)
    for (declaration, name) in cases {
      let value: JSONValue
      switch coding {
      case .name: value = .string(name)
      case .object:
        guard let key = keys.key(of: name) else { return nil }
        value = .object([key: .object([:])])
      case .rawValue:
        guard let found = rawValue(of: declaration, named: name, raw ?? .other([]), next: &next, in: file)
        else {
          return nil
        }
        value = found
      }
      shape.cases.append(EnumShape.Case(declaration: declaration, name: name, value: value))
    }
    return shape
  }

  /// The raw value of a case; `nil` if it isn't certain. `next` is the number for a case without a raw value, or `nil`
  /// after a number that isn't whole.
  ///
  /// A case without its own raw value has its name, or the number after the previous case's, as in Swift.
  private func rawValue(
    of declaration: CaseDeclaration, named name: String, _ type: ValueType, next: inout Int128?,
    in file: Int
  ) -> JSONValue? {
    if declaration.rawValue.isEmpty {
      if type == .string { return .string(name) }
      // Only numbers count on. An overflow doesn't compile.
      defer { next = next.map { $0 &+ 1 } }
      return next.map { .number(JSONNumber($0)) }
    }
    let expression = Expression.read(declaration.rawValue, in: program.files[file])
    switch expression.kind {
    case .string(let text?) where type == .string: return .string(text)
    case .number where type != .string:
      let evaluator = Evaluator(self, in: TypeScope(type: [], file: file))
      guard let number = evaluator.number(expression, as: type) else { return nil }
      next = number.integer(as: Int128.self).map { $0 &+ 1 }
      return .number(number)
    default: return nil
    }
  }
}

/// The flags of a hand-written option set.
///
///     struct Rights: OptionSet {
///       let rawValue: UInt8
///       static let read = Rights(rawValue: 1 << 0)       flag, bits 1
///       static let write = Rights(rawValue: 1 << 1)      flag, bits 2
///       static let all: Rights = [.read, .write]         union
///       static let other = Rights(rawValue: f())         flag, bits unknown
///     }
///
/// An option set that is `Codable` is coded by Swift as its raw value, 3. With `OptionsBinding`, or without any
/// conformance, generated code codes it by names, `["read", "write"]`.
struct OptionSetShape {
  /// A static member with one bit, or with a raw value that isn't known. In the form, it is one of the choices.
  ///
  /// A constant with no bit or several isn't a flag: it has no name of its own in a document, where the names of its
  /// flags stand for it.
  struct Flag {
    var declaration: PropertyDeclaration
    var file: Int
    var name: String
    /// The raw value; `nil` if only running the program shows it.
    var bits: Int128?
  }

  /// Whether generated code codes the set by the names of its flags, rather than by its raw value.
  var isCodedByNames: Bool
  /// The type of the raw value; `nil` if the sources don't declare it.
  var rawType: IntegerType?
  /// The flags in the order of their declarations, which is the order of the choices and of the names in a document.
  var flags: [Flag] = []
  /// The static members that combine flags, by name. They are no choices of their own, but defaults can use them. They are evaluated when a
  /// default names one, since they can refer to each other.
  var unions: [String: (expression: Expression, file: Int)] = [:]

  /// Returns the names of the flags with these bits; `nil` if a bit has no name. With `read` and `write` above, 3 →
  /// both, 0 → none, 5 → `nil`.
  ///
  /// Flags are taken in the order of their declarations, each if all its bits are set.
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
  /// Returns the shape of an option set; `nil` for any other type, for a set that codes itself, and for a set without a
  /// flag.
  func optionSetShape(of id: ID) -> OptionSetShape? {
    guard self[id].keyword == .struct, conformances(of: id).contains("OptionSet"), !codesItself(id) else {
      return nil
    }
    var shape = OptionSetShape(
      isCodedByNames: codability(of: id) == .no || isAnnotated(id, .optionsBinding))
    if case .integer(let type)? = rawProperty(ofStruct: id) { shape.rawType = type }
    for (file, type) in declarations(of: id) {
      for property in type.properties where property.prefix.isStatic && property.isLet {
        add(property, of: id, in: file, to: &shape)
      }
    }
    return shape.flags.isEmpty ? nil : shape
  }

  /// Adds a static constant, as a flag or as a union: a union is an array literal, or a raw value with no bit or
  /// several. Any other constant, such as a number, is neither.
  private func add(
    _ property: PropertyDeclaration, of id: ID, in file: Int, to shape: inout OptionSetShape
  ) {
    let name = program.files[file].name(property.name)
    let evaluator = Evaluator(self, in: scope(of: id, in: file))
    guard let expression = evaluator.initialValue(of: property) else { return }
    // `[.read, .write]` is a union, and any other value has to be made from bits.
    if case .array = expression.kind {
      shape.unions[name] = (expression, file)
    } else if let raw = evaluator.argument("rawValue", of: expression, initializing: .declared(id, [])) {
      let bits = shape.rawType.flatMap { evaluator.integer(raw, as: $0) }
      // No bit or several: `Rights(rawValue: 0)`, or a constant for all bits.
      if let bits, bits.nonzeroBitCount != 1 {
        shape.unions[name] = (expression, file)
      } else {
        shape.flags.append(OptionSetShape.Flag(declaration: property, file: file, name: name, bits: bits))
      }
    }
  }
}

/// A case of an enum with associated values, as Swift codes it: `{"file": {"path": "x"}}`.
///
///     enum Source: Codable {                              {"file": {"path": "x"}}
///       case file(path: String), pair(Int, Int), none     {"pair": {"_0": 1, "_1": 2}}     {"none": {}}
///     }
///
/// The unnamed values of a case have the keys `_0`, `_1`, …, as in the code that the compiler synthesizes (SE-0295).
/// The keys of a case can be changed by an enum `FileCodingKeys`. In the form, each case is an alternative with its own
/// members.
struct VariantShape {
  /// An associated value. One without a key isn't coded, and needs a default.
  struct Value {
    var declaration: AssociatedValueDeclaration
    var label: String?
    /// The declared type, which can name generic parameters of the enum.
    var type: TypeReference
    /// The default in the declaration of the case, if there is one. It is the value where a call leaves the argument
    /// out; a document needs the key nevertheless.
    var initial: Expression?
    /// The key; `nil` for a value that isn't coded.
    var key: String?
  }

  var declaration: CaseDeclaration
  var name: String
  /// The key that stands for the case.
  var key: String
  /// The values in the order of the source.
  var values: [Value]
}

extension TypeTable {
  /// Returns the cases of an enum with associated values. Returns `nil` for any other enum, for an enum that codes itself, and
  /// if only running the program shows its keys.
  func variantShapes(of id: ID) -> [VariantShape]? {
    guard self[id].keyword == .enum, !codesItself(id), codability(of: id) != .no else { return nil }
    let file = self[id].place.file
    let cases = cases(of: id)
    guard cases.contains(where: { !$0.declaration.associated.isEmpty }) else { return nil }
    let keys = codingKeys(of: id)
    if case .unknown = keys { return nil }
    var shapes: [VariantShape] = []
    for (declaration, name) in cases {
      let inner = codingKeys(of: id, named: Self.keyTypeName(ofCase: name))
      if case .unknown = inner { return nil }
      guard let values = associatedValues(of: declaration, in: file, keys: inner) else { return nil }
      // A case without a key can be neither encoded nor decoded.
      guard let key = keys.key(of: name) else { continue }
      shapes.append(VariantShape(declaration: declaration, name: name, key: key, values: values))
    }
    return shapes
  }

  /// Returns the types of the associated values of all cases of an enum, whether they are coded or not. Values that
  /// can't be read have none.
  func associatedTypes(of id: ID, _ arguments: [ValueType] = []) -> [ValueType] {
    let scope = scope(of: id, arguments)
    return (declaration(of: id)?.cases ?? []).flatMap { $0.values ?? [] }.compactMap { declaration in
      var reader = TokenReader(program.files[scope.file], range: declaration.type)
      return reader.readType().map { resolve($0, in: scope) }
    }
  }

  /// Returns the reason why the keys of an enum's cases, or of their values, are unknown; `nil` if they are known. It
  /// explains to the developer why `variantShapes(of:)` is `nil`.
  func unknownKeys(ofCasesOf id: ID) -> (reason: String, location: SourceLocation)? {
    let names = cases(of: id).map { Self.keyTypeName(ofCase: $0.name) }
    for name in ["CodingKeys"] + names {
      if case .unknown(let reason, let location) = codingKeys(of: id, named: name) {
        return (reason, location)
      }
    }
    return nil
  }

  /// The name of the type with the keys of a case's values, as SE-0295 defines it: `FileCodingKeys` for the case
  /// `file`.
  private static func keyTypeName(ofCase name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst() + "CodingKeys"
  }

  /// Returns the associated values of a case with their keys; `nil` if one of them can't be read. The number of an
  /// unnamed value is its position among all values, so `(x: Int, Int)` has the keys `x` and `_1`.
  private func associatedValues(
    of declaration: CaseDeclaration, in file: Int, keys: CodingKeys
  ) -> [VariantShape.Value]? {
    guard let declarations = declaration.values else { return nil }
    let source = program.files[file]
    var values: [VariantShape.Value] = []
    for declaration in declarations {
      var reader = TokenReader(source, range: declaration.type)
      guard let type = reader.readType(), reader.isAtEnd else { return nil }
      let label = declaration.label.isEmpty ? nil : source.name(declaration.label)
      let initial = declaration.value.isEmpty ? nil : Expression.read(declaration.value, in: source)
      values.append(
        VariantShape.Value(
          declaration: declaration, label: label, type: type, initial: initial,
          key: keys.key(of: label ?? "_\(values.count)")))
    }
    return values
  }
}
