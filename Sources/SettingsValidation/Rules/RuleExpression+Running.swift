extension RuleExpression {
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
    case .value(let value):
      if case .null = value { throw .null }
      return value
    case .setting(_, let position, let type):
      // Only a compiled expression is run, in which each setting has its position.
      guard let position else { throw .null }
      // `null` is no value, so that an optional setting without one is like a setting that isn't set.
      guard let value = source.value(position) else { throw .notSet(position) }
      if case .null = value { throw .notSet(position) }
      guard type.holds(value) else { throw .unfit(position) }
      return value
    case .context(let name):
      guard let value = source.conditions.value(named: name), value != .null else { throw .noContext(name) }
      return value
    case .element(let path, let standard, let type):
      guard let value = source.element?.member(at: path.keys) ?? standard, value != .null else {
        throw .null
      }
      guard type.holds(value) else { throw .type(expected: type) }
      return value
    case .operation(let operation, let operands): return try operation.value(of: operands, from: source)
    case .pattern(let pattern): return .string(pattern.source)
    case .seconds(let operand, let type): return .number(try operand.seconds(type, from: source))
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
  fileprivate func number(from source: RuleSource) throws(RuleGap) -> JSONNumber {
    guard case .number(let value) = try value(from: source) else { throw .type(expected: .number) }
    return value
  }

  /// Computes a text; a value of an unknown type that isn't one is a gap.
  fileprivate func text(from source: RuleSource) throws(RuleGap) -> String {
    guard case .string(let value) = try value(from: source) else { throw .type(expected: .text) }
    return value
  }

  /// Whether there is a value.
  ///
  /// A value that is there but can't be used isn't absent: the gap stays.
  fileprivate func isPresent(from source: RuleSource) throws(RuleGap) -> Bool {
    switch run(from: source) {
    case .success: true
    case .failure(.notSet), .failure(.noContext), .failure(.null): false
    case .failure(let gap): throw gap
    }
  }

  /// Returns a duration or a date as a number of seconds. A number counts seconds already.
  private func seconds(_ type: RuleType, from source: RuleSource) throws(RuleGap) -> JSONNumber {
    let value = try value(from: source)
    if case .number(let seconds) = value { return seconds }
    guard case .string(let text) = value, let seconds = type.seconds(of: text) else {
      if case .setting(_, let position?, _) = self { throw .unfit(position) }
      throw .type(expected: type)
    }
    return seconds
  }
}

extension RuleExpression {
  /// Returns the paths inside of a list that don't meet a constraint on its elements, each with the first member that the constraint reads;
  /// empty for any other constraint.
  func failingParts(from source: RuleSource) throws(RuleGap) -> [SettingPath] {
    guard case .operation(.every, let operands) = self else { return [] }
    var member: SettingPath?
    operands[1].forEach { if case .element(let path, _, _) = $0 { member = member ?? path } }
    return try RuleOperation.failing(operands, from: source).map { SettingPath([$0] + (member?.keys ?? [])) }
  }

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
}

extension RuleOperation {
  /// Computes the operation on operands of which there are as many as it needs, and of the types that were checked when the rule was
  /// compiled.
  fileprivate func value(
    of operands: [RuleExpression], from source: RuleSource
  ) throws(RuleGap) -> JSONValue {
    switch self {
    case .equal: .bool(try Self.areEqual(operands[0], operands[1], from: source))
    case .notEqual: .bool(!(try Self.areEqual(operands[0], operands[1], from: source)))
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      .bool(try order(try operands[0].value(from: source), try operands[1].value(from: source)))
    case .add, .subtract, .multiply, .divide:
      .number(try calculate(try operands[0].number(from: source), try operands[1].number(from: source)))
    case .minimum: .number(try Self.extreme(of: operands, from: source, by: <))
    case .maximum: .number(try Self.extreme(of: operands, from: source, by: >))
    case .all: .bool(try Self.logic(operands, from: source, decidedBy: false))
    case .any: .bool(try Self.logic(operands, from: source, decidedBy: true))
    case .not: .bool(!(try operands[0].bool(from: source)))
    case .contained:
      .bool(
        try Self.contains(try operands[1].value(from: source), element: try operands[0].value(from: source)))
    case .conditional: try operands[try operands[0].bool(from: source) ? 1 : 2].value(from: source)
    case .matches: .bool(try Self.matches(operands, from: source))
    case .rounded: .number(try Self.rounded(operands, from: source))
    case .count: .number(JSONNumber(try Self.parts(of: try operands[0].value(from: source)).count))
    case .isEmpty: .bool(try Self.parts(of: try operands[0].value(from: source)).isEmpty)
    // Any gap leads to the second operand, not only a missing value.
    case .fallback:
      if case .success(let value) = operands[0].run(from: source) {
        value
      } else {
        try operands[1].value(from: source)
      }
    case .every: .bool(try Self.failing(operands, from: source).isEmpty)
    }
  }

  /// Returns the keys of the elements that don't meet the condition of `every`.
  fileprivate static func failing(
    _ operands: [RuleExpression], from source: RuleSource
  ) throws(RuleGap) -> [String] {
    let elements: [(key: String, value: JSONValue)]
    switch try operands[0].value(from: source) {
    case .array(let values): elements = values.enumerated().map { (String($0.offset), $0.element) }
    case .object(let object): elements = object.members.map { ($0.key, $0.value) }
    default: throw .type(expected: .list(.any))
    }
    var failing: [String] = []
    for (key, value) in elements {
      switch operands[1].run(from: source.inside(value)) {
      case .success(.bool(false)): failing.append(key)
      case .failure(.outOfRange): throw .outOfRange
      case .success, .failure: break
      }
    }
    return failing
  }

  /// Whether two operands are equal. With the constant `null`, whether the other has no value.
  private static func areEqual(
    _ left: RuleExpression, _ right: RuleExpression, from source: RuleSource
  ) throws(RuleGap) -> Bool {
    switch (left, right) {
    case (.value(.null), let other), (let other, .value(.null)): !(try other.isPresent(from: source))
    default: RuleExpression.areEqual(try left.value(from: source), try right.value(from: source))
    }
  }

  /// Whether two values are in the order of the comparison, which only numbers and strings have. Numbers are compared exactly, also beyond
  /// the precision of a `Double`.
  ///
  /// - Throws: ``RuleGap`` for other values, which only a value whose type the form doesn't determine can have.
  private func order(_ left: JSONValue, _ right: JSONValue) throws(RuleGap) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)): order(left, right)
    case (.string(let left), .string(let right)): order(left, right)
    case (.string, _): throw .type(expected: .text)
    default: throw .type(expected: .number)
    }
  }

  private func order<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
    switch self {
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    default: left >= right
    }
  }

  private static func matches(_ operands: [RuleExpression], from source: RuleSource) throws(RuleGap) -> Bool {
    let text = try operands[0].text(from: source)
    guard case .pattern(let pattern) = operands[1] else { throw .null }
    return pattern.matches(text)
  }

  private static func rounded(
    _ operands: [RuleExpression], from source: RuleSource
  ) throws(RuleGap) -> JSONNumber {
    let number = try operands[0].number(from: source)
    guard let rounding = operands[1].constant?.text.flatMap(RuleRounding.init) else { throw .null }
    return JSONNumber(JSONDecimal(number).roundedToWhole(rounding.rule))
  }

  /// Returns the smallest or the largest of several numbers; if two are equal, the first of them. If an operand has no value, the result
  /// has none.
  private static func extreme(
    of operands: [RuleExpression], from source: RuleSource, by precedes: (JSONNumber, JSONNumber) -> Bool
  ) throws(RuleGap) -> JSONNumber {
    var best = try operands[0].number(from: source)
    for operand in operands.dropFirst() {
      let number = try operand.number(from: source)
      if precedes(number, best) { best = number }
    }
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
  private static func logic(
    _ operands: [RuleExpression], from source: RuleSource, decidedBy decisive: Bool
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
  private static func contains(_ container: JSONValue, element: JSONValue) throws(RuleGap) -> Bool {
    switch (container, element) {
    case (.array(let elements), _): return elements.contains { RuleExpression.areEqual($0, element) }
    case (.string(let text), .string(let part)): return part.isEmpty || text.contains(part)
    case (.object(let object), .string(let key)): return object[key] != nil
    case (.string, _), (.object, _): throw .type(expected: .text)
    default: throw .type(expected: .list(.any))
    }
  }

  /// Returns the elements, members or characters of a value. Characters are counted as Swift's `count` does, because the rule comes from an
  /// app's source; the length limits of a form count scalars.
  private static func parts(of value: JSONValue) throws(RuleGap) -> any Collection {
    switch value {
    case .array(let elements): elements
    case .object(let object): object.members
    case .string(let text): text
    case .null, .bool, .number: throw .type(expected: .list(.any))
    }
  }
}

/// Calculations.
extension RuleOperation {
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
  func calculate(_ left: JSONNumber, _ right: JSONNumber) throws(RuleGap) -> JSONNumber {
    let left = try Self.rounded(JSONDecimal(left))
    let right = try Self.rounded(JSONDecimal(right))
    let result: JSONDecimal?
    switch self {
    case .add: result = left.adding(right)
    case .subtract: result = left.subtracting(right)
    case .multiply: result = left * right
    default:
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
