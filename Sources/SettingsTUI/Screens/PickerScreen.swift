import SettingsEditing

/// A screen in which the value at a place is chosen or typed. It has the title of the value, and follows its element when a list changes.
@MainActor
protocol ValueScreen: Screen {
  var place: ValuePlace { get set }
}

extension ValueScreen {
  var name: String { place.setting.title }
  var isEditing: Bool { true }
  var editedPlace: ValuePlace? { place }

  mutating func follow(from old: Draft, to new: Draft) -> Bool { place.follow(from: old, to: new) }
}

/// Chooses one of several values, or one of several alternatives, whose members a person edits next.
///
/// Typed letters filter the choices at once, without a command; Enter takes the focused one also while the query is typed.
///
/// The form determines the choices, or the running app offers them, or the form suggests them. In the last two cases, the last row stands for
/// another value, which a person types. The app's choices can arrive late, fail to arrive, or change while the screen is open. Until they
/// are there, the last row says that the app is asked, and another value can be typed right away: an app that hangs must not prevent an
/// edit.
struct PickerScreen: ListScreen, ValueScreen {
  var place: ValuePlace
  /// The only possible choices; `nil` if another value can be typed, too.
  private let only: [FormChoice]?
  /// The name of the app's hook that offers the choices; `nil` for those of the form.
  private let hook: String?
  private let current: JSONValue?
  var list = FilteredList()
  /// The focus as the screen has set it; `nil` once the focus is on the current value, or a person has moved it.
  ///
  /// Until then, the focus goes to the current value as soon as its row appears. Afterwards it stays where the person has put it.
  private var placedFocus: Int? = 0

  /// Creates the screen.
  ///
  /// - Parameters:
  ///   - choices: The only possible choices; `nil` for those that the app offers or the form suggests, and others.
  ///   - hook: The name of the app's hook that offers the choices; `nil` for those of the form.
  init(_ place: ValuePlace, choices: [FormChoice]? = nil, hook: String? = nil, context: ScreenContext) {
    self.place = place
    only = choices.map { $0 + (place.setting.isOptional ? [.none] : []) }
    self.hook = hook
    // A secret choice isn't shown.
    current = place.isSecret ? nil : context.core.value(at: place)
    update(context)
  }

  let isDialog = true
  let listContext = KeyContext.picker
  let filtersByLetters = true

  /// Returns the choices of the rows: the only ones; or those that are offered, the current value if it isn't among them, no value, and
  /// another value.
  private func choices(_ context: ScreenContext) -> [FormChoice] {
    if let only { return only }
    let offered = hook.map { context.core.appRows.offered(by: $0) } ?? place.setting.suggestions
    var choices = offered ?? []
    if let current, current != .null, !choices.contains(where: { $0.value == current }) {
      let known = hook == nil ? "The current value." : "The app does not offer this value now."
      choices.append(
        FormChoice(
          value: current, title: place.setting.text(for: current), help: offered == nil ? "" : known))
    }
    if place.setting.isOptional { choices.append(.none) }
    return choices + [other(context)]
  }

  /// While the app is asked, the row says so; it can be chosen all the same.
  private func other(_ context: ScreenContext) -> FormChoice {
    let rows = context.core.appRows
    let isAsking = hook.map { rows.loading.contains(.choices($0)) } ?? false
    var help = "Type a value."
    if let hook, case .failure(let failure)? = rows.choices[hook] { help = Message.cannotOffer(failure).text }
    let title = isAsking && !isKnown(context) ? "Asking the app" : "Another value"
    return FormChoice(value: .null, title: title + context.glyphs.dash, help: help)
  }

  /// Whether the choices are known, or why the app can't offer any.
  private func isKnown(_ context: ScreenContext) -> Bool {
    hook.map { context.core.appRows.choices[$0] != nil } ?? true
  }

  /// Moves the focus to the current value as soon as the app has provided the choices, unless a person has moved it.
  mutating func update(_ context: ScreenContext) {
    let choices = choices(context)
    if only == nil {
      let strings = strings(context)
      list.update(of: choices.count) { strings }
    }
    guard placedFocus == list.state.focus, !list.isActive else {
      placedFocus = nil
      return
    }
    let known = only ?? Array(choices.dropLast())
    list.move(to: known.firstIndex { $0.value == current } ?? 0, of: choices.count)
    placedFocus = isKnown(context) ? nil : list.state.focus
  }

  func count(_ context: ScreenContext) -> Int { choices(context).count }

  /// Another value can be typed whatever the query is.
  func strings(_ context: ScreenContext) -> [RowStrings] {
    var strings = choices(context).map { RowStrings($0) }
    if only == nil, let last = strings.indices.last {
      strings[last].values = []
      strings[last].isPinned = true
    }
    return strings
  }

  func command(ofClickOnFocus isFocused: Bool) -> Command? { .choose }

  nonisolated static let keys = PageKeys<PickerScreen>.filteredByLetters { page, row, context in
    page.choose(row, context)
  }

  private func choose(_ row: Int, _ context: ScreenContext) -> [EditorAction] {
    let choices = choices(context)
    if only == nil, row == choices.count - 1 {
      // The field of the row below opens. What was typed to find a value is the new one, unless it is refused: then it can be corrected.
      let typed = list.query.text
      return [.pop, .perform(.typeValue)]
        + (typed.isEmpty || place.isSecret ? [] : [.typeText(typed), .perform(.accept)])
    }
    let value = choices[row].value
    var actions: [EditorAction] = [.pop]
    if value != current {
      actions.append(.edit(only == nil ? .set(value, at: place) : .store(value, at: place)))
    } else if !place.isSecret, context.core.value(at: place) != current {
      return actions + [.say(.changedMeanwhile(place.setting.title))]
    } else if place.steps.isEmpty, !context.model.isSet(place.entry.path) {
      let key = context.key(.store, in: .settings)
      actions.append(.note("\(place.setting.title) has this value by default; \(key) stores it in the file."))
    }
    // A suggestion is the whole value; an alternative can have members to fill in.
    return actions + (only == nil ? [] : [.continueAfterChoosing(value, at: place)])
  }

  mutating func page(_ context: ScreenContext) -> PlainPage {
    choicesPage(
      choices(context), namesValues: only == nil, chosen: { [current] in $0.value == current }, context)
  }

  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    let choices = choices(context)
    let glyphs = frame.glyphs
    let rows = choices.enumerated().map { row, choice in
      only == nil && row == choices.count - 1
        ? (mark: "", choice, isDefault: false)
        : (
          mark: choice.value == current ? glyphs.selected : glyphs.unselected, choice,
          isDefault: choice.value == place.setting.defaultValue
        )
    }
    drawChoices(rows, naming: [.accept: "Choose"], in: &frame, context)
  }
}

extension PageKeys where Page: ListScreen {
  /// A list in which letters filter the rows, so no letter is a key, and one of them is chosen.
  static func filteredByLetters(
    choosing: @escaping @MainActor (inout Page, _ row: Int, ScreenContext) -> [EditorAction]?
  ) -> Self {
    .init(
      "The value (type a part of its name to filter the values)",
      [
        .onRow(.choose, keys: "Enter Right", title: "Choose", hint: "Choose", handler: choosing),
        .back("Esc Left Backspace ^C", title: "Keep the old value", hint: "Cancel"),
      ],
      .init(
        KeyMap.Group(
          "Moving",
          bindings: KeyMap.rowsBelowField.bindings + [
            .init(.moveToStart, keys: "Home", title: "First row"),
            .init(.moveToEnd, keys: "End", title: "Last row"),
          ])
      ) { $0.moves($1, in: $2) ? [] : nil }, editor: KeyMap.besideText)
  }
}

extension FormChoice {
  /// The choice of no value.
  static let none = FormChoice(value: .null, title: "none", help: "No value at all.")
}

/// Chooses any number of several values: an option set.
///
/// The set is staged when it is accepted and not with each check, as a review with ten steps of one set would be hard to read. Names that
/// only the file has stay in the value, at its end.
struct ChecklistScreen: ListScreen, ValueScreen {
  var place: ValuePlace
  private let choices: [FormChoice]
  private var checked: Set<JSONValue>
  /// Names in the file that aren't in the form; they stay in the value.
  private let unknown: [JSONValue]
  /// The checked names before; `nil` if there was no set.
  private let originalNames: Set<JSONValue>?
  var list = FilteredList()

  init(_ place: ValuePlace, choices: [FormChoice], context: ScreenContext) {
    self.place = place
    self.choices = choices
    var names: [JSONValue] = []
    if place.isSecret {
      // A secret set isn't shown; it stays as it is unless something is checked.
      originalNames = []
    } else if case .array(let elements)? = context.core.value(at: place) {
      names = elements
      originalNames = Set(elements)
    } else {
      originalNames = nil
    }
    checked = Set(names)
    let known = Set(choices.map(\.value))
    unknown = names.filter { !known.contains($0) }
  }

  let isDialog = true
  let listContext = KeyContext.checklist

  func count(_ context: ScreenContext) -> Int { choices.count }
  func strings(_ context: ScreenContext) -> [RowStrings] { choices.map { RowStrings($0) } }
  func command(ofClickOnFocus isFocused: Bool) -> Command? { .toggle }

  /// All letters are keys: `f` filters the values.
  nonisolated static let keys = PageKeys<ChecklistScreen>(
    "The value",
    [
      .onRow(.toggle, keys: "Space x", title: "Check or uncheck", hint: "Check") { page, row, _ in
        page.check([page.choices[row]], !page.checked.contains(page.choices[row].value))
      },
      .accept("Accept the checked values") { page, _ in
        let names = page.choices.map(\.value).filter(page.checked.contains) + page.unknown
        return (Set(names) == page.originalNames ? [] : [.edit(.set(.array(names), at: page.place))]) + [
          .pop
        ]
      },
      .back(title: "Keep the old value", hint: "Cancel"),
      .onRow(.yes, keys: "y", title: "Check") { page, row, _ in page.check([page.choices[row]], true)
      },
      .onRow(.no, keys: "n", title: "Uncheck") { page, row, _ in page.check([page.choices[row]], false) },
      .init(.selectAll, keys: "a", title: "Check all", hint: "All") { page, _ in
        page.check(page.choices, true)
      },
      .init(.selectNone, keys: "c", title: "Uncheck all", hint: "Clear") { page, _ in
        page.check(page.choices, false)
      },
    ], .init("Finding", [.find]), .rows)

  private mutating func check(_ choices: [FormChoice], _ isChecked: Bool) -> [EditorAction] {
    let (values, before) = (choices.map(\.value), checked)
    if isChecked { checked.formUnion(values) } else { checked.subtract(values) }
    return checked == before ? [.say(.nothingChanged)] : []
  }

  mutating func page(_ context: ScreenContext) -> PlainPage {
    choicesPage(choices, chosen: { [checked] in checked.contains($0.value) }, context)
  }

  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    let glyphs = frame.glyphs
    let rows = choices.map { choice in
      (mark: checked.contains(choice.value) ? glyphs.checked : glyphs.unchecked, choice, isDefault: false)
    }
    drawChoices(rows, in: &frame, context)
  }
}

extension ValueScreen where Self: ListScreen {
  fileprivate mutating func choicesPage(
    _ choices: [FormChoice], namesValues: Bool = false, chosen: @escaping (FormChoice) -> Bool,
    _ context: ScreenContext
  ) -> PlainPage {
    var page = rowsPage(context) { row in
      let (choice, value) = (choices[row], choices[row].value.plainText)
      let name = namesValues && choice.value != .null && value != choice.shownTitle ? "\(value), " : ""
      return name + choice.titleWithHelp + (chosen(choice) ? ", chosen" : "")
    }
    page.lines = []
    page.prompt = "New value: "
    page.names = { word in choices.contains { $0.value.plainText == word } }
    return page
  }

  /// Draws choices with the help of the focused one, in a box at the focused row of the screen below.
  ///
  /// The box opens beside the row that it is about, like a menu: below it if there is room, otherwise above, and in the middle of a small
  /// window.
  fileprivate mutating func drawChoices(
    _ rows: [(mark: String, choice: FormChoice, isDefault: Bool)], naming names: [Command: String] = [:],
    in frame: inout Frame, _ context: ScreenContext
  ) {
    let visible = frame.glyphs.visible
    let screen = frame.area
    let markColumns = 4
    let widest = rows.prefix(500).reduce(visible.width(of: name) + 4) { widest, row in
      max(widest, visible.width(of: row.choice.shownTitle) + (row.isDefault ? 9 : 0))
    }
    let hasHelp = rows.prefix(500).contains { !$0.choice.help.isEmpty }
    let width = min(screen.width - 2, max(widest + markColumns + 6, hasHelp ? 50 : 38))
    let helpHeight = hasHelp && screen.height >= 12 ? 3 : 0
    let queryHeight = list.isActive ? 1 : 0
    let height = min(screen.height - 2, rows.count + 2 + queryHeight + helpHeight)
    let box = screen.place(for: Size(width: width, height: height), at: frame.cursor)
    var inner = frame.drawBox(box, title: name)
    let query = inner.removeTop(queryHeight)
    let help = inner.removeBottom(min(helpHeight, max(0, inner.height - 1)))
    let places = list.layOut(height: inner.height, of: rows.count)
    frame.cursor = Point(x: inner.x - 1, y: inner.y)
    // The scroll bar is on the line of the box.
    let area = Rect(x: inner.x - 1, y: inner.y, width: inner.width + 3, height: inner.height)
    frame.drawRows(places, of: list, total: rows.count, in: area) { row, isFocused, line, frame in
      let (mark, choice, isDefault) = rows[row]
      frame.draw(mark, x: line.x + 1, y: line.y, columns: 3, style: Style(.value))
      var spans = [Span(choice.shownTitle, role: choice.isDeprecated ? .secondary : .text)]
      if choice.isDeprecated { spans.append(Span(" \(frame.glyphs.deprecated)", role: .changed)) }
      if isDefault { spans.append(Span("  default", role: .secondary)) }
      let inside = Rect(x: line.x, y: line.y, width: line.width - 1, height: 1)
      frame.drawRow(spans, in: inside, indent: 5, isFocused: isFocused)
    }
    if places.isEmpty { frame.drawNote(context.nothingMatches, in: inner.inset(horizontally: -1)) }
    if help.height > 1, let focused = list.focusedRow(of: rows.count) {
      let lines = frame.glyphs.lines(
        ofHelp: rows[focused].choice.help, columns: help.width, atMost: help.height - 1, .secondary)
      frame.drawFooter(lines, in: help.inset(horizontally: -1))
    }
    frame.drawHints(
      keyContext, context: context, naming: names,
      note: keyContext == .picker ? "Letters filter" : "")
    frame.drawQuery(list, of: rows.count, in: query)
  }
}

extension Rect {
  /// Returns the place of a box on a screen: below or above a row, which stays visible, if there is room for some rows; else in the middle.
  fileprivate func place(for size: Size, at row: Point) -> Rect {
    // The last line has the hints, the first one the title.
    let below = maxY - 1 - (row.y + 1)
    let above = row.y - (y + 1)
    let room = below >= size.height || below >= above ? below : above
    // From this height in lines, a box beside its row is better than one in the middle that covers the row.
    let leastHeight = 8
    guard room >= min(size.height, leastHeight) else {
      return centered(width: size.width, height: size.height)
    }
    let height = min(size.height, room)
    return Rect(
      x: max(x, min(row.x + 2, maxX - size.width - 1)), y: room == below ? row.y + 1 : row.y - height,
      width: size.width, height: height)
  }
}

extension RowStrings {
  /// Creates the strings of a choice; its value is found, too, because files and commands have it.
  init(_ choice: FormChoice) {
    self.init(name: choice.shownTitle, value: choice.value.plainText, help: choice.help)
  }
}
