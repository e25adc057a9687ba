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
    case .reset: core.perform(.remove(ValuePlace(entry)))
    case .unstage: core.perform(.unstage(entry))
    case .setNone: core.perform(.set(.null, at: ValuePlace(entry)))
    }
    return back(saying: [nowText(position)])
  }

  /// Handles a line as a setting's new value; an empty line keeps the old value.
  func takeValue(_ line: String, position: Int) -> PlainAnswer {
    let entry = core.index.settings[position]
    guard !line.isEmpty else {
      questions.removeLast()
      return ask([Message.nothingChanged.text])
    }
    let value: JSONValue
    do throws(Refusal) {
      value = try read(line, entry: entry)
    } catch {
      return ask(["Not taken: \(error.reason)"], listing: false)
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

  /// A typed `2` can mean the value 2 or the second line of the list above. The value wins if the setting can have it; only choices without
  /// such a value can be chosen by number.
  private func read(_ line: String, entry: FormIndex.Entry) throws(Refusal) -> JSONValue {
    switch entry.setting.kind {
    case .string(let limits) where limits.format != .duration:
      if let value = offeredValue(line, for: entry.setting) { return value }
      // A JSON string in quotes can be empty or have several lines.
      if line.first == "\"", let value = try? JSONValue(parsing: line), case .string = value {
        return value
      }
      return .string(line)
    case .choice(let choices):
      // A choice whose value is a number takes precedence over the number in the list.
      if let value = try? entry.setting.value(parsing: line) { return value }
      if let number = Int(line), choices.indices.contains(number - 1) {
        return choices[number - 1].value
      }
      throw Refusal(reason: "Type the number or the name of a choice.")
    case .flags(let choices):
      if let value = try? entry.setting.value(parsing: line) { return value }
      var values: [JSONValue] = []
      for word in line.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
        guard let number = Int(word), choices.indices.contains(number - 1) else {
          throw Refusal(reason: "Type numbers or names with commas between, all or none.")
        }
        values.append(choices[number - 1].value)
      }
      return .array(values)
    case .variants(let variants):
      let choices = core.choices(variants, at: ValuePlace(entry))
      if !variants.contains(where: \.kind.isNumber), let number = Int(line),
        choices.indices.contains(number - 1)
      {
        return choices[number - 1].value
      }
      return try Self.parse(line, for: entry.setting)
    case .boolean where ["y", "n"].contains(line.lowercased()):
      return .bool(line.lowercased() == "y")
    case .boolean, .integer, .number, .string, .list, .dictionary, .object, .recursive, .json:
      return try Self.parse(line, for: entry.setting)
    }
  }

  private static func parse(_ line: String, for setting: FormSetting) throws(Refusal) -> JSONValue {
    do throws(ValueTextError) {
      return try setting.value(parsing: line)
    } catch {
      throw Refusal(reason: error.description)
    }
  }

  // MARK: - Descriptions

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
    model.stagedCount == 0 ? "no changes" : Phrase.count(model.stagedCount, noun: "change")
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

extension PlainEditor {
  /// An item that a person chooses by its number.
  ///
  /// Numbers are positions in ``items``, which is computed from the open question each time. They refer to the list that was printed last
  /// because nothing changes the draft between a list and the answer (see ``PlainSession``).
  enum Item {
    case section(Int)
    case setting(Int)
    case row(AppRow)
    case action(PlainAction)
    case change(SettingChange)
    /// The change of a part of a setting's value.
    case part(PartChange, of: SettingChange)
    case side(Conflict.Side)
    case version(HistoryEntry, isNow: Bool)
    case layer(LayerSummary)
    /// The rollback to a version.
    case rollBack(HistoryEntry)
  }

  /// The numbered items of the open question, in order.
  var items: [Item] {
    switch question {
    case .section(let node):
      // The visible settings and rows of the section itself, then its inner sections.
      let outline = core.outline
      let rows = outline.rows[outline.nodes[node].rows].compactMap { row -> Item? in
        switch row {
        case .setting(let position) where outline.place(of: outline.sections[position]) == node:
          .setting(position)
        case .app(let row) where outline.place(of: row.node) == node: .row(row)
        case .link(let child) where outline.place(of: outline.nodes[child].parent ?? 0) == node:
          .section(child)
        default: nil
        }
      }
      let inner = outline.listedChildren(of: node).filter { outline.nodes[$0].section.isInline == nil }
      return rows + inner.map { .section($0) }
    case .found(let result):
      return result.items.map { item in
        switch item {
        case .setting(let position): .setting(position)
        case .section(let node): .section(node)
        case .row(let row): .row(row)
        // The parts of a value are edited with it.
        case .part(let part): .setting(part.position)
        }
      }
    case .setting(let position): return actions(position).map { .action($0) }
    case .review:
      return model.review().changes.flatMap { change in
        [.change(change)] + change.comparison.listedParts.map { .part($0, of: change) }
      }
    case .conflict: return [.side(.mine), .side(.theirs)]
    case .history(let entries):
      return entries.enumerated().map { .version($1, isNow: $0 == 0) }
    case .version(let entry, let isNow): return isNow ? [] : [.rollBack(entry)]
    case .layers(let layers): return layers.map { .layer($0) }
    case .value, .rollBack, .replace, .leave, .leaveUnconfirmed: return []
    }
  }

  /// Returns the visible settings in a section and its inner sections.
  private func shownSettings(in node: Int) -> [Int] {
    core.outline.nodes[node].rows.compactMap { row in
      if case .setting(let position) = core.outline.rows[row] { position } else { nil }
    }
  }

  /// Prints some lines, then the introduction to the open question, and asks it.
  ///
  /// `listing` is off for errors: the list stays valid, and repeating it would push what was typed off the screen.
  func ask(_ lines: [String], listing: Bool = true) -> PlainAnswer {
    var lines = lines
    // A number refers to the list that was printed last.
    if listing { listMembersAgain() }
    core.updateOutline()
    if listing {
      if let answer = loadText(before: lines) { return answer }
      shownCount = 0
      lines += introduction
      lines += nextItems()
      lines += pendingLines()
    }
    return PlainAnswer(text: render(lines), prompt: prompt, asksSecret: asksSecret)
  }

  /// Returns a message and the prompt.
  func ask(_ message: Message) -> PlainAnswer { ask([message.text], listing: false) }

  /// Prints the next part of a long list.
  func more() -> PlainAnswer {
    let lines = nextItems()
    return ask(lines.isEmpty ? ["That is all."] : lines, listing: false)
  }

  private func nextItems() -> [String] {
    let items = items
    let end = min(items.count, shownCount + Self.page)
    let leftOut = leftOut(of: items)
    var lines = (shownCount..<max(shownCount, end)).map {
      "\($0 + 1). \(text(items[$0], leftOut: leftOut))\(placeText(of: $0))"
    }
    shownCount = max(shownCount, end)
    if shownCount < items.count {
      lines.append(
        "\(items.count - shownCount) more; m continues, and any number up to \(items.count) can be typed.")
    }
    return lines
  }

  func choose(_ number: Int) -> PlainAnswer {
    let items = items
    guard items.indices.contains(number - 1) else {
      let range = items.isEmpty ? "There is nothing to choose" : "Type a number from 1 to \(items.count)"
      return ask(["\(range); h lists the commands."], listing: false)
    }
    switch items[number - 1] {
    case .section(let node): questions.append(.section(node))
    case .setting(let position): questions.append(.setting(position))
    case .row(let row): return choose(row)
    case .action(let action): return perform(action)
    case .change(let change): return choose(change)
    case .part(let part, let change): return choose(part, of: change)
    case .side(let side): return resolve(keeping: side)
    case .version(let entry, let isNow): questions.append(.version(entry, isNow: isNow))
    case .rollBack(let entry): return review(entry)
    case .layer(let layer): return edit(layer)
    }
    return ask([])
  }

  /// Searches for settings and sections, and lists them.
  func search(_ query: String) -> PlainAnswer {
    let result = core.find(query, isComplete: true)
    if let fault = result.fault { return ask([fault], listing: false) }
    if result.query.isEmpty {
      return ask(["Type what to search for after the /. \(SearchFilter.sentence)"], listing: false)
    }
    guard !result.items.isEmpty else { return ask(["Nothing was found."], listing: false) }
    if case .found = question { questions.removeLast() }
    questions.append(.found(result))
    return ask([])
  }

  /// Returns where a result of the search matches, if that isn't its title.
  private func placeText(of number: Int) -> String {
    guard case .found(let result) = question, result.items.indices.contains(number) else { return "" }
    let place = core.places(of: [result.items[number]], result.query).first ?? nil
    return place?.phrase.map { ", found \($0)" } ?? ""
  }

  /// Returns the sections around a result of the search.
  func aroundText(of item: FoundItem) -> String {
    guard case .found = question else { return "" }
    let sections = core.sections(of: item)
    return sections.isEmpty ? "" : ", in \(sections.joined(separator: ", "))"
  }

  private var introduction: [String] {
    switch question {
    case .section(let node): return sectionLines(node)
    case .found(let result): return ["\(result.items.count) found, the best first."]
    case .setting(let position): return settingLines(position)
    case .value(let position): return valueLines(position)
    case .review: return reviewLines()
    case .conflict(let path): return conflictLines(path)
    case .history(let entries): return historyLines(entries)
    case .version(let entry, let isNow): return versionLines(entry, isNow: isNow)
    case .layers: return ["", "The layers, the highest first. A higher layer overrides those below it."]
    case .rollBack(let entry, let review): return rollBackLines(entry, review: review)
    case .replace(let copy):
      return ["\(copy.path) exists already. y replaces it, and its content is lost; an empty line keeps it."]
    case .leaveUnconfirmed:
      return [
        "\(core.pendingText) c confirms, t rolls them back, u leaves it open, and an empty line continues."
      ]
    case .leave:
      return [
        "\(changesText.capitalizedFirst) not applied. a applies, d discards, and an empty line continues."
      ]
    }
  }

  private func sectionLines(_ node: Int) -> [String] {
    let section = core.outline.nodes[node].section
    let title = core.outline.titles(of: node).joined(separator: ", ")
    var lines = ["", "\(title)\(section.help.isEmpty ? "." : ": \(MarkdownText(section.help).plain)")"]
    if let header = model.headerText(section) { lines.append(header) }
    if let footer = model.footerText(section) { lines.append(footer) }
    let hidden = core.outline.nodes[node].hiddenCount
    if hidden > 0 {
      lines.append("\(Phrase.count(hidden, noun: "setting")) left out; all lists them.")
    }
    if items.isEmpty { lines.append("There are no settings here.") }
    return lines
  }

  /// Returns what is left out of the review that lists some items.
  private func leftOut(of items: [Item]) -> Set<Review.Item> {
    let changes = items.compactMap { if case .change(let change) = $0 { change } else { nil } }
    return core.reviewChoices.leftOut(of: changes)
  }

  private func text(_ item: Item, leftOut: Set<Review.Item>) -> String {
    switch item {
    case .section(let node):
      let count = shownSettings(in: node).count
      let staged = core.summary.counts[node] ?? 0
      let new = core.newSettings.counts[node] ?? 0
      let section = core.outline.nodes[node].section
      return "\(section.title), section of \(Phrase.count(count, noun: "setting"))"
        + (new > 0 ? ", \(new) new" : "") + (staged > 0 ? ", \(staged) changed" : "")
        + aroundText(of: .section(node))
    case .setting(let position): return rowText(position)
    case .row(let row): return rowText(row)
    case .action(let action): return action.title
    case .change(let change):
      return
        "\(change.title): \(text(change))\(choiceText(.setting(change.path), in: change, leftOut: leftOut))"
    case .part(let part, let change):
      return "\(change.title), \(text(part))\(choiceText(.part(part.id), in: change, leftOut: leftOut))"
    case .side(.mine): return "Keep your value"
    case .side(.theirs): return "Take the stored value"
    case .version(let entry, let isNow): return text(entry, isNow: isNow)
    case .rollBack: return "Roll back to this version"
    case .layer(let layer): return "\(layer.name), \(layer.state)"
    }
  }

  private var prompt: String {
    switch question {
    case .section: "Number: "
    case .found: "Number: "
    case .setting: "What to do: "
    case .value: "New value: "
    case .review: "Number, or a to apply: "
    case .conflict: "Number: "
    case .history, .layers: "Number: "
    case .version(_, let isNow): isNow ? "Empty to go back: " : "What to do: "
    case .rollBack: "a, or empty to go back: "
    case .replace: "y or empty: "
    case .leave: "a, d or empty: "
    case .leaveUnconfirmed: "c, t, u or empty: "
    }
  }

  private var asksSecret: Bool {
    guard case .value(let position) = question else { return false }
    return core.index.settings[position].setting.holdsSecrets
  }
}
