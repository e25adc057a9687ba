@testable import SettingsForm
@testable import SettingsValidation

/// A form for tests of rules: a setting of each type that expressions can read, and two sections.
///
///     let index = try RuleForm.index(["require": ["<=": [["var": "pool.min"], ["var": "pool.max"]]]])
///     RuleForm.state(index, ["pool": ["min": 9]])      has a problem, since pool.max is 8 by default
enum RuleForm {
  static let comparisons: [RuleOperation] = [
    .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
  ]
  static let arithmetic: [RuleOperation] = [.add, .subtract, .multiply, .divide]
  static let root = FormSection(
    key: "", title: "App",
    items: [
      .setting(
        FormSetting(
          key: "mode", title: "Mode",
          kind: .choice([
            FormChoice(value: "fast", title: "Fast"), FormChoice(value: "exact", title: "Exact"),
          ]), defaultValue: "fast")),
      .setting(
        FormSetting(
          key: "timePeriod", title: "Time Period",
          kind: .integer(NumberLimits(lower: .inclusive(1), upper: .inclusive(100))), defaultValue: 7,
          attributes: SettingKeyword.Attributes(unit: "days"))),
      .setting(FormSetting(key: "ratio", title: "Ratio", kind: .number(NumberLimits()), defaultValue: 0.5)),
      .setting(FormSetting(key: "name", title: "Name", kind: .string(TextLimits()), defaultValue: "trend")),
      .setting(
        FormSetting(
          key: "nickname", title: "Nickname", kind: .string(TextLimits()), isOptional: true,
          defaultValue: .null)),
      .setting(
        FormSetting(
          key: "token", title: "Token", kind: .string(TextLimits()), defaultValue: "", traits: .secret)),
      .setting(
        FormSetting(
          key: "tags", title: "Tags", kind: .list(.string(TextLimits()), ListLimits()), defaultValue: [])),
      .setting(
        FormSetting(
          key: "days", title: "Days",
          kind: .flags([
            FormChoice(value: "sat", title: "Saturday"), FormChoice(value: "sun", title: "Sunday"),
          ]),
          defaultValue: [])),
      .setting(
        FormSetting(
          key: "timeout", title: "Timeout", kind: .string(TextLimits(format: .duration)),
          defaultValue: "PT60S")),
      .setting(
        FormSetting(
          key: "since", title: "Since", kind: .string(TextLimits(format: .dateTime)),
          defaultValue: "2025-01-01T00:00:00Z")),
      .setting(FormSetting(key: "extra", title: "Extra", kind: .json)),
      .section(
        FormSection(
          key: "pool", title: "Pool",
          items: [
            .setting(
              FormSetting(key: "min", title: "Minimum", kind: .integer(NumberLimits()), defaultValue: 2)),
            .setting(
              FormSetting(key: "max", title: "Maximum", kind: .integer(NumberLimits()), defaultValue: 8)),
          ])),
      .section(
        FormSection(
          key: "proxy", title: "Proxy",
          items: [
            .setting(FormSetting(key: "isUsed", title: "Use Proxy", kind: .boolean, defaultValue: false)),
            .setting(
              FormSetting(
                key: "host", title: "Host", kind: .string(TextLimits(minLength: 1)), defaultValue: "localhost"
              )),
            .setting(
              FormSetting(key: "port", title: "Port", kind: .integer(NumberLimits()), isOptional: true)),
          ])),
    ])

  /// The form with rules in the form of `x-rules`.
  static func index(_ rules: JSONValue...) throws -> FormIndex {
    var reader = RuleReader(at: ["x-rules"])
    let rules = try reader.rules(.array(rules))
    let index = FormIndex(FormSchema(root: root, rules: rules))
    if let error = index.ruleError { throw error }
    return index
  }

  /// The results of rules for a document.
  static func state(
    _ index: FormIndex, _ document: JSONValue = [:], context: [String: JSONValue] = [:],
    inactiveGroups: Set<String> = []
  ) -> RuleState {
    RuleState(index.rules, conditions: RuleConditions(context: context, inactiveGroups: inactiveGroups)) {
      document.value(at: index.settings[$0].path)
    }
  }

  /// The result of an expression for a document.
  static func result(
    of logic: JSONValue, in document: JSONValue = [:], context: [String: JSONValue] = [:]
  ) throws -> Result<JSONValue, RuleGap> {
    var reader = RuleReader(at: ["logic"])
    let expression = try reader.expression(logic)
    let index = FormIndex(FormSchema(root: root))
    var compiler = RuleCompiler(index, library: SchemaLibrary(), at: ["logic"], source: nil)
    let source = RuleSource(RuleConditions(context: context)) {
      document.value(at: index.settings[$0].path) ?? index.settings[$0].setting.defaultValue
    }
    return try compiler.expression(expression).run(from: source)
  }
}
