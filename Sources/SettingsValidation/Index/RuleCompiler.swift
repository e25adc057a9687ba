/// Compiles a rule's expressions and checks them against a form.
///
/// A rule is written by the app's author and runs in front of a user, so whatever can be known before is an error now:
/// a setting that doesn't exist, a comparison of a number with a list, a choice that the setting doesn't have, a secret
/// copied to a setting that isn't secret.
///
/// Expressions are compiled bottom-up. Each `Part` has its program, and the type that its value has if it has one. The
/// type `any` is for values that the form says nothing about: they pass here and are checked at each run.
///
/// For `timeout < "PT30S"`, the part on the left is a setting of the type `duration`, and that on the right a constant
/// string. The comparison makes both numbers of seconds, so its program is `seconds(setting 4) < 30`.
///
/// The paths in its errors are paths in the rule's JsonLogic, which the reader of a form sees; an app's own rules add
/// the line in its source.
///
/// One compiler serves one member of a rule, its condition or its effect, and collects the settings that this member
/// reads.
struct RuleCompiler {
  /// The index of the form, to look up settings and their types.
  let index: FormIndex
  let library: SchemaLibrary
  /// The keys that lead to the part that is being compiled.
  private(set) var keys: [String]
  /// The place of the rule in the app's source, for errors; `nil` for a rule of a form.
  private let source: String?
  /// The positions of the settings read so far, each once, in reading order. They are what the rule depends on.
  private(set) var settings: [Int] = []
  /// The same positions as ``settings``, as a set for lookups.
  private var known: Set<Int> = []

  /// Creates a compiler.
  ///
  /// - Parameter keys: The path of the rule in the form.
  init(_ index: FormIndex, library: SchemaLibrary, at keys: [String], source: String?) {
    self.index = index
    self.library = library
    self.keys = keys
    self.source = source
  }

  /// A compiled part of a rule with the type of its value.
  ///
  /// `constant` and `position` say more than the type where the part is only that: a constant can be compared with the
  /// choices of a setting beside it.
  struct Part {
    var program: RuleProgram
    var type: RuleType
    /// The constant, if the part is one. A constant can be a duration or a date as a string.
    var constant: JSONValue?
    /// The position of the setting, if the part is exactly a setting.
    var position: Int?
  }

  // MARK: - Places

  /// Returns an error at the part that is being compiled, or at one of its operands.
  ///
  /// The path leads into the JsonLogic: `x-rules/3/when/==/0` is the left side of a comparison.
  func fault(_ fault: RuleFault, at place: Int? = nil) -> FormSchemaError {
    let path = SettingPath(keys)
    return FormSchemaError(
      path: place.map(path.appending) ?? path, reason: .rule(fault, source: source))
  }

  // MARK: - Expressions

  /// Compiles an expression that must be true or false. A setting that is edited as JSON is allowed and checked at each
  /// run; a constant of another type isn't.
  mutating func condition(_ expression: RuleExpression) throws(FormSchemaError) -> RuleProgram {
    let part = try self.expression(expression)
    let isDynamic = part.type == .any && part.constant == nil
    guard part.type == .boolean || isDynamic else {
      throw fault(.type(expected: RuleType.boolean.noun, found: describe(part)))
    }
    return part.program
  }

  /// Compiles an expression of any type, with its operation in the path of errors.
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

  /// Compiles an expression that isn't an operation: a constant, a setting, or a context value.
  private mutating func operand(_ expression: RuleExpression) throws(FormSchemaError) -> Part {
    switch expression {
    case .value(let value):
      return Part(program: .constant(value), type: RuleType(of: value), constant: value)
    case .setting(let path): return try setting(path)
    case .context(let name): return Part(program: .context(name), type: .any)
    default: return try operation(expression)
    }
  }

  /// Compiles an operation. Each has a function that knows the types of its operands.
  private mutating func operation(_ expression: RuleExpression) throws(FormSchemaError) -> Part {
    switch expression {
    case .value, .setting, .context: try operand(expression)
    case .comparison(let comparison, let left, let right): try self.comparison(comparison, left, right)
    case .arithmetic(let arithmetic, let left, let right): try self.arithmetic(arithmetic, left, right)
    case .rounded(let operand, let rounding):
      Part(program: .rounded(try number(operand, place: 0), rounding), type: .number)
    case .minimum(let operands): Part(program: .minimum(try numbers(operands)), type: .number)
    case .maximum(let operands): Part(program: .maximum(try numbers(operands)), type: .number)
    case .all(let operands): Part(program: .all(try conditions(operands)), type: .boolean)
    case .any(let operands): Part(program: .any(try conditions(operands)), type: .boolean)
    case .not(let operand): Part(program: .not(try condition(operand, place: 0)), type: .boolean)
    case .contains(let container, let element): try contains(container, element: element)
    case .matches(let operand, let pattern): try matches(operand, pattern: pattern)
    case .count(let operand): Part(program: .count(try collection(operand)), type: .number)
    case .isEmpty(let operand): Part(program: .isEmpty(try collection(operand)), type: .boolean)
    case .fallback(let first, let second): try fallback(first, second)
    case .conditional(let condition, let then, let otherwise):
      try conditional(condition, then: then, otherwise: otherwise)
    }
  }

  /// Compiles an operand, with its place among the operands in the path of errors.
  mutating func operand(_ expression: RuleExpression, place: Int) throws(FormSchemaError) -> Part {
    keys.append(String(place))
    defer { keys.removeLast() }
    return try self.expression(expression)
  }

  /// Compiles an operand that must be true or false, with its place in the path of errors.
  mutating func condition(_ expression: RuleExpression, place: Int) throws(FormSchemaError) -> RuleProgram {
    keys.append(String(place))
    defer { keys.removeLast() }
    return try condition(expression)
  }

  /// Compiles the operands of `and` or `or`; there can be none.
  private mutating func conditions(
    _ operands: [RuleExpression]
  ) throws(FormSchemaError) -> [RuleProgram] {
    var programs: [RuleProgram] = []
    for (place, operand) in operands.enumerated() {
      programs.append(try condition(operand, place: place))
    }
    return programs
  }

  /// Compiles the operands of a minimum or a maximum. There has to be at least one.
  private mutating func numbers(_ operands: [RuleExpression]) throws(FormSchemaError) -> [RuleProgram] {
    guard !operands.isEmpty else { throw fault(.operandCount(1...Int.max, found: 0)) }
    var programs: [RuleProgram] = []
    for (place, operand) in operands.enumerated() { programs.append(try number(operand, place: place)) }
    return programs
  }

  /// Compiles an operand that must be a number or a duration, which counts as its seconds: `timeout * 2` is 60 for
  /// `PT30S`.
  mutating func number(_ expression: RuleExpression, place: Int) throws(FormSchemaError) -> RuleProgram {
    let part = try operand(expression, place: place)
    if part.type == .duration { return .seconds(part.program) }
    guard part.type == .number || part.type == .any && part.constant == nil else {
      throw fault(.type(expected: RuleType.number.noun, found: describe(part)), at: place)
    }
    return part.program
  }

  /// Compiles a setting. This is the only place at which a rule depends on one, so it is noted here.
  private mutating func setting(_ path: SettingPath) throws(FormSchemaError) -> Part {
    let position = try self.position(of: path)
    if known.insert(position).inserted { settings.append(position) }
    let type = RuleType(index.setting(at: position).kind)
    return Part(program: .setting(position, type), type: type, position: position)
  }

  /// Returns the position of an existing setting.
  ///
  /// - Throws: ``FormSchemaError`` for a section, which has no value, and for an unknown path, with the setting that
  ///   was probably meant.
  func position(of path: SettingPath) throws(FormSchemaError) -> Int {
    if let position = index.position(of: path) { return position }
    if index.sectionPosition(at: path) != nil { throw fault(.section(path)) }
    throw fault(.unknownSetting(path, nearest: index.nearest(to: path, describedOnly: true)))
  }

  /// Returns a part in words, for a sentence: `pool.max, which is a number`, or a constant as it is.
  func describe(_ part: Part) -> String {
    if let position = part.position {
      return "\(index.settingPath(at: position)), which is \(part.type.noun)"
    }
    return part.constant.map(Phrase.excerpt) ?? part.type.noun
  }
}

extension RuleCompiler {
  /// Compiles a rule.
  ///
  /// The condition is compiled first, then the effect, so of two faults, the one in the condition is reported. Each has its own compiler,
  /// because their settings differ in meaning: the settings of the condition decide when the rule applies, and a constraint is about the
  /// settings of the effect.
  ///
  /// - Parameter keys: The path of the rule in the form.
  /// - Throws: ``FormSchemaError`` with the path of the faulty part. A form with such a rule isn't used.
  static func compile(
    _ rule: FormRule, in index: FormIndex, library: SchemaLibrary, at keys: [String]
  ) throws(FormSchemaError) -> CompiledRule {
    func compiler(_ member: RuleMember) -> RuleCompiler {
      RuleCompiler(index, library: library, at: keys + [member.rawValue], source: rule.source)
    }
    var condition = compiler(.when)
    let program: RuleProgram? =
      if let expression = rule.condition { try condition.condition(expression) } else { nil }

    var body: RuleCompiler
    let action: CompiledRule.Action
    switch rule.effect {
    case .require(let expression):
      body = compiler(.require)
      action = .require(try body.condition(expression))
    case .hide(let paths):
      body = compiler(.hide)
      action = .restrict(.hidden, try body.targets(paths))
    case .disable(let paths):
      body = compiler(.disable)
      action = .restrict(.disabled, try body.targets(paths))
    case .readOnly(let paths):
      body = compiler(.readOnly)
      action = .restrict(.readOnly, try body.targets(paths))
    case .assign(let path, let value):
      let position = try compiler(.set).position(of: path)
      body = compiler(.to)
      action = .assign(try body.assignment(value, to: position))
    }
    return CompiledRule(
      rule: rule, condition: program, action: action, conditionSettings: condition.settings,
      bodySettings: body.settings, specificity: rule.condition?.specificity ?? 0)
  }

  /// Returns the settings and sections at paths. A section stands for all settings in it.
  private func targets(_ paths: [SettingPath]) throws(FormSchemaError) -> [RuleTarget] {
    var targets: [RuleTarget] = []
    for (place, path) in paths.enumerated() {
      if let section = index.sectionPosition(at: path) {
        targets.append(.section(section))
      } else if let setting = index.position(of: path) {
        targets.append(.setting(setting))
      } else {
        throw fault(.unknownSetting(path, nearest: index.nearest(to: path, describedOnly: true)), at: place)
      }
    }
    return targets
  }

  /// Compiles a derived default.
  ///
  /// A constant is checked here, once, by the limits of the setting. Any other value is checked each time when it is
  /// computed, and a value that doesn't fit is no default. A number for a setting that is a duration counts seconds.
  private mutating func assignment(
    _ expression: RuleExpression, to position: Int
  ) throws(FormSchemaError) -> RuleAssignment {
    let (setting, path) = (index.setting(at: position), index.settingPath(at: position))
    let part = try self.expression(expression)
    let checks = setting.shape.compiledChecks(library)
    // A constant never changes, so it is checked now; the rule needn't check it again.
    if let constant = part.constant {
      let problems = setting.problems(of: constant, at: path, library)
      if let problem = problems.first(where: { $0.severity == .error }) {
        throw fault(.unfit(path, problem.message))
      }
      return RuleAssignment(
        position: position, value: part.program, checks: nil, secrecy: setting.secrecy)
    }
    try checkSecrets(for: setting, at: path)
    if case .integer = setting.kind, canHaveFraction(expression) { throw fault(.fraction(path)) }
    let type = RuleType(setting.kind)
    // A calculation gives seconds, which the setting wants as text.
    if type == .duration, part.type == .number {
      return RuleAssignment(
        position: position, value: .durationText(part.program), checks: checks, secrecy: setting.secrecy
      )
    }
    // A setting of any type can get a value of any type, which is then checked when it is computed.
    guard type.canEqual(part.type) else {
      throw fault(.type(expected: "\(type.noun) for \(path)", found: describe(part)))
    }
    return RuleAssignment(
      position: position, value: part.program, checks: checks, secrecy: setting.secrecy)
  }

  /// Whether a number can have a fraction. It is only refused later if the app gives it, or if its setting can have any JSON.
  private func canHaveFraction(_ expression: RuleExpression) -> Bool {
    switch expression {
    case .value(.number(let number)): !number.isWhole
    case .setting(let path):
      switch index[path]?.setting.kind {
      case .number?: true
      case .string(let limits)?: limits.format == .duration
      default: false
      }
    case .arithmetic(.divide, _, _): true
    case .conditional(_, let then, let otherwise): canHaveFraction(then) || canHaveFraction(otherwise)
    case .arithmetic, .minimum, .maximum, .fallback: expression.operands.contains(where: canHaveFraction)
    default: false
    }
  }

  /// Throws if a secret would be copied to a setting that isn't secret. The value of the rule reads the secret; a
  /// condition may, since it reveals only whether it holds.
  private func checkSecrets(for setting: FormSetting, at path: SettingPath) throws(FormSchemaError) {
    guard !setting.isSecret else { return }
    for position in settings where index.setting(at: position).mayCopySecrets(to: setting) {
      throw fault(.secret(path, from: index.settingPath(at: position)))
    }
  }
}

extension FormSetting {
  /// Whether a derived default can copy a secret from the value to another setting.
  ///
  /// From a list with secrets inside, a rule can derive a number only as the count, or by a condition, which reveals no secret. If it
  /// derives a list, that could be the same list.
  fileprivate func mayCopySecrets(to other: FormSetting) -> Bool {
    if isSecret { return true }
    guard holdsSecrets else { return false }
    // A rule reads a list, a dictionary or a struct as a whole, or only its count or a condition about it, which reveal no secret.
    return kind == .json || !other.kind.isScalar
  }
}

extension RuleCompiler {
  /// Compiles a comparison.
  ///
  /// `== null` and `!= null` ask whether there is a value; they are true or false even if there is none. Any other comparison needs two
  /// types that can be equal, and for an order, numbers or text. A constant that isn't among the choices of the other side is an error,
  /// because the comparison would have the same result forever.
  mutating func comparison(
    _ comparison: RuleComparison, _ left: RuleExpression, _ right: RuleExpression
  ) throws(FormSchemaError) -> Part {
    let isEquality = comparison == .equal || comparison == .notEqual
    if isEquality, left == .value(.null) || right == .value(.null) {
      // The constant can be on either side.
      let part = try operand(left == .value(.null) ? right : left, place: left == .value(.null) ? 1 : 0)
      let presence = RuleProgram.presence(part.program)
      return Part(program: comparison == .equal ? .not(presence) : presence, type: .boolean)
    }
    let (first, second) = (try operand(left, place: 0), try operand(right, place: 1))
    let programs = try comparable(first, second)
    if isEquality {
      try checkChoice(second.constant, of: first.position, place: 1)
      try checkChoice(first.constant, of: second.position, place: 0)
    } else {
      for (place, part) in [first, second].enumerated() where !part.type.isOrdered || part.constant == .null {
        throw fault(.unordered(describe(part)), at: place)
      }
    }
    return Part(program: .comparison(comparison, programs.0, programs.1), type: .boolean)
  }

  /// Returns the programs of two parts that are compared. Durations and dates become numbers, and a constant beside one
  /// is read as one: in `timeout < "PT30S"`, both sides are seconds.
  ///
  /// | left | right | result |
  /// |---|---|---|
  /// | duration | `"PT30S"` | seconds |
  /// | duration | `30` | seconds |
  /// | duration | `"soon"` | error: no duration |
  /// | duration | date | error: never equal |
  /// | number | text | error: never equal |
  /// | any JSON | duration | seconds, checked at each run |
  ///
  /// - Throws: ``FormSchemaError`` for types that are never equal, and for a string beside a duration that isn't one.
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

  /// Returns the program of a part as a number of seconds. A constant is converted here, and a setting when it is read.
  private func measured(_ part: Part, as type: RuleType) -> RuleProgram {
    if case .string(let text)? = part.constant, let seconds = type.seconds(of: text) {
      return .constant(.number(seconds))
    }
    if part.type == .number { return part.program }
    return type == .duration ? .seconds(part.program) : .instant(part.program)
  }

  /// Compiles a calculation. Its operands are numbers, or durations that count as their seconds.
  mutating func arithmetic(
    _ arithmetic: RuleArithmetic, _ left: RuleExpression, _ right: RuleExpression
  ) throws(FormSchemaError) -> Part {
    Part(
      program: .arithmetic(arithmetic, try number(left, place: 0), try number(right, place: 1)), type: .number
    )
  }

  /// Compiles a test whether a list has an element, a string a part, or an object a key. Constants are checked against
  /// the choices on the other side, as in a comparison.
  mutating func contains(
    _ container: RuleExpression, element: RuleExpression
  ) throws(FormSchemaError) -> Part {
    let (container, element) = (try operand(container, place: 1), try operand(element, place: 0))
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
    // `"red" in colors` and `color in ["red", "blue"]` are both tests against choices.
    if case .array(let elements)? = container.constant {
      for value in elements { try checkChoice(value, of: element.position, place: 1) }
    }
    if element.constant != nil, let position = container.position,
      case .flags(let choices) = index.setting(at: position).kind
    {
      try check(element.constant, among: choices, of: position, place: 0)
    }
    return Part(program: .contains(container.program, element.program), type: .boolean)
  }

  /// Compiles a match with a regular expression, which is compiled once here.
  mutating func matches(_ operand: RuleExpression, pattern: String) throws(FormSchemaError) -> Part {
    let part = try self.operand(operand, place: 0)
    guard [.text, .duration, .dateTime, .any].contains(part.type), part.constant != .null else {
      throw fault(.type(expected: RuleType.text.noun, found: describe(part)), at: 0)
    }
    do throws(TextPatternError) {
      return Part(program: .matches(part.program, try library.patterns.pattern(pattern)), type: .boolean)
    } catch {
      throw fault(.pattern(error.message), at: 1)
    }
  }

  /// Compiles an operand whose parts can be counted: a list, a dictionary, an object, or text.
  mutating func collection(_ operand: RuleExpression) throws(FormSchemaError) -> RuleProgram {
    let part = try self.operand(operand, place: 0)
    switch part.type {
    case .list, .dictionary, .object, .text: return part.program
    case .any where part.constant == nil: return part.program
    case .any, .boolean, .number, .duration, .dateTime:
      throw fault(.type(expected: Self.collections, found: describe(part)), at: 0)
    }
  }

  /// Compiles `a ?? b`. Both operands must have the same type, which is the type of the result.
  mutating func fallback(_ first: RuleExpression, _ second: RuleExpression) throws(FormSchemaError) -> Part {
    let (first, second) = (try operand(first, place: 0), try operand(second, place: 1))
    let type = try common(first, second)
    return Part(program: .fallback(first.program, second.program), type: type)
  }

  /// Compiles a choice between two values of one type.
  mutating func conditional(
    _ condition: RuleExpression, then: RuleExpression, otherwise: RuleExpression
  ) throws(FormSchemaError) -> Part {
    let condition = try self.condition(condition, place: 0)
    let (then, otherwise) = (try operand(then, place: 1), try operand(otherwise, place: 2))
    let type = try common(then, otherwise)
    return Part(
      program: .conditional(condition, then: then.program, else: otherwise.program), type: type)
  }

  /// Returns the type of an expression whose result is one of two values. A constant beside a duration or a date is
  /// one, too, if it can be read as one.
  private func common(_ first: Part, _ second: Part) throws(FormSchemaError) -> RuleType {
    for (quantity, other) in [(first, second), (second, first)] where quantity.type.isQuantity {
      if case .string(let text)? = other.constant, quantity.type.seconds(of: text) != nil {
        return quantity.type
      }
    }
    guard first.type.canEqual(second.type) else { throw fault(.mixed(describe(first), describe(second))) }
    return first.type == .any ? second.type : first.type
  }

  /// What can be counted and searched, in words.
  private static let collections = "a list, a dictionary or a string"

  // MARK: - Choices

  /// Throws if a setting can't have a constant. Only choices are certain enough: whether a number is within limits
  /// doesn't make a comparison wrong.
  private func checkChoice(
    _ constant: JSONValue?, of position: Int?, place: Int
  ) throws(FormSchemaError) {
    guard constant != nil, let position,
      case .choice(let choices) = index.setting(at: position).kind
    else { return }
    try check(constant, among: choices, of: position, place: place)
  }

  /// Throws if a constant isn't one of several choices, with the choice that was probably meant. Strings are compared
  /// as rules compare them.
  private func check(
    _ constant: JSONValue?, among choices: [FormChoice], of position: Int, place: Int
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
  /// Whether two values of the type have an order. That of text is the order of its scalars.
  fileprivate var isOrdered: Bool {
    switch self {
    case .any, .number, .text, .duration, .dateTime: true
    case .boolean, .list, .dictionary, .object: false
    }
  }
}
