import Settings

/// Chooses one of several values, or one of several alternatives, whose members a person edits next.
///
/// Typed letters filter the choices at once, without a command; Enter takes the focused one also while the query is typed.
struct PickerScreen: ListScreen {
  private var place: ValuePlace
  private let choices: [FormChoice]
  private let current: JSONValue?
  var list: FilteredList

  init(_ place: ValuePlace, choices: [FormChoice], context: ScreenContext) {
    let choices = choices + (place.setting.isOptional ? [.none] : [])
    // A secret choice isn't shown.
    let value = place.isSecret ? nil : context.core.value(at: place)
    (self.place, self.choices, current) = (place, choices, value)
    list = FilteredList(focus: choices.firstIndex { $0.value == value } ?? 0)
  }

  var name: String { place.setting.title }
  let isDialog = true
  let listContext = KeyContext.picker
  let filtersByLetters = true
  let isEditing = true

  mutating func follow(from old: Draft, to new: Draft) -> Bool {
    guard let place = place.followed(from: old, to: new) else { return false }
    self.place = place
    return true
  }

  func count(_ context: ScreenContext) -> Int { choices.count }
  func strings(_ context: ScreenContext) -> [RowStrings] { choices.map { RowStrings($0) } }
  func command(ofClickOnFocus isFocused: Bool) -> Command? { .choose }

  func perform(_ command: Command, onRow row: Int?, in context: ScreenContext) -> [EditorAction]? {
    guard command == .choose, let row else { return nil }
    let value = choices[row].value
    var actions: [EditorAction] = [.pop]
    if value != current {
      actions.append(.edit(.store(value, at: place)))
    } else if !place.isSecret, context.core.value(at: place) != current {
      return actions + [.say(.changedMeanwhile(place.setting.title))]
    } else if place.steps.isEmpty, !context.model.isSet(place.entry.path) {
      let key = context.key(.store, in: .settings)
      actions.append(.note("\(place.setting.title) has this value by default; \(key) stores it in the file."))
    }
    return actions + [.continueAfterChoosing(value, at: place)]
  }

  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    let rows = choices.map { ChoiceList.Row($0, of: place, current: current, frame.glyphs) }
    ChoiceList(title: place.setting.title, rows: rows, keyContext: keyContext, acceptHint: "Choose").draw(
      &list, in: &frame, context: context)
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
struct ChecklistScreen: ListScreen {
  private var place: ValuePlace
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

  var name: String { place.setting.title }

  let isDialog = true
  let listContext = KeyContext.checklist
  let isEditing = true

  mutating func follow(from old: Draft, to new: Draft) -> Bool {
    guard let place = place.followed(from: old, to: new) else { return false }
    self.place = place
    return true
  }

  func count(_ context: ScreenContext) -> Int { choices.count }
  func strings(_ context: ScreenContext) -> [RowStrings] { choices.map { RowStrings($0) } }
  func command(ofClickOnFocus isFocused: Bool) -> Command? { .toggle }

  mutating func perform(
    _ command: Command, onRow row: Int?, in context: ScreenContext
  ) -> [EditorAction]? {
    let focused = row.map { choices[$0].value }
    switch command {
    case .toggle:
      if let focused, checked.remove(focused) == nil { checked.insert(focused) }
    case .yes: if let focused { checked.insert(focused) }
    case .no: if let focused { checked.remove(focused) }
    case .selectAll: checked.formUnion(choices.map(\.value))
    case .selectNone: checked.subtract(choices.map(\.value))
    case .accept:
      let names = choices.map(\.value).filter(checked.contains) + unknown
      return (Set(names) == originalNames ? [] : [.edit(.set(.array(names), at: place))]) + [.pop]
    default: return nil
    }
    return []
  }

  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    let rows = choices.map { choice in
      ChoiceList.Row(
        mark: checked.contains(choice.value) ? frame.glyphs.checked : frame.glyphs.unchecked, choice: choice,
        isDefault: false)
    }
    ChoiceList(title: place.setting.title, rows: rows, keyContext: keyContext).draw(
      &list, in: &frame, context: context)
  }
}

/// Draws choices with their help, in a box at the focused row of the screen below.
///
/// The box opens beside the row that it is about, like a menu: below it if there is room, otherwise above, and in the middle of a small
/// window.
struct ChoiceList {
  /// A choice in the list.
  struct Row {
    var mark: String
    var choice: FormChoice
    var isDefault: Bool

    init(mark: String, choice: FormChoice, isDefault: Bool) {
      (self.mark, self.choice, self.isDefault) = (mark, choice, isDefault)
    }

    /// Creates the row of one of several values of which one is current.
    init(_ choice: FormChoice, of place: ValuePlace, current: JSONValue?, _ glyphs: Glyphs) {
      self.init(
        mark: choice.value == current ? glyphs.selected : glyphs.unselected, choice: choice,
        isDefault: choice.value == place.setting.defaultValue)
    }
  }

  var title: String
  var rows: [Row]
  var keyContext: KeyContext
  /// What Enter does while the query is typed.
  var acceptHint: String?

  /// Draws the list and the help of the focused choice.
  @MainActor
  func draw(_ list: inout FilteredList, in frame: inout Frame, context: ScreenContext) {
    let visible = frame.glyphs.visible
    let screen = frame.area
    let markColumns = 4
    let widest = rows.prefix(500).reduce(visible.width(of: title) + 4) { widest, row in
      max(widest, visible.width(of: row.choice.title) + (row.isDefault ? 9 : 0))
    }
    let hasHelp = rows.prefix(500).contains { !$0.choice.help.isEmpty }
    let width = min(screen.width - 2, max(widest + markColumns + 6, hasHelp ? 50 : 38))
    let helpHeight = hasHelp && screen.height >= 12 ? 3 : 0
    let queryHeight = list.isActive ? 1 : 0
    let height = min(screen.height - 2, rows.count + 2 + queryHeight + helpHeight)
    let box = Self.place(Size(width: width, height: height), at: frame.cursor, in: screen)
    var inner = frame.drawBox(box, title: title)
    let query = inner.removeTop(queryHeight)
    let help = inner.removeBottom(min(helpHeight, max(0, inner.height - 1)))
    let places = list.layOut(height: inner.height, of: rows.count)
    frame.cursor = Point(x: inner.x - 1, y: inner.y)
    for place in places {
      guard let row = list.row(at: place, of: rows.count) else { continue }
      let line = Rect(
        x: inner.x - 1, y: inner.y + place - places.lowerBound, width: inner.width + 2, height: 1)
      draw(rows[row], in: line, isFocused: place == list.state.focus, into: &frame)
      frame.add(.row(place, pane: .settings), in: line)
    }
    if places.isEmpty {
      frame.draw(
        context.nothingMatches, x: inner.x, y: inner.y, columns: inner.width, style: Style(.secondary))
    }
    frame.drawScrollBar(
      in: Rect(x: inner.maxX + 1, y: inner.y, width: 1, height: inner.height), top: list.state.top,
      visible: inner.height, of: list.count(of: rows.count))
    if help.height > 1, let focused = list.focusedRow(of: rows.count) {
      let lines = frame.glyphs.lines(
        ofHelp: rows[focused].choice.help, columns: help.width, atMost: help.height - 1, .secondary)
      frame.drawFooter(lines, in: help.inset(horizontally: -1))
    }
    let hints = Rect(x: 0, y: screen.maxY - 1, width: screen.width, height: 1)
    frame.drawHints(
      keyContext, context: context, naming: acceptHint.map { [.accept: $0] } ?? [:],
      note: keyContext == .picker ? "Letters filter" : "", in: hints)
    frame.drawQuery(list, of: rows.count, in: query)
  }

  /// Returns the place of a box: below or above the row of the cursor, which stays visible, if there is room for some rows; else in
  /// the middle.
  static func place(_ size: Size, at row: Point, in screen: Rect) -> Rect {
    // The last line has the hints, the first one the title.
    let below = screen.maxY - 1 - (row.y + 1)
    let above = row.y - (screen.y + 1)
    let room = below >= size.height || below >= above ? below : above
    guard room >= min(size.height, leastHeight) else {
      return screen.centered(width: size.width, height: size.height)
    }
    let height = min(size.height, room)
    return Rect(
      x: max(screen.x, min(row.x + 2, screen.maxX - size.width - 1)),
      y: room == below ? row.y + 1 : row.y - height, width: size.width, height: height)
  }

  /// The height in lines from which a box beside its row is better than one in the middle that covers the row.
  private static let leastHeight = 8

  /// A choice that the form calls deprecated stays possible, and has a mark.
  private func draw(_ row: Row, in line: Rect, isFocused: Bool, into frame: inout Frame) {
    if isFocused { frame.drawFocus(in: line) }
    frame.draw(row.mark, x: line.x + 1, y: line.y, columns: 3, style: Style(.value))
    var spans = [Span(row.choice.title, role: row.choice.isDeprecated ? .secondary : .text)]
    if row.choice.isDeprecated { spans.append(Span(" \(frame.glyphs.deprecated)", role: .changed)) }
    if row.isDefault { spans.append(Span("  default", role: .secondary)) }
    frame.drawRow(spans, x: line.x + 5, y: line.y, columns: line.width - 6, isFocused: isFocused)
  }
}

extension RowStrings {
  /// Creates the strings of a choice; its value is found, too, because files and commands have it.
  init(_ choice: FormChoice) {
    self.init(name: choice.title, value: choice.value.plainText, help: choice.help)
  }
}
