/// Reads rules from `x-rules`. It keeps track of the path for errors.
package struct RuleReader {
  /// The keys that lead to the value being read.
  var keys: [String]
  /// The source location of the rule.
  private var source: String?
  /// The number of operations that the value being read passes through.
  var depth = 0
  /// The number of operations and operands of the rule that have been read.
  var size = 0

  package init(at keys: [String]) {
    self.keys = keys
  }

  /// Reads all rules of a form.
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

  private mutating func rule(_ json: JSONValue) throws(FormSchemaError) -> FormRule {
    guard case .object(let object) = json else { throw wrong("an object with a rule") }
    source = object[RuleMember.source.rawValue]?.text
    size = 0
    var rule = FormRule(try effect(object))
    for member in object.members {
      keys.append(member.key)
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

  private mutating func effect(_ object: JSONObject) throws(FormSchemaError) -> RuleEffect {
    let present = RuleMember.effects.filter { object[$0.rawValue] != nil }
    guard present.count == 1, let name = present.first, let value = object[name.rawValue] else {
      throw fault(.effects(present.map(\.rawValue)))
    }
    keys.append(name.rawValue)
    defer { keys.removeLast() }
    switch name {
    case .hide: return .hide(try paths(value))
    case .disable: return .disable(try paths(value))
    case .readOnly: return .readOnly(try paths(value))
    case .set:
      let target = try path(try text(value))
      guard let derived = object[RuleMember.to.rawValue] else { throw fault(.settingWithoutValue) }
      keys[keys.count - 1] = RuleMember.to.rawValue
      return .assign(target, try expression(derived))
    default: return .require(try expression(value))
    }
  }

  // MARK: - Plain members

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

  func path(_ text: String) throws(FormSchemaError) -> SettingPath {
    do throws(SettingPathError) {
      return try SettingPath(parsing: text)
    } catch {
      throw fault(.path(error))
    }
  }

  private func severity(_ json: JSONValue) throws(FormSchemaError) -> FormProblem.Severity {
    guard case .string(let name) = json, let severity = FormProblem.Severity(rawValue: name) else {
      throw wrong("\"error\" or \"warning\"")
    }
    return severity
  }

  private func priority(_ json: JSONValue) throws(FormSchemaError) -> RulePriority {
    guard case .number(let number) = json, let value = number.integer(as: Int.self) else {
      throw wrong("a whole number")
    }
    return RulePriority(value)
  }

  func text(_ json: JSONValue) throws(FormSchemaError) -> String {
    guard case .string(let text) = json else { throw wrong("a string") }
    return text
  }

  func wrong(_ expected: String) -> FormSchemaError {
    FormSchemaError(path: SettingPath(keys), reason: .wrongValue(expected: expected))
  }

  func fault(_ fault: RuleFault) -> FormSchemaError {
    FormSchemaError(path: SettingPath(keys), reason: .rule(fault, source: source))
  }
}
