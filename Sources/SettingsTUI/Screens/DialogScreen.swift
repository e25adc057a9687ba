import Settings

/// A question with buttons.
struct DialogScreen: Screen {
  /// One of the answers.
  struct Button {
    let title: String
    let key: Character
    let actions: [ScreenAction]
  }

  let name: String
  private let text: String
  private let buttons: [Button]
  private var focus = 0
  /// Whether only a button leaves it: going back would lose something.
  private let demandsAnswer: Bool

  init(name: String, text: String, buttons: [Button], demandsAnswer: Bool = false) {
    self.name = name
    self.text = text
    self.buttons = buttons
    self.demandsAnswer = demandsAnswer
  }

  let keyContext = KeyContext.dialog

  mutating func perform(_ command: Command, _ context: EditorContext) -> [ScreenAction] {
    switch command {
    case .nextPane: focus = (focus + 1) % buttons.count
    case .previousPane: focus = (focus + buttons.count - 1) % buttons.count
    case .accept: return [.pop] + buttons[focus].actions
    case .back:
      guard !demandsAnswer else { return [.say(.init("Choose one: something would be lost.", .problem))] }
      return [.pop]
    default: break
    }
    return []
  }

  mutating func insert(_ text: String, _ context: EditorContext) -> [ScreenAction] {
    guard text.count == 1, let button = buttons.first(where: { text.lowercased() == String($0.key) }) else {
      return []
    }
    return [.pop] + button.actions
  }

  mutating func click(_ target: Frame.Target, _ context: EditorContext) -> [ScreenAction] {
    guard case .button(let index) = target, buttons.indices.contains(index) else { return [] }
    return [.pop] + buttons[index].actions
  }

  mutating func scroll(by rows: Int, over target: Frame.Target?, _ context: EditorContext) {}

  mutating func draw(in frame: inout Frame, _ context: EditorContext) {
    let visible = frame.glyphs.visible
    let buttonsWidth = buttons.reduce(0) { $0 + visible.width(of: $1.title) + 6 }
    let width = min(frame.area.width - 2, max(50, buttonsWidth + 4))
    let isStacked = buttonsWidth + 2 > width - 4
    let lines = visible.wrap(text, columns: width - 4)
    let height = lines.count + 3 + (isStacked ? buttons.count : 1)
    let inner = frame.drawBox(frame.area.centered(width: width, height: height), title: name)
    frame.dropTargets()
    for (index, line) in lines.enumerated() where index < inner.height {
      frame.draw(line, x: inner.x, y: inner.y + index, columns: inner.width)
    }
    var x = inner.x
    var y = min(inner.maxY - (isStacked ? buttons.count : 1), inner.y + lines.count + 1)
    for (index, button) in buttons.enumerated() {
      let used = frame.drawButton(
        button.title, hotKey: button.key, index: index, isFocused: index == focus, x: x, y: y)
      if isStacked { y += 1 } else { x += used + 2 }
    }
    frame.drawHints(
      keyContext, context, in: Rect(x: 0, y: frame.area.maxY - 1, width: frame.area.width, height: 1))
  }
}

extension Frame {
  /// Draws a button with its key marked, and returns the columns used.
  @discardableResult
  mutating func drawButton(
    _ title: String, hotKey: Character?, index: Int, isFocused: Bool, isDisabled: Bool = false, x: Int, y: Int
  ) -> Int {
    let ground: Style.Ground = isFocused ? .focus : .plain
    let width = glyphs.visible.width(of: title) + 4
    let columns = min(width, area.width - x)
    clear(Rect(x: x, y: y, width: columns, height: 1), Style(.text, on: ground))
    draw("[ ", x: x, y: y, columns: columns, Style(isFocused ? .key : .secondary, on: ground))
    var spans = [Span(title, isDisabled ? .secondary : .text)]
    if let hotKey, !isDisabled, let place = title.firstIndex(where: { $0.lowercased() == String(hotKey) }) {
      spans = [
        Span(String(title[..<place])), Span(String(title[place]), .key),
        Span(String(title[title.index(after: place)...])),
      ]
    }
    draw(spans, x: x + 2, y: y, columns: columns - 4, on: ground)
    draw(" ]", x: x + width - 2, y: y, columns: 2, Style(isFocused ? .key : .secondary, on: ground))
    if isFocused { cursor = Point(x: x + 2, y: y) }
    add(.button(index), in: Rect(x: x, y: y, width: width, height: 1))
    return width
  }
}
