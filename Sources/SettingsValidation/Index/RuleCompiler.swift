/// Compiles a rule's expressions and checks them against a form.
///
/// A rule is written by the app's author and runs in front of a user, so whatever can be known before is an error now:
/// a setting that doesn't exist, a comparison of a number with a list, a choice that the setting doesn't have, a secret
/// copied to a setting that isn't secret.
///
/// Expressions are compiled bottom-up: leaves get what is looked up once, and then have a type. The type `any` is for values that the form
/// says nothing about: they pass here and are checked at each run.
///
/// For `timeout < "PT30S"`, the operand on the left is a setting of the type `duration`, and that on the right a constant
/// string. The comparison makes both numbers of seconds, so it becomes `seconds(setting 4) < 30`.
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
  /// The kind of the elements that the condition of `every` reads; `nil` outside of one.
  private var element: FormKind?

  /// Creates a compiler.
  ///
  /// - Parameter keys: The path of the rule in the form.
  init(_ index: FormIndex, library: SchemaLibrary, at keys: [String], source: String?) {
    self.index = index
    self.library = library
    self.keys = keys
    self.source = source
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

  /// Compiles an expression that must be true or false.
  mutating func condition(_ expression: RuleExpression) throws(FormSchemaError) -> RuleExpression {
    try typed(try self.expression(expression), as: .boolean)
  }

  /// Compiles an expression of any type, with its operation in the path of errors.
  mutating func expression(_ expression: RuleExpression) throws(FormSchemaError) -> RuleExpression {
    switch expression {
    case .value, .context, .pattern, .seconds: return expression
    case .setting(let path, _, _): return try setting(path)
    case .element(let path, _, _): return try element(at: path)
    case .operation(let operation, let operands):
      keys.append(operation.rawValue)
      defer { keys.removeLast() }
      // Rules of an app don't come from a reader, which has its own limits. Each operation adds its name and a place.
      guard keys.count <= 2 * InputLimits.ruleDepth + 4 else {
        throw fault(.tooDeep(limit: InputLimits.ruleDepth))
      }
      let counts = operation.signature.counts
      guard counts.contains(operands.count) else { throw fault(.operandCount(counts, found: operands.count)) }
      return try self.operation(operation, operands)
    }
  }

  /// Compiles an operation with as many operands as it needs.
  private mutating func operation(
    _ operation: RuleOperation, _ operands: [RuleExpression]
  ) throws(FormSchemaError) -> RuleExpression {
    switch operation {
    case .add, .subtract, .multiply, .divide, .minimum, .maximum, .rounded, .all, .any, .not:
      try calculation(operation, operands)
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      try comparison(operation, operands)
    case .contained: try contained(operands)
    case .matches: try matches(operands)
    case .count, .isEmpty: .operation(operation, [try collection(operands[0])])
    case .fallback, .conditional: try choice(operation, operands)
    case .every: try every(operands)
    }
  }

  /// Compiles an operand, with its place among the operands in the path of errors.
  mutating func operand(_ expression: RuleExpression, place: Int) throws(FormSchemaError) -> RuleExpression {
    keys.append(String(place))
    defer { keys.removeLast() }
    return try self.expression(expression)
  }

  /// Compiles an operation whose operands have one type. The second operand of `rounded` is a name.
  private mutating func calculation(
    _ operation: RuleOperation, _ operands: [RuleExpression]
  ) throws(FormSchemaError) -> RuleExpression {
    var compiled = operands
    for place in operands.indices where operation != .rounded || place == 0 {
      let type = operation.signature.operands ?? .any
      compiled[place] = try typed(try operand(operands[place], place: place), as: type, at: place)
    }
    return .operation(operation, compiled)
  }

  /// Returns an expression that must be of a type. A setting that is edited as JSON is allowed and checked at each run; a constant of
  /// another type isn't. A duration counts as its seconds where a number is needed: `timeout * 2` is 60 for `PT30S`.
  private func typed(
    _ expression: RuleExpression, as type: RuleType, at place: Int? = nil
  ) throws(FormSchemaError) -> RuleExpression {
    if type == .number, expression.type == .duration { return .seconds(expression, .duration) }
    guard expression.type == type || expression.isUnknown else {
      throw fault(.type(expected: type.noun, found: describe(expression)), at: place)
    }
    return expression
  }

  /// Compiles a setting. This is the only place at which a rule depends on one, so it is noted here.
  private mutating func setting(_ path: SettingPath) throws(FormSchemaError) -> RuleExpression {
    let position = try self.position(of: path)
    if known.insert(position).inserted { settings.append(position) }
    return .setting(path, at: position, RuleType(index.setting(at: position).kind))
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

  /// Returns an expression in words, for a sentence: `pool.max, which is a number`, or a constant as it is.
  func describe(_ expression: RuleExpression) -> String {
    switch expression {
    case .setting(let path, _, _): "\(path), which is \(expression.type.noun)"
    case .element(let path, _, _):
      "\(path.isRoot ? "an element" : "\(path)"), which is \(expression.type.noun)"
    default: expression.constant.map(Phrase.excerpt) ?? expression.type.noun
    }
  }
}

extension RuleExpression {
  /// The position of the setting, if a compiled expression is exactly a setting.
  fileprivate var position: Int? {
    if case .setting(_, let position, _) = self { position } else { nil }
  }

  /// Whether the form says nothing about the value, which is no constant either.
  fileprivate var isUnknown: Bool { type == .any && constant == nil }
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
    func compiler(_ member: String) -> RuleCompiler {
      RuleCompiler(index, library: library, at: keys + [member], source: rule.source)
    }
    var conditionCompiler = compiler(RuleMember.when.rawValue)
    let condition: RuleExpression? =
      if let condition = rule.condition { try conditionCompiler.condition(condition) } else { nil }

    var body: RuleCompiler
    let action: CompiledRule.Action
    switch rule.effect {
    case .require(let expression):
      body = compiler(RuleMember.require.rawValue)
      action = .require(try body.condition(expression))
    case .restrict(let restriction, let paths):
      body = compiler(restriction.rawValue)
      action = .restrict(restriction, try body.targets(paths))
    case .assign(let path, let value):
      let position = try compiler(RuleMember.set.rawValue).position(of: path)
      body = compiler(RuleMember.to.rawValue)
      action = .assign(try body.assignment(value, to: position))
    }
    return CompiledRule(
      rule: rule, condition: condition, action: action, conditionSettings: conditionCompiler.settings,
      bodySettings: body.settings, specificity: rule.condition?.specificity() ?? 0)
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
    let value = try self.expression(expression)
    var assignment = RuleAssignment(
      position: position, value: value, checks: setting.shape.compiledChecks(library),
      secrecy: setting.secrecy)
    // A constant never changes, so it is checked now; the rule needn't check it again.
    if let constant = value.constant {
      let problems = setting.problems(of: constant, at: path, library)
      if let problem = problems.first(where: { $0.severity == .error }) {
        throw fault(.unfit(path, problem.message))
      }
      assignment.checks = nil
      return assignment
    }
    try checkSecrets(for: setting, at: path)
    if case .integer = setting.kind, canHaveFraction(expression) { throw fault(.fraction(path)) }
    let type = RuleType(setting.kind)
    // A calculation gives seconds, which the setting wants as text.
    assignment.countsSeconds = type == .duration && value.type == .number
    // A setting of any type can get a value of any type, which is then checked when it is computed.
    guard assignment.countsSeconds || type.canEqual(value.type) else {
      throw fault(.type(expected: "\(type.noun) for \(path)", found: describe(value)))
    }
    return assignment
  }

  /// Whether a number can have a fraction. It is only refused later if the app gives it, or if its setting can have any JSON.
  private func canHaveFraction(_ expression: RuleExpression) -> Bool {
    switch expression {
    case .value(.number(let number)): !number.isWhole
    case .setting(let path, _, _):
      switch index[path]?.setting.kind {
      case .number?: true
      case .string(let limits)?: limits.format == .duration
      default: false
      }
    case .operation(.divide, _): true
    case .operation(.rounded, _): false
    case .operation(.conditional, let operands): operands.dropFirst().contains(where: canHaveFraction)
    case .operation(let operation, let operands)
    where operation.signature.operands == .number || operation == .fallback:
      operands.contains(where: canHaveFraction)
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

extension FormKind {
  /// The kind of a list's elements or of a dictionary's values; `nil` for other kinds.
  var everyKind: FormKind? {
    if case .entries(let value) = parts { value } else { elementKind }
  }

  /// Returns the member of a struct at a path inside of it; `nil` if there is none.
  func member(at keys: ArraySlice<String>) -> FormSetting? {
    guard let key = keys.first, case .fields(let section) = parts else { return nil }
    let rest = keys.dropFirst()
    switch section.items.first(where: { $0.key == key }) {
    case .setting(let setting)?: return rest.isEmpty ? setting : setting.kind.member(at: rest)
    case .section(let section)?: return FormKind.object(section).member(at: rest)
    case nil: return nil
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
  private mutating func comparison(
    _ comparison: RuleOperation, _ operands: [RuleExpression]
  ) throws(FormSchemaError) -> RuleExpression {
    let isEquality = comparison == .equal || comparison == .notEqual
    // The constant can be on either side.
    if isEquality, let null = operands.firstIndex(of: .value(.null)) {
      var compiled = operands
      compiled[1 - null] = try operand(operands[1 - null], place: 1 - null)
      return .operation(comparison, compiled)
    }
    let (left, right) = (try operand(operands[0], place: 0), try operand(operands[1], place: 1))
    let compiled = try comparable(left, right)
    if isEquality {
      try checkChoice(right.constant, of: left.position, place: 1)
      try checkChoice(left.constant, of: right.position, place: 0)
    } else {
      for (place, operand) in [left, right].enumerated()
      where !operand.type.isOrdered || operand.constant == .null {
        throw fault(.unordered(describe(operand)), at: place)
      }
    }
    return .operation(comparison, compiled)
  }

  /// Returns the expressions of two operands that are compared. Durations and dates become numbers, and a constant beside one
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
    _ left: RuleExpression, _ right: RuleExpression
  ) throws(FormSchemaError) -> [RuleExpression] {
    for (quantity, other) in [(left, right), (right, left)] where quantity.type.isQuantity {
      let text = other.constant?.text
      let isSeconds = quantity.type == .duration && other.type == .number
      guard quantity.type == other.type || text != nil || isSeconds || other.isUnknown else {
        throw fault(.mixed(describe(left), describe(right)))
      }
      if let text, quantity.type.seconds(of: text) == nil {
        throw fault(.type(expected: quantity.type.noun, found: describe(other)))
      }
      return [measured(left, as: quantity.type), measured(right, as: quantity.type)]
    }
    guard left.type.canEqual(right.type) else { throw fault(.mixed(describe(left), describe(right))) }
    return [left, right]
  }

  /// Returns an operand as a number of seconds. A constant is converted here, and a setting when it is read.
  private func measured(_ operand: RuleExpression, as type: RuleType) -> RuleExpression {
    if let seconds = operand.constant?.text.flatMap(type.seconds) { return .value(.number(seconds)) }
    return operand.type == .number ? operand : .seconds(operand, type)
  }

  /// Compiles a test whether a list has an element, a string a part, or an object a key. Constants are checked against
  /// the choices on the other side, as in a comparison.
  private mutating func contained(_ operands: [RuleExpression]) throws(FormSchemaError) -> RuleExpression {
    let (container, element) = (try operand(operands[1], place: 1), try operand(operands[0], place: 0))
    switch container.type {
    case .list(let type):
      guard type.canEqual(element.type) || element.type.isQuantity && type == .text else {
        throw fault(.mixed("the elements of \(describe(container))", describe(element)))
      }
    case .text, .dictionary, .object:
      guard element.type == .text || element.type == .any else {
        throw fault(.type(expected: RuleType.text.noun, found: describe(element)), at: 0)
      }
    case .any, .boolean, .number, .duration, .dateTime:
      guard container.isUnknown else {
        throw fault(.type(expected: Self.collections, found: describe(container)), at: 1)
      }
    }
    // `"red" in colors` and `color in ["red", "blue"]` are both tests against choices.
    if case .array(let elements)? = container.constant {
      for value in elements { try checkChoice(value, of: element.position, place: 1) }
    }
    if let position = container.position, case .flags(let choices) = index.setting(at: position).kind {
      try check(element.constant, among: choices, of: position, place: 0)
    }
    return .operation(.contained, [element, container])
  }

  /// Compiles a match with a regular expression, which is compiled once here.
  private mutating func matches(_ operands: [RuleExpression]) throws(FormSchemaError) -> RuleExpression {
    let text = try operand(operands[0], place: 0)
    guard [.text, .duration, .dateTime, .any].contains(text.type), text.constant != .null else {
      throw fault(.type(expected: RuleType.text.noun, found: describe(text)), at: 0)
    }
    guard let source = operands[1].constant?.text else {
      throw fault(
        .type(expected: RuleType.text.noun, found: describe(try operand(operands[1], place: 1))), at: 1)
    }
    do throws(TextPatternError) {
      return .operation(.matches, [text, .pattern(try library.patterns.pattern(source))])
    } catch {
      throw fault(.pattern(error.message), at: 1)
    }
  }

  /// Compiles an operand whose parts can be counted: a list, a dictionary, an object, or text.
  private mutating func collection(_ operand: RuleExpression) throws(FormSchemaError) -> RuleExpression {
    let collection = try self.operand(operand, place: 0)
    switch collection.type {
    case .list, .dictionary, .object, .text: return collection
    case .any, .boolean, .number, .duration, .dateTime:
      guard collection.isUnknown else {
        throw fault(.type(expected: Self.collections, found: describe(collection)), at: 0)
      }
      return collection
    }
  }

  /// Compiles `a ?? b`, or a choice between two values by a condition. Both values must have the same type, which is the type of the
  /// result. A constant beside a duration or a date is one, too, if it can be read as one.
  private mutating func choice(
    _ operation: RuleOperation, _ operands: [RuleExpression]
  ) throws(FormSchemaError) -> RuleExpression {
    var compiled = operands
    for place in operands.indices {
      compiled[place] = try operand(operands[place], place: place)
      if operation == .conditional, place == 0 { compiled[0] = try typed(compiled[0], as: .boolean, at: 0) }
    }
    let choice = RuleExpression.operation(operation, compiled)
    let (first, second) = (compiled[compiled.count - 2], compiled[compiled.count - 1])
    let isReadable = [first, second].contains { $0.constant?.text.flatMap(choice.type.seconds) != nil }
    guard isReadable || first.type.canEqual(second.type) else {
      throw fault(.mixed(describe(first), describe(second)))
    }
    return choice
  }

  /// Compiles a condition that the elements of a list, or the values of a dictionary, have to meet. The form says which members they have.
  private mutating func every(_ operands: [RuleExpression]) throws(FormSchemaError) -> RuleExpression {
    let list = try operand(operands[0], place: 0)
    guard let kind = list.position.flatMap({ index.setting(at: $0).kind.everyKind }) else {
      throw fault(.type(expected: "a list or a dictionary", found: describe(list)), at: 0)
    }
    let outer = element
    element = kind
    keys.append("1")
    defer { (element, _) = (outer, keys.removeLast()) }
    return .operation(.every, [list, try condition(operands[1])])
  }

  /// Compiles a member of an element, or the element itself. A member that an element lacks has the default of the form.
  private func element(at path: SettingPath) throws(FormSchemaError) -> RuleExpression {
    if let element, path.isRoot { return .element(path, RuleType(element)) }
    guard let member = element?.member(at: path.keys[...]) else {
      throw fault(.unknownSetting(SettingPath([RuleOperation.element] + path.keys), nearest: nil))
    }
    return .element(path, default: member.defaultValue, RuleType(member.kind))
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
    guard !choices.contains(where: { RuleExpression.areEqual($0.value, constant) }) else { return }
    var nearest: JSONValue?
    if case .string(let text) = constant {
      let names = choices.compactMap(\.value.text)
      nearest = EditDistance.nearest(to: text, among: names).map(JSONValue.string)
    }
    throw fault(.noChoice(constant, of: index.settingPath(at: position), nearest: nearest), at: place)
  }
}
