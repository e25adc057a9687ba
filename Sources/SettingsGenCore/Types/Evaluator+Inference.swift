import SettingsForm

/// The types of initial values, for properties that don't state theirs.
///
/// Only a type that follows from the sources alone is an answer. The rules for literals are the compiler's defaults:
/// `Int`, `Double`, `String`, `Bool`, `Array`, `Dictionary`.
extension Evaluator {
  /// Returns the type that Swift infers for an initial value.
  ///
  /// The generator is no compiler. It knows literals, the members of types in the sources, and some types of the
  /// standard library; for everything else the answer is `nil`, and the property has to state its type. A wrong answer
  /// would be worse than none, as the form would then differ from the app.
  ///
  ///     7, 0.5, "a", true            Int, Double, String, Bool
  ///     [1, 2.5]                     [Double]
  ///     Mode.fast, Mode()            Mode
  ///     Mode(rawValue: "fast")       Mode?
  ///     [], .fast, nil, f()          nil: nothing states the type
  func infer(_ expression: Expression) -> ValueType? {
    guard !isTooDeep else { return nil }
    switch expression.kind {
    case .number(let literal): return literal.isInteger ? .integer(.int) : .number(.double)
    case .binary(let operation, let left, let right):
      return inferResult(of: operation, left, right)
    case .negated(let operand):
      return deeper.infer(operand).flatMap { $0.isNumber ? $0 : nil }
    case .string: return .string
    case .boolean: return .boolean
    case .null, .implicitMember, .type, .opaque: return nil
    case .cast(_, let type): return resolve(type)
    case .forced(let wrapped):
      guard case .optional(let type) = deeper.infer(wrapped) else { return nil }
      return type
    case .array(let elements):
      return common(elements).map { .list($0, isUnique: false) }
    case .dictionary(let pairs):
      guard let key = common(pairs.map(\.key)), let value = common(pairs.map(\.value)) else { return nil }
      return table.dictionary(by: key, value)
    case .range(let lower, let upper):
      return common([lower, upper]).flatMap { $0.isNumber ? .range($0) : nil }
    case .path(let names): return inferMember(names)
    case .call(let callee, let arguments): return inferCall(callee, arguments: arguments)
    }
  }

  /// Returns the type of a calculation: a literal takes the type of the other operand. Both operands of a shift are
  /// independent, and the left one counts.
  ///
  /// In `2 * x`, the literal 2 has no type of its own; in `2 * 3`, both are literals of the default type. `x * y` with
  /// an `Int` and a `Double` has no type, as in Swift.
  private func inferResult(
    of operation: Expression.Operation, _ left: Expression, _ right: Expression
  ) -> ValueType? {
    guard let first = deeper.infer(left) else { return nil }
    if operation == .shiftLeft || operation == .shiftRight {
      if case .integer = first { return first }
      return nil
    }
    guard let second = deeper.infer(right) else { return nil }
    switch (first, second) {
    case (.integer, .integer), (.number, .number):
      if first == second || right.isLiteral { return first }
      return left.isLiteral ? second : nil
    case (.integer, .number): return left.isLiteral ? second : nil
    case (.number, .integer): return right.isLiteral ? first : nil
    case (.string, .string) where operation == .add: return .string
    default: return nil
    }
  }

  /// Returns the type that all elements of a literal share; `nil` if they don't, and for an empty literal.
  ///
  /// `[1, 2.5]` are two `Double`s, because literals adapt. `[Mode.fast, .safe]` has the type of the first element: an
  /// implicit member takes the type of its neighbors.
  private func common(_ elements: [Expression]) -> ValueType? {
    var found: ValueType?
    for element in elements {
      guard let type = deeper.infer(element) else {
        // An implicit member, which takes the type of the elements before it.
        if found != nil, element.memberName != nil { continue }
        return nil
      }
      switch (found, type) {
      case (nil, _): found = type
      // Whole literals before this element become `Double`s with it.
      case (.integer?, .number(.double)) where element.isLiteral && elements.first?.isLiteral == true:
        found = type
      case (.number?, .integer) where element.isLiteral: break
      default: if found != type { return nil }
      }
    }
    return found
  }

  /// Returns the type of `Mode.fast`, `Limits.max`, or of a static property that is named alone.
  ///
  /// A case has the type of its enum, and a static property its own. Of the standard library's members, only the names
  /// in `constants(of:)` are known to have the type that they belong to. A member that an extension of the sources
  /// declares may have any type.
  private func inferMember(_ names: [TypeReference.Name]) -> ValueType? {
    guard let member = names.last?.text else { return nil }
    if names.count == 1 {
      guard names[0].arguments.isEmpty, let owner = owner(ofStatic: member),
        let property = staticProperty(member, of: owner)
      else { return nil }
      return type(of: property)
    }
    let owner = resolve(.named(Array(names.dropLast())))
    if case .declared(let id, _) = owner, enumHasCase(id, named: member) { return owner }
    if let property = staticProperty(member, of: owner) { return type(of: property) }
    if declaresStatic(member, of: owner) { return nil }
    switch owner {
    case .options: return owner
    case .optional: return member == "none" ? owner : nil
    default: return Self.constants(of: owner).contains(member) ? owner : nil
    }
  }

  /// Returns the names of the constants of a type of the standard library or Foundation whose type is that type itself.
  /// Their type is known, though the value of some, such as `Date.now`, isn't.
  private static func constants(of type: ValueType) -> Set<String> {
    switch type {
    case .integer: ["max", "min", "zero"]
    case .number:
      [
        "pi", "zero", "infinity", "nan", "greatestFiniteMagnitude", "leastNormalMagnitude",
        "leastNonzeroMagnitude", "ulpOfOne",
      ]
    case .text(.dateTime): ["now", "distantPast", "distantFuture"]
    case .text(.duration): ["zero"]
    default: []
    }
  }

  /// Whether an enum has a case of a name, with or without associated values.
  private func enumHasCase(_ id: TypeTable.ID, named name: String) -> Bool {
    table.cases(of: id).contains { $0.name == name }
  }

  /// Returns the type of a call's result; `nil` for a function, whose result type isn't read.
  ///
  /// `Mode(rawValue: "x")`, `URL(string: "…")!`, `Optional(1)`, `.seconds(5)` of a known type: a call of a type's name
  /// is an initializer, and its result an optional if that initializer can fail.
  private func inferCall(
    _ callee: Expression, arguments: [Expression.Argument]
  ) -> ValueType? {
    switch callee.kind {
    case .type(let type): return resolve(type)
    case .path(var names):
      if names.count > 1, names.last?.text == "init" { names.removeLast() }
      let type = resolve(.named(names))
      if !type.isOther { return result(of: type, arguments) }
      if names.count == 1, let first = arguments.first {
        return inferGeneric(names[0].text, first: first, count: arguments.count)
      }
      let owner = resolve(.named(Array(names.dropLast())))
      let name = names.last?.text ?? ""
      if case .declared(let id, _) = owner, enumHasCase(id, named: name) { return owner }
      let isDuration =
        owner == .text(.duration) && Self.durationUnits[name] != nil && !declaresStatic(name, of: owner)
      return isDuration ? owner : nil
    default: return nil
    }
  }

  /// Returns the type of `Optional(1)`, `Array(repeating: 1, count: 2)` and `Set([1])`, whose generic arguments follow
  /// from the first argument.
  private func inferGeneric(_ name: String, first: Expression.Argument, count: Int) -> ValueType? {
    guard let type = deeper.infer(first.value) else { return nil }
    switch (name, first.label, type) {
    case ("Optional", nil, _): return count == 1 ? .optional(type) : nil
    case ("Array", "repeating", _): return .list(type, isUnique: false)
    case ("Array", _, .list(let element, _)): return .list(element, isUnique: false)
    case ("Set", _, .list(let element, _)): return .list(element, isUnique: true)
    default: return nil
    }
  }

  /// Returns the type of an initializer's result: an optional if the initializer can fail.
  ///
  /// `Int("7")` and `URL(string: "x")` can fail, `Int(7.5)` can't. These are initializers of the standard library and
  /// Foundation that people use for settings; a failable initializer in the sources isn't looked up.
  private func result(of type: ValueType, _ arguments: [Expression.Argument]) -> ValueType {
    guard let first = arguments.first else { return type }
    var isText = false
    if case .string = first.value.kind { isText = true }
    let canFail: Bool =
      switch (type, first.label) {
      case (.integer, nil), (.number, nil), (.boolean, nil): isText
      case (.integer, "exactly"), (.number, "exactly"), (.number, "string"): true
      case (.text(.uri), "string"), (.text(.uuid), "uuidString"), (.text(.base64), "base64Encoded"): true
      case (.declared(let id, _), "rawValue"): table[id].keyword == .enum
      default: false
      }
    return canFail ? .optional(type) : type
  }
}

extension Expression {
  /// Whether the number is a literal, or a calculation with literals alone, which gets its type from its neighbors.
  var isLiteral: Bool {
    switch kind {
    case .number: true
    case .binary(_, let left, let right): left.isLiteral && right.isLiteral
    case .negated(let operand): operand.isLiteral
    default: false
    }
  }

  /// The name of the member that the expression denotes: `.fast`, `Mode.fast`.
  fileprivate var memberName: String? {
    switch kind {
    case .implicitMember(let name): name
    case .path(let names) where names.count > 1: names.last?.text
    default: nil
    }
  }
}

/// The values of option sets, in both forms: generated from an enum, or written by hand.
///
///     [.read, .write]   [.read, Rights.write]   []   .all   Rights(rawValue: 3)   .init(rawValue: 1 << 1)
///
/// A set is the union of its elements, and an element can be a set itself, such as `.all` in `[.all, .read]`.
extension Evaluator {
  /// Returns the value of an option set that is generated from an enum: the names of its flags.
  ///
  /// The cases are in the order of their declaration in the result, whatever their order in the source is, because the
  /// app writes them in this order. With `enum Day { case monday, tuesday, friday }`:
  ///
  ///     [.friday, .monday]      ["monday", "friday"]
  ///     .all                    ["monday", "tuesday", "friday"]
  ///     .init(rawValue: 0b101)  ["monday", "friday"]
  ///
  /// `none` and `all` are members of each generated option set, so no case of the enum can have these names.
  func options(_ expression: Expression, of id: TypeTable.ID) -> JSONValue? {
    let names = table.cases(of: id).map(\.name)
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
  ///
  /// With bits that aren't known, only the names can be, and only if each member in the expression is a flag. Then they
  /// are in the order of the declarations.
  func flags(_ expression: Expression, shape: OptionSetShape, of id: TypeTable.ID) -> JSONValue? {
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

  /// Returns the bits that an expression sets. A union is evaluated at its declaration, where it can name further
  /// unions; a union that contains itself has none.
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

  /// Returns the union of the flags that an array literal, a member or an empty initializer denotes; `nil` if one
  /// member isn't known.
  ///
  /// A flag is a name or a pattern of bits, as the caller needs it: `flag` returns what a member stands for.
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
    default: return memberName(expression, of: type).flatMap(flag)
    }
  }
}

/// The values of enums with associated values.
extension Evaluator {
  /// Returns the value of `.file(path: "x")`: `{"file": {"path": "x"}}`.
  ///
  /// Arguments are matched with the associated values in order, by label. A value without an argument has its default.
  func variant(_ expression: Expression, of id: TypeTable.ID, arguments: [ValueType]) -> JSONValue? {
    guard case .call(let callee, let given) = expression.kind,
      let name = memberName(callee, of: .declared(id, [])),
      let item = table.variantShapes(of: id)?.first(where: { $0.name == name })
    else { return nil }
    return variant(item, given: given[...], in: table.scope(of: id, arguments))
  }

  /// Returns the value of a case without associated values, in an enum that has some: `.none` of `Source` is `{"none":
  /// {}}`.
  func plainVariant(named name: String, of id: TypeTable.ID) -> JSONValue? {
    let item = table.variantShapes(of: id)?.first { $0.name == name }
    guard let item, item.declaration.associated.isEmpty else { return nil }
    return .object([item.key: .object([:])])
  }

  /// The value of a case with given arguments. An argument that fits no associated value, and a coded value without
  /// argument and default, make it unknown.
  private func variant(
    _ item: VariantShape, given: ArraySlice<Expression.Argument>, in scope: TypeScope
  ) -> JSONValue? {
    var rest = given
    var object = JSONObject()
    let inner = deeper(in: scope)
    for value in item.values {
      let type = inner.resolve(value.type)
      let json: JSONValue?
      if let argument = rest.first, argument.label == value.label {
        rest.removeFirst()
        json = deeper.value(of: argument.value, as: type)
      } else {
        json = value.initial.flatMap { inner.value(of: $0, as: type) }
      }
      guard let key = value.key else { continue }
      guard let json else { return nil }
      object[key] = json
    }
    return rest.isEmpty ? .object([item.key: .object(object)]) : nil
  }
}
