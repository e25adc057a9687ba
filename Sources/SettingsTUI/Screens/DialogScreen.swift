import SettingsEditing

/// A question with buttons.
///
///     drawn ─▶ keys are ignored ─▶ no key for `pauseUntilSeen` ─▶ seen ─▶ a button by its key, or Enter on the focused one
///
/// Only questions with an answer that loses something wait until they are seen. The letter of "Discard" could otherwise be the next letter
/// of a word that someone types while the question comes up.
struct DialogScreen: Screen {
  private let question: Question
  private var focus = 0
  /// The first visible line of text that is longer than the window, and the number of lines.
  private var text = ListState()
  private var lineCount = 0
  /// Whether a person can have read the question before the next key was pressed.
  private(set) var isSeen: Bool

  let keyContext = KeyContext.dialog

  init(_ question: Question) {
    self.question = question
    isSeen = !question.buttons.contains(where: \.loses)
  }

  /// The pause without a key, after the question was drawn, that has to pass before it counts as seen.
  ///
  /// If someone has just pressed the key that leads to the question, it is enough that the key comes after the frame. If the question comes
  /// up by itself, it may come up in the middle of a word.
  var pauseUntilSeen: Duration { question.comesUnasked ? .milliseconds(300) : .zero }

  /// Notes that the question has been on the screen before the next key.
  mutating func see() { isSeen = true }

  var name: String { question.name }
  func actionsWhenTerminated(_ context: ScreenContext) -> [EditorAction] { question.actionsWhenTerminated }
  private var buttons: [Question.Button] { question.buttons }

  /// A question without a subject stays until it is answered.
  func isOutdated(_ context: ScreenContext) -> Bool {
    switch question.subject {
    case nil: false
    case .deletion: context.model.draft.revision != nil
    case .conflict: context.core.summary.conflicts.isEmpty
    case .confirmation: context.core.pending == nil
    }
  }

  /// The text. If it has the time left to confirm, that is computed for each frame.
  private func sentences(_ context: ScreenContext) -> String {
    question.subject == .confirmation ? context.core.pendingText : question.text
  }

  /// The dialog is closed before the actions of an answer, so an answer can open another screen or ask the next question. The letters of the
  /// buttons aren't here: each question has its own, which reach the screen as text.
  nonisolated static let keys = PageKeys<DialogScreen>(
    "The question",
    [
      .init(.accept, keys: "Enter Space", title: "Press the button", hint: "Press") { page, _ in
        [.pop] + page.buttons[page.focus].actions
      },
      .init(.nextPane, keys: "Tab Right l Down j", title: "Next button", hint: "Next") { page, _ in
        page.moveFocus(by: 1)
      },
      .init(.previousPane, keys: "Shift-Tab Left h Up k", title: "Previous button") { page, _ in
        page.moveFocus(by: -1)
      },
      .init(.back, keys: "Esc q ^C Backspace", title: "Back without an answer", hint: "Back") { page, _ in
        page.question.requiresAnswer
          ? [.problem("Choose an answer; going back would lose the text.")] : [.pop]
      },
      .init(.pageDown, keys: "PgDn", title: "Scroll down") { page, _ in page.scroll(.pageDown) },
      .init(.pageUp, keys: "PgUp", title: "Scroll up") { page, _ in page.scroll(.pageUp) },
    ], editor: KeyMap.besideQuestion)

  private mutating func moveFocus(by step: Int) -> [EditorAction] {
    focus = (focus + buttons.count + step) % buttons.count
    return []
  }

  private mutating func scroll(_ command: Command) -> [EditorAction]? {
    text.scroll(command, through: lineCount) ? [] : nil
  }

  /// Only the letter of a button counts, alone: pasted text never answers a question.
  mutating func insert(_ text: String, in context: ScreenContext) -> [EditorAction] {
    guard text.count == 1, let button = buttons.first(where: { text.lowercased() == String($0.key) }) else {
      return []
    }
    return [.pop] + button.actions
  }

  mutating func click(_ target: Frame.Target, in context: ScreenContext) -> [EditorAction] {
    guard case .button(let index) = target, buttons.indices.contains(index) else { return [] }
    return [.pop] + buttons[index].actions
  }

  mutating func focus(onRow row: Int, _ context: ScreenContext) { focus = row }
  var choosing: Command { .accept }

  func page(_ context: ScreenContext) -> PlainPage {
    let buttons = buttons
    return PlainPage(
      lines: [sentences(context)], count: buttons.count, row: { "\(buttons[$0].title), \(buttons[$0].key)" },
      prompt: "Number or letter: ")
  }

  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    let visible = frame.glyphs.visible
    let widths = buttons.map { visible.width(of: $0.title) + 4 }
    let buttonsWidth = widths.reduce(0) { $0 + $1 + 2 }
    let width = min(frame.area.width - 2, max(50, buttonsWidth + 4))
    let lines = visible.wrap(sentences(context), columns: width - 4)
    let rows = Self.rows(of: widths, columns: width - 4)
    let height = lines.count + 3 + rows.count
    let box = Rect(x: 0, y: 0, width: frame.area.width, height: frame.area.height - 1)
      .centered(width: width, height: height)
    var inner = frame.drawBox(box, title: name)
    frame.dropTargets()
    let answers = inner.removeBottom(rows.count)
    lineCount = lines.count
    let top = text.scroll(to: text.focus, height: inner.height, of: lineCount)
    frame.draw(lines.dropFirst(top).map { [Span($0)] }, in: inner)
    inner.width += 1
    frame.drawScrollBar(atEndOf: inner, top: top, visible: text.page, of: lines.count)
    for (row, indices) in rows.enumerated() {
      var x = answers.x
      for index in indices {
        x +=
          2
          + frame.drawButton(
            buttons[index].title, hotKey: buttons[index].key, index: index, isFocused: index == focus, x: x,
            y: answers.y + row)
      }
    }
    let hints = context.keys[keyContext].bindings.map(\.command)
    let scrolling = "\(context.key(.pageDown, in: keyContext)) scrolls"
    frame.drawHints(
      keyContext, context: context, without: !isSeen ? Set(hints) : question.requiresAnswer ? [.back] : [],
      note: lines.count > text.page ? scrolling : "", covering: frame.area.maxY - 1 - box.maxY)
  }

  /// Returns the rows of buttons; each row has as many as fit.
  private static func rows(of widths: [Int], columns: Int) -> [[Int]] {
    var rows: [[Int]] = []
    var room = 0
    for (index, width) in widths.enumerated() {
      if width > room || rows.isEmpty {
        rows.append([])
        room = columns
      }
      rows[rows.count - 1].append(index)
      room -= width + 2
    }
    return rows
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
    clear(Rect(x: x, y: y, width: columns, height: 1), style: Style(.text, on: ground))
    draw("[ ", x: x, y: y, columns: columns, style: Style(isFocused ? .key : .secondary, on: ground))
    var spans = [Span(title, role: isDisabled ? .secondary : .text)]
    if let hotKey, !isDisabled, let place = title.firstIndex(where: { $0.lowercased() == String(hotKey) }) {
      spans = [
        Span(String(title[..<place])), Span(String(title[place]), role: .key),
        Span(String(title[title.index(after: place)...])),
      ]
    }
    draw(spans, x: x + 2, y: y, columns: columns - 4, on: ground)
    draw(" ]", x: x + width - 2, y: y, columns: 2, style: Style(isFocused ? .key : .secondary, on: ground))
    if isFocused { cursor = Point(x: x + 2, y: y) }
    add(.button(index), in: Rect(x: x, y: y, width: width, height: 1))
    return width
  }
}
