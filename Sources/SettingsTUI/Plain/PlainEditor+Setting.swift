import Settings

extension PlainEditor {
  /// Returns the actions that are currently possible on a setting.
  func actions(_ position: Int) -> [PlainAction] {
    let entry = core.index.settings[position]
    guard core.isEditable(ValuePlace(entry)) else { return [] }
    var actions = [PlainAction.change]
    if model.isSet(entry.path) { actions.append(.reset) }
    if model.isStaged(entry.path) { actions.append(.unstage) }
    if entry.setting.isOptional, model.value(at: entry.path) != .null { actions.append(.setNone) }
    return actions
  }

  /// Performs the chosen action.
  func perform(_ action: PlainAction) -> PlainAnswer {
    guard case .setting(let position) = question else { return ask([]) }
    let entry = core.index.settings[position]
    switch action {
    case .change:
      questions.append(.value(position))
      return ask([])
    case .reset: core.perform(.reset(entry))
    case .unstage: core.perform(.unstage(entry))
    case .setNone: core.perform(.set(.null, at: ValuePlace(entry)))
    }
    return back(saying: [nowText(position)])
  }

  /// Handles a line as a setting's new value; an empty line keeps the old value.
  func takeValue(_ line: String, _ position: Int) -> PlainAnswer {
    let entry = core.index.settings[position]
    guard !line.isEmpty else {
      questions.removeLast()
      return ask([Message.nothingChanged.text])
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
    let problems = core.problems(of: value, at: ValuePlace(entry))
    if let problem = problems.first(where: { $0.severity == .error }) {
      return ask(["Not taken: \(problem.message)"], listing: false)
    }
    core.perform(.set(value, at: ValuePlace(entry)))
    questions.removeLast()
    // Go back to the list that the setting was chosen from.
    return back(saying: problems.map { "Note: \($0.message)" } + [nowText(position)])
  }

  private func read(_ line: String, _ entry: FormIndex.Entry) -> Result<JSONValue, InlineField.Wrong> {
    switch entry.setting.kind {
    case .string(let limits) where limits.format != .duration:
      if let value = offeredValue(line, entry.setting) { return .success(value) }
      // A JSON string in quotes can be empty or have several lines.
      if line.first == "\"", let value = try? JSONValue(parsing: line), case .string = value {
        return .success(value)
      }
      return .success(.string(line))
    case .choice(let choices):
      // A choice whose value is a number takes precedence over the number in the list.
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
    case .variants(let variants):
      let choices = core.choices(variants, at: ValuePlace(entry))
      if !variants.contains(where: \.kind.isNumber), let number = Int(line),
        choices.indices.contains(number - 1)
      {
        return .success(choices[number - 1].value)
      }
      return Self.parse(line, entry.setting)
    case .boolean where ["y", "n"].contains(line.lowercased()):
      return .success(.bool(line.lowercased() == "y"))
    case .boolean, .integer, .number, .string, .list, .dictionary, .object, .recursive, .json:
      return Self.parse(line, entry.setting)
    }
  }

  private static func parse(_ line: String, _ setting: FormSetting) -> Result<JSONValue, InlineField.Wrong> {
    do throws(ValueTextError) {
      return .success(try setting.value(parsing: line))
    } catch {
      return .failure(.init(sentence: error.description))
    }
  }

  // MARK: - Descriptions

  /// Returns a setting with its value and notes.
  func settingLines(_ position: Int) -> [String] {
    let entry = core.index.settings[position]
    let setting = entry.setting
    var lines = ["", "\(setting.title), \(entry.path)"]
    if !setting.help.isEmpty { lines.append(MarkdownText(setting.help).plain) }
    lines.append("\(KindSummary.text(setting)).")
    if let value = model.defaultValue(at: entry.path) {
      lines.append("Default: \(setting.text(for: value)).")
    }
    if model.isStaged(entry.path) {
      lines.append("Saved: \(setting.text(for: model.savedValue(at: entry.path))).")
    }
    let state = model.isStaged(entry.path) ? ", not applied yet" : ""
    lines.append("Value: \(setting.text(for: model.value(at: entry.path)))\(state).")
    lines += core.problems(at: entry.path).map { "Problem: \($0.message(at: entry.path))" }
    for note in core.stateNotes(entry) + core.formNotes(setting) {
      lines.append(note.text.hasSuffix(".") ? note.text : note.text + ".")
    }
    return lines
  }

  /// Returns a description of what to type as a value.
  func valueLines(_ position: Int) -> [String] {
    let setting = core.index.settings[position].setting
    let hint: String
    switch setting.kind {
    case .boolean: hint = "Type y or n."
    case .choice(let choices): return list(choices) + ["Type a number or a name."]
    case .flags(let choices):
      return list(choices) + ["Type numbers or names with commas between, all or none."]
    case .integer, .number:
      let example = setting.unit.flatMap(QuantityUnit.init)?.example
      hint = example.map { "Type a number, or an amount such as \($0)." } ?? "Type a number."
    case .string(let limits) where limits.format == .duration:
      hint = "Type a duration, such as 90 s or 1 h 30 min."
    case .string: hint = "Type the text; in quotes, as in JSON, it may be empty or have several lines."
    case .list(let element, _):
      switch element {
      case .boolean, .integer, .number, .string, .choice:
        hint = "Type the elements with commas between, or JSON."
      default: hint = "Type a list in JSON."
      }
    case .dictionary, .object: hint = "Type an object in JSON."
    case .variants(let variants):
      let choices = core.choices(variants, at: ValuePlace(core.index.settings[position]))
      let what = variants.contains(where: \.kind.isNumber) ? "a value" : "the number of a line, or a value"
      return list(choices) + ["Type \(what); lists and objects in JSON. An empty line keeps the value."]
    case .recursive, .json: hint = "Type JSON."
    }
    return offeredLines(setting) + ["\(hint) An empty line keeps the value."]
  }

  private func list(_ choices: [FormChoice]) -> [String] {
    choices.enumerated().map { "\($0 + 1). \($1.titleWithHelp)" }
  }

  /// Returns a setting in a list.
  func rowText(_ position: Int) -> String {
    let entry = core.index.settings[position]
    let value = entry.setting.text(for: model.value(at: entry.path))
    var text = "\(entry.setting.title): \(visible.truncate(value.firstLine, columns: 80))"
    if core.isNew(entry) { text += ", new" }
    if model.isStaged(entry.path) { text += ", changed" }
    if !core.problems(at: entry.path).isEmpty { text += ", with a problem" }
    if !core.isEditable(ValuePlace(entry)) { text += ", read-only" }
    return text + aroundText(of: .setting(position))
  }

  private func nowText(_ position: Int) -> String {
    let entry = core.index.settings[position]
    return
      "\(entry.setting.title) is now \(entry.setting.text(for: model.value(at: entry.path))); \(changesText)."
  }

  /// The number of staged changes, in words.
  var changesText: String {
    model.stagedCount == 0 ? "no changes" : Phrase.count(model.stagedCount, "change")
  }

  /// Returns the lines as they are printed: control characters in values never reach the terminal.
  func render(_ lines: [String]) -> String {
    var text = ""
    for line in lines.flatMap({ $0.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) }) {
      for character in line { visible.pieces(of: character) { text.append($0.character) } }
      text += "\n"
    }
    return text
  }
}

extension FormKind {
  /// Whether a typed number is a value of the kind, rather than the number of a line.
  var isNumber: Bool {
    switch self {
    case .integer, .number: true
    default: false
    }
  }
}
