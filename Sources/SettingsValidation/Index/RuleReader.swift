/// Reads rules from `x-rules`. It keeps track of the path for errors.
///
///     {"require": {"<=": [{"var": "pool.min"}, {"var": "pool.max"}]}, "when": {"var": "pool.isOn"}, "source": "Pool.swift:12"}
///
/// A rule has exactly one effect (`require`, `hide`, `disable`, `readOnly` or `set` with `to`) and perhaps a condition.
/// Expressions are JsonLogic (https://jsonlogic.com), with the operations of ``RuleOperation``.
///
/// Rules come from files of other people, so three limits hold: for the depth (each operation is a level of recursion,
/// here and in all that follows), for the size of a rule, and for the length of its path.
///
/// The result isn't checked against a form: `RuleCompiler` does that for rules of both origins. After an error, the reader keeps the path
/// of the error, so it isn't used again.
package struct RuleReader {
  /// The keys that lead to the value being read.
  var keys: [String]
  /// The source location of the rule, which errors in it show instead of a position in the form: the author corrects
  /// the Swift source.
  private var source: String?
  /// The number of operations that the value being read passes through.
  var depth = 0
  /// The number of operations and operands of the rule that have been read. It is reset for each rule.
  var size = 0

  /// Creates a reader.
  ///
  /// - Parameter keys: The path of the rules in the form, which begins the paths of errors.
  package init(at keys: [String]) {
    self.keys = keys
  }

  /// Reads all rules of a form.
  ///
  /// - Throws: ``FormSchemaError`` with the path of the first fault. None of the rules is used then.
  package mutating func rules(_ json: JSONValue) throws(FormSchemaError) -> [FormRule] {
    guard case .array(let elements) = json else { throw wrong("a list of rules") }
    var rules: [FormRule] = []
    rules.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      keys.append(String(index))
      rules.append(try rule(element))
      keys.removeLast()
    }
    return rules
  }

  /// Reads a rule. Its source comes first, because every error in the rule names it.
  private mutating func rule(_ json: JSONValue) throws(FormSchemaError) -> FormRule {
    guard case .object(let object) = json else { throw wrong("an object with a rule") }
    source = object[RuleMember.source.rawValue]?.text
    size = 0
    var rule = FormRule(try effect(object))
    for member in object.members {
      keys.append(member.key)
      // A member with a typing error, such as `whne`, would make a rule that always applies.
      guard let name = RuleMember(rawValue: member.key) else {
        throw fault(
          .unknownMember(
            nearest: EditDistance.nearest(to: member.key, among: RuleMember.allCases.map(\.rawValue))))
      }
      switch name {
      case .when: rule.condition = try expression(member.value)
      case .message: rule.message = try text(member.value)
      case .severity: rule.severity = try severity(member.value)
      case .priority: rule.priority = try priority(member.value)
      case .group: rule.group = try text(member.value)
      case .source: rule.source = try text(member.value)
      case .require, .hide, .disable, .readOnly, .set: break
      case .to:
        guard object[RuleMember.set.rawValue] != nil else { throw fault(.valueWithoutSetting) }
      }
      keys.removeLast()
    }
    return rule
  }

  /// Reads the effect of a rule. A rule with two effects would be ambiguous about its message and its priority; write
  /// two rules.
  private mutating func effect(_ object: JSONObject) throws(FormSchemaError) -> RuleEffect {
    let present = RuleMember.effects.filter { object[$0.rawValue] != nil }
    guard present.count == 1, let name = present.first, let value = object[name.rawValue] else {
      throw fault(.effects(present.map(\.rawValue)))
    }
    keys.append(name.rawValue)
    defer { keys.removeLast() }
    if let restriction = RuleRestriction(rawValue: name.rawValue) {
      return .restrict(restriction, try paths(value))
    }
    switch name {
    case .set:
      let target = try path(try text(value))
      guard let derived = object[RuleMember.to.rawValue] else { throw fault(.settingWithoutValue) }
      // The value is under `to`, so errors in it are there.
      keys[keys.count - 1] = RuleMember.to.rawValue
      return .assign(target, try expression(derived))
    default: return .require(try expression(value))
    }
  }

  // MARK: - Plain members

  /// Reads a list of paths. A rule without one would have no effect.
  private mutating func paths(_ json: JSONValue) throws(FormSchemaError) -> [SettingPath] {
    guard case .array(let elements) = json, !elements.isEmpty else {
      throw wrong("a list of at least one path")
    }
    var paths: [SettingPath] = []
    for (index, element) in elements.enumerated() {
      keys.append(String(index))
      paths.append(try path(try text(element)))
      keys.removeLast()
    }
    return paths
  }

  /// Parses a path of a setting. The error has the sentence of the path's error.
  func path(_ text: String) throws(FormSchemaError) -> SettingPath {
    do throws(SettingPathError) {
      return try SettingPath(parsing: text)
    } catch {
      throw fault(.path(error))
    }
  }

  /// Reads a severity. Without one, a violated constraint is an error.
  private func severity(_ json: JSONValue) throws(FormSchemaError) -> FormProblem.Severity {
    guard case .string(let name) = json, let severity = FormProblem.Severity(rawValue: name) else {
      throw wrong("\"error\" or \"warning\"")
    }
    return severity
  }

  /// Reads a priority, which can be any whole number.
  private func priority(_ json: JSONValue) throws(FormSchemaError) -> RulePriority {
    guard case .number(let number) = json, let value = number.integer(as: Int.self) else {
      throw wrong("a whole number")
    }
    return RulePriority(value)
  }

  /// Reads a string, which can be empty.
  func text(_ json: JSONValue) throws(FormSchemaError) -> String {
    guard case .string(let text) = json else { throw wrong("a string") }
    return text
  }

  /// Returns the error for a value that the member being read can't have.
  func wrong(_ expected: String) -> FormSchemaError {
    FormSchemaError(path: SettingPath(keys), reason: .wrongValue(expected: expected))
  }

  /// Returns an error at the part that is being read, with the source of its rule.
  func fault(_ fault: RuleFault) -> FormSchemaError {
    FormSchemaError(path: SettingPath(keys), reason: .rule(fault, source: source))
  }
}

extension RuleReader {
  /// Reads JsonLogic: an object with one member is an operation, everything else is a constant. An object with several
  /// members is a constant, too; one with a single member needs `literal` around it.
  ///
  /// | JSON | expression |
  /// |---|---|
  /// | `{"var": "mode"}` | the setting `mode` |
  /// | `{"!": {"var": "a"}}` | not `a` |
  /// | `["red", "blue"]` | a constant list |
  /// | `{"width": 4, "height": 3}` | a constant object |
  /// | `{"literal": {"min": 1}}` | the object `{"min": 1}` |
  /// | `[{"var": "a"}]` | error: nothing is evaluated in a list |
  /// | `{"mni": [1, 2]}` | error, with `min` as what was probably meant |
  mutating func expression(_ json: JSONValue) throws(FormSchemaError) -> RuleExpression {
    try count(1)
    switch json {
    case .null, .bool, .number, .string: return .value(json)
    case .array(let elements):
      guard !elements.contains(where: \.holdsOperation) else { throw fault(.logicInList) }
      return .value(json)
    case .object(let object):
      guard let member = object.members.first, object.members.count == 1 else { return .value(json) }
      keys.append(member.key)
      defer { keys.removeLast() }
      // Each operation is a level of recursion, here and in the code that reads the result.
      guard keys.count < InputLimits.rulePathLength else {
        throw FormSchemaError(path: SettingPath(keys), reason: .tooLarge)
      }
      if member.key == RuleOperation.literal { return .value(member.value) }
      return try operation(named: member.key, json: member.value)
    }
  }

  /// Reads the operands of an operation, and combines them. A single operand can be written without a list:
  /// `{"!": {"var": "a"}}`.
  ///
  /// `{"+": [a, b, c]}` becomes `(a + b) + c`: the first operand gets as deep as there are operands, which is why their
  /// number counts toward the depth.
  private mutating func operation(
    named name: String, json: JSONValue
  ) throws(FormSchemaError) -> RuleExpression {
    let operation = RuleOperation(named: name)
    guard operation != nil || name == RuleOperation.variable else {
      throw fault(.unknownOperator(nearest: EditDistance.nearest(to: name, among: RuleOperation.names)))
    }
    let operands: [JSONValue] = if case .array(let elements) = json { elements } else { [json] }
    let counts = operation?.operandCounts(named: name) ?? 0...2
    guard counts.contains(operands.count) else {
      throw fault(.operandCount(counts, found: operands.count))
    }
    // The value of the first operand passes through the operations with all others.
    let added = operation?.isFolded ?? false ? operands.count : 1
    guard added <= InputLimits.ruleDepth - depth else { throw fault(.tooDeep(limit: InputLimits.ruleDepth)) }
    depth += added
    defer { depth -= added }
    guard let operation else { return try variable(operands) }
    switch operation {
    case .matches where operands[1].text == nil: throw wrong("a string and a regular expression")
    case .rounded where operands[1].text.flatMap(RuleRounding.init) == nil:
      throw wrong("a number, and one of \(RuleRounding.allCases.map(\.rawValue).joined(separator: ", "))")
    default: return combined(operation, operands: try all(operands, of: operation))
    }
  }

  /// Adds to the size of the rule.
  ///
  /// - Throws: ``FormSchemaError`` if the rule has more than 10 000 operations and operands.
  private mutating func count(_ more: Int) throws(FormSchemaError) {
    size += more
    guard size <= InputLimits.ruleSize else { throw fault(.tooLarge(limit: InputLimits.ruleSize)) }
  }

  /// Combines operands whose count was checked. More than an expression can have become expressions inside one another.
  private func combined(_ operation: RuleOperation, operands: [RuleExpression]) -> RuleExpression {
    switch operation {
    // Each is compared with the next: `{"<": [1, {"var": "a"}, 9]}` is `1 < a` and `a < 9`.
    case .less where operands.count == 3, .lessOrEqual where operands.count == 3:
      return .operation(.all, [operands[...1], operands[1...]].map { .operation(operation, Array($0)) })
    // A single operand is combined with the neutral element, which requires it to be a number: `{"-": [a]}` is `0 - a`.
    case .add, .subtract, .multiply, .divide:
      let neutral = RuleExpression.value(operation == .multiply ? 1 : 0)
      let operands = operands.count == 1 ? [neutral] + operands : operands
      return operands.dropFirst().reduce(operands[0]) { .operation(operation, [$0, $1]) }
    case .conditional: return chosen(operands[...])
    default: return .operation(operation, operands)
    }
  }

  /// Combines alternating conditions and values, with a last value for the remaining case.
  ///
  /// `{"if": [c1, v1, c2, v2, v3]}` becomes `c1 ? v1 : (c2 ? v2 : v3)`.
  private func chosen(_ operands: ArraySlice<RuleExpression>) -> RuleExpression {
    guard let first = operands.first else { return .value(.null) }
    guard operands.count > 1 else { return first }
    let rest = operands.dropFirst(2)
    return .operation(.conditional, [first, operands[operands.startIndex + 1], chosen(rest)])
  }

  /// Reads a variable.
  ///
  /// `{"var": "a.b"}` is a setting, `{"var": "$context.debug"}` a value that the app gives, and `{"var": "$element.b"}` a member of an
  /// element. A second operand is the value to use if there is none: `{"var": ["a.b", 3]}` is `a.b ?? 3`. `{"var": ""}`, which is the whole data in
  /// JsonLogic, is the root, for which a form with one setting has a value.
  private mutating func variable(_ operands: [JSONValue]) throws(FormSchemaError) -> RuleExpression {
    let variable: RuleExpression
    switch operands.first {
    case nil, .null?: variable = .setting(.root)
    case .string(let name)? where name.hasPrefix(RuleOperation.contextPrefix):
      variable = .context(String(name.dropFirst(RuleOperation.contextPrefix.count)))
    case .string(RuleOperation.element)?: variable = .element(.root)
    case .string(let name)? where name.hasPrefix(RuleOperation.element + "."):
      variable = .element(try path(String(name.dropFirst(RuleOperation.element.count + 1))))
    case .string(let text)?: variable = .setting(try path(text))
    case .number(let number)?: variable = .setting([number.spelling])
    case .bool?, .array?, .object?: throw wrong("a path")
    }
    return operands.count == 2
      ? .operation(.fallback, [variable, try operand(operands, index: 1)]) : variable
  }

  private mutating func all(
    _ operands: [JSONValue], of operation: RuleOperation
  ) throws(FormSchemaError) -> [RuleExpression] {
    var expressions: [RuleExpression] = []
    for index in operands.indices {
      let before = size
      expressions.append(try operand(operands, index: index))
      // A comparison of three compares the one between twice. Comparisons inside one another would double it each time.
      if operation == .less || operation == .lessOrEqual, operands.count == 3, index == 1 {
        try count(size - before)
      }
    }
    return expressions
  }

  /// Reads an operand, with its place in the path of errors.
  private mutating func operand(
    _ operands: [JSONValue], index: Int
  ) throws(FormSchemaError) -> RuleExpression {
    keys.append(String(index))
    defer { keys.removeLast() }
    return try expression(operands[index])
  }
}

extension RuleOperation {
  /// Whether more than two operands are read as operations inside one another: `{"+": [a, b, c]}` is `(a + b) + c`.
  fileprivate var isFolded: Bool {
    switch self {
    case .add, .subtract, .multiply, .divide, .conditional: true
    default: false
    }
  }
}

extension JSONValue {
  /// Whether the value is an operation or a list that contains one. In a list, nothing is evaluated, so such a list is
  /// an error and not a constant that looks like logic.
  fileprivate var holdsOperation: Bool {
    switch self {
    case .object(let object): object.members.count == 1
    case .array(let elements): elements.contains(where: \.holdsOperation)
    case .null, .bool, .number, .string: false
    }
  }
}
