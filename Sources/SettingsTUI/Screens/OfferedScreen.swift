import Settings

/// Chooses one of the values that the running app offers or that the form suggests, or types another value.
///
/// The app's values can arrive late, fail to arrive, or change while the screen is open. Until they are there, the last row says that the
/// app is asked, and another value can be typed right away: an app that hangs must not prevent an edit.
struct OfferedScreen: ListScreen {
  private var place: ValuePlace
  /// The name of the app's hook that offers the values; `nil` for the form's suggestions.
  private let hook: String?
  private let current: JSONValue?
  var list = FilteredList()
  /// The focus as the screen has set it; `nil` once the focus is on the current value, or a person has moved it.
  ///
  /// Until then, the focus goes to the current value as soon as its row appears. Afterwards it stays where the person has put it.
  private var placedFocus: Int? = 0

  init(_ place: ValuePlace, hook: String? = nil, context: ScreenContext) {
    self.place = place
    self.hook = hook
    // A secret isn't shown.
    current = place.isSecret ? nil : context.core.value(at: place)
    update(context)
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

  /// Returns the values to choose from; `nil` if the app hasn't provided them yet.
  private func offered(_ context: ScreenContext) -> [FormChoice]? {
    hook.map { context.core.appRows.offered(by: $0) } ?? place.setting.suggestions
  }

  /// Returns the choices of the rows: those that are offered, the current value if it isn't among them, and no value. The last one stands
  /// for another value, which a person types.
  private func choices(_ context: ScreenContext) -> [FormChoice] {
    let offered = offered(context)
    var choices = offered ?? []
    if let current, current != .null, !choices.contains(where: { $0.value == current }) {
      let known = hook == nil ? "The current value." : "The app does not offer this value now."
      let help = offered == nil ? "" : known
      choices.append(FormChoice(value: current, title: place.setting.text(for: current), help: help))
    }
    if place.setting.isOptional { choices.append(.none) }
    return choices + [FormChoice(value: .null, title: otherTitle(context), help: otherHelp(context))]
  }

  /// While the app is asked, the row says so; it can be chosen all the same.
  private func otherTitle(_ context: ScreenContext) -> String {
    let isAsking = hook.map { context.core.appRows.loadingChoices.contains($0) } ?? false
    return (isAsking && !isKnown(context) ? "Asking the app" : "Another value") + context.glyphs.dash
  }

  /// Whether the values are known, or why the app can't offer any.
  private func isKnown(_ context: ScreenContext) -> Bool {
    hook.map { context.core.appRows.choices[$0] != nil } ?? true
  }

  private func otherHelp(_ context: ScreenContext) -> String {
    if let hook, case .failure(let failure)? = context.core.appRows.choices[hook] {
      return Message.cannotOffer(failure).text
    }
    return "Type a value."
  }

  /// Moves the focus to the current value as soon as the app has provided the choices, unless a person has moved it.
  mutating func update(_ context: ScreenContext) {
    let choices = choices(context)
    let strings = strings(of: choices)
    list.update(of: choices.count) { strings }
    guard placedFocus == list.state.focus, !list.isActive else {
      placedFocus = nil
      return
    }
    list.move(to: choices.dropLast().firstIndex { $0.value == current } ?? 0, of: choices.count)
    placedFocus = isKnown(context) ? nil : list.state.focus
  }

  func count(_ context: ScreenContext) -> Int { choices(context).count }

  func strings(_ context: ScreenContext) -> [RowStrings] { strings(of: choices(context)) }

  /// Another value can be typed whatever the query is.
  private func strings(of choices: [FormChoice]) -> [RowStrings] {
    choices.dropLast().map { RowStrings($0) }
      + choices.suffix(1).map { RowStrings(name: $0.title, help: $0.help, isPinned: true) }
  }

  /// The last row stands for another value: the field of the row below opens, with what was typed here.
  func perform(_ command: Command, onRow row: Int?, in context: ScreenContext) -> [EditorAction]? {
    guard command == .choose, let row else { return nil }
    let choices = choices(context)
    guard row == choices.count - 1 else {
      let value = choices[row].value
      return [.pop] + (value == current ? [] : [.edit(.set(value, at: place))])
    }
    // What was typed to find a value becomes the beginning of a new value.
    let typed = list.query.text
    return [.pop, .perform(.typeValue)] + (typed.isEmpty || place.isSecret ? [] : [.typeText(typed)])
  }

  func command(ofClickOnFocus isFocused: Bool) -> Command? { .choose }

  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    let choices = choices(context)
    let rows = choices.enumerated().map { row, choice in
      row == choices.count - 1
        ? ChoiceList.Row(mark: "", choice: choice, isDefault: false)
        : ChoiceList.Row(choice, of: place, current: current, frame.glyphs)
    }
    ChoiceList(title: place.setting.title, rows: rows, keyContext: keyContext, acceptHint: "Choose").draw(
      &list, in: &frame, context: context)
  }
}
