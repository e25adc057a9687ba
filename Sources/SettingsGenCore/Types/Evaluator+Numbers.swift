import SettingsForm

/// The values of numbers and of calculations with them.
///
/// Everything is computed as the compiled program computes it, in the precision of the setting's type: whole numbers in
/// 128 bits with a check of the type's range at each step, `Float` and `Double` in their own arithmetic. The result is
/// written in decimal, in the spelling of the source if that is the same number.
extension Evaluator {
  /// Returns the value of a number of a type; `nil` if it isn't certain, and for a `Float16`.
  func number(_ expression: Expression, as type: ValueType) -> JSONNumber? {
    switch type {
    case .integer(let integer): self.integer(expression, as: integer).map { JSONNumber($0) }
    case .number(.double): Self.spelled(fraction(expression, as: Double.self, type: type), like: expression)
    case .number(.single): Self.spelled(fraction(expression, as: Float.self, type: type), like: expression)
    case .number(.decimal): decimal(expression)
    default: nil
    }
  }

  /// Returns a number as the source spells it if that has the same value, otherwise as the program writes it.
  ///
  /// For example, `1e3` in the source stays `1e3` in the form, and `60 * 60` becomes 3600 and not 3600.0. `1.10` stays
  /// 1.10. Beyond 2⁵³, where whole numbers aren't all different, the program's spelling is kept.
  private static func spelled<Value: BinaryFloatingPoint & CustomStringConvertible>(
    _ value: Value?, like expression: Expression
  ) -> JSONNumber? {
    guard let value, let number = JSONNumber(value) else { return nil }
    if case .number(let literal) = expression.kind, literal.number == number { return literal.number }
    // A whole number is written without a fraction, as people do.
    return value == value.rounded() && value.magnitude < 0x1p53 ? JSONNumber(Int64(value)) : number
  }

  /// Returns the number that a constant denotes, such as `Limits.max` or `.zero`.
  private func constant(_ expression: Expression, as type: ValueType) -> JSONNumber? {
    guard case .number(let number)? = deeper.member(expression, as: type) else { return nil }
    return number
  }

  // MARK: Whole numbers

  /// Returns the value of a whole number; `nil` if it isn't certain, or not in the range of the type.
  ///
  /// Each part of a calculation is checked, not only the result, as in the program: `200 + 100 - 100` has no value as a
  /// `UInt8`. A result outside of the type would crash the program when it starts. Here it is no value, and the
  /// compiler reports it.
  func integer(_ expression: Expression, as type: IntegerType) -> Int128? {
    guard !isTooDeep, let value = unchecked(expression, as: type), type.values.contains(value) else {
      return nil
    }
    return value
  }

  /// Returns the value of a whole number where any type of whole numbers is accepted; `nil` if it isn't certain.
  func integer(_ expression: Expression) -> Int128? {
    guard case .integer(let type) = deeper.infer(expression) else { return integer(expression, as: .int) }
    return integer(expression, as: type)
  }

  /// Returns the value of a whole number that can be outside of the type's range. The operands of a calculation are in
  /// the range already.
  ///
  /// `1.0` is no whole number, even though its value is one: Swift doesn't accept it for an `Int`.
  private func unchecked(_ expression: Expression, as type: IntegerType) -> Int128? {
    switch expression.kind {
    case .number(let literal): return literal.isInteger ? literal.number.integer(as: Int128.self) : nil
    case .negated(let operand):
      return deeper.integer(operand, as: type).flatMap { Expression.Operation.subtract.apply(0, $0) }
    case .binary(let operation, let left, let right):
      guard let first = deeper.integer(left, as: type) else { return nil }
      if operation == .shiftLeft || operation == .shiftRight {
        return shift(first, operation: operation, count: right)
      }
      return deeper.integer(right, as: type).flatMap { operation.apply(first, $0) }
    case .cast(let inner, let reference):
      return resolve(reference) == .integer(type) ? deeper.integer(inner, as: type) : nil
    case .call:
      if isEmptyInitializer(expression, of: .integer(type)) { return 0 }
      return argument(nil, of: expression, initializing: .integer(type)).flatMap(converted)
    default: return constant(expression, as: .integer(type))?.integer(as: Int128.self)
    }
  }

  /// A shift by 0 to 63 bits of a value that isn't negative. Swift accepts other numbers, too, which are
  /// left to the program.
  private func shift(
    _ value: Int128, operation: Expression.Operation, count: Expression
  ) -> Int128? {
    guard let bits = deeper.integer(count), 0..<64 ~= bits, value >= 0 else { return nil }
    // A shift to the left is evaluated as a multiplication by a power of two, which finds an overflow.
    return operation == .shiftLeft ? operation.apply(value, Int128(1) << bits) : value >> bits
  }

  /// Returns the result of `Int(…)` for an argument: a literal takes the type that is made, anything else has its own
  /// type first. So `Int(2.9)` is 2, and `UInt8(300)` has no value, since the caller compares the result with the
  /// range.
  private func converted(_ argument: Expression) -> Int128? {
    if case .number(let literal) = argument.kind, literal.isInteger {
      return literal.number.integer(as: Int128.self)
    }
    // Anything but a literal is computed in its own type, and then converted.
    switch deeper.infer(argument) {
    case .integer(let other): return deeper.integer(argument, as: other)
    case .number(.double):
      let value = deeper.fraction(argument, as: Double.self, type: .number(.double))
      return value.flatMap { Int128(exactly: $0.rounded(.towardZero)) }
    default: return nil
    }
  }

  // MARK: Numbers with a fraction

  /// Returns the value of a number in binary floating point; `nil` if it isn't certain. It can be infinite, which JSON
  /// has no number for.
  ///
  /// The arithmetic has to be binary, as of `Float` or `Double`, not decimal: `0.1 + 0.2` is 0.30000000000000004 in the
  /// app, and this is its default.
  private func fraction<Value: BinaryFloatingPoint & LosslessStringConvertible>(
    _ expression: Expression, as value: Value.Type, type: ValueType
  ) -> Value? {
    guard !isTooDeep else { return nil }
    switch expression.kind {
    case .number(let literal): return literal.value(as: Value.self)
    case .negated(let operand): return deeper.fraction(operand, as: value, type: type).map { -$0 }
    case .binary(let operation, let left, let right):
      guard let first = deeper.fraction(left, as: value, type: type),
        let second = deeper.fraction(right, as: value, type: type)
      else { return nil }
      return operation.apply(first, second)
    case .cast(let inner, let reference):
      return resolve(reference) == type ? deeper.fraction(inner, as: value, type: type) : nil
    case .call:
      if isEmptyInitializer(expression, of: type) { return 0 }
      return argument(nil, of: expression, initializing: type).flatMap { converted($0, to: value) }
    default: return constant(expression, as: type).flatMap { Value($0.spelling) }
    }
  }

  /// Returns the result of `Double(…)` for an argument. The argument is computed in its own type: `Double(7 / 2)` is 3,
  /// as in Swift.
  private func converted<Value: BinaryFloatingPoint & LosslessStringConvertible>(
    _ argument: Expression, to value: Value.Type
  ) -> Value? {
    if case .number(let literal) = argument.kind { return literal.value(as: Value.self) }
    guard let type = deeper.infer(argument) else { return nil }
    switch type {
    case .integer(let other): return deeper.integer(argument, as: other).map { Value($0) }
    case .number(.double): return deeper.fraction(argument, as: Double.self, type: type).map { Value($0) }
    case .number(.single): return deeper.fraction(argument, as: Float.self, type: type).map { Value($0) }
    default: return nil
    }
  }

  /// Returns the value of a `Decimal`: of a literal whose value survives the way through `Double`, of a constant, or 0
  /// for `Decimal()`.
  ///
  /// Calculations aren't computed: their precision is Foundation's.
  private func decimal(_ expression: Expression) -> JSONNumber? {
    switch expression.kind {
    case .number(let literal):
      if literal.isInteger { return literal.number.integer(as: Int64.self).map { JSONNumber($0) } }
      return literal.keepsValueAsDecimal ? literal.number : nil
    case .call: return isEmptyInitializer(expression, of: .number(.decimal)) ? 0 : nil
    case .implicitMember, .path: return constant(expression, as: .number(.decimal))
    default: return nil
    }
  }
}

extension Expression.Operation {
  /// Returns the result for whole numbers; `nil` if it overflows 128 bits or isn't defined, such as `1 / 0`. The caller
  /// checks the range of the type.
  fileprivate func apply(_ left: Int128, _ right: Int128) -> Int128? {
    switch self {
    case .add: checked(left.addingReportingOverflow(right))
    case .subtract: checked(left.subtractingReportingOverflow(right))
    case .multiply, .shiftLeft: checked(left.multipliedReportingOverflow(by: right))
    case .divide: checked(left.dividedReportingOverflow(by: right))
    case .remainder: checked(left.remainderReportingOverflow(dividingBy: right))
    case .and: left & right
    case .or: left | right
    case .xor: left ^ right
    case .shiftRight: nil
    }
  }

  /// The result, if it fits in 128 bits.
  private func checked(_ result: (partialValue: Int128, overflow: Bool)) -> Int128? {
    result.overflow ? nil : result.partialValue
  }

  /// Returns the result for numbers with a fraction; `nil` for an operator that they don't have, and for a division by
  /// zero, whose result is no JSON number.
  fileprivate func apply<Value: BinaryFloatingPoint>(_ left: Value, _ right: Value) -> Value? {
    switch self {
    case .add: left + right
    case .subtract: left - right
    case .multiply: left * right
    case .divide: right == 0 ? nil : left / right
    default: nil
    }
  }
}

extension NumberLiteral {
  /// Returns the value that the literal has in a compiled program.
  ///
  /// On x86, the compiler reads literals with 64 bits of precision and rounds the result again. For a few numbers,
  /// rounding twice gives a neighbor of the number that rounding once does.
  func value<Value: BinaryFloatingPoint & LosslessStringConvertible>(as type: Value.Type) -> Value? {
    #if arch(x86_64) && !os(Windows) && !os(Android)
      if !isInteger { return Float80(number.spelling).map { Value($0) } }
    #endif
    return Value(number.spelling)
  }
}

/// Literals of decimal numbers, which a program converts from binary floating point.
///
/// `Decimal` is `ExpressibleByFloatLiteral`, so `var price: Decimal = 19.99` gets a `Double` first, and has the value
/// 19.98999999999999488 then. The form must not say 19.99 where the app has something else.
extension NumberLiteral {
  /// Whether the program's number is the number in the source: true for `12.5`, false for `19.99`.
  ///
  /// It repeats what Foundation does with the `Double`, and compares the result with the digits in the source. Numbers
  /// that it scales by more than 127 powers of ten are left to the program.
  fileprivate var keepsValueAsDecimal: Bool {
    guard let value = value(as: Double.self), value.isFinite else { return false }
    if value == 0 { return true }
    // Use Foundation's algorithm: as many digits as fit in 64 bits.
    var scaled = value.magnitude
    var exponent = 0
    while scaled < 0x1p64 {
      guard exponent > -127 else { return false }
      scaled *= 10
      exponent -= 1
    }
    while scaled >= 0x1p64 {
      guard exponent < 127 else { return false }
      scaled /= 10
      exponent += 1
    }
    let greatest = 0x1p64.nextDown
    let mantissa = UInt64(min(scaled, greatest))
    return JSONNumber("\(value < 0 ? "-" : "")\(mantissa)e\(exponent)") == number
  }
}

/// The values of structs, and of types that are coded by a raw value.
///
///     Port(rawValue: 80)           80, if `init(rawValue:)` stores its argument
///     Mode(rawValue: "fast")!      "fast", if it is the value of a case
///     Proxy(port: 3128)            {"host": "localhost", "port": 3128}: the other properties have their initial values
extension Evaluator {
  /// Returns the value of an expression whose type the sources declare: an enum, an option set, a struct with a raw
  /// value, or a group. A class, and a type that codes itself, has no value here.
  func declared(_ expression: Expression, id: TypeTable.ID, arguments: [ValueType]) -> JSONValue? {
    if table[id].keyword == .enum {
      return choice(expression, of: id) ?? variant(expression, of: id, arguments: arguments)
    }
    if let shape = table.optionSetShape(of: id) { return flags(expression, shape: shape, of: id) }
    if let raw = table.rawType(ofStruct: id) {
      guard table.storesRawValue(id),
        let given = argument("rawValue", of: expression, initializing: .declared(id, arguments))
      else { return nil }
      return deeper.value(of: given, as: raw)
    }
    return table.isGroup(id) ? object(expression, id: id, arguments: arguments) : nil
  }

  /// Returns the value of `Mode(rawValue: "fast")!`; `nil` if no case has that raw value, which would stop the program.
  private func choice(_ expression: Expression, of id: TypeTable.ID) -> JSONValue? {
    guard let shape = table.enumShape(of: id), case .forced(let call) = expression.kind,
      let given = argument("rawValue", of: call, initializing: .declared(id, [])),
      let type = table.rawType(ofEnum: id), let raw = deeper.value(of: given, as: type)
    else { return nil }
    return shape.cases.first { $0.value == raw }?.value
  }

  /// The values that an initializer call gives the properties of a struct, by their names; `nil` if only running the program shows them.
  /// The other properties keep their initial values. The expressions belong to the scope of the call.
  ///
  /// A section's settings need them one by one: `var network = Network(port: 8080)` changes the default of one setting in the section.
  typealias Overrides = [String: Expression]?

  /// Returns the values that an initial value of a struct gives its properties. Anything but a call of the struct's own
  /// initializer, such as `Network.standard` or `makeNetwork()`, is unknown.
  func overrides(_ expression: Expression, of id: TypeTable.ID) -> Overrides {
    guard case .call(let callee, let arguments) = expression.kind,
      initializes(callee, type: .declared(id, [])),
      table.keepsInitialValues(id, withArguments: !arguments.isEmpty)
    else { return nil }
    var values: [String: Expression] = [:]
    // The memberwise initializer has a label for each property.
    for argument in arguments {
      guard let label = argument.label else { return nil }
      values[label] = argument.value
    }
    return values
  }

  /// Returns the values that `init()` of a struct gives its properties. They are known if there is none, and if it only assigns:
  ///
  ///     init() { domain = "*"; self.port = 80 }
  static func initialOverrides(of id: TypeTable.ID, in table: TypeTable) -> Overrides {
    if table.keepsInitialValues(id, withArguments: false) { return [:] }
    guard let (file, body) = table.plainInitializer(of: id), let type = table.declaration(of: id) else {
      return nil
    }
    // The setter of a computed property could set any other.
    let stored = type.properties.filter { $0.isStored }.map {
      table.program.files[table[id].place.file].name($0.name)
    }
    var reader = TokenReader(file, range: body)
    var values: [String: Expression] = [:]
    guard reader.take(.leftBrace) else { return nil }
    while reader.kind != .rightBrace {
      if reader.isWord("self"), reader.nextKind == .dot {
        reader.advance()
        reader.advance()
      }
      let name = file.name(reader.token.range)
      guard stored.contains(name), reader.take(.identifier), reader.isWord("=") else { return nil }
      reader.advance()
      let start = reader.token.start
      repeat {
        reader.skipGroup()
      } while ![.rightBrace, .semicolon, .end].contains(reader.kind)
        && (!reader.token.startsLine || [.operator, .dot].contains(reader.kind))
      values[name] = Expression.read(SourceRange(start: start, end: reader.previousEnd), in: file)
      _ = reader.take(.semicolon)
    }
    return values
  }

  /// Returns the value of a struct as an object: for each coded property the argument of the call, the initial value,
  /// or null for an optional without a value.
  ///
  /// A property wrapper can change what is coded, so a property with an attribute makes the value unknown.
  private func object(
    _ expression: Expression, id: TypeTable.ID, arguments: [ValueType]
  ) -> JSONValue? {
    guard let values = overrides(expression, of: id) else { return nil }
    var object = JSONObject()
    let inner = deeper(in: table.scope(of: id, arguments))
    for property in table.codedProperties(of: id) {
      guard property.declaration.prefix.attributes.isEmpty, let type = inner.type(of: property.declaration)
      else { return nil }
      if let override = values[property.name] {
        guard let value = deeper.value(of: override, as: type) else { return nil }
        object[property.key] = value
      } else if let initial = inner.initialValue(of: property.declaration) {
        guard let value = inner.value(of: initial, as: type) else { return nil }
        object[property.key] = value
      } else {
        // Without a value for a property, the call isn't the memberwise initializer's.
        guard type.isOptional else { return nil }
        object[property.key] = .null
      }
    }
    return .object(object)
  }
}
