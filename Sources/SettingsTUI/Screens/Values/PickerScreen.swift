import Settings

/// Chooses one of several values, or one of several alternatives, whose members a person edits next.
struct PickerScreen: Screen {
  private let place: ValuePlace
  private let choices: [FormChoice]
  private let current: JSONValue?
  private var list: ListState

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
    list = ListState(focus: choices.firstIndex { $0.value == value } ?? 0)
  }

  var name: String { place.setting.title }

  let keyContext = KeyContext.picker

  mutating func perform(_ command: Command, _ context: ScreenContext) -> [EditorAction] {
    if list.move(command, of: choices.count) { return [] }
    switch command {
    case .choose:
      guard choices.indices.contains(list.focus) else { return [.pop] }
      let value = choices[list.focus].value
      if value != current { context.core.perform(.set(value, at: place)) }
      return [.pop] + context.core.actions(afterChoosing: value, at: place)
    case .back: return [.pop]
    default: return []
    }
  }

  /// Goes to the next choice that starts with a typed letter.
  mutating func insert(_ text: String, _ context: ScreenContext) -> [EditorAction] {
    guard let letter = text.first?.lowercased(), !choices.isEmpty else { return [] }
    for offset in 1...choices.count {
      let row = (list.focus + offset) % choices.count
      if choices[row].title.lowercased().hasPrefix(letter) {
        list.move(to: row, of: choices.count)
        break
      }
    }
    return []
  }

  mutating func click(_ target: Frame.Target, _ context: ScreenContext) -> [EditorAction] {
    guard case .row(let row, _) = target else { return [] }
    list.move(to: row, of: choices.count)
    return perform(.choose, context)
  }

  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    let rows = choices.enumerated().map { row, choice in
      ChoiceList.Row(
        mark: choice.value == current ? frame.glyphs.selected : frame.glyphs.unselected, choice: choice,
        isDefault: choice.value == place.setting.defaultValue)
    }
    ChoiceList(title: place.setting.title, rows: rows, keyContext: keyContext).draw(
      &list, in: &frame, context)
  }
}
