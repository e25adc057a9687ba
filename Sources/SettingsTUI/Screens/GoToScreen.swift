import Settings

/// Goes to a setting or a section by its path, which can be completed. An entry that a section describes, but doesn't list, is added.
///
/// Both forms of a path can be typed, `network.port` and `/network/port`. The candidates are the items of the section that has been typed
/// so far, so a form with a hundred thousand settings costs no more than its largest section.
struct GoToScreen: Screen {
  private var line = LineEditor()
  private var list = ListState()

  let name = "Go to"
  let isDialog = false
  let keyContext = KeyContext.goTo

  /// A path that starts with the typed text.
  struct Candidate: Hashable {
    let path: SettingPath
    let title: String
    var isSection = false
    /// Whether a section describes the entry, but the file doesn't have it yet.
    var isNew = false

    /// Returns the path as it is typed; a section's path ends with a separator.
    func text(asPointer: Bool) -> String {
      asPointer ? path.pointer + (isSection ? "/" : "") : path.description + (isSection ? "." : "")
    }
  }

  /// Splits typed text into the path of a section and the first letters of a key in it; `nil` if it isn't the beginning of a path.
  private static func split(_ text: String) -> (section: SettingPath, beginning: String)? {
    let isPointer = text.hasPrefix("/")
    guard let split = lastSeparator(in: text, isPointer: isPointer) else {
      return (.root, key(text[...], isPointer: isPointer))
    }
    let parent = String(text[..<split])
    guard let section = parent.isEmpty ? .root : try? SettingPath(parsing: parent) else { return nil }
    return (section, key(text[text.index(after: split)...], isPointer: isPointer))
  }

  /// Returns the separator before the last key: the last slash, or the last dot outside of quotes.
  private static func lastSeparator(in text: String, isPointer: Bool) -> String.Index? {
    if isPointer { return text.lastIndex(of: "/") }
    var isQuoted = false
    var dot: String.Index?
    for index in text.indices {
      if text[index] == "\"" { isQuoted.toggle() }
      if text[index] == ".", !isQuoted { dot = index }
    }
    return dot
  }

  /// Returns a key without the escapes of a pointer, or without quotes, of which the last may be missing yet.
  private static func key(_ text: Substring, isPointer: Bool) -> String {
    if isPointer { return String(text).replacing("~1", with: "/").replacing("~0", with: "~") }
    return text.hasPrefix("\"") ? String(text.dropFirst().prefix { $0 != "\"" }) : String(text)
  }

  /// Returns the candidates in form order. Cost: linear in the items of one section.
  private func candidates(_ context: ScreenContext) -> [Candidate] {
    guard let typed = Self.split(line.text) else { return [] }
    let beginning = typed.beginning.lowercased()
    guard let section = context.index.section(at: typed.section) else {
      return parts(of: typed.section, in: context).filter {
        ($0.path.keys.last ?? "").lowercased().hasPrefix(beginning)
      }
    }
    var candidates: [Candidate] = section.items.compactMap { item in
      guard item.key.lowercased().hasPrefix(beginning), !item.isSkipped else { return nil }
      let path = typed.section.appending(item.key)
      switch item {
      case .section(let inner): return Candidate(path: path, title: inner.title, isSection: true)
      case .setting(let setting): return Candidate(path: path, title: setting.title)
      }
    }
    if !typed.beginning.isEmpty,
      let entry = context.index.unlistedMember(at: typed.section.appending(typed.beginning))
    {
      candidates.append(Candidate(path: entry, title: "Add this key", isNew: true))
    }
    return candidates
  }

  /// Returns the parts of the value at a path: the elements of a list, the entries of a dictionary or the fields of an object. Keys that may
  /// be secret are left out.
  private func parts(of path: SettingPath, in context: ScreenContext) -> [Candidate] {
    guard let place = place(of: path, in: context) else { return [] }
    let opened = place.opened(for: place.value(in: context.model.value(at: place.entry.path)))
    guard !opened.setting.hidesKeys else { return [] }
    let rows = CollectionRows(opened, value: context.core.value(at: opened), library: context.index.library)
    return (0..<rows.count).map { row in
      let part = rows.place(at: row)
      return Candidate(path: part.path, title: rows.label(row, element: part))
    }
  }

  /// Returns the place of a part of a setting's value, or of the setting; `nil` if the value has no such part.
  private func place(of path: SettingPath, in context: ScreenContext) -> ValuePlace? {
    guard let entry = context.index.entry(containing: path) else { return nil }
    let value = context.model.value(at: entry.path)
    guard let place = try? ValuePlace.places(on: path, in: entry, value).last else { return nil }
    // A field that isn't set has a row; the element after the last one has none, nor has a key that an object could have.
    guard place.value(in: value) == nil, !place.steps.isEmpty, let parent = path.parent else { return place }
    return parts(of: parent, in: context).contains { $0.path == path } ? place : nil
  }

  /// Tab completes the path as in a shell, so it can't be the next pane.
  nonisolated static let keys = PageKeys<GoToScreen>(
    "The path",
    [
      .accept("Go there", hint: "Go to") { page, context in
        page.accept(page.candidates(context), in: context)
      },
      .complete("Complete the path") { page, context in
        page.complete(page.candidates(context))
        return []
      }, .leave(),
    ],
    .init(KeyMap.rowsBelowField) { page, command, context in
      page.list.move(command, of: page.candidates(context).count) ? [] : nil
    },
    .init(KeyMap.line) { page, command, context in
      if page.line.perform(command, sharing: &context.core.killed) { page.list = ListState() }
      return []
    }, editor: KeyMap.besideText)

  mutating func insert(_ text: String, in context: ScreenContext) -> [EditorAction] {
    line.insert(text)
    list = ListState()
    return []
  }

  /// Completes the longest common prefix of all candidates, or, if it is already typed, the focused candidate.
  ///
  /// As in a shell: the first Tab goes as far as all candidates agree, the second takes the focused one.
  private mutating func complete(_ candidates: [Candidate]) {
    let isPointer = line.text.hasPrefix("/")
    let strings = candidates.map { $0.text(asPointer: isPointer) }
    guard let common = strings.sharedBeginning else { return }
    if common.count > line.text.count {
      line = LineEditor(common)
    } else if strings.indices.contains(list.focus) {
      line = LineEditor(strings[list.focus])
    }
    list = ListState()
  }

  /// What is typed counts before what has the focus, unless a person has moved it: a path that leads into a value has no candidate.
  ///
  /// A key that a section allows but doesn't have is added, also if nothing was chosen from the list. Anything else is answered by the
  /// nearest path that exists.
  private func accept(_ candidates: [Candidate], in context: ScreenContext) -> [EditorAction] {
    // A complete path is accepted, even one that leads into a setting's value, but not one that leads to nothing there: `servers.0.hots` would
    // go to the list and say nothing.
    if list.focus == 0, let path = try? SettingPath(parsing: line.text),
      context.index.entry(containing: path) == nil || place(of: path, in: context) != nil
    {
      if let action = context.action(goingTo: path) { return [action] }
      if candidates.isEmpty, let entry = context.index.unlistedMember(at: path) { return [.add(entry)] }
    }
    guard candidates.indices.contains(list.focus), !line.text.isEmpty || list.focus > 0 else {
      let hint = (try? SettingPath(parsing: line.text)).flatMap { context.index.nearest(to: $0) }
      return [.problem("There is no setting at this path\(Phrase.didYouMean(hint)).")]
    }
    let path = candidates[list.focus].path
    if candidates[list.focus].isNew { return [.add(path)] }
    return context.action(goingTo: path).map { [$0] } ?? []
  }

  /// A click first completes the path, so that it stands in the field if there is nothing to go to.
  mutating func click(_ target: Frame.Target, in context: ScreenContext) -> [EditorAction] {
    guard case .row(let row, _) = target else { return [] }
    let candidates = candidates(context)
    list.move(to: row, of: candidates.count)
    guard candidates.indices.contains(list.focus) else { return [] }
    line = LineEditor(candidates[list.focus].path.description)
    list = ListState()
    return accept(self.candidates(context), in: context)
  }

  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    var area = frame.drawTitle(context, screen: name)
    let field = area.removeTop(1)
    frame.draw(":", x: field.x + 1, y: field.y, columns: 1, style: Style(.key))
    frame.drawRule(in: area.removeTop(1))
    let candidates = candidates(context)
    let shown = list.layOut(height: area.height, count: candidates.count)
    let strings = shown.map { candidates[$0].text(asPointer: line.text.hasPrefix("/")) }
    let columns = frame.titleColumns(for: strings, in: area)
    frame.drawRows(shown, of: list, count: candidates.count, in: area) { row, isFocused, line, frame in
      let title = strings[row - shown.lowerBound]
      frame.draw(
        ValueRow(title: title, value: [Span(candidates[row].title, role: .secondary)]), in: line,
        titleColumns: columns, badgeColumns: 0, focus: isFocused ? .focus : .plain)
    }
    if candidates.isEmpty {
      frame.drawNote("No setting or section has a path that starts like this.", role: .problem, in: area)
    }
    frame.drawHints(keyContext, context: context)
    // The field is drawn last, which leaves the cursor in it.
    frame.drawField(line, x: field.x + 3, y: field.y, columns: max(8, field.width - 4))
  }
}
