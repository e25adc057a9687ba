import Settings

/// Chooses one of several values, or one of several alternatives, whose members a person edits next.
struct PickerScreen: Screen {
  private let place: ValuePlace
  private let choices: [FormChoice]
  private let current: JSONValue?
  private var list: FilteredList

  init(_ place: ValuePlace, _ choices: [FormChoice], _ context: ScreenContext) {
    self.place = place
    var choices = choices
    if place.setting.isOptional {
      choices.append(FormChoice(value: .null, title: "none", help: "No value at all."))
    }
    self.choices = choices
    // A secret choice isn't shown.
    let value = place.isSecret ? nil : context.core.value(at: place)
    current = value
    list = FilteredList(focus: choices.firstIndex { $0.value == value } ?? 0)
  }

  var name: String { place.setting.title }

  var keyContext: KeyContext { list.isTyping ? .filter : .picker }

  private func strings() -> [RowStrings] { choices.map { RowStrings($0) } }

  mutating func perform(_ command: Command, _ context: ScreenContext) -> [EditorAction] {
    // While a person types the query, Enter chooses as before.
    if command == .choose || command == .accept { return choose(context) }
    if list.perform(command, of: choices.count, strings) {
      list.stopTypingIfEmpty(of: choices.count)
      return []
    }
    return command == .back ? [.pop] : []
  }

  private func choose(_ context: ScreenContext) -> [EditorAction] {
    guard let row = list.focusedRow(of: choices.count) else { return [] }
    let value = choices[row].value
    if value != current { context.core.perform(.store(value, at: place)) }
    let isDefault = value == current && place.steps.isEmpty && !context.model.isSet(place.entry.path)
    let hint = Message(
      "\(place.setting.title) has this value by default; \(context.key(.store, in: .settings)) stores it in the file.",
      .secondary)
    return [.pop] + (isDefault ? [.say(hint)] : []) + context.core.actions(afterChoosing: value, at: place)
  }

  /// Filters the choices by what is typed.
  mutating func insert(_ text: String, _ context: ScreenContext) -> [EditorAction] {
    list.insert(text, of: choices.count, strings)
    list.stopTypingIfEmpty(of: choices.count)
    return []
  }

  mutating func click(_ target: Frame.Target, _ context: ScreenContext) -> [EditorAction] {
    list.click(target, of: choices.count) == .elsewhere ? [] : choose(context)
  }

  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    let rows = choices.enumerated().map { row, choice in
      ChoiceList.Row(
        mark: choice.value == current ? frame.glyphs.selected : frame.glyphs.unselected, choice: choice,
        isDefault: choice.value == place.setting.defaultValue)
    }
    ChoiceList(title: place.setting.title, rows: rows, keyContext: keyContext, acceptHint: "Choose").draw(
      &list, in: &frame, context)
  }
}
