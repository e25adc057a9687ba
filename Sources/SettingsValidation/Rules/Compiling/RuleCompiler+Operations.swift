extension RuleCompiler {
  mutating func comparison(
    _ comparison: RuleComparison, _ left: RuleExpression, _ right: RuleExpression
  ) throws(FormSchemaError) -> Part {
    let isEquality = comparison == .equal || comparison == .notEqual
    if isEquality, left == .value(.null) || right == .value(.null) {
      let part = try operand(left == .value(.null) ? right : left, left == .value(.null) ? 1 : 0)
      let presence = RuleProgram.presence(part.program)
      return Part(program: comparison == .equal ? .not(presence) : presence, type: .boolean)
    }
    let (first, second) = (try operand(left, 0), try operand(right, 1))
    let programs = try comparable(first, second)
    if isEquality {
      try checkChoice(second.constant, of: first.position, 1)
      try checkChoice(first.constant, of: second.position, 0)
    } else {
      for (place, part) in [first, second].enumerated() where !part.type.isOrdered || part.constant == .null {
        throw fault(.unordered(describe(part)), at: place)
      }
    }
    return Part(program: .comparison(comparison, programs.0, programs.1), type: .boolean)
  }

  /// Returns the programs of two parts of the same type. Durations and dates become numbers.
  private func comparable(
    _ left: Part, _ right: Part
  ) throws(FormSchemaError) -> (RuleProgram, RuleProgram) {
    for (quantity, other) in [(left, right), (right, left)] where quantity.type.isQuantity {
      let isText = other.constant.map { RuleType.text.holds($0) } ?? false
      let isSeconds = quantity.type == .duration && other.type == .number
      guard quantity.type == other.type || isText || isSeconds || other.type == .any && other.constant == nil
      else { throw fault(.mixed(describe(left), describe(right))) }
      if isText, case .string(let text)? = other.constant, quantity.type.seconds(of: text) == nil {
        throw fault(.type(expected: quantity.type.noun, found: describe(other)))
      }
      return (measured(left, as: quantity.type), measured(right, as: quantity.type))
    }
    guard left.type.canEqual(right.type) else { throw fault(.mixed(describe(left), describe(right))) }
    return (left.program, right.program)
  }

  private func measured(_ part: Part, as type: RuleType) -> RuleProgram {
    if case .string(let text)? = part.constant, let seconds = type.seconds(of: text) {
      return .constant(.number(seconds))
    }
    if part.type == .number { return part.program }
    return type == .duration ? .seconds(part.program) : .instant(part.program)
  }

  mutating func arithmetic(
    _ arithmetic: RuleArithmetic, _ left: RuleExpression, _ right: RuleExpression
  ) throws(FormSchemaError) -> Part {
    Part(program: .arithmetic(arithmetic, try number(left, 0), try number(right, 1)), type: .number)
  }

  mutating func contains(
    _ container: RuleExpression, _ element: RuleExpression
  ) throws(FormSchemaError) -> Part {
    let (container, element) = (try operand(container, 1), try operand(element, 0))
    switch container.type {
    case .list(let type):
      guard type.canEqual(element.type) || element.type.isQuantity && type == .text else {
        throw fault(.mixed("the elements of \(describe(container))", describe(element)))
      }
    case .text, .dictionary, .object:
      guard element.type == .text || element.type == .any else {
        throw fault(.type(expected: RuleType.text.noun, found: describe(element)), at: 0)
      }
    case .any where container.constant == nil: break
    case .any, .boolean, .number, .duration, .dateTime:
      throw fault(.type(expected: Self.collections, found: describe(container)), at: 1)
    }
    if case .array(let elements)? = container.constant {
      for value in elements { try checkChoice(value, of: element.position, 1) }
    }
    if element.constant != nil, let position = container.position,
      case .flags(let choices) = index.setting(at: position).kind
    {
      try check(element.constant, among: choices, of: position, 0)
    }
    return Part(program: .contains(container.program, element.program), type: .boolean)
  }

  mutating func matches(_ operand: RuleExpression, _ pattern: String) throws(FormSchemaError) -> Part {
    let part = try self.operand(operand, 0)
    guard [.text, .duration, .dateTime, .any].contains(part.type), part.constant != .null else {
      throw fault(.type(expected: RuleType.text.noun, found: describe(part)), at: 0)
    }
    do throws(TextPatternError) {
      return Part(program: .matches(part.program, try library.patterns.pattern(pattern)), type: .boolean)
    } catch {
      throw fault(.pattern(error.message), at: 1)
    }
  }

  mutating func collection(_ operand: RuleExpression) throws(FormSchemaError) -> RuleProgram {
    let part = try self.operand(operand, 0)
    switch part.type {
    case .list, .dictionary, .object, .text: return part.program
    case .any where part.constant == nil: return part.program
    case .any, .boolean, .number, .duration, .dateTime:
      throw fault(.type(expected: Self.collections, found: describe(part)), at: 0)
    }
  }

  mutating func fallback(_ first: RuleExpression, _ second: RuleExpression) throws(FormSchemaError) -> Part {
    let (first, second) = (try operand(first, 0), try operand(second, 1))
    let type = try common(first, second)
    return Part(program: .fallback(first.program, second.program), type: type)
  }

  mutating func conditional(
    _ condition: RuleExpression, _ then: RuleExpression, _ otherwise: RuleExpression
  ) throws(FormSchemaError) -> Part {
    let condition = try self.condition(condition, 0)
    let (then, otherwise) = (try operand(then, 1), try operand(otherwise, 2))
    let type = try common(then, otherwise)
    return Part(
      program: .conditional(condition, then: then.program, else: otherwise.program), type: type)
  }

  /// Returns the type of an expression whose result is one of two values.
  private func common(_ first: Part, _ second: Part) throws(FormSchemaError) -> RuleType {
    for (quantity, other) in [(first, second), (second, first)] where quantity.type.isQuantity {
      if case .string(let text)? = other.constant, quantity.type.seconds(of: text) != nil {
        return quantity.type
      }
    }
    guard first.type.canEqual(second.type) else { throw fault(.mixed(describe(first), describe(second))) }
    return first.type == .any ? second.type : first.type
  }

  private static let collections = "a list, a dictionary or a string"

  // MARK: - Choices

  /// Throws if a setting can't have a constant.
  private func checkChoice(
    _ constant: JSONValue?, of position: Int?, _ place: Int
  ) throws(FormSchemaError) {
    guard constant != nil, let position,
      case .choice(let choices) = index.setting(at: position).kind
    else { return }
    try check(constant, among: choices, of: position, place)
  }

  private func check(
    _ constant: JSONValue?, among choices: [FormChoice], of position: Int, _ place: Int
  ) throws(FormSchemaError) {
    guard let constant, constant != .null else { return }
    guard !choices.contains(where: { RuleProgram.areEqual($0.value, constant) }) else { return }
    var nearest: JSONValue?
    if case .string(let text) = constant {
      let names = choices.compactMap(\.value.text)
      nearest = EditDistance.nearest(to: text, among: names).map(JSONValue.string)
    }
    throw fault(.noChoice(constant, of: index.settingPath(at: position), nearest: nearest), at: place)
  }
}

extension RuleType {
  fileprivate var isOrdered: Bool {
    switch self {
    case .any, .number, .text, .duration, .dateTime: true
    case .boolean, .list, .dictionary, .object: false
    }
  }
}
