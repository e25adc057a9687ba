import SettingsEditing

/// A form with a setting of every kind, the common ground of the editor's tests.
///
///     language                                                  one of several, or none
///     calculation  mode (restart), timePeriod (1 to 30 days, side effect), damping, activeDays, cutoff
///     network      useProxy, host, password (secret), retry.attempts, retry.delay (advanced)
///     display      title (control characters), notes, colors, labels, servers, extra, version (read-only)
///
/// ``ruledSchema`` has a rule of each effect on top of it, ``large(_:)`` any number of settings, for tests of costs.
enum TestForm {
  static var schema: FormSchema {
    FormSchema(
      root: FormSection(
        key: "", title: "Trend", help: "Settings of the trend plotter.",
        items: [.setting(language), .section(calculation), .section(network), .section(display)]))
  }

  static let language = FormSetting(
    key: "language", title: "Language", kind: .choice(choices(["English", "Deutsch"])), isOptional: true,
    defaultValue: .string("english"))

  static let calculation = FormSection(
    key: "calculation", title: "Calculation", help: "How forecasts are computed.",
    items: [
      .setting(
        FormSetting(
          key: "mode", title: "Mode", help: "The method that draws the line.",
          kind: .choice([
            FormChoice(value: .string("linear"), title: "Linear regression", help: "Best for steady trends."),
            FormChoice(value: .string("average"), title: "Moving average", help: "Smooths the last days."),
          ]), defaultValue: .string("linear"), traits: .requiresRestart)),
      .setting(
        FormSetting(
          key: "timePeriod", title: "Time Period", help: "Days the average looks back.",
          kind: .integer(
            NumberLimits(lower: .inclusive(JSONNumber(1)), upper: .inclusive(JSONNumber(30)))),
          defaultValue: .number(JSONNumber(7)),
          attributes: SettingKeyword.Attributes(sideEffects: ["recalculate"], unit: "days"))),
      .setting(
        FormSetting(
          key: "damping", title: "Damping", help: "How much each day's change counts.",
          kind: .number(
            NumberLimits(
              lower: .inclusive(JSONNumber(0)), upper: .inclusive(JSONNumber(1)), step: JSONNumber("0.05"))),
          defaultValue: .number(JSONNumber("0.35") ?? JSONNumber(0)))),
      .setting(
        FormSetting(
          key: "activeDays", title: "Active Days", kind: .flags(choices(["Monday", "Friday", "Sunday"])),
          defaultValue: .array([.string("monday")]))),
      .setting(
        FormSetting(
          key: "cutoff", title: "Cutoff", help: "Measurements before it are left out.",
          kind: .string(TextLimits(format: .dateTime)), isOptional: true, defaultValue: .null)),
    ])

  static let network = FormSection(
    key: "network", title: "Network", help: "Where measurements come from.",
    items: [
      .setting(FormSetting(key: "useProxy", title: "Use Proxy", kind: .boolean, defaultValue: .bool(false))),
      .setting(
        FormSetting(
          key: "host", title: "Host", help: "Name or address.", kind: .string(TextLimits(maxLength: 20)),
          defaultValue: .string("example.org"))),
      .setting(
        FormSetting(
          key: "password", title: "Password", kind: .string(TextLimits()), defaultValue: .string(""),
          traits: .secret)),
      .section(
        FormSection(
          key: "retry", title: "Retry",
          items: [
            .setting(
              FormSetting(
                key: "attempts", title: "Attempts", kind: .integer(NumberLimits()),
                defaultValue: .number(JSONNumber(3)))),
            .setting(
              FormSetting(
                key: "delay", title: "Delay", kind: .string(TextLimits(format: .duration)),
                defaultValue: .string("PT1.5S"), traits: .advanced)),
          ])),
    ])

  static let server = FormSection(
    key: "", title: "Server",
    items: [
      .setting(
        FormSetting(key: "name", title: "Name", kind: .string(TextLimits()), defaultValue: .string("eu"))),
      .setting(FormSetting(key: "tls", title: "Tls", kind: .boolean, defaultValue: .bool(true))),
    ])

  static let display = FormSection(
    key: "display", title: "Display", help: "What the window shows.",
    items: [
      .setting(
        FormSetting(
          key: "title", title: "Window Title", kind: .string(TextLimits()),
          defaultValue: .string("日本語 👩‍👩‍👧 \u{1B}[31m"))),
      .setting(
        FormSetting(
          key: "notes", title: "Notes", kind: .string(TextLimits(isMultiline: true)),
          defaultValue: .string("first\nsecond"))),
      .setting(
        FormSetting(
          key: "colors", title: "Colors", kind: .list(.string(TextLimits()), ListLimits(maxCount: 4)),
          defaultValue: .array([.string("red"), .string("green"), .string("blue")]))),
      .setting(
        FormSetting(
          key: "labels", title: "Labels", kind: .dictionary(.string(TextLimits())),
          defaultValue: .object(["x": .string("Date"), "y": .string("Weight")]))),
      .setting(
        FormSetting(
          key: "servers", title: "Servers", kind: .list(.object(server), ListLimits()),
          defaultValue: .array([.object(["name": .string("eu"), "tls": .bool(true)])]))),
      .setting(
        FormSetting(
          key: "extra", title: "Extra", kind: .json,
          defaultValue: .object(["a": .array([.number(JSONNumber(1))])]))),
      .setting(
        FormSetting(
          key: "version", title: "Version", kind: .integer(NumberLimits()),
          defaultValue: .number(JSONNumber(2)),
          traits: .readOnly)),
    ])

  static func choices(_ titles: [String]) -> [FormChoice] {
    titles.map { FormChoice(value: .string($0.lowercased()), title: $0) }
  }

  /// A form of many settings in sections of ten: `section3.setting7` has the title "Setting 7 of 3" and the default 7.
  static func large(_ count: Int) -> FormSchema {
    let sections = (0..<max(1, count / 10)).map { section in
      FormItem.section(
        FormSection(
          key: "section\(section)", title: "Section \(section)",
          items: (0..<10).map { setting in
            .setting(
              FormSetting(
                key: "setting\(setting)", title: "Setting \(setting) of \(section)",
                help: "Help number \(setting) for the section \(section).", kind: .integer(NumberLimits()),
                defaultValue: .number(JSONNumber(setting))))
          }))
    }
    return FormSchema(root: FormSection(key: "", title: "Large", items: sections))
  }
}

extension TestForm {
  /// The form with a rule of each kind.
  static var ruledSchema: FormSchema {
    let usesProxy = RuleExpression.setting(["network", "useProxy"])
    let mode = RuleExpression.setting(["calculation", "mode"])
    return FormSchema(
      root: schema.root,
      rules: [
        FormRule(
          .restrict(.hidden, [["network", "host"], ["network", "retry"]]),
          when: .operation(.not, [usesProxy]), source: "Rules.swift:3"),
        FormRule(
          .restrict(.disabled, [["calculation", "damping"]]),
          when: .operation(.equal, [mode, .value(.string("linear"))]), source: "Rules.swift:4"),
        FormRule(.restrict(.readOnly, [["calculation", "activeDays"]]), when: usesProxy),
        FormRule(.assign(["calculation", "timePeriod"], .value(.number(JSONNumber(14)))), when: usesProxy),
        FormRule(
          .require(
            .operation(
              .lessOrEqual,
              [.setting(["network", "retry", "attempts"]), .setting(["calculation", "timePeriod"])])),
          message: "Try no more often than there are days."),
      ])
  }

  /// A view model over the form with rules.
  @MainActor
  static func ruledModel(_ text: String = "{}") throws -> FormViewModel {
    FormViewModel(
      try StoreEngine(form: FormIndex(ruledSchema), layers: SettingsLayers(storage: MemoryStorage(text))))
  }
}

extension TestForm {
  /// A view model over the form, with one value stored.
  @MainActor
  static func model(_ text: String = #"{"network": {"host": "10.0.0.1"}}"#) throws -> FormViewModel {
    FormViewModel(
      try StoreEngine(form: FormIndex(schema), layers: SettingsLayers(storage: MemoryStorage(text))))
  }
}
