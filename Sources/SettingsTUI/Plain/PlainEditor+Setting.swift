import Settings

extension PlainEditor {
  /// Returns what can be done with a setting now.
  private func actions(on position: Int) -> [Item] {
    let entry = core.index.settings[position]
    let place = ValuePlace(entry)
    guard core.isEditable(place) else { return [] }
    let title = "Change the value"
    var items = [Item(title, about: .action(title)) { [self] in open(.value(position)) }]
    func add(_ title: String, as edit: DraftEdit) {
      guard core.refusal(of: edit) == nil else { return }
      items.append(
        Item(title, about: .action(title)) { [self] in
          core.perform(edit)
          return back(saying: [nowText(position)])
        })
    }
    add("Reset to the default", as: .remove(place))
    add("Unstage the change", as: .unstage(entry.path))
    if entry.setting.isOptional, model.value(at: entry.path) != .null {
      add("Set to none", as: .set(.null, at: place))
    }
    return items
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
      value = try read(line, at: ValuePlace(entry))
    } catch {
      return say("Not taken: \(error.reason)")
    }
    guard !entry.setting.holdsMask(value) else {
      let mask = "\(Secrecy.maskText) stands for a secret"
      return say("Not taken: \(mask); type the secret itself.")
    }
    let problems = core.problems(of: value, at: ValuePlace(entry))
    if let problem = problems.first(where: { $0.severity == .error }) {
      return say("Not taken: \(problem.message)")
    }
    let message = core.perform(.set(value, at: ValuePlace(entry)))
    questions.removeLast()
    // Go back to the list that the setting was chosen from.
    return back(
      saying: problems.map { "Note: \($0.message)" } + [message?.text, nowText(position)].compactMap(\.self))
  }

  /// Returns the values that are listed before a value is typed: those of the form, or else those that the app offers or the form suggests.
  private func choices(at place: ValuePlace) -> [FormChoice] {
    switch place.setting.kind {
    case .choice(let choices), .flags(let choices): choices
    case .variants(let variants): core.choices(variants, at: place)
    default: asksApp(for: place.setting) ? core.offered(for: place.setting) ?? [] : place.setting.suggestions
    }
  }

  private func asksApp(for setting: FormSetting) -> Bool { setting.choicesHook != nil && core.hasApp }

  /// A typed `2` can mean the value 2 or the second line of the list above. The value wins if the setting can have it; only choices without
  /// such a value can be chosen by number.
  private func read(_ line: String, at place: ValuePlace) throws(Refusal) -> JSONValue {
    let setting = place.setting
    let choices = choices(at: place)
    func choice(numbered word: some StringProtocol) -> JSONValue? {
      Int(word).flatMap { choices.indices.contains($0 - 1) ? choices[$0 - 1].value : nil }
    }
    switch setting.kind {
    case .choice:
      // A choice whose value is a number takes precedence over the number in the list.
      if let value = (try? setting.value(parsing: line)) ?? choice(numbered: line) { return value }
      throw Refusal(reason: "Type the number or the name of a choice.")
    case .flags:
      if let value = try? setting.value(parsing: line) { return value }
      let words = line.split { $0 == "," || $0.isWhitespace }
      let values = words.compactMap { choice(numbered: $0) }
      if values.count == words.count { return .array(values) }
      throw Refusal(reason: "Type numbers or names with commas between, all or none.")
    case .boolean where ["y", "n"].contains(line.lowercased()): return .bool(line.lowercased() == "y")
    default: break
    }
    if !setting.kind.takesNumbers, !choices.contains(where: { $0.value == .string(line) }),
      let value = choice(numbered: line)
    {
      return value
    }
    // A JSON string in quotes can be empty or have several lines.
    if case .string(let limits) = setting.kind, limits.format != .duration, line.first == "\"",
      let value = try? JSONValue(parsing: line), case .string = value
    {
      return value
    }
    return try core.value(of: line, at: place)
  }

  // MARK: - Descriptions

  /// Describes a setting: what it is, what its value is and would be, what is wrong with it, and what rules and layers do to it. One fact a
  /// line, so a person can stop listening.
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
    let place = ValuePlace(core.index.settings[position])
    let setting = place.setting
    let choices = choices(at: place)
    let list = choices.enumerated().map { "\($0 + 1). \($1.titleWithHelp)" }
    let hint: String
    switch setting.kind {
    case .boolean: hint = "Type y or n."
    case .choice: return list + ["Type a number or a name."]
    case .flags: return list + ["Type numbers or names with commas between, all or none."]
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
    case .variants:
      let what = setting.kind.takesNumbers ? "a value" : "the number of a line, or a value"
      return list + ["Type \(what); lists and objects in JSON. An empty line keeps the value."]
    case .recursive, .json: hint = "Type JSON."
    }
    return offeredLines(choices, of: setting) + ["\(hint) An empty line keeps the value."]
  }

  /// Returns the values that the app offers or the form suggests for a setting, as a list.
  private func offeredLines(_ choices: [FormChoice], of setting: FormSetting) -> [String] {
    let asksApp = asksApp(for: setting)
    if asksApp, let hook = setting.choicesHook, case .failure(let failure)? = core.appRows.choices[hook] {
      return [Message.cannotOffer(failure).text]
    }
    if choices.isEmpty { return [] }
    let lines = choices.enumerated().map { number, choice in
      let mark = setting.kind.takesNumbers ? "-" : "\(number + 1)."
      let value = setting.text(for: choice.value)
      let title = choice.shownTitle == value ? value : "\(value), \(choice.title)"
      return "\(mark) \(title)\(choice.help.isEmpty ? "" : ": \(MarkdownText(choice.help).plain)")"
    }
    return [asksApp ? "The app offers:" : "The form suggests:"] + lines
      + (setting.kind.takesNumbers ? [] : ["Type the number of one of these, or"])
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

  /// Says what a setting has become, because there is no row to look at.
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
  /// Whether a typed number can be a value of the kind, and so isn't the number of a line.
  var takesNumbers: Bool {
    switch self {
    case .integer, .number, .recursive, .json: true
    case .list(let element, _): element.takesNumbers
    case .variants(let variants):
      variants.contains {
        if case .integer = $0.kind { true } else if case .number = $0.kind { true } else { false }
      }
    case .boolean, .string, .choice, .flags, .dictionary, .object: false
    }
  }
}

extension PlainEditor {
  /// An item that a person chooses by its number: its text in the list, and what follows when it is chosen.
  ///
  /// Numbers are positions in ``items``, which is computed from the open question each time. But a person means the list that was printed
  /// last, and the draft can have changed since: another process has stored something, or an edit was undone without a new list. So the
  /// editor remembers what each number was about (``listed``). If a number now belongs to another item, it chooses nothing, and the list is
  /// printed again.
  @MainActor
  struct Item {
    /// What an item is about: the same item has the same subject, whatever its value has become.
    enum Subject: Hashable {
      case found(EditorItem)
      case change(FormReview.Item)
      case action(String)
      /// An item of a list that is part of its question, and so can't change.
      case fixed
    }

    /// The text, which is only made for items that are printed: a section can have 100 000.
    let text: () -> String
    let subject: Subject
    let choose: () -> PlainAnswer
    /// What the review can leave out of the next apply; `nil` for any other item.
    var reviewed: (item: FormReview.Item, change: SettingChange)?
    /// The detail of the app whose text the item shows.
    var detail: String?

    init(
      _ text: @autoclosure @escaping () -> String, about subject: Subject = .fixed,
      choose: @escaping () -> PlainAnswer
    ) {
      (self.text, self.subject, self.choose) = (text, subject, choose)
    }
  }

  /// The numbered items of the open question, in order.
  var items: [Item] {
    switch question {
    case .section(let node):
      // The visible settings and rows of the section itself, then its inner sections.
      let outline = core.outline
      let rows = outline.rows[outline.nodes[node].rows].compactMap { row -> EditorItem? in
        guard case .item(let item) = row, outline.place(of: outline.section(around: item)) == node else {
          return nil
        }
        return item
      }
      let inner = outline.listedChildren(of: node).filter { outline.nodes[$0].section.isInline == nil }
      return (rows + inner.map { .section($0) }).map(item)
    case .found(let result): return result.items.map(item)
    case .setting(let position): return actions(on: position)
    case .review: return reviewItems
    case .conflict(let path):
      return [
        Item("Keep your value") { [self] in resolve(path, keeping: .mine) },
        Item("Take the stored value") { [self] in resolve(path, keeping: .theirs) },
      ]
    case .history(let entries):
      return entries.enumerated().map { row, entry in
        Item(self.text(entry, isNow: row == 0)) { [self] in open(.version(entry, isNow: row == 0)) }
      }
    case .version(let entry, let isNow):
      return isNow ? [] : [Item("Roll back to this version") { [self] in review(entry) }]
    case .layers(let layers):
      return layers.map { layer in Item("\(layer.name), \(layer.state)") { [self] in edit(layer) } }
    case .value, .rollBack, .decision: return []
    }
  }

  private func item(_ found: EditorItem) -> Item {
    switch found {
    case .setting(let position):
      return Item(self.rowText(position), about: .found(found)) { [self] in open(.setting(position)) }
    // The parts of a value are edited with it.
    case .part(let part): return item(.setting(part.position))
    case .section(let node):
      return Item(self.rowText(ofSection: node), about: .found(found)) { [self] in open(.section(node)) }
    case .row(let row):
      var item = Item(self.rowText(row), about: .found(found)) { [self] in choose(row) }
      if !row.isAction { item.detail = row.name }
      return item
    }
  }

  private func rowText(ofSection node: Int) -> String {
    let count = core.outline.rows[core.outline.nodes[node].rows].count {
      if case .item(.setting) = $0 { true } else { false }
    }
    let staged = core.summary.counts[node] ?? 0
    let new = core.newSettings.counts[node] ?? 0
    return "\(core.outline.nodes[node].section.title), section of \(Phrase.count(count, noun: "setting"))"
      + (new > 0 ? ", \(new) new" : "") + (staged > 0 ? ", \(staged) changed" : "")
      + aroundText(of: .section(node))
  }

  /// Asks another question, on top of the open one.
  func open(_ question: Question) -> PlainAnswer {
    questions.append(question)
    return ask([])
  }

  /// Prints a sentence, and repeats the prompt: the list above stays valid, and repeating it would push what was typed off the screen.
  func say(_ line: String) -> PlainAnswer { ask([line], listing: false) }

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
      lines += asked.introduction()
      lines += nextItems()
      lines += pendingLines()
    }
    return PlainAnswer(text: render(lines), prompt: asked.prompt, asksSecret: asksSecret)
  }

  /// Returns a message and the prompt.
  func ask(_ message: Message) -> PlainAnswer { say(message.text) }

  /// Prints the next part of a long list.
  func more() -> PlainAnswer {
    let lines = nextItems()
    return ask(lines.isEmpty ? ["That is all."] : lines, listing: false)
  }

  /// A long list is printed in pages; `m` goes on.
  private func nextItems() -> [String] {
    let items = items
    // A number of an item that isn't printed yet can be typed, too.
    listed = listed.prefix(shownCount) + items.dropFirst(shownCount).map(\.subject)
    let end = min(items.count, shownCount + Self.page)
    var lines = (shownCount..<max(shownCount, end)).map {
      "\($0 + 1). \(items[$0].text())\(placeText(of: $0))"
    }
    shownCount = max(shownCount, end)
    if shownCount < items.count {
      lines.append(
        "\(items.count - shownCount) more; m continues, and any number up to \(items.count) can be typed.")
    }
    return lines
  }

  /// Numbers begin with 1. Numbers of items that weren't printed yet are valid, too.
  func choose(_ number: Int) -> PlainAnswer {
    let items = items
    if let answer = listingChanged(at: number, items) { return answer }
    guard items.indices.contains(number - 1) else {
      let range = items.isEmpty ? "There is nothing to choose" : "Type a number from 1 to \(items.count)"
      return say("\(range); h lists the commands.")
    }
    return items[number - 1].choose()
  }

  /// Prints the list again if a number means another item now than in the list that was printed; returns `nil` if it means the same.
  func listingChanged(at number: Int, _ items: [Item]) -> PlainAnswer? {
    func subject(in subjects: [Item.Subject]) -> Item.Subject? {
      subjects.indices.contains(number - 1) ? subjects[number - 1] : nil
    }
    let now = items.indices.contains(number - 1) ? items[number - 1].subject : nil
    return now == subject(in: listed) ? nil : ask(["The list has changed; type the number again."])
  }

  /// Searches for settings and sections, and lists them.
  func search(_ query: String) -> PlainAnswer {
    let result = core.find(query, isComplete: true)
    if let fault = result.query.fault { return say(fault) }
    if result.query.isEmpty {
      return say("Type what to search for after the /. \(SearchFilter.sentence)")
    }
    guard !result.items.isEmpty else { return say("Nothing was found.") }
    if case .found = question { questions.removeLast() }
    return open(.found(result))
  }

  /// Returns where a result of the search matches, if that isn't its title.
  private func placeText(of number: Int) -> String {
    guard case .found(let result) = question, result.items.indices.contains(number) else { return "" }
    let place = core.places(of: [result.items[number]], result.query).first ?? nil
    return place?.phrase.map { ", found \($0)" } ?? ""
  }

  /// Returns the sections around a result of the search.
  func aroundText(of item: EditorItem) -> String {
    guard case .found = question else { return "" }
    let sections = core.sections(of: item)
    return sections.isEmpty ? "" : ", in \(sections.joined(separator: ", "))"
  }

  /// What is printed before the items of the open question, and the prompt after them. The lines are only made for a list that is printed.
  private var asked: (introduction: () -> [String], prompt: String) {
    switch question {
    case .section(let node): return ({ self.sectionLines(node) }, "Number: ")
    case .found(let result): return ({ ["\(result.items.count) found, the best first."] }, "Number: ")
    case .setting(let position): return ({ self.settingLines(position) }, "What to do: ")
    case .value(let position): return ({ self.valueLines(position) }, "New value: ")
    case .review: return ({ self.reviewLines() }, "Number, or a to apply: ")
    case .conflict(let path): return ({ self.conflictLines(path) }, "Number: ")
    case .history(let entries): return ({ self.historyLines(entries) }, "Number: ")
    case .version(let entry, let isNow):
      return ({ self.versionLines(entry, isNow: isNow) }, isNow ? "Empty to go back: " : "What to do: ")
    case .layers:
      return (
        { ["", "The layers, the highest first. A higher layer overrides those below it."] }, "Number: "
      )
    case .rollBack(let entry, let review):
      return ({ self.rollBackLines(entry, review: review) }, "a, or empty to go back: ")
    case .decision(let text, let prompt, _): return ({ [text()] }, prompt)
    }
  }

  /// The path of titles is read before the items, because a person who listens doesn't see where they are.
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

  private var asksSecret: Bool {
    guard case .value(let position) = question else { return false }
    return core.index.settings[position].setting.holdsSecrets
  }
}
