import SettingsEditing

/// A form with rows that the running app provides: injected text, details, actions, and choices that only the app knows.
enum AppForm {
  static let schema = FormSchema(
    root: FormSection(
      key: "", title: "Trend",
      items: [
        .section(
          FormSection(
            key: "cache", title: "Cache", help: "What is kept between runs.",
            attributes: SettingKeyword.Attributes(
              footer: "cacheFooter", details: [FormRow(name: "fileSize", title: "File Size")],
              actions: [FormRow(name: "forgetCache", title: "Forget Cache")]),
            items: [
              .setting(
                FormSetting(
                  key: "limit", title: "Limit", kind: .integer(NumberLimits()),
                  defaultValue: .number(JSONNumber(64))))
            ])),
        .section(
          FormSection(
            key: "tools", title: "Tools",
            attributes: SettingKeyword.Attributes(actions: [
              FormRow(name: "export", title: "Export Everything")
            ]))),
        .section(
          FormSection(
            key: "chart", title: "Chart",
            items: [
              .setting(
                FormSetting(
                  key: "column", title: "Column", kind: .string(TextLimits(maxLength: 9)), isOptional: true,
                  defaultValue: .string("kg"), attributes: SettingKeyword.Attributes(choicesHook: "columns"))),
              .setting(
                FormSetting(
                  key: "port", title: "Port", kind: .integer(NumberLimits()),
                  defaultValue: .number(JSONNumber(80)),
                  attributes: SettingKeyword.Attributes(choicesHook: "ports"))),
            ])),
        .setting(
          FormSetting(
            key: "fileName", title: "File Name", kind: .string(TextLimits()), defaultValue: .string("a.csv"))),
      ]),
    rules: [
      FormRule(
        .restrict(.hidden, [["cache"]]),
        when: .operation(.equal, [.setting(["fileName"]), .value(.string(""))]))
    ])

  /// The hooks of an app. Each closure is called for all names, so a test replaces only what it is about: `AppForm.Hooks(text: { _ in
  /// "three files" })`.
  struct Hooks: SettingsSideEffects, SettingsEditorHooks {
    var text: @Sendable (String) -> String = { "Text of \($0)" }
    var detail: @Sendable (String) async -> String = { "Detail of \($0)" }
    var choices: @Sendable (String) async throws -> [SettingsChoice] = { _ in
      [SettingsChoice("kg", title: "Weight", help: "In kilograms."), SettingsChoice("cm", title: "Size")]
    }
    var action: @Sendable (String, ActionProgress) async throws -> Void = { _, _ in }

    func run(_ sideEffect: String, for changes: [SettingChange]) async throws {}
    func text(for hook: String) -> String? { text(hook) }
    func detail(for name: String) async -> String? { await detail(name) }
    func choices(for name: String) async throws -> [SettingsChoice]? { try await choices(name) }
    func perform(_ name: String, _ progress: ActionProgress) async throws { try await action(name, progress) }
  }

  @MainActor
  static func model(_ text: String = "{}", hooks: (any SettingsHooks)? = Hooks()) throws -> FormViewModel {
    FormViewModel(
      try StoreEngine(
        form: FormIndex(schema), layers: SettingsLayers(storage: MemoryStorage(text)), hooks: hooks))
  }
}
