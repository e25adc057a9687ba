import Settings

/// Chooses any number of several values: an option set.
struct ChecklistScreen: Screen {
  private let place: ValuePlace
  private let choices: [FormChoice]
  private var checked: Set<JSONValue>
  /// Names in the file that aren't in the form; they stay in the value.
  private let unknown: [JSONValue]
  /// The checked names before; `nil` if there was no set.
  private let originalNames: Set<JSONValue>?
  private var list = FilteredList()

  init(_ place: ValuePlace, _ choices: [FormChoice], _ context: ScreenContext) {
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

  var keyContext: KeyContext { list.isTyping ? .filter : .checklist }

  mutating func perform(_ command: Command, _ context: ScreenContext) -> [EditorAction] {
    if list.perform(command, of: choices.count, strings) { return [] }
    let focused = list.focusedRow(of: choices.count).map { choices[$0].value }
    switch command {
    case .toggle:
      if let focused, checked.remove(focused) == nil { checked.insert(focused) }
    case .yes: if let focused { checked.insert(focused) }
    case .no: if let focused { checked.remove(focused) }
    case .selectAll: checked.formUnion(choices.map(\.value))
    case .selectNone: checked.subtract(choices.map(\.value))
    case .accept:
      let names = choices.map(\.value).filter(checked.contains) + unknown
      if Set(names) != originalNames { context.core.perform(.set(.array(names), at: place)) }
      return [.pop]
    case .back: return [.pop]
    default: break
    }
    return []
  }

  private func strings() -> [RowStrings] { choices.map { RowStrings($0) } }

  mutating func insert(_ text: String, _ context: ScreenContext) -> [EditorAction] {
    if list.isTyping { list.insert(text, of: choices.count, strings) }
    return []
  }

  mutating func click(_ target: Frame.Target, _ context: ScreenContext) -> [EditorAction] {
    list.click(target, of: choices.count) == .elsewhere ? [] : perform(.toggle, context)
  }

  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    let rows = choices.map { choice in
      ChoiceList.Row(
        mark: checked.contains(choice.value) ? frame.glyphs.checked : frame.glyphs.unchecked, choice: choice,
        isDefault: false)
    }
    ChoiceList(title: place.setting.title, rows: rows, keyContext: keyContext).draw(
      &list, in: &frame, context)
  }
}
