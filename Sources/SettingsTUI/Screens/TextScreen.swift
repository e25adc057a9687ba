import SettingsEditing

/// Edits strings of several lines, values and sections as JSON, and comments of several lines.
struct TextScreen: Screen {
  /// The value; `nil` for a section and a comment.
  private var place: ValuePlace?
  private let path: SettingPath
  let name: String
  private let isJSON: Bool
  private let original: String
  /// What accepting other text than that of a value or a section does.
  private var accept: (@MainActor (String) -> [EditorAction])?
  private var buffer: TextBuffer
  private var problem: String?
  private var top = 0
  private var left = 0
  private var page = 1

  /// The texts before the last edits, and those that were undone.
  private var past: [TextBuffer] = []
  private var future: [TextBuffer] = []
  /// Whether the last edit was a typed letter, which the next letter continues.
  private var isTyping = false

  /// Creates the screen. A string begins at its end, where a person goes on.
  ///
  /// - Parameters:
  ///   - typed: What was typed in a field of one line before; `nil` for the value.
  ///   - asJSON: Whether a string is edited as JSON, too, so that it can become a value of another type.
  init(_ place: ValuePlace, typed: LineEditor? = nil, asJSON: Bool = false, context: ScreenContext) {
    (self.place, path, name) = (place, place.path, place.setting.title)
    let value = context.core.value(at: place)
    if !asJSON, case .string = place.setting.kind {
      isJSON = false
      original = place.editingText(for: value)
    } else {
      isJSON = true
      original = value.map { place.setting.masked($0).text(.pretty(indent: 2)) } ?? ""
    }
    buffer = TextBuffer(typed?.text ?? original)
    if !isJSON { _ = buffer.perform(.moveToEnd, page: 1) }
    if let typed, buffer.lines.count == 1 { buffer.moveCaret(row: 0, column: typed.caret) }
  }

  /// Creates the screen for a section, as the file has it, with its secrets masked.
  init(section path: SettingPath, typed: String? = nil, _ context: ScreenContext) {
    (self.path, name, isJSON) = (path, context.index.section(at: path)?.title ?? path.description, true)
    original = context.core.shownDocument?.node(at: path)?.value.text(.pretty(indent: 2)) ?? "{}"
    buffer = TextBuffer(typed ?? original)
  }

  /// Creates the screen for a text that is in no value.
  init(
    _ name: String, _ text: String, typed: LineEditor? = nil,
    accept: @escaping @MainActor (String) -> [EditorAction]
  ) {
    (self.name, path, isJSON, original, self.accept) = (name, .root, false, text, accept)
    buffer = TextBuffer(typed?.text ?? text)
    _ = buffer.perform(.moveToEnd, page: 1)
  }

  let isDialog = false
  let isEditing = true
  var editedPlace: ValuePlace? { place }

  mutating func follow(from old: Draft, to new: Draft) -> Bool { place?.follow(from: old, to: new) ?? true }

  let keyContext = KeyContext.text

  private var isChanged: Bool { buffer.text != original }

  /// Enter is a new line, so the text is accepted with Ctrl-S or F2.
  nonisolated static let keys = PageKeys<TextScreen>(
    "The text",
    [
      .init(.accept, keys: "^S F2", title: "Accept the text", hint: "Accept") { page, context in
        page.take(context)
      },
      .leave("Keep the old text; asks if it was changed", hint: "Cancel") { page, context in
        page.isChanged ? [.ask(page.question(context))] : [.pop]
      },
      .init(
        .editExternally, keys: "Alt-e F4", title: "Edit in your editor ($VISUAL, $EDITOR)", hint: "Editor"
      ) { page, context in
        guard let place = page.place else {
          let key = context.core.name(of: .editAll)
          return [.note("Your editor opens values, and the whole file with \(key) on other pages.")]
        }
        let typed = page.isChanged ? page.buffer.text : nil
        return [
          context.core.editExternally(place, typed: typed, asJSON: page.isJSON, closesScreen: true)
        ]
      },
      .init(.undo, keys: "Alt-u", title: "Undo") { page, _ in
        page.step(from: \.past, to: \.future) ? [] : [.say(.nothingToUndo)]
      },
      .init(.redo, keys: "Alt-r", title: "Redo") { page, _ in
        page.step(from: \.future, to: \.past) ? [] : [.note("There is nothing to redo.")]
      },
    ], .init(KeyMap.moving) { $0.edit($1, $2) }, .init(KeyMap.line) { $0.edit($1, $2) },
    editor: KeyMap.besideText)

  /// Goes back or forth in the texts; returns `false` at the end.
  private mutating func step(
    from: WritableKeyPath<TextScreen, [TextBuffer]>, to: WritableKeyPath<TextScreen, [TextBuffer]>
  ) -> Bool {
    guard let next = self[keyPath: from].popLast() else { return false }
    self[keyPath: to].append(buffer)
    buffer = next
    isTyping = false
    problem = nil
    return true
  }

  /// Notes the text before an edit, unless nothing was edited, or a word is continued.
  private mutating func note(_ before: TextBuffer, isTyping: Bool) {
    defer { self.isTyping = isTyping }
    guard !before.lines.elementsEqual(buffer.lines, by: { $0.characters == $1.characters }) else { return }
    if !isTyping || !self.isTyping { past.append(before) }
    future = []
  }

  private mutating func edit(_ command: Command, _ context: ScreenContext) -> [EditorAction] {
    let before = buffer
    defer { note(before, isTyping: false) }
    // What is deleted from a secret must not be visible in another field.
    if place?.setting.holdsSecrets ?? true
      ? buffer.perform(command, page: page)
      : buffer.perform(command, page: page, sharing: &context.core.killed)
    {
      problem = nil
    }
    return []
  }

  private func question(_ context: ScreenContext) -> Question {
    Question(
      name: name, text: "The text was changed. What should happen to it?",
      buttons: [
        .init("Accept", key: "t", actions: [.perform(.accept)]),
        .init("Discard", key: "d", actions: [.pop], loses: true),
        .init("Keep editing", key: "g"),
      ], actionsWhenTerminated: actionsWhenTerminated(context))
  }

  mutating func insert(_ text: String, in context: ScreenContext) -> [EditorAction] {
    let before = buffer
    buffer.insert(text)
    note(before, isTyping: text.count == 1 && text != " ")
    problem = nil
    return []
  }

  /// An unchanged text stages nothing, so looking at a value never writes it into the file.
  private mutating func take(_ context: ScreenContext) -> [EditorAction] {
    guard isChanged else { return [.pop] }
    do throws(Refusal) {
      return try staging(context) + [.pop]
    } catch {
      problem = error.reason
      return []
    }
  }

  /// In JSON, a person sees the mask in place of each secret. What still has the mask keeps its secret, as long as it is at the same place;
  /// else the secret has to be typed again.
  private func staging(_ context: ScreenContext) throws(Refusal) -> [EditorAction] {
    if let accept { return accept(buffer.text) }
    var value = JSONValue.string(buffer.text)
    if isJSON {
      do {
        value = try JSONValue(parsing: buffer.text)
      } catch {
        throw Refusal(reason: String(describing: error))
      }
    }
    guard let place else {
      let changes = try context.core.changes(ofSection: path, to: value)
      return [.stage(changes.values, changes.members)]
    }
    if isJSON {
      guard let whole = place.setting.secrecy.unmasked(value, from: context.core.value(at: place)) else {
        throw .movedMask
      }
      value = whole
    }
    if let error = context.core.error(of: value, at: place) { throw Refusal(reason: error.message) }
    return [.edit(.set(value, at: place))]
  }

  /// Stages the text if that is possible, otherwise keeps it: the next start offers it again.
  func actionsWhenTerminated(_ context: ScreenContext) -> [EditorAction] {
    guard isChanged else { return [] }
    if let staging = try? staging(context) { return staging }
    return typedText(context).map { [.keepText($0)] } ?? []
  }

  /// The text of a value as the external editor would have it, because that is where the next start opens it. A secret is never kept.
  func typedText(_ context: ScreenContext) -> UnstagedText? {
    guard isChanged, accept == nil, !context.index.secrecy(at: path).holdsSecrets else { return nil }
    return UnstagedText(
      path: path,
      text: place.map {
        ExternalEdit(place: $0, typed: buffer.text, asJSON: isJSON).newText(context.core)
      } ?? buffer.text)
  }

  /// Removes the whole text, which a line takes the place of.
  mutating func clear() { buffer = TextBuffer("") }

  mutating func scroll(by rows: Int, over target: Frame.Target?, _ context: ScreenContext) {
    for _ in 0..<abs(rows) { _ = buffer.perform(rows < 0 ? .moveUp : .moveDown, page: page) }
  }

  func page(_ context: ScreenContext) -> PlainPage {
    guard place == nil else { return PlainPage(prompt: "New value: ", takesJSON: isJSON) }
    var lines = [problem.map { "Not taken: \($0)" }].compactMap(\.self)
    if accept != nil { lines += PromptScreen.lines(about: name, buffer.text) }
    return PlainPage(lines: lines, prompt: isJSON ? "\(name) as JSON: " : "\(name): ", takesJSON: isJSON)
  }

  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    var area = frame.drawTitle(context, screen: name)
    let visible = frame.glyphs.visible
    let problems = problem.map {
      visible.wrap("\(frame.glyphs.problem) \($0)", columns: area.width - 2, atMost: max(1, area.height / 2))
    }
    let status = area.removeBottom(problems?.count ?? 1)
    let digits = max(2, String(buffer.lines.count).count)
    let numbers = area.removeLeft(digits + 2)
    // One column is for the marks of lines that continue, one for the scroll bar.
    area = Rect(x: area.x, y: area.y, width: area.width - 2, height: area.height)
    page = max(1, area.height)
    if buffer.row < top { top = buffer.row }
    if buffer.row >= top + page { top = buffer.row - page + 1 }
    let caret = buffer.lines[buffer.row].characters.prefix(buffer.column).reduce(0) {
      $0 + visible.width(of: $1)
    }
    if caret < left { left = max(0, caret - area.width / 4) }
    if caret >= left + area.width { left = caret - area.width + 1 + area.width / 4 }
    for row in top..<min(buffer.lines.count, top + page) {
      let y = area.y + row - top
      let number = String(row + 1)
      frame.draw(
        number, x: numbers.x + digits - number.count + 1, y: y, columns: number.count,
        style: Style(row == buffer.row ? .key : .secondary))
      drawLine(
        buffer.lines[row].characters, in: Rect(x: area.x, y: y, width: area.width, height: 1), into: &frame)
    }
    frame.cursor = Point(x: area.x + caret - left, y: area.y + buffer.row - top)
    area.width += 2
    frame.drawScrollBar(atEndOf: area, top: top, visible: page, of: buffer.lines.count)
    if let problems {
      frame.draw(problems.map { [Span($0, role: .problem)] }, in: status.inset(horizontally: 1))
    } else {
      let place =
        "line \(buffer.row + 1), column \(buffer.column + 1)  "
        + (self.place.map { KindSummary.text($0.setting) } ?? (isJSON ? "Section" : ""))
      frame.draw(place, x: 1, y: status.y, columns: status.width - 2, style: Style(.secondary))
    }
    frame.drawHints(keyContext, context: context)
  }

  /// Draws the part of a line that starts at column `left`, with marks beside it if the line has more.
  private func drawLine(_ characters: [Character], in area: Rect, into frame: inout Frame) {
    var column = -left
    for character in characters {
      frame.glyphs.visible.pieces(of: character) { piece in
        if column >= 0, column + piece.width <= area.width {
          frame.grid.put(
            piece, x: area.x + column, y: area.y, style: Style(piece.isSubstitute ? .substitute : .text))
        }
        column += piece.width
      }
      if column > area.width {
        frame.draw(frame.glyphs.continues, x: area.maxX, y: area.y, style: Style(.secondary))
        break
      }
    }
    if left > 0, !characters.isEmpty {
      frame.draw(frame.glyphs.beginsBefore, x: area.x - 1, y: area.y, style: Style(.secondary))
    }
  }
}
