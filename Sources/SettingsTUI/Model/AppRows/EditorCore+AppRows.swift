import Settings

extension EditorCore {
  /// Whether the running app provides rows and choices.
  var hasApp: Bool { model.store.hooks != nil }

  /// Returns the values that the app offers for a setting; `nil` if they aren't known, or if a choice may be a secret.
  func offered(for setting: FormSetting) -> [FormChoice]? {
    setting.holdsSecrets ? nil : setting.choicesHook.flatMap { appRows.offered(by: $0) }
  }

  /// Returns the choice for a value of a setting; `nil` if the app doesn't offer the value.
  func offeredChoice(_ value: JSONValue?, of setting: FormSetting) -> FormChoice? {
    offered(for: setting)?.first { $0.value == value }
  }

  /// Records the start of an action, or returns why it can't start.
  func start(_ row: AppRow) -> Message? {
    appRows.start(row.name) ? nil : .init("\(row.title) is running already.", .secondary)
  }

  /// Handles what the app reports; returns a sentence about the end of an action.
  func take(_ event: AppRowEvent) -> Message? {
    appRows.take(event)
    guard case .ended(let name, _) = event, let action = appRows.actions[name] else { return nil }
    let title = outline.appRows.first { $0.kind == .action && $0.name == name }?.title ?? name
    return Message("\(title): \(Self.text(of: action))", Self.role(of: action))
  }

  /// Returns the state of an action in words.
  static func text(of action: AppRowStates.Action) -> String {
    switch action.state {
    case .running: action.text.isEmpty ? "running" : action.text
    case .canceling: "is being canceled"
    case .done: action.text.isEmpty ? "done" : action.text
    case .canceled: "canceled"
    case .failed: action.text.isEmpty ? "failed" : action.text
    }
  }

  static func role(of action: AppRowStates.Action) -> Style.Role {
    switch action.state {
    case .running, .canceling: .sideEffect
    case .done: .success
    case .canceled: .secondary
    case .failed: .problem
    }
  }
}
