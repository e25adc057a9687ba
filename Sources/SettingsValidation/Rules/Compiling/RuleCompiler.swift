/// Compiles a rule's expressions and checks them against a form.
///
/// The paths in its errors are those in the rule's JsonLogic.
struct RuleCompiler {
  let index: any RuleSettings
  let library: SchemaLibrary
  /// The keys that lead to the part that is being compiled.
  private(set) var keys: [String]
  private let source: String?
  /// The positions of the settings read so far, each once, in reading order.
  private(set) var settings: [Int] = []
  private var known: Set<Int> = []

  /// Creates a compiler.
  ///
  /// - Parameter keys: The path of the rule in the form.
  init(_ index: any RuleSettings, _ library: SchemaLibrary, at keys: [String], source: String?) {
    self.index = index
    self.library = library
    self.keys = keys
    self.source = source
  }

  /// A compiled part of a rule with the type of its value.
  struct Part {
    var program: RuleProgram
    var type: RuleType
    /// The constant, if the part is one. A constant can be a duration or a date as a string.
    var constant: JSONValue?
    /// The position of the setting, if the part is exactly a setting.
    var position: Int?
  }

  // MARK: - Places

  func fault(_ fault: RuleFault, at place: Int? = nil) -> FormSchemaError {
    let path = SettingPath(keys)
    return FormSchemaError(
      path: place.map(path.appending) ?? path, reason: .rule(fault, source: source))
  }

  // MARK: - Expressions

  /// Compiles an expression that must be true or false.
  mutating func condition(_ expression: RuleExpression) throws(FormSchemaError) -> RuleProgram {
    let part = try self.expression(expression)
    let isDynamic = part.type == .any && part.constant == nil
    guard part.type == .boolean || isDynamic else {
      throw fault(.type(expected: RuleType.boolean.noun, found: describe(part)))
    }
    return part.program
  }

  /// Compiles an expression of any type.
  mutating func expression(_ expression: RuleExpression) throws(FormSchemaError) -> Part {
    guard let operation = expression.operation, operation != .variable else {
      return try operand(expression)
    }
    keys.append(operation.rawValue)
    defer { keys.removeLast() }
    // Rules of an app don't come from a reader, which has its own limits. Each operation adds its name and a place.
    guard keys.count <= 2 * InputLimits.ruleDepth + 4 else {
      throw fault(.tooDeep(limit: InputLimits.ruleDepth))
    }
    return try self.operation(expression)
  }

  private mutating func operand(_ expression: RuleExpression) throws(FormSchemaError) -> Part {
    switch expression {
    case .value(let value):
      return Part(program: .constant(value), type: RuleType(of: value), constant: value)
    case .setting(let path): return try setting(path)
    case .context(let name): return Part(program: .context(name), type: .any)
    default: return try operation(expression)
    }
  }

  private mutating func operation(_ expression: RuleExpression) throws(FormSchemaError) -> Part {
    switch expression {
    case .value, .setting, .context: try operand(expression)
    case .comparison(let comparison, let left, let right): try self.comparison(comparison, left, right)
    case .arithmetic(let arithmetic, let left, let right): try self.arithmetic(arithmetic, left, right)
    case .minimum(let operands): Part(program: .minimum(try numbers(operands)), type: .number)
    case .maximum(let operands): Part(program: .maximum(try numbers(operands)), type: .number)
    case .all(let operands): Part(program: .all(try conditions(operands)), type: .boolean)
    case .any(let operands): Part(program: .any(try conditions(operands)), type: .boolean)
    case .not(let operand): Part(program: .not(try condition(operand, 0)), type: .boolean)
    case .contains(let container, let element): try contains(container, element)
    case .matches(let operand, let pattern): try matches(operand, pattern)
    case .count(let operand): Part(program: .count(try collection(operand)), type: .number)
    case .isEmpty(let operand): Part(program: .isEmpty(try collection(operand)), type: .boolean)
    case .fallback(let first, let second): try fallback(first, second)
    case .conditional(let condition, let then, let otherwise): try conditional(condition, then, otherwise)
    }
  }

  /// Compiles an operand.
  mutating func operand(_ expression: RuleExpression, _ place: Int) throws(FormSchemaError) -> Part {
    keys.append(String(place))
    defer { keys.removeLast() }
    return try self.expression(expression)
  }

  /// Compiles an operand that must be true or false.
  mutating func condition(_ expression: RuleExpression, _ place: Int) throws(FormSchemaError) -> RuleProgram {
    keys.append(String(place))
    defer { keys.removeLast() }
    return try condition(expression)
  }

  private mutating func conditions(
    _ operands: [RuleExpression]
  ) throws(FormSchemaError) -> [RuleProgram] {
    var programs: [RuleProgram] = []
    for (place, operand) in operands.enumerated() {
      programs.append(try condition(operand, place))
    }
    return programs
  }

  private mutating func numbers(_ operands: [RuleExpression]) throws(FormSchemaError) -> [RuleProgram] {
    guard !operands.isEmpty else { throw fault(.operandCount(1...Int.max, found: 0)) }
    var programs: [RuleProgram] = []
    for (place, operand) in operands.enumerated() { programs.append(try number(operand, place)) }
    return programs
  }

  /// Compiles an operand that must be a number or a duration.
  mutating func number(_ expression: RuleExpression, _ place: Int) throws(FormSchemaError) -> RuleProgram {
    let part = try operand(expression, place)
    if part.type == .duration { return .seconds(part.program) }
    guard part.type == .number || part.type == .any && part.constant == nil else {
      throw fault(.type(expected: RuleType.number.noun, found: describe(part)), at: place)
    }
    return part.program
  }

  private mutating func setting(_ path: SettingPath) throws(FormSchemaError) -> Part {
    let position = try self.position(of: path)
    if known.insert(position).inserted { settings.append(position) }
    let type = RuleType(index.setting(at: position).kind)
    return Part(program: .setting(position, type), type: type, position: position)
  }

  /// Returns the position of an existing setting.
  func position(of path: SettingPath) throws(FormSchemaError) -> Int {
    if let position = index.position(of: path) { return position }
    if index.sectionPosition(at: path) != nil { throw fault(.section(path)) }
    throw fault(.unknownSetting(path, nearest: index.nearest(to: path, describedOnly: true)))
  }

  /// Returns a part in words, for a sentence.
  func describe(_ part: Part) -> String {
    if let position = part.position {
      return "\(index.settingPath(at: position)), which is \(part.type.noun)"
    }
    return part.constant.map(Phrase.excerpt) ?? part.type.noun
  }
}
