extension RuleCompiler {
  /// Compiles a rule.
  ///
  /// - Parameter keys: The path of the rule in the form.
  static func compile(
    _ rule: FormRule, _ index: any RuleSettings, _ library: SchemaLibrary, at keys: [String]
  ) throws(FormSchemaError) -> CompiledRule {
    func compiler(_ member: RuleMember) -> RuleCompiler {
      RuleCompiler(index, library, at: keys + [member.rawValue], source: rule.source)
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

  private mutating func assignment(
    _ expression: RuleExpression, to position: Int
  ) throws(FormSchemaError) -> RuleAssignment {
    let (setting, path) = (index.setting(at: position), index.settingPath(at: position))
    let part = try self.expression(expression)
    let checks = setting.shape.compiledChecks(library)
    if let constant = part.constant {
      let problems = setting.problems(of: constant, at: path, library)
      if let problem = problems.first(where: { $0.severity == .error }) {
        throw fault(.unfit(path, problem.message))
      }
      return RuleAssignment(
        position: position, value: part.program, checks: nil, secrecy: setting.secrecy)
    }
    try checkSecrets(for: setting, at: path)
    let type = RuleType(setting.kind)
    if type == .duration, part.type == .number {
      return RuleAssignment(
        position: position, value: .durationText(part.program), checks: checks, secrecy: setting.secrecy
      )
    }
    guard type.canEqual(part.type) else {
      throw fault(.type(expected: "\(type.noun) for \(path)", found: describe(part)))
    }
    return RuleAssignment(
      position: position, value: part.program, checks: checks, secrecy: setting.secrecy)
  }

  /// Throws if a secret would be copied to a setting that isn't secret.
  private func checkSecrets(for setting: FormSetting, at path: SettingPath) throws(FormSchemaError) {
    guard !setting.isSecret else { return }
    for position in settings where index.setting(at: position).mayCopySecrets(to: setting) {
      throw fault(.secret(path, from: index.settingPath(at: position)))
    }
  }
}

extension FormSetting {
  /// Whether a derived default can copy a secret from the value to another setting.
  fileprivate func mayCopySecrets(to other: FormSetting) -> Bool {
    if isSecret { return true }
    guard holdsSecrets else { return false }
    // A rule reads a list, a dictionary or a struct only as a whole, or as its count or in a condition, which reveal no secret.
    switch (kind, other.kind) {
    case (.json, _), (_, .json), (_, .recursive), (_, .list), (_, .flags), (_, .dictionary), (_, .object),
      (_, .variants):
      return true
    case (_, .boolean), (_, .integer), (_, .number), (_, .string), (_, .choice): return false
    }
  }
}
