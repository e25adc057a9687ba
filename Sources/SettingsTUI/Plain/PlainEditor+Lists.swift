import Settings

extension PlainEditor {
  /// Something that a number chooses.
  enum Item {
    case section(Int)
    case setting(Int)
    case action(PlainAction)
    case change(SettingChange)
    case side(Conflict.Side)
    case version(HistoryEntry, isNow: Bool)
    /// The return to a version.
    case rollBack(HistoryEntry)
  }

  /// What the numbers of the open question stand for, in order.
  var items: [Item] {
    switch question {
    case .section(let node):
      // The settings that show and stand right in the section, then the sections inside.
      let settings = shownSettings(in: node).filter { context.outline.sections[$0] == node }
      return settings.map { .setting($0) } + context.outline.nodes[node].children.map { .section($0) }
    case .found(let positions): return positions.map { .setting($0) }
    case .setting(let position): return actions(position).map { .action($0) }
    case .review: return form.review().changes.map { .change($0) }
    case .conflict: return [.side(.mine), .side(.theirs)]
    case .history(let entries):
      return entries.enumerated().map { .version($1, isNow: $0 == 0) }
    case .version(let entry, let isNow): return isNow ? [] : [.rollBack(entry)]
    case .value, .rollBack, .leave, .leaveUnconfirmed: return []
    }
  }

  /// The settings that show in a section and in those inside.
  private func shownSettings(in node: Int) -> [Int] {
    context.outline.nodes[node].rows.compactMap { row in
      if case .setting(let position) = context.outline.rows[row] { position } else { nil }
    }
  }

  /// Says some lines, then what the open question is about, and asks it.
  func ask(_ lines: [String], listing: Bool = true) -> PlainAnswer {
    var lines = lines
    context.updateOutline()
    if listing {
      shownCount = 0
      lines += introduction
      lines += nextItems()
      lines += pendingLines()
    }
    return PlainAnswer(text: render(lines), prompt: prompt, asksSecret: asksSecret)
  }

  /// Goes on with a long list.
  func more() -> PlainAnswer {
    let lines = nextItems()
    return ask(lines.isEmpty ? ["There is no more."] : lines, listing: false)
  }

  private func nextItems() -> [String] {
    let items = items
    let end = min(items.count, shownCount + Self.page)
    var lines = (shownCount..<max(shownCount, end)).map { "\($0 + 1). \(text(items[$0]))" }
    shownCount = max(shownCount, end)
    if shownCount < items.count {
      lines.append(
        "\(items.count - shownCount) more; m goes on, and any number up to \(items.count) can be typed.")
    }
    return lines
  }

  /// Chooses the item of a number.
  func choose(_ number: Int) -> PlainAnswer {
    let items = items
    guard items.indices.contains(number - 1) else {
      let range = items.isEmpty ? "There is nothing to choose" : "Type a number from 1 to \(items.count)"
      return ask(["\(range); h tells what else can be typed."], listing: false)
    }
    switch items[number - 1] {
    case .section(let node): questions.append(.section(node))
    case .setting(let position): questions.append(.setting(position))
    case .action(let action): return perform(action)
    case .change(let change): return choose(change)
    case .side(let side): return settle(side)
    case .version(let entry, let isNow): questions.append(.version(entry, isNow: isNow))
    case .rollBack(let entry): return review(entry)
    }
    return ask([])
  }

  /// Looks for settings and lists them.
  func search(_ query: String) -> PlainAnswer {
    let found = context.find(query)
    guard !found.isEmpty else {
      let isBlank = query.allSatisfy(\.isWhitespace)
      return ask([isBlank ? "Type what to search for behind the /." : "Nothing was found."], listing: false)
    }
    if case .found = question { questions.removeLast() }
    questions.append(.found(found))
    return ask([])
  }

  private var introduction: [String] {
    switch question {
    case .section(let node): return sectionLines(node)
    case .found(let positions): return ["\(positions.count) found, the best first."]
    case .setting(let position): return settingLines(position)
    case .value(let position): return valueLines(position)
    case .review: return reviewLines()
    case .conflict(let path): return conflictLines(path)
    case .history(let entries): return historyLines(entries)
    case .version(let entry, let isNow): return versionLines(entry, isNow: isNow)
    case .rollBack(let entry, let review): return rollBackLines(entry, review)
    case .leaveUnconfirmed:
      return ["\(context.pendingText) c confirms, t takes back, u leaves it open, and an empty line goes on."]
    case .leave:
      return [
        "\(changesText.capitalizedFirst) not applied. a applies, d discards, and an empty line goes on."
      ]
    }
  }

  private func sectionLines(_ node: Int) -> [String] {
    let section = context.outline.nodes[node].section
    let title = context.outline.titles(of: node).joined(separator: ", ")
    var lines = ["", "\(title)\(section.help.isEmpty ? "." : ": \(section.help)")"]
    if let header = form.headerText(section) { lines.append(header) }
    if let footer = form.footerText(section) { lines.append(footer) }
    let hidden = context.outline.nodes[node].hiddenCount
    if hidden > 0 {
      lines.append("\(hidden) setting\(hidden == 1 ? "" : "s") left out; all lists them.")
    }
    if items.isEmpty { lines.append("There are no settings here.") }
    return lines
  }

  private func text(_ item: Item) -> String {
    switch item {
    case .section(let node):
      let count = shownSettings(in: node).count
      let staged = context.stagedCounts()[node] ?? 0
      let section = context.outline.nodes[node].section
      return "\(section.title), section of \(count) setting\(count == 1 ? "" : "s")"
        + (staged > 0 ? ", \(staged) changed" : "")
    case .setting(let position): return rowText(position)
    case .action(let action): return action.title
    case .change(let change): return "\(change.title): \(text(change))"
    case .side(.mine): return "Keep the value set here"
    case .side(.theirs): return "Take the value stored meanwhile"
    case .version(let entry, let isNow): return text(entry, isNow: isNow)
    case .rollBack: return "Return to this version"
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
    case .history: "Number: "
    case .version(_, let isNow): isNow ? "Empty to go back: " : "What to do: "
    case .rollBack: "a, or empty to go back: "
    case .leave: "a, d or empty: "
    case .leaveUnconfirmed: "c, t, u or empty: "
    }
  }

  private var asksSecret: Bool {
    guard case .value(let position) = question else { return false }
    return context.index.settings[position].setting.holdsSecrets
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
