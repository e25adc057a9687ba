import Settings

/// Rows that the running app provides.
extension PlainEditor {
  /// A list that is printed after the app has provided the text in it, or has taken too long.
  struct WaitingListing {
    /// The lines before the list.
    let lines: [String]
    /// The details that are still missing.
    var details: Set<String>
    /// The choices that are still missing.
    var choices: Set<String>

    var isComplete: Bool { details.isEmpty && choices.isEmpty }
  }

  /// The longest time that a list waits for the app.
  static let patience = Duration.seconds(2)

  /// Requests the text and choices in the list of the open question; returns `nil` if there are none, or if all have already
  /// been requested.
  func loadText(before lines: [String]) -> PlainAnswer? {
    guard core.hasApp, listing == nil else { return nil }
    if case .value(let position) = question {
      let hooks = [core.index.settings[position].setting.choicesHook].compactMap(\.self)
      let unknown = core.appRows.startLoadingChoices(hooks, again: true)
      guard !unknown.isEmpty else { return nil }
      listing = WaitingListing(lines: lines, details: [], choices: Set(unknown))
      return PlainAnswer(text: "", prompt: "", effect: .loadChoices(unknown))
    }
    let names = items.compactMap { item in
      if case .row(let row) = item, row.kind == .detail { row.name } else { nil }
    }
    let unknown = core.appRows.startLoading(names, again: true)
    guard !unknown.isEmpty else { return nil }
    listing = WaitingListing(lines: lines, details: Set(unknown), choices: [])
    return PlainAnswer(text: "", prompt: "", effect: .loadDetails(unknown))
  }

  /// Prints the waiting list, with the text that is known; returns `nil` if no list is waiting.
  func finishListing() -> PlainAnswer? {
    guard let lines = listing?.lines else { return nil }
    defer { listing = nil }
    return ask(lines)
  }

  /// Performs the chosen row.
  func choose(_ row: AppRow) -> PlainAnswer {
    switch row.kind {
    case .detail:
      return ask(["\(row.title): \(core.appRows.details[row.name] ?? Self.unknown)"], listing: false)
    case .action:
      if let message = core.start(row) { return ask(message) }
      return PlainAnswer(
        text: render(["\(row.title); Ctrl-C cancels it."]), prompt: "", effect: .run(action: row.name))
    }
  }

  /// Handles what the app reports; returns an answer if a list or an action was waiting for it.
  func take(_ event: AppRowEvent) -> PlainAnswer? {
    let message = core.take(event)
    switch event {
    case .detail(let name, _):
      listing?.details.remove(name)
      return listing?.isComplete ?? false ? finishListing() : nil
    case .choices(let name, _):
      listing?.choices.remove(name)
      return listing?.isComplete ?? false ? finishListing() : nil
    case .progress: return nil
    case .ended: return ask([message?.text ?? ""], listing: false)
    }
  }

  /// Returns the line to print about a running action; `nil` if no action is running.
  func news(_ event: AppRowEvent) -> String? {
    if case .progress(_, let text) = event { render([text]) } else { nil }
  }

  /// Returns the values that the app offers or the form suggests for a setting, as a list.
  func offeredLines(_ setting: FormSetting) -> [String] {
    guard let hook = setting.choicesHook, core.hasApp else {
      return lines(setting.suggestions, of: setting, after: "The form suggests:")
    }
    if case .failure(let failure)? = core.appRows.choices[hook] {
      return [Message.cannotOffer(failure).text]
    }
    return lines(core.offered(for: setting) ?? [], of: setting, after: "The app offers:")
  }

  private func lines(_ choices: [FormChoice], of setting: FormSetting, after title: String) -> [String] {
    if choices.isEmpty { return [] }
    let lines = choices.enumerated().map { number, choice in
      let mark = setting.kind.isNumber ? "-" : "\(number + 1)."
      let value = setting.text(for: choice.value)
      let title = choice.title == value ? value : "\(value), \(choice.title)"
      return "\(mark) \(title)\(choice.help.isEmpty ? "" : ": \(MarkdownText(choice.help).plain)")"
    }
    return [title] + lines + (setting.kind.isNumber ? [] : ["Type the number of one of these, or"])
  }

  /// Returns the offered or suggested value of a typed number; `nil` if the line is a value itself.
  func offeredValue(_ line: String, _ setting: FormSetting) -> JSONValue? {
    let isOffered = setting.choicesHook != nil && core.hasApp
    let choices = isOffered ? core.offered(for: setting) ?? [] : setting.suggestions
    guard !setting.kind.isNumber, let number = Int(line), choices.indices.contains(number - 1),
      !choices.contains(where: { $0.value == .string(line) })
    else { return nil }
    return choices[number - 1].value
  }

  /// Returns a row in a list.
  func rowText(_ row: AppRow) -> String {
    var text: String
    switch row.kind {
    case .detail:
      let value = core.appRows.details[row.name]?.firstLine ?? Self.unknown
      text = "\(row.title): \(visible.truncate(value, columns: 80))"
    case .action: text = "\(row.title), action"
    }
    return text + aroundText(of: .row(row))
  }

  private static let unknown = "not known yet"
}
