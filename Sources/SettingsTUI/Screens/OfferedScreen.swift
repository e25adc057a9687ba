import Settings

/// Chooses one of the values that the running app offers or that the form suggests, or types another value.
///
/// The app's values can arrive late, fail to arrive, or change while the screen is open. Until they are there, the last row says that the
/// app is asked, and another value can be typed right away: an app that hangs must not prevent an edit.
struct OfferedScreen: Screen {
  /// Where the values come from.
  enum Source {
    case app(hook: String)
    case form
  }

  private let place: ValuePlace
  private let source: Source
  /// The form's suggestions; empty if the app offers values.
  private let suggestions: [FormChoice]
  private let current: JSONValue?
  private var list = FilteredList()
  /// Whether the focus is on the current value, or a person has moved the focus.
  ///
  /// Until then, the focus goes to the current value as soon as its row appears. Afterwards it stays where the person has put it.
  private var isPlaced = false

  /// The item of a row.
  private enum Item: Hashable {
    case value(FormChoice)
    /// A value that a person types.
    case other(FormChoice)
  }

  init(_ place: ValuePlace, source: Source, context: ScreenContext) {
    self.place = place
    self.source = source
    suggestions = if case .form = source { place.setting.suggestions } else { [] }
    // A secret isn't shown.
    current = place.isSecret ? nil : context.core.value(at: place)
    update(context)
  }

  var name: String { place.setting.title }

  var keyContext: KeyContext { list.isTyping ? .filter : .picker }

  /// Returns the values to choose from; `nil` if the app hasn't provided them yet.
  private func offered(_ context: ScreenContext) -> [FormChoice]? {
    switch source {
    case .app(let hook): context.core.appRows.offered(by: hook)
    case .form: suggestions
    }
  }

  /// Returns the items of the rows: the choices, the current value if it isn't among them, no value, and another value.
  private func items(_ context: ScreenContext) -> [Item] {
    let offered = offered(context)
    var items = (offered ?? []).map { Item.value($0) }
    if let current, current != .null, !(offered ?? []).contains(where: { $0.value == current }) {
      let help = offered == nil ? "" : otherValueHelp
      items.append(.value(FormChoice(value: current, title: place.setting.text(for: current), help: help)))
    }
    if place.setting.isOptional {
      items.append(.value(FormChoice(value: .null, title: "none", help: "No value at all.")))
    }
    return items + [.other(FormChoice(value: .null, title: otherTitle(context), help: otherHelp(context)))]
  }

  private var otherValueHelp: String {
    switch source {
    case .app: "The app does not offer this value now."
    case .form: "The current value."
    }
  }

  private func otherTitle(_ context: ScreenContext) -> String {
    if case .app(let hook) = source, context.core.appRows.loadingChoices.contains(hook), !isKnown(context) {
      return "Asking the app\(context.glyphs.dash)"
    }
    return "Another value\(context.glyphs.dash)"
  }

  /// Whether the values are known, or why the app can't offer any.
  private func isKnown(_ context: ScreenContext) -> Bool {
    switch source {
    case .app(let hook): context.core.appRows.choices[hook] != nil
    case .form: true
    }
  }

  private func otherHelp(_ context: ScreenContext) -> String {
    if case .app(let hook) = source, case .failure(let failure)? = context.core.appRows.choices[hook] {
      return Message.cannotOffer(failure).text
    }
    return "Type a value."
  }

  /// Moves the focus to the current value as soon as the app has provided the choices.
  mutating func update(_ context: ScreenContext) {
    let items = items(context)
    list.update(of: items.count) { Self.strings(items) }
    guard !isPlaced else { return }
    let row = items.firstIndex { item in
      if case .value(let choice) = item { choice.value == current } else { false }
    }
    list.move(to: row ?? 0, of: items.count)
    isPlaced = isKnown(context)
  }

  /// Returns the strings that a query searches; another value can be typed whatever the query is.
  private static func strings(_ items: [Item]) -> [RowStrings] {
    items.map { item in
      switch item {
      case .value(let choice): RowStrings(choice)
      case .other(let choice): RowStrings(name: choice.title, help: choice.help, isPinned: true)
      }
    }
  }

  mutating func perform(_ command: Command, in context: ScreenContext) -> [EditorAction] {
    let items = items(context)
    if command == .choose || command == .accept { return choose(from: items) }
    if list.perform(command, of: items.count, strings: { Self.strings(items) }) {
      list.stopTypingIfEmpty(of: items.count)
      isPlaced = true
      return []
    }
    return command == .back ? [.pop] : []
  }

  private func choose(from items: [Item]) -> [EditorAction] {
    guard let row = list.focusedRow(of: items.count) else { return [] }
    switch items[row] {
    case .value(let choice):
      return [.pop] + (choice.value == current ? [] : [.edit(.set(choice.value, at: place))])
    case .other:
      // What was typed to find a value becomes the beginning of a new value.
      let typed = list.query.text
      return [.pop, .perform(.typeValue)] + (typed.isEmpty || place.isSecret ? [] : [.type(typed)])
    }
  }

  /// Filters the values by what is typed.
  mutating func insert(_ text: String, in context: ScreenContext) -> [EditorAction] {
    let items = items(context)
    list.insert(text, of: items.count) { Self.strings(items) }
    list.stopTypingIfEmpty(of: items.count)
    isPlaced = true
    return []
  }

  mutating func click(_ target: Frame.Target, in context: ScreenContext) -> [EditorAction] {
    let items = items(context)
    return list.click(target, of: items.count) == .elsewhere ? [] : choose(from: items)
  }

  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    let rows = items(context).map { item in
      switch item {
      case .value(let choice):
        ChoiceList.Row(
          mark: choice.value == current ? frame.glyphs.selected : frame.glyphs.unselected, choice: choice,
          isDefault: choice.value == place.setting.defaultValue)
      case .other(let choice): ChoiceList.Row(mark: "", choice: choice, isDefault: false)
      }
    }
    ChoiceList(title: place.setting.title, rows: rows, keyContext: keyContext, acceptHint: "Choose").draw(
      &list, in: &frame, context: context)
  }
}
