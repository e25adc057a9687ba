import SettingsForm

/// Computes, from the source alone, the types and values that initial values have in the running program.
///
/// `var timePeriod = 14` is easy. `var limit: UInt8 = Limits.max / 2`, with a constant elsewhere, is computed with the
/// range and the rounding of `UInt8`. `var id = UUID()` isn't computed at all. Every function returns `nil` if only
/// running the program shows the result: a default is exported only if it is certain. Then the form has no default, and
/// the app itself says what applies.
///
///     var a = 60 * 60                      3600
///     var b: Double = 1 / 3                0.3333333333333333
///     var c: UInt8 = 200 + 100             nil: the compiler reports the overflow
///     var d: Duration = .seconds(90)       "PT90S"
///     var e: Set<Mode> = [.safe, .fast]    ["fast", "safe"]
///     var f = Date()                       nil
///
/// The rules are Swift's, as far as they are needed: a literal takes its type from its neighbor, an implicit member is
/// looked up in the type that is expected, and a declaration of the sources hides the standard library's. So each
/// function asks first whether the name still means what it seems to mean (`isHidden`, `isRedeclared`).
///
/// The type comes first: it is declared, or inferred by `infer(_:)`. Then `value(of:as:)` computes the value for it.
/// `TruthTests` compiles at least 150 programs and compares each result with what the program writes.
///
/// An evaluator is a value with a place and a depth. To evaluate a part, or the initial value of a constant elsewhere,
/// a function makes another one (`deeper`), which bounds the recursion also for constants that refer to each other.
struct Evaluator {
  /// What names denote.
  let table: TypeTable
  /// Where the names in an expression are looked up.
  let scope: TypeScope
  /// The number of expressions, constants and initial values that are being evaluated around this one. Forgetting
  /// `deeper` at a recursive call would make a cycle endless.
  private let depth: Int

  var program: Program { table.program }

  /// The evaluator of an expression inside of the current one.
  var deeper: Evaluator { deeper(in: scope) }

  /// Returns the evaluator of an expression that is written elsewhere, such as the value of a constant. It counts as
  /// one level deeper.
  func deeper(in scope: TypeScope) -> Evaluator { Evaluator(table: table, scope: scope, depth: depth + 1) }

  /// Whether the nesting, or a cycle of constants, exceeds the limit. The value is unknown then, and not an error: the
  /// compiler reports a cycle.
  var isTooDeep: Bool { depth >= TokenReader.maximumDepth }

  /// The type that a reference in the expression denotes.
  func resolve(_ reference: TypeReference) -> ValueType { table.resolve(reference, in: scope) }

  /// Whether the sources declare a type that hides one of the standard library, as seen from the scope. With an own
  /// `struct Set`, the call `Set([1])` makes that.
  func isHidden(_ name: String) -> Bool {
    table.entry(named: [name], from: scope.type, in: scope.file) != nil
  }
}

extension Evaluator {
  init(_ table: TypeTable, in scope: TypeScope) { self.init(table: table, scope: scope, depth: 0) }
}

/// The values that initial values have in a document.
///
/// There is one function for each kind of type. Each accepts the spellings that people use for a default of that type
/// and whose result is certain, and returns `nil` for all others.
extension Evaluator {
  /// Returns the value that an initial value of a type has in the document; `nil` if it isn't certain.
  ///
  /// The type decides how the expression is read: `[]` is an empty list, set or option set, and `1` is 1 or 1.0. A cast
  /// has to name the type that is expected, or the type inside of the optional.
  func value(of expression: Expression, as type: ValueType) -> JSONValue? {
    guard !isTooDeep else { return nil }
    switch expression.kind {
    case .cast(let inner, let reference):
      let target = resolve(reference)
      guard target == type || .optional(target) == type else { return nil }
      return deeper.value(of: inner, as: target)
    case .implicitMember, .path: return member(expression, as: type)
    default: break
    }
    switch type {
    case .optional(let wrapped): return optional(expression, wrapping: wrapped)
    case .boolean: return boolean(expression)
    case .integer, .number: return number(expression, as: type).map { .number($0) }
    case .string: return string(expression).map { .string($0) }
    case .text(let format): return text(expression, format: format)
    case .list(let element, let isUnique):
      let found = list(expression, of: element, as: type)
      return isUnique ? found.map(Self.unordered) : found.map { .array($0) }
    case .dictionary(let value): return dictionary(expression, of: value, by: .string, as: type)
    case .keyed(let key, let value): return dictionary(expression, of: value, by: key, as: type)
    case .range(let bound): return range(expression, of: bound)
    case .secret(let inner):
      let value = argument(nil, of: expression, initializing: type, names: ["Secret"])
      return deeper.value(of: value ?? expression, as: inner)
    case .options(let id): return options(expression, of: id)
    case .declared(let id, let arguments): return declared(expression, id: id, arguments: arguments)
    case .other: return nil
    }
  }

  /// The value of an optional: `nil`, `.some(1)`, `Optional(1)`, or what the type inside has. `URL(string: "http://x")`
  /// without `!` has the value of the URL, if the text is valid.
  private func optional(_ expression: Expression, wrapping wrapped: ValueType) -> JSONValue? {
    if case .null = expression.kind { return .null }
    // Swift wraps a value in an optional by itself.
    if let value = deeper.value(of: expression, as: wrapped) { return value }
    guard case .call(let callee, let arguments) = expression.kind else { return nil }
    if wraps(callee) {
      guard arguments.count == 1, arguments[0].label == nil else { return nil }
      return deeper.value(of: arguments[0].value, as: wrapped)
    }
    // An optional that is made by a failable initializer has the value of the same call with `!`.
    let forced = Expression(kind: .forced(expression), offset: expression.offset)
    return deeper.value(of: forced, as: wrapped)
  }

  /// Whether a callee is `.some` or `Optional`, in whose call the value is the only argument.
  private func wraps(_ callee: Expression) -> Bool {
    switch callee.kind {
    case .implicitMember(let name): name == "some"
    case .path(let names): isOptional(names)
    default: false
    }
  }

  /// Whether a name denotes the standard library's `Optional`.
  func isOptional(_ names: [TypeReference.Name]) -> Bool {
    names.count == 1 && names[0].text == "Optional" && !isHidden("Optional")
  }

  /// Returns the elements of a set, without duplicates, in an order that doesn't depend on their order in the source.
  /// The program writes them in an order that differs in each run, so any order is right.
  private static func unordered(_ elements: [JSONValue]) -> JSONValue {
    var seen: Set<JSONValue> = []
    return .array(elements.filter { seen.insert($0).inserted }.sorted { $0.description < $1.description })
  }

  /// `true`, `false` or `Bool()`. Comparisons and logical operators are opaque.
  private func boolean(_ expression: Expression) -> JSONValue? {
    if case .boolean(let value) = expression.kind { return .bool(value) }
    return isEmptyInitializer(expression, of: .boolean) ? .bool(false) : nil
  }

  /// A literal, `String("a")`, a constant, or such strings with `+` between them. A literal with an interpolation has
  /// no value.
  private func string(_ expression: Expression) -> String? {
    guard !isTooDeep else { return nil }
    switch expression.kind {
    case .string(let text): return text
    case .binary(.add, let left, let right):
      guard let first = deeper.string(left), let second = deeper.string(right) else { return nil }
      return first + second
    case .call:
      if isEmptyInitializer(expression, of: .string) { return "" }
      return literalArgument(nil, of: expression, initializing: .string)
    case .implicitMember, .path:
      guard case .string(let text)? = deeper.member(expression, as: .string) else { return nil }
      return text
    default: return nil
    }
  }

  /// The string literal in a call with one argument, such as `URL(string: "…")`. A constant isn't followed here.
  private func literalArgument(
    _ label: String?, of call: Expression, initializing type: ValueType
  ) -> String? {
    guard case .string(let text)? = argument(label, of: call, initializing: type)?.kind else { return nil }
    return text
  }

  /// The elements of an array literal, of `[Int]()`, or of `Set([1, 2])`. One element that isn't known makes the list
  /// unknown.
  private func list(_ expression: Expression, of element: ValueType, as type: ValueType) -> [JSONValue]? {
    guard case .array(let elements) = expression.kind else {
      // Their generic arguments follow from the type, so `Set([1, 2])` names none.
      let names: Set = ["Array", "Set"]
      if isEmptyInitializer(expression, of: type, names: names) { return [] }
      guard let inner = argument(nil, of: expression, initializing: type, names: names),
        case .array = inner.kind
      else { return nil }
      return deeper.list(inner, of: element, as: type)
    }
    return elements.mapAll { deeper.value(of: $0, as: element) }
  }

  /// The two ends of a range, as `Codable` writes them: `1...5` → `[1, 5]`, and `0..<10` → `[0, 10]`. A range whose
  /// ends are in the wrong order stops the program, and so has no value.
  private func range(_ expression: Expression, of bound: ValueType) -> JSONValue? {
    guard case .range(let lower, let upper) = expression.kind, let first = deeper.number(lower, as: bound),
      let last = deeper.number(upper, as: bound), first <= last
    else { return nil }
    return [.number(first), .number(last)]
  }

  /// Returns the key of an entry as it is in the document: the raw value of a case, or the digits of a number.
  private func key(_ expression: Expression, as type: ValueType) -> String? {
    switch deeper.value(of: expression, as: type) {
    case .string(let key)?: key
    case .number(let number)?: number.description
    default: nil
    }
  }

  /// The entries of a dictionary literal. Two entries with the same key stop the program when it makes the dictionary,
  /// so they have no value.
  private func dictionary(
    _ expression: Expression, of element: ValueType, by keyType: ValueType, as type: ValueType
  ) -> JSONValue? {
    guard case .dictionary(let pairs) = expression.kind else {
      return isEmptyInitializer(expression, of: type, names: ["Dictionary"]) ? .object([:]) : nil
    }
    var object = JSONObject()
    for pair in pairs {
      guard let key = key(pair.key, as: keyType), object[key] == nil,
        let value = deeper.value(of: pair.value, as: element)
      else { return nil }
      object[key] = value
    }
    return .object(object)
  }

  // MARK: Types that are coded as strings

  /// The text of a value that is coded as a string, for the initializers whose result is certain.
  ///
  ///     URL(string: "http://x")!          "http://x"
  ///     UUID(uuidString: "6ba7…")!        in uppercase, as the program writes it
  ///     Data()                            ""
  ///     .milliseconds(1500)               "PT1.5S"
  ///     Date()                            nil: it is another one in each run
  private func text(_ expression: Expression, format: TextFormat) -> JSONValue? {
    switch (format, expression.kind) {
    case (.uri, .forced(let call)):
      // From a string that isn't a valid URL, `URL(string:)` makes another URL, or none.
      let text = literalArgument("string", of: call, initializing: .text(format))
      return text.flatMap { format.allows($0) ? .string($0) : nil }
    case (.uuid, .forced(let call)):
      let text = literalArgument("uuidString", of: call, initializing: .text(format))?.uppercased()
      return text.flatMap { format.allows($0) ? .string($0) : nil }
    case (.base64, _): return isEmptyInitializer(expression, of: .text(format)) ? .string("") : nil
    case (.duration, .call(let callee, let arguments)):
      guard let name = memberName(callee, of: .text(format)), !declaresStatic(name, of: .text(format)),
        let places = Self.durationUnits[name], arguments.count == 1, arguments[0].label == nil
      else { return nil }
      return deeper.duration(arguments[0].value, places: places)
    default: return nil
    }
  }

  /// The units of `Duration`'s functions, as decimal places of a second.
  static let durationUnits = ["seconds": 0, "milliseconds": 3, "microseconds": 6, "nanoseconds": 9]

  /// The duration of a number of units. A whole number is exact. `.seconds(0.5)` is, too; `.seconds(0.1)` isn't,
  /// because the program's `Duration` gets the binary neighbor of a tenth.
  private func duration(_ expression: Expression, places: Int) -> JSONValue? {
    if let count = integer(expression) {
      return FixedDuration(JSONNumber(count), places: places).map { .string($0.text) }
    }
    // The program computes a fraction in binary, so only a fraction with few binary digits keeps its value.
    guard places < 9, case .number(let literal) = expression.kind, let value = literal.value(as: Double.self),
      (value * 0x1p16).rounded() == value * 0x1p16, value.magnitude < 0x1p31
    else { return nil }
    return FixedDuration(literal.number, places: places).map { .string($0.text) }
  }
}

/// The values of members such as `.fast`, `Mode.fast` and `Limits.max`.
///
/// A name alone isn't enough. A member has a value only if its owner is known to be the type of the setting, or to declare a
/// constant of that type.
extension Evaluator {
  /// Returns the value of `.fast`, `Mode.fast` or a name alone, for a setting of a type.
  ///
  /// - `.fast`: in the expected type, or for an optional in the type inside, unless the member is `none`
  /// - `Limits.max`: in `Limits`, a case of the expected type or a static property of that type
  /// - `max`: in the types around the setting, from the inside out
  func member(_ expression: Expression, as type: ValueType) -> JSONValue? {
    switch expression.kind {
    case .implicitMember(let name):
      // Swift looks for the member in `Optional` first.
      if case .optional = type, name == "none" { return .null }
      let owner = type.unwrapped
      return ownMember(name, of: owner) ?? constant(name, of: owner, as: type)
    case .path(let names) where names.count > 1:
      let owners = Array(names.dropLast())
      let name = names[names.count - 1].text
      if type.isOptional, name == "none", isOptional(owners) { return .null }
      let owner = resolve(.named(owners))
      if owner == type.unwrapped, let value = ownMember(name, of: owner) { return value }
      return constant(name, of: owner, as: type)
    case .path(let names):
      // A name alone is a static member of a type around the setting, or it is nothing that is known.
      guard names.count == 1, names[0].arguments.isEmpty, let owner = owner(ofStatic: names[0].text)
      else { return nil }
      return constant(names[0].text, of: owner, as: type)
    default: return nil
    }
  }

  /// Returns the name of the member of a type that an expression denotes: `.fast`, `Mode.fast`.
  func memberName(_ expression: Expression, of type: ValueType) -> String? {
    switch expression.kind {
    case .implicitMember(let name): name
    case .path(let names) where names.count > 1 && isSame(resolve(.named(names.dropLast())), type):
      names.last?.text
    default: nil
    }
  }

  /// Whether two types are the same, but for arguments of a generic type, which can be left out.
  private func isSame(_ type: ValueType, _ other: ValueType) -> Bool {
    if case .declared(let left, _) = type, case .declared(let right, _) = other {
      left == right
    } else {
      type == other
    }
  }

  /// Returns the value of a member that its type declares: a case, a flag, a limit; `nil` for any other, such as a
  /// static property.
  ///
  ///     fast of Mode               "fast"
  ///     read of Rights             ["read"], or 1 if the set is coded by its bits
  ///     max of UInt8               255
  ///     zero of Duration           "PT0S"
  private func ownMember(_ name: String, of type: ValueType) -> JSONValue? {
    let member = Expression(kind: .implicitMember(name), offset: 0)
    switch type {
    case .declared(let id, _):
      if let shape = table.optionSetShape(of: id) { return flags(member, shape: shape, of: id) }
      return table.enumShape(of: id)?.cases.first { $0.name == name }?.value
        ?? plainVariant(named: name, of: id)
    case .options(let id): return options(member, of: id)
    case .integer, .number, .text(.duration):
      return declaresStatic(name, of: type) ? nil : Self.standardMember(name, of: type)
    default: return nil
    }
  }

  /// `max`, `min` and `zero` of the standard library's types. The limits of types with 128 bits are left out.
  private static func standardMember(_ name: String, of type: ValueType) -> JSONValue? {
    switch (type, name) {
    case (.text, "zero"): "PT0S"
    case (_, "zero"): 0
    case (.integer(let integer), "max") where integer.bits <= 64:
      .number(JSONNumber(integer.values.upperBound))
    case (.integer(let integer), "min") where integer.bits <= 64:
      .number(JSONNumber(integer.values.lowerBound))
    default: nil
    }
  }

  // MARK: Static members

  /// Returns the innermost type around the scope that declares a static member. Global constants aren't found: no type
  /// declares them.
  func owner(ofStatic name: String) -> ValueType? {
    TypeTable.innermost(scope.type) { names in
      guard let id = table.exactEntry(named: names, in: scope.file) else { return nil }
      let owner = ValueType.declared(id, [])
      return declaresStatic(name, of: owner) ? owner : nil
    }
  }

  /// Whether the sources declare a static member of a type: a function, a case or a property. The `#if` around a function isn't considered,
  /// so one that may exist counts.
  ///
  /// With `extension Duration { static func seconds(_ n: Int) -> Duration { … } }` in the app, what `.seconds(5)` is
  /// can't be known.
  func declaresStatic(_ name: String, of type: ValueType) -> Bool {
    table.declarations(of: type).contains { file, type in
      let source = program.files[file]
      return type.functions.contains { source.name($0) == name }
        || type.cases.contains { source.name($0.name) == name }
        || type.properties.contains { $0.prefix.isStatic && source.name($0.name) == name }
    }
  }

  /// A static property and the scope that it is declared in, where its type and its initial value are evaluated.
  struct StaticProperty {
    var declaration: PropertyDeclaration
    var scope: TypeScope
  }

  /// Returns the static property of a type; `nil` if there isn't exactly one. Two can be in extensions that are private
  /// in different files, or have constraints, and which of them is meant isn't known.
  func staticProperty(_ name: String, of owner: ValueType) -> StaticProperty? {
    let found = table.properties(named: name, isStatic: true, of: owner)
    guard found.count == 1 else { return nil }
    var scope = TypeScope(type: [], file: found[0].file)
    if case .declared(let id, _) = owner { scope.type = table[id].name }
    return StaticProperty(declaration: found[0].property, scope: scope)
  }

  /// The declared or inferred type of a static property, with the names as they are at its declaration.
  func type(of property: StaticProperty) -> ValueType? {
    deeper(in: property.scope).type(of: property.declaration)
  }

  /// The value of a static property, evaluated where it is declared. It has to be a stored constant of the expected
  /// type, or of the type inside of the optional: `let` without a wrapper around it.
  private func constant(_ name: String, of owner: ValueType, as type: ValueType) -> JSONValue? {
    guard !isTooDeep, let property = staticProperty(name, of: owner) else { return nil }
    let declaration = property.declaration
    // Names in the constant's value mean what they mean at its declaration.
    let evaluator = deeper(in: property.scope)
    guard declaration.isLet, declaration.isStored, declaration.prefix.attributes.isEmpty,
      let value = evaluator.initialValue(of: declaration), let own = deeper.type(of: property),
      own == type || .optional(own) == type
    else { return nil }
    return evaluator.value(of: value, as: own)
  }
}

/// Calls of initializers, and the types of properties.
///
/// In `Mode(rawValue: "a")`, `Mode.init(rawValue: "a")` and `.init(rawValue: "a")`, the callee is written in three
/// ways. These functions tell whether it makes the type that is expected.
extension Evaluator {
  /// Returns the argument of a call that initializes a type with one argument of this label; `nil` for any other
  /// expression.
  ///
  /// For the label `rawValue` and the type `Mode`, `Mode(rawValue: "a")` has the argument `"a"`.
  ///
  /// - Parameter names: The names of the standard library's types that the call may use without generic arguments.
  func argument(
    _ label: String?, of expression: Expression, initializing type: ValueType, names: Set<String> = []
  ) -> Expression? {
    guard case .call(let callee, let arguments) = expression.kind, arguments.count == 1,
      arguments[0].label == label, initializes(callee, type: type, names: names)
    else { return nil }
    return arguments[0].value
  }

  /// Whether an expression initializes a type without arguments: `[Int]()`, `.init()`, `String()`. Each of the types
  /// that are asked for is empty, zero or false then.
  func isEmptyInitializer(_ expression: Expression, of type: ValueType, names: Set<String> = []) -> Bool {
    guard case .call(let callee, []) = expression.kind else { return false }
    return initializes(callee, type: type, names: names)
  }

  /// Whether the callee of a call is `.init` or names the type: `Mode`, `Audio.Mode`, `[Int]`, `Mode.init`. Generic
  /// arguments of a declared type may be left out.
  func initializes(_ callee: Expression, type: ValueType, names: Set<String> = []) -> Bool {
    switch callee.kind {
    case .implicitMember(let name): return name == "init"
    case .type(let reference): return resolve(reference) == type
    case .path(var path):
      if path.count > 1, path.last?.text == "init" { path.removeLast() }
      // `Set` without arguments denotes no type by itself; the expected type completes it.
      let isPlain = path.count == 1 && path[0].arguments.isEmpty
      if isPlain, names.contains(path[0].text), !isHidden(path[0].text) { return true }
      return isSame(resolve(.named(path)), type)
    default: return false
    }
  }

  /// Returns the initial value of a property that is declared in the scope's file; `nil` if the file declares no such property.
  func initialValue(of property: PropertyDeclaration) -> Expression? {
    property.value.isEmpty ? nil : Expression.read(property.value, in: program.files[scope.file])
  }

  /// Returns the declared or inferred type of a property that is declared in the scope's file; `nil` if it states no
  /// type and none can be inferred.
  func type(of property: PropertyDeclaration) -> ValueType? {
    if property.type.isEmpty { return initialValue(of: property).flatMap(infer) }
    return resolve(TypeReference.read(property.type, in: program.files[scope.file]))
  }
}
