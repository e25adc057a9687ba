extension RuleProgram {
  /// Computes the value.
  ///
  /// A result is a value or a *gap*: the reason why there is no value, such as a setting that isn't set. A gap isn't an
  /// error. `a < b` with `b` unset has no value, its rule doesn't apply, and the trace shows the reason.
  ///
  /// Nothing here can fail otherwise: a division by zero, a number that is too large and a value of a wrong type are
  /// gaps, too, so no file can make a rule crash an app.
  ///
  /// Cost: linear in the size of the expression and of the values that it reads.
  func run(from source: RuleSource) -> Result<JSONValue, RuleGap> {
    Result { () throws(RuleGap) in try value(from: source) }
  }

  /// Computes the value, or throws the gap.
  ///
  /// The types of operands were checked when the rule was compiled. They are checked here again because the values of
  /// settings are what a file has: a list where the form wants a number is a gap (`unfit`).
  func value(from source: RuleSource) throws(RuleGap) -> JSONValue {
    switch self {
    case .constant(let value):
      if value == .null { throw .null }
      return value
    case .setting(let position, let type):
      // `null` is no value, so that an optional setting without one is like a setting that isn't set.
      guard let value = source(.setting(position)) else { throw .notSet(position) }
      if case .null = value { throw .notSet(position) }
      guard type.holds(value) else { throw .unfit(position) }
      return value
    case .context(let name):
      guard let value = source(.context(name)), value != .null else { throw .noContext(name) }
      return value
    case .comparison(let comparison, let left, let right):
      return .bool(
        try Self.compare(comparison, try left.value(from: source), try right.value(from: source)))
    case .presence(let operand): return .bool(try operand.isPresent(from: source))
    case .arithmetic(let arithmetic, let left, let right):
      return .number(try arithmetic(try left.number(from: source), try right.number(from: source)))
    case .rounded(let operand, let rounding):
      return .number(
        JSONNumber(JSONDecimal(try operand.number(from: source)).roundedToWhole(rounding.rule)))
    case .minimum(let operands): return .number(try Self.extreme(of: operands, from: source, by: <))
    case .maximum(let operands): return .number(try Self.extreme(of: operands, from: source, by: >))
    case .all(let operands): return .bool(try Self.logic(operands, from: source, decidedBy: false))
    case .any(let operands): return .bool(try Self.logic(operands, from: source, decidedBy: true))
    case .not(let operand): return .bool(!(try operand.bool(from: source)))
    case .contains(let container, let element):
      return .bool(
        try Self.contains(try container.value(from: source), element: try element.value(from: source)))
    case .matches(let operand, let pattern): return .bool(pattern.matches(try operand.text(from: source)))
    case .count(let operand):
      return .number(JSONNumber(try Self.count(of: try operand.value(from: source))))
    case .isEmpty(let operand): return .bool(try Self.isEmpty(try operand.value(from: source)))
    case .fallback(let first, let second):
      // Any gap leads to the second operand, not only a missing value.
      if case .success(let value) = first.run(from: source) { return value }
      return try second.value(from: source)
    case .conditional(let condition, let then, let otherwise):
      return try condition.bool(from: source)
        ? try then.value(from: source) : try otherwise.value(from: source)
    case .seconds(let operand): return try operand.seconds(.duration, from: source)
    case .instant(let operand): return try operand.seconds(.dateTime, from: source)
    case .durationText(let operand):
      guard let duration = FixedDuration(try operand.number(from: source)) else { throw .outOfRange }
      return .string(duration.text)
    }
  }

  // MARK: - Typed values

  /// Computes a condition. Only a value of an unknown type can turn out to be something else, which is a gap: the rule
  /// doesn't apply.
  func bool(from source: RuleSource) throws(RuleGap) -> Bool {
    guard case .bool(let value) = try value(from: source) else { throw .type(expected: .boolean) }
    return value
  }

  /// Computes a number; a value of an unknown type that isn't one is a gap.
  private func number(from source: RuleSource) throws(RuleGap) -> JSONNumber {
    guard case .number(let value) = try value(from: source) else { throw .type(expected: .number) }
    return value
  }

  /// Computes a text; a value of an unknown type that isn't one is a gap.
  private func text(from source: RuleSource) throws(RuleGap) -> String {
    guard case .string(let value) = try value(from: source) else { throw .type(expected: .text) }
    return value
  }

  /// Whether there is a value.
  ///
  /// A value that is there but can't be used isn't absent: the gap stays.
  private func isPresent(from source: RuleSource) throws(RuleGap) -> Bool {
    switch run(from: source) {
    case .success: true
    case .failure(.notSet), .failure(.noContext), .failure(.null): false
    case .failure(let gap): throw gap
    }
  }

  /// Returns a duration or a date as a number of seconds. A number counts seconds already.
  private func seconds(_ type: RuleType, from source: RuleSource) throws(RuleGap) -> JSONValue {
    let value = try value(from: source)
    if case .number = value { return value }
    guard case .string(let text) = value, let seconds = type.seconds(of: text) else {
      if case .setting(let position, _) = self { throw .unfit(position) }
      throw .type(expected: type)
    }
    return .number(seconds)
  }
}

extension RuleProgram {
  /// Whether two values are equal: strings if they are canonically equivalent, as Swift's `==` in the app that wrote
  /// the rule; all other values as in JSON.
  ///
  /// `é` written as one scalar equals `é` written as two, which JSON tells apart. Objects are equal independently of
  /// their order.
  static func areEqual(_ left: JSONValue, _ right: JSONValue) -> Bool {
    switch (left, right) {
    case (.string(let left), .string(let right)): left == right
    case (.array(let left), .array(let right)): left.elementsEqual(right, by: areEqual)
    case (.object(let left), .object(let right)):
      left.members.count == right.members.count
        && left.members.allSatisfy { member in
          right[member.key].map { areEqual(member.value, $0) } ?? false
        }
    default: left == right
    }
  }

  /// Compares two values. Equality is defined for all of them, order only for two numbers or two strings. Numbers are
  /// compared exactly, also beyond the precision of a `Double`.
  ///
  /// - Throws: ``RuleGap`` for an order of other values, which only a value whose type the form doesn't determine can
  ///   have.
  static func compare(
    _ comparison: RuleComparison, _ left: JSONValue, _ right: JSONValue
  ) throws(RuleGap) -> Bool {
    switch (comparison, left, right) {
    case (.equal, _, _): return areEqual(left, right)
    case (.notEqual, _, _): return !areEqual(left, right)
    case (_, .number(let left), .number(let right)): return ordered(comparison, left, right)
    case (_, .string(let left), .string(let right)): return ordered(comparison, left, right)
    case (_, .number, _): throw .type(expected: .number)
    case (_, .string, _): throw .type(expected: .text)
    default: throw .type(expected: .number)
    }
  }

  /// Compares two values of a type with an order, for numbers and for strings.
  private static func ordered<Value: Comparable>(
    _ comparison: RuleComparison, _ left: Value, _ right: Value
  ) -> Bool {
    switch comparison {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    }
  }

  /// Returns the smallest or the largest of several numbers; if two are equal, the first of them. If an operand has no value, the result
  /// has none.
  static func extreme(
    of operands: [RuleProgram], from source: RuleSource, by precedes: (JSONNumber, JSONNumber) -> Bool
  ) throws(RuleGap) -> JSONNumber {
    var best: JSONNumber?
    for operand in operands {
      let number = try operand.number(from: source)
      if let known = best, !precedes(number, known) { continue }
      best = number
    }
    guard let best else { throw .null }
    return best
  }

  /// Combines operands. If one of them has the decisive value, that is the result, even if others have no value:
  /// `false and (nothing)` is false whatever the missing value would be. If none decides and one has no value, the
  /// result has none (the three-valued logic of Kleene, as in SQL).
  ///
  /// | operands | and | or |
  /// |---|---|---|
  /// | true, nothing | nothing | true |
  /// | nothing, false | false | nothing |
  /// | none at all | true | false |
  ///
  /// Operands behind the decisive one aren't computed. Of several gaps, the first is the reason that a trace shows.
  ///
  /// - Parameter decisive: The value that decides: `false` for `and`, `true` for `or`.
  static func logic(
    _ operands: [RuleProgram], from source: RuleSource, decidedBy decisive: Bool
  ) throws(RuleGap) -> Bool {
    var gap: RuleGap?
    for operand in operands {
      switch operand.run(from: source) {
      case .success(.bool(let value)): if value == decisive { return decisive }
      case .success: gap = gap ?? .type(expected: .boolean)
      case .failure(let reason): gap = gap ?? reason
      }
    }
    if let gap { throw gap }
    return !decisive
  }

  /// Whether a list has an element, a string a part, or an object a key. Every string has the empty part, and a list
  /// has an element if one of its elements is equal to it, so a part of a string in a list isn't found.
  ///
  /// `["red", "blue"]` contains `red` and not `re`; `"red"` contains `re`; `{"red": 1}` contains `red`.
  static func contains(_ container: JSONValue, element: JSONValue) throws(RuleGap) -> Bool {
    switch (container, element) {
    case (.array(let elements), _): return elements.contains { areEqual($0, element) }
    case (.string(let text), .string(let part)): return part.isEmpty || text.contains(part)
    case (.object(let object), .string(let key)): return object[key] != nil
    case (.string, _), (.object, _): throw .type(expected: .text)
    default: throw .type(expected: .list(.any))
    }
  }

  /// Returns the number of elements, members or characters. Characters are counted as Swift's `count` does, because the rule comes from an
  /// app's source; the length limits of a form count scalars.
  static func count(of value: JSONValue) throws(RuleGap) -> Int {
    switch value {
    case .array(let elements): elements.count
    case .object(let object): object.members.count
    case .string(let text): text.count
    case .null, .bool, .number: throw .type(expected: .list(.any))
    }
  }

  /// Whether a value has no elements, members or characters. For other values, there is a gap.
  static func isEmpty(_ value: JSONValue) throws(RuleGap) -> Bool {
    switch value {
    case .array(let elements): elements.isEmpty
    case .object(let object): object.members.isEmpty
    case .string(let text): text.isEmpty
    case .null, .bool, .number: throw .type(expected: .list(.any))
    }
  }
}

extension RuleArithmetic {
  /// The maximum number of digits of operands and results, as in IEEE 754's decimal128. Longer ones are rounded.
  private static let precision = 34
  /// The allowed powers of ten of the first digit.
  static let exponents = -6144...6144

  /// Returns the result for two numbers.
  ///
  /// Decimal arithmetic with 34 digits gives `0.1 + 0.2 == 0.3` and the same result on all machines. Operands are
  /// rounded, too: otherwise, a number of a million digits would make each operation slow.
  ///
  /// - Throws: ``RuleGap`` for a division by zero, and for a number below 10^-6144 or above 10^6145.
  func callAsFunction(_ left: JSONNumber, _ right: JSONNumber) throws(RuleGap) -> JSONNumber {
    let left = try Self.rounded(JSONDecimal(left))
    let right = try Self.rounded(JSONDecimal(right))
    let result: JSONDecimal?
    switch self {
    case .add: result = left.adding(right)
    case .subtract: result = left.subtracting(right)
    case .multiply: result = left * right
    case .divide:
      guard let quotient = left.divided(by: right, digits: Self.precision) else { throw .divisionByZero }
      result = quotient
    }
    guard let result else { throw .outOfRange }
    return JSONNumber(try Self.rounded(result))
  }

  /// Returns a number with at most 34 digits.
  ///
  /// - Throws: ``RuleGap`` for a number whose first digit is outside the range of ``exponents``.
  private static func rounded(_ decimal: JSONDecimal) throws(RuleGap) -> JSONDecimal {
    let rounded = decimal.rounded(toDigits: precision)
    guard let exponent = rounded.leadingExponent.word, exponents ~= exponent else { throw .outOfRange }
    return rounded
  }
}
