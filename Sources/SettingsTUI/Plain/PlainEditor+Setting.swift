import Settings

extension PlainEditor {
  /// What can be done with a setting now.
  func actions(_ position: Int) -> [PlainAction] {
    let entry = context.index.settings[position]
    guard canChange(entry) else { return [] }
    var actions = [PlainAction.change]
    if form.isSet(entry.path) { actions.append(.reset) }
    if form.isStaged(entry.path) { actions.append(.revert) }
    if entry.setting.isOptional, form.value(at: entry.path) != .null { actions.append(.setNone) }
    return actions
  }

  /// Whether neither the form nor a rule locks the setting.
  private func canChange(_ entry: FormIndex.Entry) -> Bool {
    !entry.setting.traits.contains(.readOnly) && form.isEnabled(entry.path) && !form.isReadOnly(entry.path)
  }

  /// Does what was chosen.
  func perform(_ action: PlainAction) -> PlainAnswer {
    guard case .setting(let position) = question else { return ask([]) }
    let path = context.index.settings[position].path
    switch action {
    case .change:
      questions.append(.value(position))
      return ask([])
    case .reset: form.reset(path)
    case .revert: form.unstage(path)
    case .setNone: form.stage(.null, at: path)
    }
    context.changed(path)
    return back(saying: [nowText(position)])
  }

  /// Takes a line as a setting's new value; an empty one keeps the old value.
  func takeValue(_ line: String, _ position: Int) -> PlainAnswer {
    let entry = context.index.settings[position]
    guard !line.isEmpty else {
      questions.removeLast()
      return ask(["Nothing was changed."])
    }
    let value: JSONValue
    switch read(line, entry) {
    case .success(let read): value = read
    case .failure(let wrong): return ask(["Not taken: \(wrong.sentence)"], listing: false)
    }
    guard !entry.setting.holdsMask(value) else {
      let mask = "\(Secrecy.maskText) stands for a secret"
      return ask(["Not taken: \(mask); type the secret itself."], listing: false)
    }
    let problems = context.problems(of: value, at: ValuePlace(entry))
    if let problem = problems.first(where: { $0.severity == .error }) {
      return ask(["Not taken: \(problem.message)"], listing: false)
    }
    context.stage(value, at: ValuePlace(entry))
    questions.removeLast()
    // The setting is done with; what it was chosen from comes next.
    return back(saying: problems.map { "Note: \($0.message)" } + [nowText(position)])
  }

  private func read(_ line: String, _ entry: FormIndex.Entry) -> Result<JSONValue, InlineField.Wrong> {
    switch entry.setting.kind {
    case .string:
      // In quotes, as JSON has it: so an empty text can be typed, or one of several lines.
      if line.first == "\"", let value = try? JSONValue(parsing: line), case .string = value {
        return .success(value)
      }
      return .success(.string(line))
    case .choice(let choices):
      // A choice may itself be called by a number; then that is what is meant.
      if let value = try? entry.setting.value(parsing: line) { return .success(value) }
      if let number = Int(line), choices.indices.contains(number - 1) {
        return .success(choices[number - 1].value)
      }
      return .failure(.init(sentence: "Type the number or the name of a choice."))
    case .flags(let choices):
      if let value = try? entry.setting.value(parsing: line) { return .success(value) }
      var values: [JSONValue] = []
      for word in line.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
        guard let number = Int(word), choices.indices.contains(number - 1) else {
          return .failure(.init(sentence: "Type numbers or names with commas between, all or none."))
        }
        values.append(choices[number - 1].value)
      }
      return .success(.array(values))
    case .boolean where ["y", "n"].contains(line.lowercased()):
      return .success(.bool(line.lowercased() == "y"))
    case .boolean, .integer, .number, .list, .dictionary, .object, .json:
      do throws(ValueTextError) {
        return .success(try entry.setting.value(parsing: line))
      } catch {
        return .failure(.init(sentence: error.description))
      }
    }
  }

  // MARK: - Texts

  /// All that there is to know about a setting.
  func settingLines(_ position: Int) -> [String] {
    let entry = context.index.settings[position]
    let setting = entry.setting
    var lines = ["", "\(setting.title), \(entry.path)"]
    if !setting.help.isEmpty { lines.append(setting.help) }
    lines.append("\(KindSummary.text(setting)).")
    if let value = form.defaultValue(at: entry.path) { lines.append("Default: \(setting.text(for: value)).") }
    if form.isStaged(entry.path) {
      lines.append("Saved: \(setting.text(for: form.savedValue(at: entry.path))).")
    }
    let state = form.isStaged(entry.path) ? ", not applied yet" : ""
    lines.append("Value: \(setting.text(for: form.value(at: entry.path)))\(state).")
    lines += context.problems(at: entry.path).map { "Problem: \($0.message)" }
    if setting.traits.contains(.requiresRestart) { lines.append("Used after the next restart.") }
    if !setting.sideEffects.isEmpty {
      lines.append("Triggers \(setting.sideEffects.joined(separator: ", ")).")
    }
    if setting.traits.contains(.deprecated) { lines.append("On its way out.") }
    if form.isDerived(entry.path) { lines.append("The value follows from other settings.") }
    if !canChange(entry) { lines.append("It can be read but not changed here.") }
    return lines
  }

  /// What can be typed as a value.
  func valueLines(_ position: Int) -> [String] {
    let setting = context.index.settings[position].setting
    let hint: String
    switch setting.kind {
    case .boolean: hint = "Type y or n."
    case .choice(let choices): return list(choices) + ["Type a number or a name."]
    case .flags(let choices):
      return list(choices) + ["Type numbers or names with commas between, all or none."]
    case .integer, .number: hint = "Type a number."
    case .string: hint = "Type the text; in quotes, as in JSON, it may be empty or have several lines."
    case .list(let element, _):
      switch element {
      case .boolean, .integer, .number, .string, .choice:
        hint = "Type the elements with commas between, or JSON."
      default: hint = "Type a list in JSON."
      }
    case .dictionary, .object: hint = "Type an object in JSON."
    case .json: hint = "Type JSON."
    }
    return ["\(hint) An empty line keeps the value."]
  }

  private func list(_ choices: [FormChoice]) -> [String] {
    choices.enumerated().map { "\($0 + 1). \($1.title)\($1.help.isEmpty ? "" : ": \($1.help)")" }
  }

  /// A setting in a list.
  func rowText(_ position: Int) -> String {
    let entry = context.index.settings[position]
    let value = entry.setting.text(for: form.value(at: entry.path))
    var text = "\(entry.setting.title): \(visible.truncate(value.firstLine, columns: 80))"
    if form.isStaged(entry.path) { text += ", changed" }
    if !context.problems(at: entry.path).isEmpty { text += ", with a problem" }
    if !canChange(entry) { text += ", read-only" }
    if case .found = question, !entry.sections.isEmpty {
      text += ", in \(entry.sections.joined(separator: ", "))"
    }
    return text
  }

  private func nowText(_ position: Int) -> String {
    let entry = context.index.settings[position]
    return
      "\(entry.setting.title) is now \(entry.setting.text(for: form.value(at: entry.path))); \(changesText)."
  }

  /// How much is staged.
  var changesText: String {
    switch form.stagedCount {
    case 0: "no changes"
    case 1: "1 change"
    case let count: "\(count) changes"
    }
  }

  /// The lines as they can be shown: what a value holds is never obeyed by the terminal.
  func render(_ lines: [String]) -> String {
    var text = ""
    for line in lines.flatMap({ $0.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) }) {
      for character in line { visible.pieces(of: character) { text.append($0.character) } }
      text += "\n"
    }
    return text
  }
}

extension String {
  /// The first line, with dots if there are more.
  fileprivate var firstLine: String {
    firstIndex(where: \.isNewline).map { String(self[..<$0]) + "…" } ?? self
  }
}
