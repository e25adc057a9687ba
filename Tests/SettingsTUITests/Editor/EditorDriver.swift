import SettingsEditing
import SettingsSystem

@testable import SettingsTUI

/// Plays a user at the editor, without a terminal.
///
///     let driver = EditorDriver(try TestForm.model(), start: ["network", "host"])
///     await driver.press(Key(.enter), .control("u"))
///     await driver.type("db1")
///     await driver.press(Key(.enter))
///     #expect(driver.focusedLine.contains("db1") && driver.model.stagedCount == 1)
///
/// It does what ``EditorSession`` does, in the same order: an event goes in, effects are performed, a frame is drawn. Effects on the store
/// and on files are really performed; the others (copied text, `$EDITOR`, the app's tasks) are noted in ``effects``, and the test plays the
/// other side (``finishEditing(_:failure:)``, ``report(_:)``). Time passes only when the test says so (``tick()``).
///
/// Compare whole screens with `expectGolden`, where the layout matters; elsewhere, look for words, which survive a change of the layout.
@MainActor
final class EditorDriver {
  let editor: ScreenEditor
  var size: Size
  let glyphs: Glyphs
  private(set) var frame: Frame
  /// Whether the user reads each question before the next key. If not, keys come as they do from somebody who types ahead, and must not
  /// answer it.
  var readsQuestions = true
  /// The effects that the editor asked for, in order, except for requests to the store and other files.
  private(set) var effects: [EditorEffect] = []

  init(
    _ model: FormViewModel, size: Size = Size(width: 80, height: 24), glyphs: Glyphs = Glyphs(),
    start: SettingPath? = nil, keys: EditorKeys = .standard
  ) {
    self.size = size
    self.glyphs = glyphs
    let options = EditorOptions(start: start, keys: keys, author: "ada")
    editor = ScreenEditor(model, options: options)
    frame = editor.render(size, glyphs: glyphs)
  }

  var model: FormViewModel { editor.core.model }

  /// What the screen shows.
  var text: String { frame.grid.text }

  /// The words on the screen, without the lines and frames between them.
  var words: String {
    text.split { $0.isWhitespace || $0 == "│" }.joined(separator: " ")
  }

  /// The line of the cursor.
  var focusedLine: String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.contains(frame.cursor.y) ? String(lines[frame.cursor.y]) : ""
  }

  /// Presses keys one after the other; a frame is drawn after each.
  func press(_ keys: Key...) async {
    for key in keys { await send(.input([.key(key)])) }
  }

  /// Types text, one key for each character.
  func type(_ text: String) async {
    for character in text { await press(Key(character)) }
  }

  func paste(_ text: String) async {
    await send(.input([.paste(text)]))
  }

  func click(_ x: Int, _ y: Int) async {
    await send(.input([.press(Point(x: x, y: y))]))
  }

  func resize(_ width: Int, _ height: Int) async {
    size = Size(width: width, height: height)
    await send(.resized)
  }

  /// Takes keys, pastes or clicks that have come together, and draws no frame: others come right after them.
  func takeAhead(_ inputs: [InputEvent]) async {
    if readsQuestions, editor.pauseUntilSeen != nil { editor.seeQuestion() }
    await perform(editor.update(.input(inputs)))
  }

  /// Lets an event happen, and draws the frame after it.
  func send(_ event: TerminalEvent) async {
    // A question is seen when its frame has been drawn.
    if readsQuestions, editor.pauseUntilSeen != nil { editor.seeQuestion() }
    await perform(editor.update(event))
    frame = editor.render(size, glyphs: glyphs)
    guard readsQuestions, editor.pauseUntilSeen != nil else { return }
    editor.seeQuestion()
    frame = editor.render(size, glyphs: glyphs)
  }

  /// Does what the loop of the editor does between keys.
  func beIdle() async {
    await perform(editor.loadDetails(again: false))
    while editor.prepareForKeys() {}
  }

  /// Plays the app, which reports something about a row that it provides.
  func report(_ event: AppRowEvent) {
    editor.take(event)
    frame = editor.render(size, glyphs: glyphs)
  }

  /// Lets time pass until the next tick.
  func tick() async {
    await perform(editor.tick())
    frame = editor.render(size, glyphs: glyphs)
  }

  /// Acts as the person's own editor, which returns text.
  func finishEditing(_ text: String?, failure: String? = nil) async {
    await perform(editor.finishEditing(ExternalEditor.Result(text: text, failure: failure)))
    frame = editor.render(size, glyphs: glyphs)
  }

  /// The text that the person's own editor was given last.
  var given: String {
    for effect in effects.reversed() { if case .edit(let text, _) = effect { return text } }
    return ""
  }

  private func perform(_ effects: [EditorEffect]) async {
    for effect in effects {
      switch effect {
      case .store(let request): await perform(editor.finish(await request.perform(on: model)))
      default: self.effects.append(effect)
      }
    }
  }
}

extension Grid {
  /// The rows as text, without styles and trailing blanks.
  var text: String {
    (0..<size.height)
      .map { y in
        var line = String(row(y).lazy.filter { !$0.isContinuation }.map(\.character))
        while line.hasSuffix(" ") { line.removeLast() }
        return line
      }
      .joined(separator: "\n")
  }
}
