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

  /// Returns the settings and rows that match a query, the best match first.
  ///
  /// The rows come after the settings whose titles begin with the query.
  func findItems(_ query: String) -> [FoundItem] {
    let settings = find(query)
    let rows = outline.shownAppRows.filter { $0.matches(query) }
    let found = settings.map { FoundItem.setting($0) }
    guard !rows.isEmpty else { return found }
    let typed = query.lowercased()
    let best = settings.prefix { index.settings[$0].setting.title.lowercased().hasPrefix(typed) }.count
    return found[..<best] + rows.map { .row($0) } + found[best...]
  }
}

extension AppRow {
  /// Whether the title or the name contains each word of a query.
  fileprivate func matches(_ query: String) -> Bool {
    let texts = "\(title)\n\(name)".lowercased()
    let words = query.lowercased().split(whereSeparator: \.isWhitespace)
    return !words.isEmpty && words.allSatisfy { texts.contains($0) }
  }
}
